#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "services/common/text.h"
#include "services/worker/check/changed_surroundings.h"
#include "services/worker/check/rungs.h"
#include "services/worker/evidence/settle.h"
#include "services/worker/ir/references.h"
#include "services/worker/prove/rounds/rounds.h"
#include "services/worker/validate/validate.h"

/// Rungs that run inputs in the interpreter.
namespace assay::check {
namespace {

interpret::Limits within(interpret::Limits limits, const budget::OneRun& one) {
  limits.steps = std::min(limits.steps, one.steps);
  limits.picks = std::min(limits.picks, one.picks);
  limits.behaviours = std::min(limits.behaviours, one.behaviours);
  return limits;
}

/// Command lines: none, numbers, words.
const std::vector<std::vector<std::string>>& command_lines() {
  static const auto& lines = *new std::vector<std::vector<std::string>>{
      {"program"}, {"program", "1"}, {"program", "7", "abc"}, {"program", "-3", "0", "x"}};
  return lines;
}

Claim refuted_by(const interpret::ExecutionComparison& comparison, const std::string& line) {
  Counterexample seen;
  seen.inputs = {{"arguments", "command line", line}};
  seen.source_result = comparison.source_result;
  seen.target_result = comparison.target_result;
  seen.confirmed_by = {Decider::Interpreter};
  return Claim::refuted(Method::Execution, {comparison.reason, summary(seen), seen});
}

/// A variable that others may have written before @main, and may read behind it; empty: there is none.
std::string variable_of_others(const llvm::Function& source, const llvm::Function& target) {
  for (const llvm::Function* side : {&source, &target})
    for (const llvm::GlobalValue* each : ir::globals_needed_by(*side, /*with_callees=*/true)) {
      const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(each);
      if (variable != nullptr && !variable->isDeclaration() && !variable->isConstant() && !variable->hasLocalLinkage())
        return "@" + variable->getName().str();
    }
  return {};
}

Claim proved_by(const interpret::ExecutionComparison& comparison) {
  Claim proof = Claim::proved(Method::Execution);
  if (comparison.has_endless_memory) proof.assume({Assumed::EndlessMemory});
  if (comparison.leaves_out_volatile) proof.assume({Assumed::VolatileAside});
  return proof;
}

}  // namespace

std::string command_line_of(const Verdict& verdict) {
  const bool is_executed = verdict.method == Method::Execution && verdict.counterexample;
  return is_executed ? verdict.counterexample->inputs.front().value : "";
}

std::optional<Claim> Rungs::programs(Asked& asked, budget::OneRun share) {
  return timed(asked.told, [&] { return by_executions(asked, share); });
}

std::optional<Claim> Rungs::few_inputs(Asked& asked, budget::Runs share) { return run_all(asked, share); }

std::optional<Claim> Rungs::some_inputs(Asked& asked, budget::Runs share) { return run_some(asked, share); }

std::optional<Claim> Rungs::inputs_of_loops(Asked& asked, budget::InputsOfLoops share) {
  if (std::optional<Claim> refuted = run_some(asked, share.counts, interpret::Drawing::Counts)) return refuted;
  return run_some(asked, share.many);
}

std::optional<Claim> Rungs::long_runs(Asked& asked, budget::Runs share) {
  const std::string kind = "long" + kind_of(asked.pair);
  if (share.inputs == 0 || (options.learn && !experience_.is_worth_trying(kind))) return std::nullopt;
  std::optional<Claim> refuted = run_some(asked, share, interpret::Drawing::LongRuns);
  if (options.learn) experience_.told(kind, refuted.has_value());
  return refuted;
}

std::optional<Claim> Rungs::patience(Asked& asked, budget::Patience share) {
  if (options.oracles == Oracles::Interpreter) return run_all(asked, share.all_inputs);
  const std::string kind = std::string(name_of(asked.stands.reason())) + kind_of(asked.pair);
  if (options.learn && !experience_.is_worth_trying(kind)) return std::nullopt;
  std::optional<Claim> claim = run_all(asked, share.all_inputs);
  if (!claim) claim = run_some(asked, share.many_inputs);
  experience_.told(kind, claim.has_value());
  return claim;
}

std::optional<Claim> Rungs::by_executions(Asked& asked, const budget::OneRun& share) const {
  const Lowered& pair = asked.pair;
  interpret::Limits limits;
  limits.steps = share.steps;
  limits.behaviours = share.behaviours;
  const bool takes_arguments = !pair.source.arguments.empty();
  using Kind = interpret::ExecutionComparison::Kind;
  bool is_defined = false;
  std::vector<std::string> alike;
  interpret::ExecutionComparison left_out;  // by any of these
  for (const auto& line : command_lines()) {
    if (!options.command_line.empty() && joined(line, " ") != options.command_line) continue;
    const auto comparison = interpret::compare_executions(pair.source, pair.target, line, limits);
    if (comparison.kind == Kind::Different) return refuted_by(comparison, joined(line, " "));
    if (comparison.kind == Kind::Inconclusive)
      asked.why_not_executed = comparison.ran_out
                                   ? "after " + std::to_string(share.steps) + " instructions one still ran"
                                   : comparison.detail;
    is_defined |= comparison.is_defined;
    asked.undefined_execution = is_defined ? "" : comparison.source_result;
    const bool is_alike = comparison.kind == Kind::Same && comparison.is_complete;
    if (!takes_arguments) {
      if (comparison.ran_out && comparison.is_closed)
        return Claim::inconclusive(Method::Execution, evidence::Inconclusive::ExecutionTooLong, asked.why_not_executed);
      if (!is_alike) return std::nullopt;
      Claim proof = proved_by(comparison);
      if (const std::string shared = variable_of_others(asked.source, asked.target); !shared.empty())
        proof.assume({Assumed::CommandLines, "`program`, if no other module writes or reads " + shared});
      return proof;
    }
    if (!is_alike || !comparison.is_defined) continue;
    alike.push_back("`" + joined(line, " ") + "`");
    left_out.has_endless_memory |= comparison.has_endless_memory;
    left_out.leaves_out_volatile |= comparison.leaves_out_volatile;
  }
  if (alike.empty()) return std::nullopt;
  asked.executed_alike = proved_by(left_out);
  asked.executed_alike->assume({Assumed::CommandLines, joined(alike, ", ")});
  tell_early(*asked.executed_alike);
  return std::nullopt;
}

std::optional<Claim> Rungs::run_all(const Asked& asked, const budget::Runs& share) {
  const Lowered& pair = asked.pair;
  interpret::CheckOptions chosen = interpreter_options();
  chosen.budget = share.steps;
  chosen.limits = within(chosen.limits, share.one);
  const auto all = timed(asked.told, [&] { return interpret::check_exhaustively(pair.source, pair.target, chosen); });
  if (!all) return std::nullopt;
  if (all->kind == CheckResult::Kind::Proved && !runs_stand_for_some_functions(pair))
    return Claim::proved(Method::Exhaustive);
  if (all->kind == CheckResult::Kind::Refuted) return confirm_by_solver(pair, *all, Method::Exhaustive);
  return std::nullopt;
}

std::optional<Claim> Rungs::run_some(const Asked& asked, const budget::Runs& share, interpret::Drawing drawing) {
  if (share.inputs == 0) return std::nullopt;
  const Lowered& pair = asked.pair;
  interpret::CheckOptions chosen = interpreter_options();
  chosen.drawing = drawing;
  chosen.samples = share.inputs;
  chosen.seed = options.seed + share.drawing;
  chosen.budget = share.steps;
  chosen.limits = within(chosen.limits, share.one);
  const CheckResult some =
      timed(asked.told, [&] { return interpret::check_sampled(pair.source, pair.target, chosen); });
  if (some.kind == CheckResult::Kind::Refuted) return confirm_by_solver(pair, some, Method::Interpreter);
  return std::nullopt;
}

Claim Rungs::refuted(const Lowered& pair, const CheckResult& refutation, Method method,
                     std::vector<Decider> confirmed_by) {
  const interpret::CheckOptions chosen = options_to_refute(pair);
  const semantics::Input simple =
      validate::simplify(pair.source, pair.target, refutation.reason, chosen, *refutation.input);
  refuting.remember(pair.source, simple);
  Counterexample seen = interpret::explain(pair.source, pair.target, simple, chosen);
  seen.confirmed_by = std::move(confirmed_by);
  const std::string told = summary(seen);
  return Claim::refuted(method, {refutation.reason, told, std::move(seen)});
}

bool Rungs::holds_for_real_functions(const Lowered& pair, const semantics::Input& input, bool allocations_succeed,
                                     const std::vector<llvm::APInt>& suggested) const {
  interpret::CheckOptions chosen = options_to_refute(pair);
  chosen.allocations_succeed = allocations_succeed;
  chosen.suggested = suggested;
  chosen.refutes_only = true;  // as where it was found
  return interpret::check_input(pair.source, pair.target, input, chosen).kind == CheckResult::Kind::Refuted;
}

std::optional<CheckResult> Rungs::with_real_functions(const Lowered& pair, const CheckResult& refutation) const {
  const interpret::CheckOptions chosen = options_to_refute(pair);
  if (!chosen.real_functions || holds_for_real_functions(pair, *refutation.input)) return refutation;
  CheckResult other = interpret::check_sampled(pair.source, pair.target, chosen);
  if (other.kind != CheckResult::Kind::Refuted) return std::nullopt;
  return other;
}

bool Rungs::starts_with_undef(const llvm::Module& module, bool constants) {
  const auto holds_undef = [](const auto& self, const llvm::Constant& constant) -> bool {
    if (llvm::isa<llvm::UndefValue>(constant)) return true;
    return !llvm::isa<llvm::GlobalValue>(constant) && llvm::any_of(constant.operands(), [&](const llvm::Use& use) {
      return self(self, *llvm::cast<llvm::Constant>(use));
    });
  };
  return llvm::any_of(module.globals(), [&](const llvm::GlobalVariable& variable) {
    return (constants || !variable.isConstant()) && variable.hasInitializer() &&
           holds_undef(holds_undef, *variable.getInitializer());
  });
}

bool Rungs::holds_undef(const semantics::Input& input) {
  return std::ranges::any_of(input.memory, [](const semantics::InputBlock& block) {
    return std::ranges::any_of(block.bytes, [](const semantics::InputByte& byte) { return byte.undef != 0; });
  });
}

Claim Rungs::confirm_by_solver(const Lowered& pair, const CheckResult& refutation, Method method) {
  const std::optional<CheckResult> real = with_real_functions(pair, refutation);
  if (!real) return with_other_functions_only(method);
  const Claim alone = refuted(pair, *real, method, {Decider::Interpreter});
  if (options.oracles == Oracles::Interpreter || !options.confirms) return alone;
  if (told && tells) told(evidence::settle(alone));
  refine::Options brief = solver_options();
  brief.smt_timeout_ms = static_cast<unsigned>(shares.confirmation().count());
  const Claim second =
      timed(Rung::Confirm, [&] { return refine::refine(pair.source, pair.target, brief, solver); }).claim;
  evidence::Refutation seen = *alone.refuted();
  // A variable may start with undef though the input does not say so, as an object of the function's own does, which an
  // unknown function may leave as it is.
  const bool undef_may_count =
      pair.source.origin != nullptr && undef_counts(*pair.source.origin, *pair.target.origin) &&
      (starts_with_undef(*pair.source.origin->getParent()) || prove::has_stack_objects(*pair.source.origin));
  // The solver knows nothing of what variables hold at first, but that it is the same in both modules.
  const bool starts_may_count =
      pair.source.origin != nullptr && !changed_start(*pair.source.origin, *pair.target.origin).empty();
  if (second.is_proved_without_limit() && !holds_undef(*real->input) && !undef_may_count && !starts_may_count)
    return Claim::contradicted(
        method, {Reason::OraclesDisagree, "the interpreter refutes what the solver proves; please report this pair",
                 std::move(seen.counterexample)});
  if (second.refuted() == nullptr) return alone;
  seen.counterexample->confirmed_by.push_back(Decider::Smt);
  return Claim::refuted(method, std::move(seen));
}

interpret::CheckOptions Rungs::options_to_remember(const Lowered& pair) const {
  interpret::CheckOptions chosen = options_to_refute(pair);
  chosen.budget = shares.remembered().steps;
  chosen.limits = within(chosen.limits, shares.remembered().one);
  return chosen;
}

}  // namespace assay::check
