#include "services/worker/check/check.h"

#include <llvm/IR/Module.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <unordered_map>

#include "services/common/experience.h"
#include "services/worker/check/cache.h"
#include "services/worker/check/cut.h"
#include "services/worker/check/disagreements.h"
#include "services/worker/check/doubts.h"
#include "services/worker/check/executions.h"
#include "services/worker/check/kind.h"
#include "services/worker/check/library_values.h"
#include "services/worker/check/other_threads.h"
#include "services/worker/check/preconditions.h"
#include "services/worker/check/recall.h"
#include "services/worker/check/rounds.h"
#include "services/worker/check/verdicts.h"
#include "services/worker/interpret/interpret.h"
#include "services/worker/ir/ir.h"
#include "services/worker/ir/merged_constants.h"
#include "services/worker/refine/refine.h"
#include "services/worker/refine/smt/solver.h"
#include "services/worker/semantics/gained_promises.h"
#include "services/worker/semantics/own_constants.h"
#include "services/worker/semantics/semantics.h"
#include "services/worker/validate/validate.h"

namespace assay::check {
namespace {

/// The solver gets this long to confirm a counterexample: the verdict stands without it.
constexpr unsigned kConfirmationMs = 2'000;
constexpr unsigned kProofsPerSecondOpinion = 200;
constexpr std::uint64_t kSampleSteps = 1u << 14;
constexpr unsigned kLoopSamples = 16;     ///< times the usual sample where there are loops, which few inputs run often,
                                          ///< and no proof holds for all rounds
constexpr unsigned kPatientSamples = 64;  ///< times the usual sample where the solver gave up
constexpr std::uint64_t kStepsPerMs =
    20'000;                            ///< the interpreter's, where it gets as much time as a query of the solver
constexpr unsigned kHuntersShare = 4;  ///< of that time: what it ever decided in hunts it decided within a quarter
constexpr unsigned kPartsShare = 4;    ///< all parts that were cut out get this share of the time of a query
constexpr unsigned kSegmentShare = 5;  ///< a segment of a loop gets this share
constexpr unsigned kGuessShare = 12;   ///< what may hold in each round this one
constexpr unsigned kBriefShare = 100;  ///< and what is mostly seen at once this one
constexpr unsigned kSoonShare = 2;     ///< a query that takes more than this share of its time is decided late
constexpr const char* kNoUndefInMemory = "memory of the caller holds no undef";
constexpr std::size_t kMostKnownParts = 1u << 14;
constexpr std::uint64_t kSampleBehaviours = 1u << 6;
constexpr std::uint64_t kSamplePicks = 1u << 10;

using Clock = std::chrono::steady_clock;
using interpret::CheckResult;
using refine::smt::ProcessorClock;
using refine::smt::WorkClock;

/// Has more than the solver alone seen it? Nobody, where it is a rule of the texts.
bool is_confirmed(const Verdict& verdict) {
  const auto& by = verdict.counterexample->confirmed_by;
  return by.empty() || std::find(by.begin(), by.end(), Decider::Interpreter) != by.end();
}

/// The pair in the form that both machines read.
struct Lowered {
  semantics::Function source;
  semantics::Function target;
};

}  // namespace

struct Checker::State {
  explicit State(Options chosen)
      : options(chosen),
        solver({.proofs_per_second_opinion = kProofsPerSecondOpinion, .learns = chosen.learn}),
        recall(chosen.recall != nullptr ? *chosen.recall : own_recall) {}

  Options options;
  refine::smt::Solver solver;
  std::function<void(const Verdict&)> told;
  bool tells = true;  ///< of the reading of the pair that is judged
  bool tells_proofs = true;
  bool holds_everywhere = true;  ///< a proof in the environment that is tried is one for all that may be
  std::vector<RungCost> costs;   // of the check that is under way
  std::unordered_map<std::string, bool> known_parts;  ///< by their text: was the part proved?
  Experience experience;
  Recall own_recall;
  Recall& recall;

