#include "services/worker/refine/refine.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "services/worker/evidence/reading.h"
#include "services/worker/ir/ir.h"
#include "services/worker/ir/references.h"
#include "services/worker/ir/same_globals.h"
#include "services/worker/refine/encoder/callees.h"
#include "services/worker/refine/encoder/plan.h"
#include "services/worker/refine/readings.h"
#include "services/worker/semantics/gained_promises.h"
#include "services/worker/semantics/library_functions.h"
#include "services/worker/semantics/own_constants.h"
#include "services/worker/semantics/promises.h"

namespace assay::refine {
namespace {

bool same_lanes(const semantics::Function& a, const semantics::Function& b) {
  if (a.result_lanes != b.result_lanes || a.arguments.size() != b.arguments.size()) return false;
  for (std::size_t i = 0; i < a.arguments.size(); ++i) {
    const semantics::Slots& x = a.arguments[i].value;
    const semantics::Slots& y = b.arguments[i].value;
    if (x.count != y.count) return false;
    for (std::uint32_t lane = 0; lane < x.count; ++lane)
      if (a.slots[x.first + lane] != b.slots[y.first + lane]) return false;
  }
  return true;
}

bool holds_labels(const llvm::Constant& constant) {
  if (llvm::isa<llvm::BlockAddress>(constant)) return true;
  if (llvm::isa<llvm::GlobalValue>(constant)) return false;
  return std::any_of(constant.op_begin(), constant.op_end(),
                     [](const llvm::Use& use) { return holds_labels(*llvm::cast<llvm::Constant>(use)); });
}

using evidence::Assumed;
using evidence::Claim;
using evidence::Inconclusive;

RefineResult nothing(Inconclusive why) { return {Claim::inconclusive(Method::Smt, why)}; }

RefineResult memory_mismatch(const llvm::GlobalVariable& variable, const char* what) {
  RefineResult result{Claim::refuted(Method::Smt, {Reason::MemoryMismatch, "@" + variable.getName().str() + what})};
  result.is_rule = !variable.hasLocalLinkage();  // others see it
  return result;
}

/// Can the solver tell what the constant holds?
bool is_known(const llvm::GlobalVariable& constant) {
  return static_cast<bool>(semantics::constant_lanes(*constant.getParent(), *constant.getInitializer()));
}

/// The variables that a function's constants name, and those that initializers of such ones lead to.
std::map<std::string, const llvm::GlobalVariable*> variables_behind(const semantics::Function& function) {
  std::map<std::string, const llvm::GlobalVariable*> variables;
  const auto add = [&](const llvm::GlobalValue* global) {
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(global);
    return variable != nullptr && variable->hasName() && variables.emplace(variable->getName().str(), variable).second;
  };
  for (const semantics::ConstantLane& lane : function.constants)
    if (lane.global != nullptr && add(lane.global))
      for (const llvm::GlobalValue* global : ir::globals_needed_by(*lane.global, /*with_callees=*/false)) add(global);
  return variables;
}

/// A claim if the functions use a constant of the source that is no constant in the target, or has another
/// initializer there.
std::optional<RefineResult> changed_global(const semantics::Function& source, const semantics::Function& target) {
  if (source.origin == nullptr || target.origin == nullptr) return std::nullopt;
  const llvm::Module& before = *source.origin->getParent();
  const llvm::Module& after = *target.origin->getParent();
  if (&before == &after) return std::nullopt;
  for (const semantics::Function* f : {&source, &target}) {
    for (const auto& [name, variable] : variables_behind(*f)) {
      const llvm::GlobalVariable* a = before.getNamedGlobal(name);
      const llvm::GlobalVariable* b = after.getNamedGlobal(name);
      if (a == nullptr || b == nullptr || !a->isConstant()) continue;
      if (!b->isConstant()) return memory_mismatch(*a, " is constant in the source only");
      if (!a->hasDefinitiveInitializer() || !b->hasDefinitiveInitializer()) continue;
      if (ir::same_initializer(*a, *b)) continue;
      if (holds_labels(*a->getInitializer())) return nothing(Inconclusive::BlockTablesDiffer);
      if (semantics::is_own_constant(*a, *source.origin, *target.origin)) {
        if (is_known(*a) && is_known(*b)) continue;
        return RefineResult{
            Claim::inconclusive(Method::Smt, Inconclusive::FeatureForSolver, "constants that differ in addresses")};
      }
      if (ir::is_plain(*a) && ir::is_plain(*b)) return memory_mismatch(*a, " has another initializer in the target");
      return RefineResult{
          Claim::inconclusive(Method::Smt, Inconclusive::FeatureForSolver, "initializers that are computed otherwise")};
    }
  }
  return std::nullopt;
}

/// Reached functions of internal linkage that the other module lacks or defines differently.
std::set<const llvm::Function*> all_changed_inside(const Callees& source, const Callees& target) {
  std::set<const llvm::Function*> changed;
  const auto look = [&](const Callees& side, const Callees& other) {
    for (const semantics::Function* f : side.functions())
      for (const semantics::CallSite& site : f->calls)
        if (site.callee != nullptr && changed_inside(*site.callee, *other.top().origin->getParent()))
          changed.insert(site.callee);
  };
  if (source.top().origin == nullptr || target.top().origin == nullptr) return changed;
  look(source, target);
  look(target, source);
  return changed;
}

/// The bodies of callees that are run.
enum class Bodies : std::uint8_t { None, Exact, Replaceable };

/// A pair with what its callees do.
struct WithCallees {
  const semantics::Function& source;
  const semantics::Function& target;
  const Options& options;
  smt::Solver& solver;
  Bodies bodies = Bodies::Exact;
  bool starts_without = false;  ///< the pair was asked without bodies, and has some
};
using OfCallees = evidence::Reading<WithCallees, RefineResult>;

Callees with_all_bodies(const semantics::Function& function, const Options& options) {
  return Callees(function, options.unroll + 1, options.max_steps, true);
}

/// Has the unroll bound cut runs off, so that a higher one may say more?
bool is_cut_off(const Claim& claim) {
  if (const evidence::Assumptions* limits = claim.proved()) return limits->has(Assumed::LoopsUnrolled);
  const evidence::Gap* gap = claim.gap();
  return gap != nullptr && (gap->why == Inconclusive::NoRunEnds || gap->why == Inconclusive::NoRunKnownToEnd ||
                            gap->why == Inconclusive::LoopExceeded);
}

/// Mostly both functions make the same calls. Then it does not matter what the callees do.
constexpr OfCallees kBodies[] = {
    {[](const WithCallees& asked, const RefineResult& answer) {
       return asked.starts_without && asked.bodies == Bodies::None && !answer.claim.is_decided();
     },
     [](WithCallees asked) -> std::optional<WithCallees> {
       return WithCallees{asked.source, asked.target, asked.options, asked.solver, Bodies::Exact, true};
     },
     [](const WithCallees&, RefineResult first, RefineResult again) {
       return again.claim.is_decided() || is_cut_off(again.claim) ? again : first;
     }}};

RefineResult refine_bodies(const WithCallees& pair) {
  const Options& options = pair.options;
  if (const auto changed = changed_global(pair.source, pair.target)) return *changed;
  Callees of_source(pair.source, options.unroll + 1, options.max_steps),
      of_target(pair.target, options.unroll + 1, options.max_steps);
  const auto changed = all_changed_inside(of_source, of_target);
  const Callees none_of_source = of_source.without_bodies(), none_of_target = of_target.without_bodies();
  const bool has_bodies = !of_source.empty() || !of_target.empty();
  const bool starts_without = has_bodies && changed.empty();
  const WithCallees first{
      pair.source,   pair.target, options, pair.solver, has_bodies && !starts_without ? Bodies::Exact : Bodies::None,
      starts_without};
  return evidence::ask_in_readings(kBodies, first, [&](const WithCallees& asked) {
    if (asked.bodies == Bodies::None) return ask(none_of_source, none_of_target, changed, options, asked.solver);
    of_target.drop_new_promises(of_source);
    return ask(of_source, of_target, changed, options, asked.solver);
  });
}

/// Optimizers inline alwaysinline functions even if the linker may replace them (linkonce), which LangRef does not
/// allow. A counterexample counts only if it is also one with the bodies that are there.
constexpr OfCallees kInlining[] = {
    {[](const WithCallees& asked, const RefineResult& answer) {
       return answer.claim.refuted() != nullptr && (with_all_bodies(asked.source, asked.options).has_replaceable() ||
                                                    with_all_bodies(asked.target, asked.options).has_replaceable());
     },
     [](WithCallees asked) -> std::optional<WithCallees> {
       return WithCallees{asked.source, asked.target, asked.options, asked.solver, Bodies::Replaceable};
     },
     [](const WithCallees&, RefineResult first, RefineResult again) {
       if (again.claim.refuted() == nullptr) first.claim.assume({Assumed::InlineReplaced});
       return first;
     }}};

RefineResult refine_inlined(const WithCallees& pair) {
  return evidence::ask_in_readings(kInlining, pair, [](const WithCallees& asked) {
    if (asked.bodies != Bodies::Replaceable) return refine_bodies(asked);
    const Callees of_source = with_all_bodies(asked.source, asked.options),
                  of_target = with_all_bodies(asked.target, asked.options);
    return ask(of_source, of_target, all_changed_inside(of_source, of_target), asked.options, asked.solver);
  });
}

/// A proof takes it that the target's function keeps its promises.
RefineResult if_gains_are_checked(RefineResult result, const semantics::Function& source,
                                  const semantics::Function& target) {
  if (result.claim.proved() == nullptr || source.origin == nullptr || target.origin == nullptr) return result;
  const std::string gained = semantics::unchecked_gain(*source.origin, *target.origin, &semantics::FollowedBy::solver);
  if (!gained.empty()) result.claim.assume({Assumed::PromiseKept, gained});
  return result;
}

RefineResult refine_within(const semantics::Function& source, const semantics::Function& target, const Options& options,
                           smt::Solver& solver) {
  if (!same_lanes(source, target)) return nothing(Inconclusive::LanesDiffer);
  if (source.origin == nullptr || !semantics::is_library_function(*source.origin))
    return if_gains_are_checked(refine_inlined({source, target, options, solver}), source, target);
  // LLVM adds known attributes to the definition of a library function. The source is given them too, because it is
  // not the rewrite's fault if the body breaks them.
  semantics::Function known = source;
  for (std::size_t i = 0; i < known.arguments.size(); ++i)
    semantics::merge_promises(known.arguments[i].promises, target.arguments[i].promises);
  const RefineResult result = refine_bodies({known, target, options, solver});
  return result.claim.refuted() != nullptr ? nothing(Inconclusive::LibraryBody) : result;
}

bool has_undef_inputs(const semantics::Function& source) {
  return std::ranges::any_of(source.arguments, [](const auto& argument) { return !argument.promises.noundef; });
}

/// Asks with an unroll bound that grows. A counterexample within a low bound ends the search; a proof stands until
/// the next bound has an answer.
class Growth {
 public:
  Growth(const semantics::Function& source, const semantics::Function& target, const Options& options,
         smt::Solver& solver)
      : source_(source), target_(target), options_(options), solver_(solver) {}

