#include "services/worker/check/check.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/FloatingPointMode.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "services/worker/check/blind_spots.h"
#include "services/worker/check/changed_surroundings.h"
#include "services/worker/check/paired_globals.h"
#include "services/worker/check/readings.h"
#include "services/worker/check/rungs.h"
#include "services/worker/evidence/settle.h"
#include "services/worker/interpret/interpret.h"
#include "services/worker/ir/ir.h"
#include "services/worker/ir/references.h"
#include "services/worker/normalize/merged_constants.h"
#include "services/worker/semantics/convention.h"
#include "services/worker/semantics/convergence.h"
#include "services/worker/semantics/deoptimization.h"
#include "services/worker/semantics/gained_promises.h"
#include "services/worker/semantics/library_values.h"
#include "services/worker/semantics/own_constants.h"
#include "services/worker/semantics/pointer_casts.h"
#include "services/worker/semantics/raised_exceptions.h"
#include "services/worker/semantics/restrictions.h"
#include "services/worker/semantics/semantics.h"

namespace assay::check {
namespace {

using Clock = std::chrono::steady_clock;
using evidence::Inconclusive;

/// May a function that is run in the one mode be run in the other? A dynamic half may become a fixed one.
bool may_become(const llvm::DenormalMode& before, const llvm::DenormalMode& after) {
  const auto may = [](auto from, auto to) { return from == to || from == llvm::DenormalMode::Dynamic; };
  return !before.isValid() || (may(before.Input, after.Input) && may(before.Output, after.Output));
}

/// Refuted if the target is run in another denormal-fp-math mode than the source: in general, or for single precision,
/// whatever attribute says so. It says in which mode a function is run, which no rewrite may change.
std::optional<Claim> denormal_modes_differ(const llvm::Function& source, const llvm::Function& target) {
  for (const llvm::fltSemantics* format : {&llvm::APFloat::IEEEdouble(), &llvm::APFloat::IEEEsingle()}) {
    const llvm::DenormalMode before = source.getDenormalMode(*format), after = target.getDenormalMode(*format);
    if (may_become(before, after)) continue;
    Counterexample seen;
    seen.source_result = "is run with denormal-fp-math=" + before.str();
    seen.target_result = "with denormal-fp-math=" + after.str();
    return Claim::refuted(Method::Syntax, {Reason::Attributes, "denormal-fp-math differs", seen});
  }
  return std::nullopt;
}

/// Refuted if callers pass arguments, or find the result, in other ways than the target takes and gives them.
std::optional<Claim> conventions_differ(const llvm::Function& source, const llvm::Function& target) {
  std::string changed = semantics::changed_convention(source, target);
  for (const auto& [before, after] : ir::inner_functions(source, target))
    if (changed.empty()) {
      changed = semantics::changed_convention(*before, *after);
      if (!changed.empty()) changed += " of @" + after->getName().str();
    }
  if (changed.empty()) return std::nullopt;
  Counterexample seen;
  seen.source_result = "is called with the source's convention";
  seen.target_result = "has another: " + changed + " differs";
  return Claim::refuted(Method::Syntax, {Reason::Attributes, changed + " differs", seen});
}

/// What every proof of the pair is limited to, whoever finds it, beside undef and other threads.
evidence::Assumptions limits_of_proofs(const llvm::Function& source, const llvm::Function& target,
                                       const std::vector<semantics::LowerOptions>& environments) {
  evidence::Assumptions limits;
  const auto limit_if = [&](bool is_needed, Assumed row) {
    if (is_needed) limits.add({row});
  };
  const auto limit_by = [&](const std::string& what, Assumed row) {
    if (!what.empty()) limits.add({row, what});
  };
  limit_by(semantics::bound_of(source, target, environments), Assumed::Environments);
  limit_if(semantics::may_raise_other_exceptions(source, target), Assumed::NoExceptionsSeen);
  limit_if(calls_what_returns_twice(source) || calls_what_returns_twice(target), Assumed::ReturnsOnce);
  limit_if(may_read_errno(source) || may_read_errno(target), Assumed::ErrnoApart);
  limit_by(semantics::gains_parallel_loop(source, target) ? "llvm.loop.parallel_accesses" : "", Assumed::PromiseKept);
  limit_by(semantics::gained_callback(source, target), Assumed::PromiseKept);
  limit_by(copy_of_what_is_declared(target, source), Assumed::CopyIsTheSame);
  limit_by(musttail_lost(source, target), Assumed::TailCallKept);
  limit_by(semantics::lost_restriction(source, target), Assumed::RestrictionKept);
  limit_by(semantics::less_convergent_call(source, target), Assumed::SameConvergence);
  return limits;
}

/// What a variable holds at first the interpreter takes from each module, and the solver takes to be the same.
void with_changed_start(Claim& claim, const llvm::Function& source, const llvm::Function& target) {
  if (claim.by() == Method::Execution) return;  // programs run their constructors
  if (claim.refuted() != nullptr) {
    std::string variable = changed_start(source, target, StartsBy::Constructors);
    if (variable.empty()) variable = lost_start(source, target);
    if (!variable.empty()) claim.assume({Assumed::ConstructorsRun, variable});
  } else if (claim.proved() != nullptr && claim.by() == Method::Smt) {
    if (std::string variable = changed_start(source, target, StartsBy::Itself); !variable.empty())
      claim.assume({Assumed::SameStart, variable});
  }
}

/// What a copy of another module's definition does, the module that only declares it does not know. The solver can take
/// both for one function, whatever it does.
void with_copies(Claim& claim, const llvm::Function& source, const llvm::Function& target) {
  if (const auto* refuted = claim.refuted(); refuted != nullptr) {
    const auto& seen = refuted->counterexample;
    if (!seen || llvm::is_contained(seen->confirmed_by, Decider::Smt)) return;
  } else if (claim.contradicted() == nullptr) {
    return;
  }
  std::string copy = copy_of_what_is_declared(source, target);
  if (copy.empty()) copy = copy_of_what_is_declared(target, source);
  if (!copy.empty()) claim.assume({Assumed::CopyDiffers, copy});
}

}  // namespace

struct Checker::State : Rungs {
  using Rungs::Rungs;