  /// Runs one rung and notes what it took.
  template <class Ask>
  auto timed(Rung rung, Ask&& ask) {
    const auto start = ProcessorClock::now();
    auto result = ask();
    costs.push_back({rung, std::chrono::duration<double>(ProcessorClock::now() - start).count()});
    return result;
  }

  interpret::CheckOptions interpreter_options() const {
    interpret::CheckOptions chosen;
    chosen.undef_input = options.undef_input && options.semantics.undef;
    chosen.poison_input = options.poison_input;
    chosen.budget = options.exhaustive_budget;  // of a single replay too
    chosen.samples = options.samples;
    chosen.seed = options.seed;
    return chosen;
  }

  refine::Options solver_options() const {
    refine::Options chosen;
    chosen.unroll = options.unroll;
    chosen.undef_input = options.undef_input && options.semantics.undef;
    chosen.poison_input = options.poison_input;
    chosen.smt_timeout_ms = options.smt_timeout_ms;
    chosen.memory_mb = options.smt_memory_mb;
    return chosen;
  }

  Verdict incorrect(const Lowered& pair, const CheckResult& refutation, Method method,
                    std::vector<Decider> confirmed_by) {
    Verdict verdict = verdict_of(VerdictKind::Incorrect, method, refutation.reason);
    const interpret::CheckOptions chosen = options_to_refute(pair);
    const semantics::Input simple =
        validate::simplify(pair.source, pair.target, refutation.reason, chosen, *refutation.input);
    recall.remember(pair.source, simple);
    verdict.counterexample = interpret::explain(pair.source, pair.target, simple, chosen);
    verdict.counterexample->confirmed_by = std::move(confirmed_by);
    verdict.detail = summary(*verdict.counterexample);
    return verdict;
  }

  // Mathematical functions are any functions to both machines. A counterexample counts only if it is also one with what
  // this machine's library gives: the target may have computed some of it already.
  bool holds_for_real_functions(const Lowered& pair, const semantics::Input& input,
                                bool allocations_succeed = false) const {
    interpret::CheckOptions chosen = options_to_refute(pair);
    chosen.allocations_succeed = allocations_succeed;
    chosen.refutes_only = true;  // as where it was found
    return interpret::check_input(pair.source, pair.target, input, chosen).kind == CheckResult::Kind::Refuted;
  }
  interpret::CheckOptions options_to_refute(const Lowered& pair) const {
    interpret::CheckOptions chosen = interpreter_options();
    chosen.real_functions = has_library_values(pair.source);
    return chosen;
  }
  // The refutation if it holds for real functions, or another one that does. Nothing if none is found.
  std::optional<CheckResult> with_real_functions(const Lowered& pair, const CheckResult& refutation) const {
    const interpret::CheckOptions chosen = options_to_refute(pair);
    if (!chosen.real_functions || holds_for_real_functions(pair, *refutation.input)) return refutation;
    CheckResult other = interpret::check_sampled(pair.source, pair.target, chosen);
    if (other.kind != CheckResult::Kind::Refuted) return std::nullopt;
    return other;
  }
  static Verdict with_other_functions_only(Method method) {
    return verdict_of(VerdictKind::Unknown, method, Reason::Approximation,
                      "only where a mathematical function gives something else than the library of this machine");
  }

  // The solver takes memory of the caller to hold no undef.
  static bool holds_undef(const semantics::Input& input) {
    return std::ranges::any_of(input.memory, [](const semantics::InputBlock& block) {
      return std::ranges::any_of(block.bytes, [](const semantics::InputByte& byte) { return byte.undef != 0; });
    });
  }

