#include "services/worker/check/rungs.h"

#include <algorithm>

#include "services/worker/check/kind.h"
#include "services/worker/check/library_values.h"
#include "services/worker/check/preconditions.h"
#include "services/worker/evidence/settle.h"
#include "services/worker/validate/validate.h"

namespace assay::check {
namespace {

interpret::Limits within(interpret::Limits limits, const budget::OneRun& one) {
  limits.steps = std::min(limits.steps, one.steps);
  limits.picks = std::min(limits.picks, one.picks);
  limits.behaviours = std::min(limits.behaviours, one.behaviours);
  return limits;
}

}  // namespace

Rungs::Rungs(Options chosen)
    : options(chosen),
      budget({.query_ms = chosen.smt_timeout_ms,
              .quick_steps = chosen.quick_budget,
              .patient_steps = chosen.exhaustive_budget,
              .samples = chosen.samples,
              .hunts = chosen.learn}),
      solver({.proofs_per_second_opinion = budget::Budget::proofs_per_second_opinion(), .learns = chosen.learn}),
      recall(chosen.recall != nullptr ? *chosen.recall : own_recall) {}

interpret::CheckOptions Rungs::interpreter_options() const {
  interpret::CheckOptions chosen;
  chosen.undef_input = options.undef_input && options.semantics.undef;
  chosen.poison_input = options.poison_input;
  chosen.budget = budget.replay().steps;
  chosen.samples = budget.replay().inputs;
  chosen.seed = options.seed;
  return chosen;
}

refine::Options Rungs::solver_options() const {
  refine::Options chosen;
  chosen.unroll = options.unroll;
  chosen.undef_input = options.undef_input && options.semantics.undef;
  chosen.poison_input = options.poison_input;
  chosen.smt_timeout_ms = static_cast<unsigned>(budget.query().count());
  chosen.memory_mb = options.smt_memory_mb;
  return chosen;
}

Claim Rungs::refuted(const Lowered& pair, const CheckResult& refutation, Method method,
                     std::vector<Decider> confirmed_by) {
  const interpret::CheckOptions chosen = options_to_refute(pair);
  const semantics::Input simple =
      validate::simplify(pair.source, pair.target, refutation.reason, chosen, *refutation.input);
  recall.remember(pair.source, simple);
  Counterexample seen = interpret::explain(pair.source, pair.target, simple, chosen);
  seen.confirmed_by = std::move(confirmed_by);
  const std::string told = summary(seen);
  return Claim::refuted(method, {refutation.reason, told, std::move(seen)});
}

bool Rungs::holds_for_real_functions(const Lowered& pair, const semantics::Input& input,
                                     bool allocations_succeed) const {
  interpret::CheckOptions chosen = options_to_refute(pair);
  chosen.allocations_succeed = allocations_succeed;
  chosen.refutes_only = true;  // as where it was found
  return interpret::check_input(pair.source, pair.target, input, chosen).kind == CheckResult::Kind::Refuted;
}

interpret::CheckOptions Rungs::options_to_refute(const Lowered& pair) const {
  interpret::CheckOptions chosen = interpreter_options();
  chosen.real_functions = has_library_values(pair.source);
  return chosen;
}

interpret::CheckOptions Rungs::options_to_remember(const Lowered& pair) const {
  interpret::CheckOptions chosen = options_to_refute(pair);
  chosen.budget = budget.remembered().steps;
  chosen.limits = within(chosen.limits, budget.remembered().one);
  return chosen;
}

std::optional<CheckResult> Rungs::with_real_functions(const Lowered& pair, const CheckResult& refutation) const {
  const interpret::CheckOptions chosen = options_to_refute(pair);
  if (!chosen.real_functions || holds_for_real_functions(pair, *refutation.input)) return refutation;
  CheckResult other = interpret::check_sampled(pair.source, pair.target, chosen);
  if (other.kind != CheckResult::Kind::Refuted) return std::nullopt;
  return other;
}

Claim Rungs::with_other_functions_only(Method method) {
  return Claim::refuted(method, {}, {{Assumed::OtherMathFunctions}});
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
  brief.smt_timeout_ms = static_cast<unsigned>(budget.confirmation().count());
  const Claim second =
      timed(Rung::Confirm, [&] { return refine::refine(pair.source, pair.target, brief, solver); }).claim;
  evidence::Refutation seen = *alone.refuted();
  if (second.is_proved_without_limit() && !holds_undef(*real->input))
    return Claim::contradicted(
        method, {Reason::OraclesDisagree, "the interpreter refutes what the solver proves; please report this pair",
                 std::move(seen.counterexample)});
  if (second.refuted() == nullptr) return alone;
  seen.counterexample->confirmed_by.push_back(Decider::Smt);
  return Claim::refuted(method, std::move(seen));
}

bool Rungs::runs_stand_for_some_functions(const Lowered& pair) {
  return has_library_values(pair.source) || has_library_values(pair.target);
}

std::optional<Claim> Rungs::by_all_inputs(Rung rung, const Lowered& pair, const budget::Runs& share) {
  interpret::CheckOptions chosen = interpreter_options();
  chosen.budget = share.steps;
  chosen.limits = within(chosen.limits, share.one);
  const auto all = timed(rung, [&] { return interpret::check_exhaustively(pair.source, pair.target, chosen); });
  if (!all) return std::nullopt;
  if (all->kind == CheckResult::Kind::Proved && !runs_stand_for_some_functions(pair))
    return Claim::proved(Method::Exhaustive);
  if (all->kind == CheckResult::Kind::Refuted) return confirm_by_solver(pair, *all, Method::Exhaustive);
  return std::nullopt;
}

std::optional<Claim> Rungs::by_sample_of_loops(const Lowered& pair) {
  if (!pair.source.has_loop && !pair.target.has_loop) return std::nullopt;
  if (auto refuted = by_sample(Rung::Sample, pair, budget.inputs_of_loops())) return refuted;
  return by_long_runs(pair);
}

std::optional<Claim> Rungs::by_long_runs(const Lowered& pair) {
  const std::string kind = "long" + kind_of(pair.source, pair.target);
  const budget::Runs share = budget.long_runs();
  if (share.inputs == 0 || (options.learn && !experience_.is_worth_trying(kind))) return std::nullopt;
  std::optional<Claim> refuted = by_sample(Rung::Sample, pair, share, /*long_runs=*/true);
  if (options.learn) experience_.told(kind, refuted.has_value());
  return refuted;
}

std::optional<Claim> Rungs::by_sample(Rung rung, const Lowered& pair, const budget::Runs& share, bool long_runs) {
  if (share.inputs == 0) return std::nullopt;
  interpret::CheckOptions chosen = interpreter_options();
  chosen.long_runs = long_runs;
  chosen.samples = share.inputs;
  chosen.seed = options.seed + share.drawing;
  chosen.budget = share.steps;
  chosen.limits = within(chosen.limits, share.one);
  const CheckResult some = timed(rung, [&] { return interpret::check_sampled(pair.source, pair.target, chosen); });
  if (some.kind == CheckResult::Kind::Refuted) return confirm_by_solver(pair, some, Method::Interpreter);
  return std::nullopt;
}

refine::RefineResult Rungs::ask_solver(const Lowered& pair) {
  refine::Options chosen = solver_options();
  if (told && tells && tells_proofs && holds_everywhere)
    chosen.proved = [this](const Claim& proof) { told(evidence::settle(proof)); };
  const std::string kind = "late" + kind_of(pair.source, pair.target);
  const auto start = WorkClock::now(), late = start + budget.soon();
  if (options.learn && !experience_.is_worth_trying(kind)) chosen.deadline = late;
  const refine::RefineResult result =
      timed(Rung::Smt, [&] { return refine::refine(pair.source, pair.target, chosen, solver); });
  if (!chosen.deadline && WorkClock::now() > late) experience_.told(kind, result.claim.is_decided());
  return result;
}

Claim Rungs::by_solver(const Lowered& pair) {
  const refine::RefineResult result = ask_solver(pair);
  return result.claim.refuted() != nullptr ? confirm_by_interpreter(pair, result) : result.claim;
}

Claim Rungs::by_solver_alone(const Lowered& pair) {
  const refine::RefineResult result = ask_solver(pair);
  if (result.claim.refuted() == nullptr) return result.claim;
  evidence::Refutation refutation = *result.claim.refuted();
  Counterexample& seen = refutation.counterexample.emplace();
  seen.source_result = "with its module's constants";
  seen.target_result = std::string(name_of(refutation.reason)) + ", with constants of other values";
  if (!result.is_rule) seen.confirmed_by = {Decider::Smt};
  return Claim::refuted(Method::Smt, std::move(refutation));
}

Claim Rungs::of_rule(const refine::RefineResult& result) {
  evidence::Refutation refutation = *result.claim.refuted();
  Counterexample& seen = refutation.counterexample.emplace();
  seen.source_result = "the variable as the source's module has it";
  seen.target_result = refutation.detail;
  return Claim::refuted(Method::Syntax, std::move(refutation));
}

Claim Rungs::confirm_by_interpreter(const Lowered& pair, const refine::RefineResult& result) {
  if (result.is_rule) return of_rule(result);
  const validate::Replay replay =
      timed(Rung::Replay, [&] { return validate::replay(pair.source, pair.target, result, interpreter_options()); });
  const bool is_confirmed = replay.outcome == validate::Outcome::Confirmed;
  evidence::Refutation refutation = *result.claim.refuted();
  const auto only = [&](Assumed row, std::string parameter = {}) {
    return Claim::refuted(Method::Smt, refutation, {{row, std::move(parameter)}});
  };
  if (replay.outcome == validate::Outcome::LeftOpen && options.confirmed_only)
    return only(Assumed::LeftOpen, replay.detail);
  const llvm::Function* origin = pair.source.origin;
  if (!is_confirmed && origin != nullptr && says_more_than_the_solver_knows(*origin))
    return only(Assumed::SourceMetadata, name_of(refutation.reason));
  if (!is_confirmed && origin != nullptr && options.confirmed_only &&
      exposes_variables_alone(*origin, *pair.target.origin))
    return only(Assumed::AddressAsNumber);
  if (replay.outcome == validate::Outcome::Spurious)
    return Claim::contradicted(
        Method::Smt, {.reason = Reason::Spurious,
                      .detail = "the solver's counterexample does not hold when it is run; please report this pair"});
  if (is_confirmed ? !holds_for_real_functions(pair, replay.input, replay.allocations_succeed)
                   : has_library_values(pair.source))
    return with_other_functions_only(Method::Smt);
  refutation.counterexample = replay.counterexample;
  refutation.counterexample->confirmed_by = {Decider::Smt};
  if (is_confirmed) {
    recall.remember(pair.source, replay.input);
    refutation.reason = replay.reason;
    refutation.counterexample->confirmed_by = {Decider::Interpreter, Decider::Smt};
  }
  if (refutation.detail.empty()) refutation.detail = summary(*refutation.counterexample);
  return Claim::refuted(Method::Smt, std::move(refutation));
}

bool Rungs::undef_counts(const llvm::Function& source, const llvm::Function& target) const {
  return options.undef_input && options.semantics.undef && needs_memory_without_undef(source, target);
}

Claim Rungs::ask_further(const Lowered& pair, bool different_constants) {
  if (different_constants) return by_solver_alone(pair);
  Claim claim = by_solver(pair);
  // A counterexample that did not hold is a contradiction between the machines, which a later proof must not hide.
  const bool is_spurious = claim.contradicted() != nullptr && claim.reason() == Reason::Spurious;
  if (options.oracles == Oracles::Smt || is_spurious) return claim;
  const bool is_bounded = claim.proved() != nullptr && claim.proved()->limits_proofs();
  if (!claim.is_decided() || is_bounded)
    if (auto refuted = by_sample_of_loops(pair)) return *refuted;
  if (claim.is_decided()) return claim;
  const std::string kind = std::string(name_of(claim.reason())) + kind_of(pair.source, pair.target);
  if (options.learn && !experience_.is_worth_trying(kind)) return claim;
  std::optional<Claim> second = by_all_inputs(Rung::Patience, pair, budget.patience().all_inputs);
  if (!second) second = by_sample(Rung::Patience, pair, budget.patience().many_inputs);
  experience_.told(kind, second.has_value());
  return second ? *second : claim;
}

Claim Rungs::by_patience_alone(const Lowered& pair, bool different_constants) {
  if (different_constants)
    return Claim::inconclusive(Method::Interpreter, evidence::Inconclusive::ConstantsNotCompared);
  if (auto claim = by_sample_of_loops(pair)) return *claim;
  if (auto claim = by_all_inputs(Rung::Patience, pair, budget.patience().all_inputs)) return *claim;
  return Claim::inconclusive(Method::Interpreter, evidence::Inconclusive::NoDifferenceFound);
}

}  // namespace assay::check
