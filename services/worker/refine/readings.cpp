#include "services/worker/refine/readings.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "services/worker/evidence/reading.h"
#include "services/worker/refine/encoder/algebra.h"
#include "services/worker/refine/encoder/library.h"
#include "services/worker/refine/encoder/memory/setup.h"
#include "services/worker/refine/encoder/varargs.h"
#include "services/worker/refine/query.h"
#include "services/worker/semantics/library_functions.h"
#include "services/worker/semantics/padding.h"

namespace assay::refine {
namespace {

using Declared = std::map<std::string, const llvm::Function*>;
using evidence::Assumed;
using evidence::Claim;
using evidence::Inconclusive;

/// The declared functions that are called, less those whose meaning is known. `texts`: functions of strings, too.
Declared unknown_callees(const semantics::Function& function, bool texts) {
  Declared callees;
  for (const semantics::Instruction& instruction : function.instructions) {
    if (instruction.op != semantics::Op::Call && instruction.op != semantics::Op::Invoke) continue;
    const llvm::Function* callee = function.calls[instruction.detail].callee;
    const KnownCall known = known_call(function, instruction);
    if (callee != nullptr && callee->isDeclaration() && !callee->isIntrinsic() &&
        (known == KnownCall::None || (known == KnownCall::Text && !texts)))
      callees.emplace(callee->getName().str(), callee);
  }
  return callees;
}

/// Those of strings and bytes that are called.
std::set<llvm::LibFunc> text_functions(const semantics::Function& function) {
  std::set<llvm::LibFunc> called;
  for (const semantics::Instruction& instruction : function.instructions)
    if (known_call(function, instruction) == KnownCall::Text)
      called.insert(function.calls[instruction.detail].facts.known->function);
  return called;
}

/// Is some library function called on the one side only?
bool only_here(const Declared& here, const Declared& there, bool (*is_such)(const llvm::Function&)) {
  return std::any_of(here.begin(), here.end(),
                     [&](const auto& callee) { return !there.contains(callee.first) && is_such(*callee.second); });
}

/// Optimizers turn calls of library functions into calls of others that do the same, and those that do nothing but
/// compute or write to their arguments into instructions: whether they may is not known here.
bool replaces_library_functions(const semantics::Function& source, const semantics::Function& target, bool texts) {
  const Declared before = unknown_callees(source, texts), after = unknown_callees(target, texts);
  return only_here(before, after, semantics::is_contained_library_function) ||
         (only_here(before, after, semantics::is_library_function) &&
          only_here(after, before, semantics::is_library_function));
}

/// How the encoding takes what the modules leave open.
struct Taken {
  bool chooses_places = false;   ///< the source's own objects need not stand where the target's do
  bool enters_all_pads = false;  ///< landing pads are entered for what they do not name, too
  bool initial_state = false;    ///< variables that the modules alone know hold what they are initialized with
  bool algebra = false;  ///< floating-point expressions that may be written anew are what they say of real numbers
};

/// The answer to a pair taken so and, of a counterexample, what it may hang on.
struct AnswerOfReading {
  RefineResult result;
  bool depends_on_places = false;    ///< what the source does depends on where its own objects stand
  bool callees_know_places = false;  ///< unknown functions are told of such places
  bool passes_pads = false;          ///< an exception may pass by a landing pad that does not name it
  bool has_inner = false;            ///< variables are used that the modules alone know: not all contents may come up
  bool writes_inner = false;         ///< some such variable may hold something else when the function is entered again
  bool has_internal = false;         ///< the address of some such variable may be known outside
};

/// The pair as terms, taken so.
class EncodedPair {
 public:
  EncodedPair(const Taken& taken, const Callees& source, const Callees& target, const Options& options)
      : options_(options), source_code_(source), target_code_(target), world_(terms_, options) {
    world_.initial_state = taken.initial_state;
    world_.enters_all_pads = taken.enters_all_pads;
    world_.chooses_places = taken.chooses_places;
    if (taken.algebra) world_.expressions.emplace();
    if (options.rules != nullptr) terms_.rules() = *options.rules;
  }
  ~EncodedPair() {
    if (options_.rules != nullptr) *options_.rules = terms_.rules();
  }
  EncodedPair(const EncodedPair&) = delete;
  EncodedPair& operator=(const EncodedPair&) = delete;

  AnswerOfReading ask(const std::set<const llvm::Function*>& changed, smt::Solver& solver) {
    world_.changed_inside = changed;
    if (auto failure = encode()) return {{*failure}};
    if (auto failure = compare()) return {{*failure}};
    const Comparison comparison{*source_,
                                *target_,
                                *before_,
                                *after_,
                                memory_differs_,
                                unwound_differs_,
                                same_exception_,
                                same_values_,
                                source_->choices().list(),
                                target_->choices().list()};
    return judged(Query(world_, comparison, solver).run());
  }