  // The verdict on a pair that the interpreter refutes, unless the solver proves the contrary.
  Verdict confirm_by_solver(const Lowered& pair, const CheckResult& refutation, Method method) {
    const std::optional<CheckResult> real = with_real_functions(pair, refutation);
    if (!real) return with_other_functions_only(method);
    Verdict alone = incorrect(pair, *real, method, {Decider::Interpreter});
    if (options.oracles == Oracles::Interpreter || !options.confirms) return alone;
    if (told && tells) told(alone);
    refine::Options brief = solver_options();
    brief.smt_timeout_ms = std::min(brief.smt_timeout_ms, kConfirmationMs);
    const refine::RefineResult second =
        timed(Rung::Confirm, [&] { return refine::refine(pair.source, pair.target, brief, solver); });
    if (second.kind == VerdictKind::Correct && second.bound.empty() && !holds_undef(*real->input)) {
      Verdict verdict = verdict_of(VerdictKind::Unknown, method, Reason::OraclesDisagree,
                                   "the interpreter refutes what the solver proves; please report this pair");
      verdict.counterexample = std::move(alone.counterexample);
      return verdict;
    }
    if (second.kind == VerdictKind::Incorrect) alone.counterexample->confirmed_by.push_back(Decider::Smt);
    return alone;
  }

  // What the interpreter may execute after the solver gave up. By the time of a query, but counted in instructions: a
  // busy machine gives the same verdicts.
  std::uint64_t patience() const { return options.learn ? steps_of_a_query() / kHuntersShare : steps_of_a_query(); }
  std::uint64_t steps_of_a_query() const {
    return std::min(options.exhaustive_budget, std::uint64_t{options.smt_timeout_ms} * kStepsPerMs);
  }

  // What the interpreter runs is one function for each mathematical function: that is no proof for the others.
  static bool runs_stand_for_some_functions(const Lowered& pair) {
    return has_library_values(pair.source) || has_library_values(pair.target);
  }

  // Runs all inputs and choices. Nothing if that costs more than the budget or can't decide.
  std::optional<Verdict> by_all_inputs(Rung rung, const Lowered& pair, std::uint64_t budget) {
    interpret::CheckOptions chosen = interpreter_options();
    chosen.budget = budget;
    chosen.limits.picks = std::min(chosen.limits.picks, budget);
    chosen.limits.steps = std::min(chosen.limits.steps, budget);
    const auto all = timed(rung, [&] { return interpret::check_exhaustively(pair.source, pair.target, chosen); });
    if (!all) return std::nullopt;
    if (all->kind == CheckResult::Kind::Proved && !runs_stand_for_some_functions(pair))
      return verdict_of(VerdictKind::Correct, Method::Exhaustive);
    if (all->kind == CheckResult::Kind::Refuted) return confirm_by_solver(pair, *all, Method::Exhaustive);
    return std::nullopt;
  }

  // One input with long loops and many choices must not cost seconds.
  static auto sample_limits() {
    auto limits = interpret::CheckOptions().limits;
    limits.steps = kSampleSteps;
    limits.behaviours = kSampleBehaviours;
    limits.picks = kSamplePicks;
    return limits;
  }

  // A proof within an unroll bound, or none: where there are loops, a larger sample may still refute.
  std::optional<Verdict> by_sample_of_loops(const Lowered& pair) {
    if (!pair.source.has_loop && !pair.target.has_loop) return std::nullopt;
    return by_sample(Rung::Sample, pair, kLoopSamples);
  }

  // Runs a sample of inputs, `times` the usual number. Nothing unless it refutes.
  std::optional<Verdict> by_sample(Rung rung, const Lowered& pair, unsigned times) {
    if (options.samples == 0) return std::nullopt;
    interpret::CheckOptions chosen = interpreter_options();
    chosen.samples = times * options.samples;
    chosen.seed = options.seed + times - 1;  // a larger sample draws other inputs than a smaller one
    chosen.budget =
        std::min(times * 10 * options.quick_budget, rung == Rung::Patience ? patience() : steps_of_a_query());
    chosen.limits = sample_limits();
    const CheckResult some = timed(rung, [&] { return interpret::check_sampled(pair.source, pair.target, chosen); });
    if (some.kind == CheckResult::Kind::Refuted) return confirm_by_solver(pair, some, Method::Interpreter);
    return std::nullopt;
  }