  RefineResult run() {
    std::optional<RefineResult> within;
    options_.unroll = first_bound();
    const Clock::time_point end = *options_.deadline;
    const bool may_lower = options_.unroll > grow().least && cuts(options_.unroll);
    if (may_lower) options_.deadline = std::min(end, Clock::now() + std::chrono::milliseconds(options_.smt_timeout_ms));
    for (; allow(); options_.unroll *= 2) {
      const Clock::time_point start = Clock::now();
      RefineResult result = refine_within(source_, target_, options_, solver_);
      last_ = milliseconds_since(start);
      const bool is_decided = result.claim.is_decided(), more_may_come = is_cut_off(result.claim);
      if (!more_may_come && !is_decided && !within && may_lower) return within_less(std::move(result), end);
      if (!more_may_come) return is_decided || !within ? result : *within;
      if (is_decided && options_.proved) options_.proved(result.claim);
      share_ = is_decided ? grow().share : grow().share_of_nothing;
      options_.only_if_some_end = true;
      within = std::move(result);
    }
    return *within;
  }

 private:
  using Clock = smt::WorkClock;

  const budget::Growth& grow() const { return options_.shares.growth; }
  static double milliseconds_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  }
  bool cuts(unsigned bound) const {
    const auto is_cut = [&](const semantics::Function& f) { return make_plan(f, bound + 1, options_.max_steps).cut; };
    return is_cut(source_) || is_cut(target_);
  }
  /// Where the solver gave up on the first bound it may not on a lower one, in the time that was kept for that.
  RefineResult within_less(RefineResult given_up, Clock::time_point end) {
    if (!given_up.claim.ran_out()) return given_up;
    options_.unroll = grow().least;
    options_.deadline = end;
    RefineResult less = refine_within(source_, target_, options_, solver_);
    return less.claim.is_decided() ? less : given_up;
  }
  bool is_small(unsigned bound) const {
    const auto fits = [&](const semantics::Function& f) {
      return !make_plan(f, bound + 1, grow().few_steps).steps.empty();
    };
    return fits(source_) && fits(target_);
  }
  unsigned first_bound() const {
    unsigned bound = grow().usual;
    while (bound > grow().least && !is_small(bound)) bound /= 2;
    return bound;
  }
  /// Sets the time for the next bound; false if there is none left for it.
  bool allow() {
    if (last_ == 0) return true;
    if (options_.unroll > (share_ == grow().share ? grow().most : grow().most_of_nothing)) return false;
    const double whole = options_.unroll <= grow().usual ? all_ : all_ / share_;
    const double left = whole - milliseconds_since(start_);
    if (left < 1 || (options_.unroll > grow().usual && grow().dearer * last_ > left)) return false;
    options_.smt_timeout_ms = static_cast<unsigned>(std::min<double>(all_, left));
    if (options_.unroll > grow().usual)
      options_.deadline =
          std::min(*options_.deadline, Clock::now() + std::chrono::milliseconds(options_.smt_timeout_ms));
    return true;
  }