 private:
  /// Runs both functions symbolically. The claim says why that was not possible.
  std::optional<Claim> encode() {
    const semantics::Function &source = source_code_.top(), &target = target_code_.top();
    const bool texts = text_functions(source) != text_functions(target);
    world_.memory.shape.texts = texts;
    if (const Status bad = set_up_memory(world_, source_code_, target_code_))
      return nothing(Inconclusive::FeatureForSolver, bad->message);
    make_inputs(world_, source);
    world_.approximates =
        std::ranges::any_of(target_code_.functions(), [](const auto* each) { return has_approximations(*each); });
    // Narrow pointers have addresses that are as wide as those of the others, which is more than there are.
    if (world_.memory.shape.mixed) world_.approximations.add(Cause::PointerWidths);
    if (replaces_library_functions(source, target, texts)) world_.approximations.add(Cause::LibraryExchange);
    if (semantics::copies_padding(source, target)) world_.approximations.add(Cause::CopiedPadding);
    if (takes_otherwise(source, target)) world_.approximations.add(Cause::VarArgTypes);
    const Plan source_plan = make_plan(source, options_.unroll + 1, options_.max_steps);
    const Plan target_plan = make_plan(target, options_.unroll + 1, options_.max_steps);
    if (source_plan.steps.empty() || target_plan.steps.empty()) return nothing(Inconclusive::TooManyBlocks);
    before_ = source_.emplace(world_, source_code_, Side::Source).run(source_plan);
    if (!before_) return not_encoded(*source_);
    if (options_.only_if_some_end && !before_->unroll_exceeded.is_false() && before_->returned.is_false() &&
        before_->unwound.is_false() && before_->noreturn_exit.is_false())
      return nothing(Inconclusive::NoRunEnds);
    after_ = target_.emplace(world_, target_code_, Side::Target).run(target_plan);
    if (!after_) return not_encoded(*target_);
    return std::nullopt;
  }

  static Claim nothing(Inconclusive why, std::string parameter = {}) {
    return Claim::inconclusive(Method::Smt, why, std::move(parameter));
  }
  Claim not_encoded(const Machine& failed) const {
    if (!options_.deadline || smt::WorkClock::now() < *options_.deadline) return failed.failure();
    return nothing(Inconclusive::NotEncodedInTime);
  }

  /// Makes the terms that say where the two differ.
  std::optional<Claim> compare() {
    const bool both_throw = before_->exception && after_->exception;
    memory_differs_ = memory_differs(*source_, before_->memory, *target_, after_->memory, Ending::Return);
    unwound_differs_ =
        both_throw ? memory_differs(*source_, before_->unwound_memory, *target_, after_->unwound_memory, Ending::Unwind)
                   : terms_.truth(false);
    world_.address_axioms = address_axioms(*source_, *target_);
    world_.address_axioms.insert(world_.address_axioms.end(), world_.address_lemmas.begin(),
                                 world_.address_lemmas.end());
    if (source_->failed()) return source_->failure();
    if (target_->failed()) return target_->failure();
    for (std::size_t i = 0; i < before_->result.size() && i < after_->result.size(); ++i) {
      const Term left = before_->result[i].bits, right = after_->result[i].bits;
      const bool is_pointer = source_code_.top().result_lanes[i].kind == semantics::LaneKind::Pointer;
      same_values_.push_back(is_pointer ? same_result(*source_, left, *target_, right) : terms_.eq(left, right));
    }
    same_exception_ =
        both_throw ? same_pointer(*source_, before_->exception, *target_, after_->exception) : terms_.truth(true);
    return std::nullopt;
  }

  AnswerOfReading judged(RefineResult result) {
    AnswerOfReading answer;
    if (result.claim.refuted() != nullptr) {
      answer.depends_on_places = depends_on_places();
      answer.callees_know_places = !world_.calls.empty() && source_->memory().known().tells_places();
      answer.passes_pads = world_.passes_pads;
      answer.has_internal = world_.memory.has_internal;
      answer.writes_inner = world_.memory.writes_inner;
      answer.has_inner = world_.memory.has_inner || world_.memory.has_internal;
    }
    answer.result = std::move(result);
    return answer;
  }

  bool depends_on_places() const {
    std::vector<Term> asked{memory_differs_, unwound_differs_, same_exception_};
    for (Term part :
         {before_->ub, before_->unroll_exceeded, before_->returned, before_->noreturn_exit, before_->unwound})
      asked.push_back(part);
    for (const Lane& lane : before_->result) asked.insert(asked.end(), {lane.bits, lane.poison});
    const std::vector<Term> present = terms_.variables_of(asked);
    const std::vector<Term>& places = world_.memory.local_addresses;
    return std::any_of(present.begin(), present.end(),
                       [&](Term each) { return std::find(places.begin(), places.end(), each) != places.end(); });
  }