  // What is told early stands if the solver never comes back: of a reading that may not stand nothing is told.
  Claim judge_as_whole(const llvm::Function& source, const llvm::Function& target) {
    return judge_in_readings(source, target,
                             [&](const llvm::Function& before, const llvm::Function& after, bool stands) {
                               tells = stands;
                               return judge(before, after);
                             });
  }

  // The target machine or the environment decides vscale, dynamic rounding and how denormal numbers are treated. Each
  // of these environments is tried: a counterexample in one refutes, a proof must hold in all.
  Claim judge(const llvm::Function& source, const llvm::Function& target) {
    if (!ir::same_type(source.getFunctionType(), target.getFunctionType())) return nothing(Inconclusive::TypesDiffer);
    if (source.getDataLayout() != target.getDataLayout()) return nothing(Inconclusive::DataLayoutsDiffer);
    if (target.hasLocalLinkage() && !target.hasAddressTaken() && !source.hasLocalLinkage())
      return nothing(Inconclusive::BecameInternal);
    if (const std::string name = variable_that_is_an_alias(source, target); !name.empty())
      return nothing(Inconclusive::VariableBecameAlias, name);
    if (const std::string name = ifunc_of_one_module(source, target); !name.empty())
      return nothing(Inconclusive::IfuncBecameOther, name);
    if (options.trust_text && timed(Rung::Syntax, [&] { return ir::same_text(source, target); }))
      return Claim::proved(Method::Syntax);
    if (semantics::deoptimizes_otherwise(source, target))
      return nothing(Inconclusive::FeatureOfTarget, "llvm.experimental.deoptimize of another type");
    if (auto claim = denormal_modes_differ(source, target)) return *claim;
    if (auto claim = conventions_differ(source, target)) return *claim;
    if (auto claim = surroundings_differ(source, target)) return *claim;
    const std::vector<semantics::LowerOptions> environments = semantics::environments_of(source, target);
    const semantics::SynchronizationChange threads = semantics::compare_synchronization(source, target);
    const evidence::Assumptions limits = limits_of_proofs(source, target, environments);
    const std::string looked_at = semantics::new_look_at_unstable_pointers(source, target);
    const Constants constants = constants_of(source, target);
    holds_everywhere = environments.size() == 1 && limits.empty() && looked_at.empty() && !threads.exists &&
                       semantics::unchecked_gain(source, target, &semantics::FollowedBy::solver).empty() &&
                       constants == Constants::Equal && changed_start(source, target, StartsBy::Itself).empty();
    // Asked where there is a proof: in large functions that takes longer than to prove it.
    undef_that_counts = [this, &source, &target, known = std::optional<NeedsOfUndef>()]() mutable {
      if (!known) known = all_undef_that_counts(source, target);
      return *known;
    };
    Claim claim;
    for (std::size_t i = 0; i < environments.size(); ++i) {
      Claim one = judge_in(environments[i], environments.size() == 1, source, target, constants);
      if (one.refuted() != nullptr) {
        const std::string where = semantics::describe(environments[i]);
        if (!where.empty()) one.add_detail(" (" + where + ")");
        return one;
      }
      // The first claim that is no proof stands, unless a later environment refutes. A proof is one in all of them.
      if (i == 0 || claim.proved() != nullptr) claim = std::move(one);
      if (claim.is_unsupported()) return claim;
    }
    if (claim.proved() == nullptr) return claim;
    if (!looked_at.empty())
      return nothing(Inconclusive::FeatureOfTarget, "a new " + looked_at + " of an unstable pointer");
    for (const evidence::Assumption& limit : limits.list()) claim.assume(limit);
    const bool by_undef = claim.by() == Method::Smt || claim.by() == Method::Exhaustive;
    if (by_undef && !is_without_undef(claim)) limit_to_undef(claim, undef_that_counts());
    return with_other_threads(std::move(claim), threads, [&] { return returns_defined(environments.front(), source); });
  }