  const semantics::Function& source_;
  const semantics::Function& target_;
  Options options_;
  smt::Solver& solver_;
  const Clock::time_point start_ = Clock::now();
  const double all_ = options_.smt_timeout_ms;
  unsigned share_ = grow().share;
  double last_ = 0;  ///< milliseconds that the last bound took
};

/// A pair and its time.
struct Timed {
  const semantics::Function& source;
  Options options;
  smt::WorkClock::time_point end;
};

/// Did the solver give up, or is undef used too often? Without undef arguments the question is easier: nothing has to
/// hold for all that each use may pick.
constexpr evidence::Reading<Timed, RefineResult> kUndefInputs[] = {
    {[](const Timed& asked, const RefineResult& answer) {
       const evidence::Gap* gap = answer.claim.gap();
       return asked.options.undef_input && has_undef_inputs(asked.source) && gap != nullptr &&
              (answer.claim.ran_out() || gap->why == Inconclusive::ManyUsesOfUndef);
     },
     [](Timed asked) -> std::optional<Timed> {
       asked.options.deadline = asked.end;
       asked.options.undef_input = false;
       if (const auto told = asked.options.proved)
         asked.options.proved = [told](Claim proof) {
           proof.assume({Assumed::NoUndefInputs});
           told(proof);
         };
       return Timed{asked.source, asked.options, asked.end};
     },
     [](const Timed&, RefineResult first, RefineResult again) {
       again.claim.assume({Assumed::NoUndefInputs});
       return again.claim.is_decided() ? again : first;
     }}};

}  // namespace

RefineResult refine(const semantics::Function& source, const semantics::Function& target, const Options& options,
                    smt::Solver& solver) {
  const auto answer = [&](const Options& asked) {
    return options.unroll != 0 ? refine_within(source, target, asked, solver)
                               : Growth(source, target, asked, solver).run();
  };
  if (options.deadline) return answer(options);
  const std::chrono::milliseconds query(options.smt_timeout_ms);
  Timed timed{source, options, smt::WorkClock::now() + options.shares.queries * query};
  const bool may_be_undef = options.undef_input && has_undef_inputs(source);
  timed.options.deadline = may_be_undef ? timed.end - query / options.shares.defined_share : timed.end;
  return evidence::ask_in_readings(kUndefInputs, timed, [&](const Timed& asked) { return answer(asked.options); });
}

RefineResult refine(const semantics::Function& source, const semantics::Function& target, const Options& options) {
  smt::Solver solver;
  return refine(source, target, options, solver);
}

}  // namespace assay::refine