  const Options& options_;
  const Callees& source_code_;
  const Callees& target_code_;
  smt::Terms terms_;
  World world_;
  std::optional<Machine> source_, target_;
  std::optional<Behaviour> before_, after_;
  Term memory_differs_, unwound_differs_, same_exception_;
  std::vector<Term> same_values_;
};

/// What is asked of a pair, and how it is taken.
struct Asked {
  const Options& whole;  ///< what the pair is worth
  Options options;       ///< of this question
  Taken taken = {};
};
using Reading = evidence::Reading<Asked, AnswerOfReading>;

bool is_refuted(const AnswerOfReading& answer) { return answer.result.claim.refuted() != nullptr; }

/// The counterexample, which is one only under the assumption.
AnswerOfReading only_where(Assumed row, AnswerOfReading counterexample) {
  counterexample.result.claim.assume({row});
  return counterexample;
}

/// What is written anew may use an undef argument less often or more, and each use may be another number.
constexpr Reading kAlgebraWithoutUndef{[](const Asked& asked, const AnswerOfReading& answer) {
                                         return asked.taken.algebra && asked.options.undef_input &&
                                                answer.result.claim.proved() == nullptr &&
                                                !answer.result.claim.is_unsupported();
                                       },
                                       [](Asked asked) -> std::optional<Asked> {
                                         asked.options.undef_input = false;
                                         return asked;
                                       },
                                       [](const Asked&, AnswerOfReading, AnswerOfReading again) { return again; }};

/// Only a proof by algebra counts.
constexpr Reading kWithoutAlgebra{[](const Asked& asked, const AnswerOfReading& answer) {
                                    return asked.taken.algebra && answer.result.claim.proved() == nullptr;
                                  },
                                  [](Asked asked) -> std::optional<Asked> {
                                    return Asked{asked.whole, asked.whole};
                                  },
                                  [](const Asked&, AnswerOfReading, AnswerOfReading again) { return again; }};

template <bool Taken::*Part>
std::optional<Asked> with(Asked asked) {
  asked.taken.*Part = true;
  return asked;
}

/// The first question puts the source's own objects where the target's are, which mostly proves the pair. A
/// counterexample must also be one for all other places.
constexpr Reading kAllPlaces{
    [](const Asked&, const AnswerOfReading& answer) { return is_refuted(answer) && answer.depends_on_places; },
    with<&Taken::chooses_places>,
    [](const Asked&, AnswerOfReading counterexample, AnswerOfReading again) {
      // Where both are refuted for one reason the first model is told: it puts objects where runs do.
      if (is_refuted(again) && again.result.claim.reason() == counterexample.result.claim.reason())
        return counterexample;
      // Unknown functions may act on places that they are told, which the model does not follow.
      const Claim& claim = again.result.claim;
      const bool hangs = claim.proved() != nullptr && counterexample.callees_know_places;
      if (!hangs && (claim.is_decided() || claim.is_unsupported())) return again;
      return only_where(Assumed::PlacedAlike, std::move(counterexample));
    }};

/// A landing pad must be prepared to be entered for exceptions that it does not name, because inlining adds clauses
/// (ExceptionHandling, restrictions).
constexpr Reading kAllPads{
    [](const Asked&, const AnswerOfReading& answer) { return is_refuted(answer) && answer.passes_pads; },
    with<&Taken::enters_all_pads>,
    [](const Asked&, AnswerOfReading counterexample, AnswerOfReading again) {
      if (is_refuted(again)) return counterexample;
      return only_where(Assumed::PadsResume, std::move(counterexample));
    }};

/// A whole-module pass may know which values its variables ever hold. That is not known here, so a counterexample
/// counts only if it is one with the initial values.
constexpr Reading kInitialState{
    [](const Asked&, const AnswerOfReading& answer) { return is_refuted(answer) && answer.has_inner; },
    with<&Taken::initial_state>,
    [](const Asked&, AnswerOfReading counterexample, AnswerOfReading again) {
      if (again.result.claim.proved() == nullptr) return again;
      if (counterexample.has_internal) return only_where(Assumed::InternalHoldsOther, std::move(counterexample));
      if (counterexample.writes_inner) return only_where(Assumed::InnerHoldsOther, std::move(counterexample));
      return again;
    }};

/// In the order in which they are taken.
constexpr Reading kReadings[] = {kAlgebraWithoutUndef, kWithoutAlgebra, kAllPlaces, kAllPads, kInitialState};

}  // namespace

RefineResult ask(const Callees& source, const Callees& target, const std::set<const llvm::Function*>& changed,
                 const Options& options, smt::Solver& solver) {
  Asked first{options, options};
  // Where the source has floating-point expressions that their flags let a compiler write anew, the target tells which
  // way they are computed.
  if (has_expressions(source.top())) {
    first.taken.algebra = true;
    first.options.needs_input = false;
    first.options.smt_timeout_ms = std::max(1u, options.smt_timeout_ms / options.shares.algebra_share);
  }
  const auto ask_now = [&](const Asked& asked) {
    AnswerOfReading answer = EncodedPair(asked.taken, source, target, asked.options).ask(changed, solver);
    if (asked.taken.initial_state) answer.result.claim.assume({Assumed::InitialState});
    if (options.undef_input && !asked.options.undef_input) answer.result.claim.assume({Assumed::NoUndefInputs});
    return answer;
  };
  return evidence::ask_in_readings(kReadings, first, ask_now).result;
}

}  // namespace assay::refine