  refine::RefineResult ask_solver(const Lowered& pair) {
    refine::Options chosen = solver_options();
    if (told && tells && tells_proofs && holds_everywhere)
      chosen.proved = [this](const refine::RefineResult& result) { told(verdict_from(result)); };
    const std::string kind = "late" + kind_of(pair.source, pair.target);
    const auto start = WorkClock::now(), late = start + std::chrono::milliseconds(chosen.smt_timeout_ms) / kSoonShare;
    if (options.learn && !experience.is_worth_trying(kind)) chosen.deadline = late;
    const refine::RefineResult result =
        timed(Rung::Smt, [&] { return refine::refine(pair.source, pair.target, chosen, solver); });
    const bool decided = result.kind == VerdictKind::Correct || result.kind == VerdictKind::Incorrect;
    if (!chosen.deadline && WorkClock::now() > late) experience.told(kind, decided);
    return result;
  }
  static Verdict verdict_from(const refine::RefineResult& result) {
    Verdict verdict = verdict_of(result.kind, Method::Smt, result.reason, result.detail);
    verdict.feature = result.feature;
    verdict.bound = result.bound;
    return verdict;
  }

  Verdict by_solver(const Lowered& pair) {
    const refine::RefineResult result = ask_solver(pair);
    return result.kind == VerdictKind::Incorrect ? confirm_by_interpreter(pair, result) : verdict_from(result);
  }

  /// Proves a part, and remembers the answer.
  Proves part_prover(const Lowered& pair, WorkClock::time_point deadline) {
    return
        [this, &lowering = pair.source.options, deadline](const llvm::Function& before, const llvm::Function& after) {
          const std::string text = semantics::describe(lowering) + ir::print(before) + ir::print(after);
          const auto known = known_parts.find(text);
          if (known != known_parts.end()) return known->second;
          if (WorkClock::now() >= deadline) return false;
          if (known_parts.size() >= kMostKnownParts) known_parts.clear();
          return known_parts[text] = proves_part(before, after, lowering, deadline);
        };
  }

  // Correct if everything that was changed, cut out, is proved by itself.
  std::optional<Verdict> by_parts(const Lowered& pair, const llvm::Function& source, const llvm::Function& target) {
    if (!options.cut || options.oracles != Oracles::All || options.semantics != semantics::Variant{})
      return std::nullopt;
    const WorkClock::time_point deadline =
        WorkClock::now() + std::chrono::milliseconds(options.smt_timeout_ms) / kPartsShare;
    const Proves proves = part_prover(pair, deadline);
    if (is_proved_by_parts(source, target, options.undef_input, proves))
      return verdict_of(VerdictKind::Correct, Method::Smt);
    return by_rounds(pair, source, target);
  }

  std::optional<Verdict> by_rounds(const Lowered& pair, const llvm::Function& source, const llvm::Function& target) {
    if (!pair.source.has_loop || !pair.target.has_loop) return std::nullopt;
    const WorkClock::time_point deadline =
        WorkClock::now() + std::chrono::milliseconds(options.smt_timeout_ms) / kPartsShare;
    Verdict verdict = verdict_of(VerdictKind::Correct, Method::Smt);
    const Proves proves_changes = part_prover(pair, deadline);
    const auto proves = [&](const llvm::Function& before, const llvm::Function& after, Effort effort) {
      if (effort == Effort::Brief && is_proved_by_parts(before, after, options.semantics.undef, proves_changes))
        return true;
      const unsigned share = effort == Effort::Brief   ? kBriefShare
                             : effort == Effort::Guess ? kGuessShare
                                                       : kSegmentShare;
      if (WorkClock::now() >= deadline || !proves_segment(before, after, pair.source.options, deadline, share))
        return false;
      if (undef_counts(before, after)) limit(verdict, kNoUndefInMemory);
      return true;
    };
    if (!is_proved_by_rounds(source, target, proves)) return std::nullopt;
    return verdict;
  }