  static Constants constants_of(const llvm::Function& source, const llvm::Function& target) {
    if (!semantics::constants_differ(source, target)) return Constants::Equal;
    return semantics::shared_constants_differ(source, target) ? Constants::SharedDiffer : Constants::OthersDiffer;
  }

  static Claim nothing(Inconclusive why, std::string parameter = {}) {
    return Claim::inconclusive(Method::None, why, std::move(parameter));
  }

  static void limit_to_undef(Claim& claim, const NeedsOfUndef& needs) {
    if (claim.by() == Method::Smt && needs.none_in_results) claim.assume({Assumed::NoUndefInputs});
    if (claim.by() == Method::Smt && needs.none_in_memory) claim.assume({Assumed::NoUndefInMemory});
    if (needs.whole_arguments && !claim.under().has(Assumed::NoUndefInputs)) claim.assume({Assumed::WholeUndef});
  }

  // Is there an input, among a few, for which the function returns and is defined?
  bool returns_defined(semantics::LowerOptions lowering, const llvm::Function& function) const {
    lowering.variant = options.semantics;
    const auto lowered = semantics::lower(function, lowering);
    return lowered && interpret::check_sampled(*lowered, *lowered, interpreter_options()).precondition_met;
  }

  Claim judge_in(semantics::LowerOptions lowering, bool may_be_recalled, const llvm::Function& source,
                 const llvm::Function& target, Constants constants) {
    lowering.variant = options.semantics;
    auto lowered_source = timed(Rung::Lowering, [&] { return semantics::lower(source, lowering); });
    if (!lowered_source) return nothing(Inconclusive::FeatureOfSource, lowered_source.error());
    auto lowered_target = timed(Rung::Lowering, [&] { return semantics::lower(target, lowering); });
    if (!lowered_target) return nothing(Inconclusive::FeatureOfTarget, lowered_target.error());
    const Lowered pair{std::move(*lowered_source), std::move(*lowered_target)};
    Claim claim = climb({source, target, pair, constants, may_be_recalled});
    if (claim.contradicted() != nullptr) explain_disagreement(claim, source, target);
    if (claim.refuted() != nullptr) say_if_undef_alone(claim, pair);
    if (claim.proved() != nullptr && constants != Constants::Equal &&
        semantics::needed_constants_differ(source, target))
      claim.assume({Assumed::OwnConstants});
    with_changed_start(claim, source, target);
    with_copies(claim, source, target);
    if (claim.refuted() != nullptr && semantics::replaces_library_values(pair.source, pair.target))
      claim.assume({Assumed::ComputedInAdvance});
    return claim;
  }

  std::optional<Reason> refuted_as_before(semantics::LowerOptions lowering, const llvm::Function& source,
                                          const llvm::Function& target) const {
    lowering.variant = options.semantics;
    auto lowered_source = semantics::lower(source, lowering), lowered_target = semantics::lower(target, lowering);
    if (!lowered_source || !lowered_target) return std::nullopt;
    const Lowered pair{std::move(*lowered_source), std::move(*lowered_target)};
    if (semantics::replaces_library_values(pair.source, pair.target)) return std::nullopt;
    const interpret::CheckOptions chosen = options_to_remember(pair);
    for (const semantics::Input& input : refuting.inputs_for(pair.source)) {
      const CheckResult result = interpret::check_input(pair.source, pair.target, input, chosen);
      if (result.kind == CheckResult::Kind::Refuted) return result.reason;
    }
    return std::nullopt;
  }
};

Options::Options(const Question& question) : Question(question) {
  if (const auto variant = semantics::parse_variant(question.semantics)) semantics = *variant;
}

Checker::Checker(Options options) : state_(std::make_unique<State>(options)) {}
Checker::~Checker() = default;

std::optional<Reason> Checker::refuted_as_before(const llvm::Function& of_source,
                                                 const llvm::Function& of_target) const {
  const PairedGlobals paired = pair_globals(of_source, of_target);
  const llvm::Function &source = *paired.source, &target = *paired.target;
  if (!ir::same_type(source.getFunctionType(), target.getFunctionType()) ||
      source.getDataLayout() != target.getDataLayout())
    return std::nullopt;
  if (target.hasLocalLinkage() || semantics::shared_constants_differ(source, target)) return std::nullopt;
  const normalize::MergedConstants merged = normalize::merge_constants_as_in(target, source);
  if (!merged.is_only_way || !initialized_but_read_otherwise(source, target).empty() ||
      known_to_optimizers_alone(source, target) || drops_what_nobody_reads(source, target) ||
      !variable_that_is_an_alias(source, target).empty())
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
  const bool asks_both = state_->options.oracles == Oracles::All;
  Verdict verdict =
      evidence::settle(state_->judge_as_whole(source, target), asks_both && state_->options.confirmed_only);
  verdict.costs = std::move(state_->costs);
  verdict.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return verdict;
}

}  // namespace assay::check