  // What a segment is given may be anything: see rounds.h.
  bool proves_segment(const llvm::Function& before, const llvm::Function& after,
                      const semantics::LowerOptions& lowering, WorkClock::time_point deadline, unsigned share) {
    auto source = semantics::lower(before, lowering), target = semantics::lower(after, lowering);
    if (!source || !target) return false;
    refine::Options chosen = solver_options();
    chosen.needs_input = false;
    chosen.undef_input = options.semantics.undef;
    chosen.poison_input = true;
    chosen.smt_timeout_ms = std::max(1u, options.smt_timeout_ms / share);
    chosen.deadline = std::min(deadline, WorkClock::now() + std::chrono::milliseconds(chosen.smt_timeout_ms));
    const refine::RefineResult result =
        timed(Rung::Smt, [&] { return refine::refine(*source, *target, chosen, solver); });
    return result.kind == VerdictKind::Correct && result.bound.empty();
  }

  // A part's parameters are not undef: see cut.h. They may be poison, whatever the function's arguments are.
  bool proves_part(const llvm::Function& before, const llvm::Function& after, const semantics::LowerOptions& lowering,
                   WorkClock::time_point deadline) {
    auto source = semantics::lower(before, lowering), target = semantics::lower(after, lowering);
    if (!source || !target) return false;
    const Lowered part{std::move(*source), std::move(*target)};
    interpret::CheckOptions all = interpreter_options();
    all.undef_input = false;
    all.poison_input = true;
    all.budget = all.limits.picks = all.limits.steps = options.quick_budget;
    const auto run =
        timed(Rung::Exhaustive, [&] { return interpret::check_exhaustively(part.source, part.target, all); });
    if (run && run->kind == CheckResult::Kind::Refuted) return false;
    if (run && run->kind == CheckResult::Kind::Proved && !runs_stand_for_some_functions(part)) return true;
    refine::Options chosen = solver_options();
    chosen.needs_input = false;
    chosen.undef_input = false;
    chosen.poison_input = true;
    chosen.deadline = deadline;
    const refine::RefineResult result =
        timed(Rung::Smt, [&] { return refine::refine(part.source, part.target, chosen, solver); });
    return result.kind == VerdictKind::Correct && result.bound.empty();
  }

  // For pairs that the interpreter can't judge.
  Verdict by_solver_alone(const Lowered& pair) {
    const refine::RefineResult result = ask_solver(pair);
    Verdict verdict = verdict_from(result);
    if (result.kind != VerdictKind::Incorrect) return verdict;
    verdict.counterexample = Counterexample{};
    verdict.counterexample->source_result = "with its module's constants";
    verdict.counterexample->target_result = reason_text(result) + ", with constants of other values";
    if (!result.is_rule) verdict.counterexample->confirmed_by = {Decider::Smt};
    return verdict;
  }

  static Verdict of_rule(const refine::RefineResult& result) {
    Verdict verdict = verdict_of(VerdictKind::Incorrect, Method::Syntax, result.reason, result.detail);
    verdict.counterexample = Counterexample{};
    verdict.counterexample->source_result = "the variable as the source's module has it";
    verdict.counterexample->target_result = result.detail;
    return verdict;
  }

  // The verdict on a pair that the solver refutes: the interpreter replays the model, if it can.
  Verdict confirm_by_interpreter(const Lowered& pair, const refine::RefineResult& result) {
    if (result.is_rule) return of_rule(result);
    const validate::Replay replay =
        timed(Rung::Replay, [&] { return validate::replay(pair.source, pair.target, result, interpreter_options()); });
    if (replay.outcome == validate::Outcome::LeftOpen && options.confirmed_only)
      return verdict_of(VerdictKind::Unknown, Method::Smt, Reason::Approximation,
                        "the solver's counterexample was run, but LangRef leaves open " + replay.detail);
    const llvm::Function* origin = pair.source.origin;
    if (replay.outcome != validate::Outcome::Confirmed && origin != nullptr && says_more_than_the_solver_knows(*origin))
      return verdict_of(VerdictKind::Unknown, Method::Smt, Reason::Unconfirmed,
                        "the solver says " + reason_text(result) +
                            ", but does not know all that the source's metadata makes undefined");
    if (replay.outcome != validate::Outcome::Confirmed && origin != nullptr && options.confirmed_only &&
        exposes_variables_alone(*origin, *pair.target.origin))
      return verdict_of(VerdictKind::Unknown, Method::Smt, Reason::Approximation,
                        "only in a model that knows too little of who accesses a variable by a number of its address");
    if (replay.outcome == validate::Outcome::Spurious)
      return verdict_of(VerdictKind::Unknown, Method::Smt, Reason::Spurious,
                        "the solver's counterexample does not hold when it is run; please report this pair");
    if (replay.outcome == validate::Outcome::Confirmed
            ? !holds_for_real_functions(pair, replay.input, replay.allocations_succeed)
            : has_library_values(pair.source))
      return with_other_functions_only(Method::Smt);
    Verdict verdict = verdict_of(VerdictKind::Incorrect, Method::Smt, result.reason, result.detail);
    verdict.counterexample = replay.counterexample;
    verdict.counterexample->confirmed_by = {Decider::Smt};
    if (replay.outcome == validate::Outcome::Confirmed) {
      recall.remember(pair.source, replay.input);
      verdict.reason = replay.reason;
      verdict.counterexample->confirmed_by = {Decider::Interpreter, Decider::Smt};
    }
    if (verdict.detail.empty()) verdict.detail = summary(*verdict.counterexample);
    return verdict;
  }

  // What is told early stands if the solver never comes back: of a reading that may not stand nothing is told.
  Verdict judge_as_whole(const llvm::Function& source, const llvm::Function& target) {
    return judge_with_doubts(source, target,
                             [&](const llvm::Function& before, const llvm::Function& after, bool stands) {
                               tells = stands;
                               return judge(before, after);
                             });
  }

  // The target machine or the environment decides vscale, dynamic rounding and how denormal numbers are treated. Each
  // of these environments is tried: a counterexample in one refutes, a proof must hold in all.
  Verdict judge(const llvm::Function& source, const llvm::Function& target) {
    if (!ir::same_type(source.getFunctionType(), target.getFunctionType()))
      return error(Reason::SignatureMismatch, "source and target differ in their types");
    if (source.getDataLayout() != target.getDataLayout())
      return unsupported("data layouts that differ", "source and target are for different targets");
    if (target.hasLocalLinkage() && !target.hasAddressTaken() && !source.hasLocalLinkage())
      return unsupported("became internal", "only the target's callers tell what its function has to do");
    if (options.trust_text && timed(Rung::Syntax, [&] { return ir::same_text(source, target); }))
      return verdict_of(VerdictKind::Correct, Method::Syntax);
    if (auto verdict = denormal_modes_differ(source, target)) return *verdict;
    const std::vector<semantics::LowerOptions> environments = semantics::environments_of(source, target);
    const semantics::SynchronizationChange threads = semantics::compare_synchronization(source, target);
    holds_everywhere = environments.size() == 1 && semantics::bound_of(source, target, environments).empty() &&
                       !threads.exists &&
                       semantics::unchecked_gain(source, target, &semantics::FollowedBy::solver).empty();
    const bool needs_no_undef = undef_counts(source, target);
    holds_everywhere = holds_everywhere && !needs_no_undef;
    Verdict verdict;
    for (std::size_t i = 0; i < environments.size(); ++i) {
      Verdict one = judge_in(environments[i], environments.size() == 1, source, target);
      const std::string where = semantics::describe(environments[i]);
      if (one.kind == VerdictKind::Incorrect && !where.empty()) one.detail += " (" + where + ")";
      if (one.kind == VerdictKind::Incorrect) return one;
      // The first verdict that is not correct stands, unless a later environment refutes.
      if (i == 0 || verdict.kind == VerdictKind::Correct) verdict = std::move(one);
      if (verdict.kind == VerdictKind::Unsupported) return verdict;
    }
    if (verdict.kind != VerdictKind::Correct) return verdict;
    limit(verdict, semantics::bound_of(source, target, environments));
    if (verdict.method == Method::Smt && needs_no_undef) limit(verdict, kNoUndefInMemory);
    return with_other_threads(std::move(verdict), threads,
                              [&] { return returns_defined(environments.front(), source); });
  }

  bool undef_counts(const llvm::Function& source, const llvm::Function& target) const {
    return options.undef_input && options.semantics.undef && needs_memory_without_undef(source, target);
  }

  // Is there an input, among a few, for which the function returns and is defined?
  bool returns_defined(semantics::LowerOptions lowering, const llvm::Function& function) const {
    lowering.variant = options.semantics;
    const auto lowered = semantics::lower(function, lowering);
    return lowered && interpret::check_sampled(*lowered, *lowered, interpreter_options()).precondition_met;
  }

  Verdict judge_in(semantics::LowerOptions lowering, bool cached, const llvm::Function& source,
                   const llvm::Function& target) {
    lowering.variant = options.semantics;
    auto lowered_source = timed(Rung::Lowering, [&] { return semantics::lower(source, lowering); });
    if (!lowered_source) return unsupported(lowered_source.error(), "in the source");
    auto lowered_target = timed(Rung::Lowering, [&] { return semantics::lower(target, lowering); });
    if (!lowered_target) return unsupported(lowered_target.error(), "in the target");
    const Lowered pair{std::move(*lowered_source), std::move(*lowered_target)};
    const bool constants_differ = semantics::constants_differ(source, target);
    Verdict verdict = judge_pair(pair, cached, constants_differ, source, target);
    if (verdict.reason == Reason::OraclesDisagree || verdict.reason == Reason::Spurious)
      return explained_disagreement(std::move(verdict), source, target);
    if (verdict.kind == VerdictKind::Correct && constants_differ && semantics::needed_constants_differ(source, target))
      return verdict_of(
          VerdictKind::Unknown, verdict.method, Reason::ConstantsDiffer,
          "correct for these functions, each with its own module's constants, which differ; others may read them, too");
    if (verdict.kind != VerdictKind::Incorrect || !replaces_library_values(pair.source, pair.target)) return verdict;
    return verdict_of(VerdictKind::Unknown, verdict.method, Reason::Approximation,
                      "only with what a library function may give that is computed already in the target");
  }

  Verdict judge_pair(const Lowered& pair, bool cached, bool constants_differ, const llvm::Function& source,
                     const llvm::Function& target) {
    const bool different = constants_differ && semantics::shared_constants_differ(source, target);
    if (options.oracles != Oracles::Smt && are_programs(pair.source, pair.target) &&
        !runs_stand_for_some_functions(pair)) {
      const std::uint64_t steps = 10 * options.exhaustive_budget;
      if (auto verdict = timed(Rung::Execution, [&] { return by_executions(pair.source, pair.target, steps); }))
        return *verdict;
    }
    if (options.oracles != Oracles::Smt && !different) {
      if (auto verdict = by_all_inputs(Rung::Exhaustive, pair, options.quick_budget)) return *verdict;
      if (auto verdict = by_sample(Rung::Sample, pair, 1)) return *verdict;
    }
    if (options.oracles == Oracles::Interpreter) return by_patience_alone(pair, different);
    if (!constants_differ)
      if (auto verdict = by_parts(pair, source, target)) return *verdict;
    if (options.cache == nullptr || !cached) return ask_further(pair, different);
    const CacheKey key = timed(Rung::Cache, [&] { return cache_key_of(source, target, options); });
    if (auto known = options.cache->find(key)) return *known;
    const Verdict verdict = ask_further(pair, different);
    options.cache->store(key, verdict);
    return verdict;
  }

  std::optional<Reason> refuted_as_before(semantics::LowerOptions lowering, const llvm::Function& source,
                                          const llvm::Function& target) const {
    lowering.variant = options.semantics;
    auto lowered_source = semantics::lower(source, lowering), lowered_target = semantics::lower(target, lowering);
    if (!lowered_source || !lowered_target) return std::nullopt;
    const Lowered pair{std::move(*lowered_source), std::move(*lowered_target)};
    if (replaces_library_values(pair.source, pair.target)) return std::nullopt;
    interpret::CheckOptions chosen = options_to_refute(pair);
    chosen.budget = 10 * options.quick_budget;
    chosen.limits = sample_limits();
    for (const semantics::Input& input : recall.inputs_for(pair.source)) {
      const CheckResult result = interpret::check_input(pair.source, pair.target, input, chosen);
      if (result.kind == CheckResult::Kind::Refuted) return result.reason;
    }
    return std::nullopt;
  }

  /// Asks the solver; where it gives up, the interpreter again, with a larger budget.
  Verdict ask_further(const Lowered& pair, bool different_constants) {
    if (different_constants) return by_solver_alone(pair);
    Verdict verdict = by_solver(pair);
    const bool decided = verdict.kind == VerdictKind::Correct || verdict.kind == VerdictKind::Incorrect;
    // A counterexample that did not hold is a contradiction between the machines, which a later proof must not hide.
    if (options.oracles == Oracles::Smt || verdict.reason == Reason::Spurious) return verdict;
    const bool is_bounded = verdict.kind == VerdictKind::Correct && !verdict.bound.empty();
    if (!decided || is_bounded)
      if (auto refuted = by_sample_of_loops(pair)) return *refuted;
    if (decided) return verdict;
    const std::string kind = std::string(name_of(verdict.reason)) + kind_of(pair.source, pair.target);
    if (options.learn && !experience.is_worth_trying(kind)) return verdict;
    std::optional<Verdict> second = by_all_inputs(Rung::Patience, pair, patience());
    if (!second) second = by_sample(Rung::Patience, pair, kPatientSamples);
    experience.told(kind, second.has_value());
    return second ? *second : verdict;
  }

  Verdict by_patience_alone(const Lowered& pair, bool different_constants) {
    if (different_constants)
      return verdict_of(VerdictKind::Unknown, Method::Interpreter, Reason::ConstantsDiffer,
                        "the modules' constants differ, which the interpreter does not compare");
    if (auto verdict = by_sample_of_loops(pair)) return *verdict;
    if (auto verdict = by_all_inputs(Rung::Patience, pair, patience())) return *verdict;
    return verdict_of(VerdictKind::Unknown, Method::Interpreter, Reason::Sampled,
                      "no difference on the inputs tried, which are not all");
  }
};

Checker::Checker(Options options) : state_(std::make_unique<State>(options)) {}
Checker::~Checker() = default;

std::optional<Reason> Checker::refuted_as_before(const llvm::Function& source, const llvm::Function& target) const {
  if (!ir::same_type(source.getFunctionType(), target.getFunctionType()) ||
      source.getDataLayout() != target.getDataLayout())
    return std::nullopt;
  if (target.hasLocalLinkage() || semantics::shared_constants_differ(source, target)) return std::nullopt;
  const ir::MergedConstants merged = ir::merge_constants_as_in(target, source);
  if (!merged.is_only_way || !initialized_but_read_otherwise(source, target).empty() ||
      known_to_optimizers_alone(*source.getParent(), *target.getParent()) != nullptr)
    return std::nullopt;
  const llvm::Function& before = merged.module ? *merged.function : source;
  for (const semantics::LowerOptions& environment : semantics::environments_of(before, target))
    if (const auto reason = state_->refuted_as_before(environment, before, target)) return reason;
  return std::nullopt;
}

void Checker::tell_early(std::function<void(const Verdict&)> told) { state_->told = std::move(told); }

void Checker::tell_proofs(bool wanted) { state_->tells_proofs = wanted; }

Verdict Checker::check(const llvm::Function& source, const llvm::Function& target) {
  const auto start = Clock::now();
  state_->costs.clear();
  Verdict verdict = state_->judge_as_whole(source, target);
  verdict.costs = std::move(state_->costs);
  const bool asks_both = state_->options.oracles == Oracles::All;
  if (asks_both && state_->options.confirmed_only && verdict.kind == VerdictKind::Incorrect && !is_confirmed(verdict)) {
    const std::string said =
        std::string(name_of(verdict.reason)) + (verdict.detail.empty() ? "" : ": " + verdict.detail);
    verdict.kind = VerdictKind::Unknown;
    verdict.detail = "the solver alone says " + said;
    verdict.reason = Reason::Unconfirmed;
  }
  verdict.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return verdict;
}

}  // namespace assay::check
