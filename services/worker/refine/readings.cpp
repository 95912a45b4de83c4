#include "services/worker/refine/readings.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

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

void limit(RefineResult& proof, const char* bound) {
  proof.bound += std::string(proof.bound.empty() ? "" : ", ") + bound;
}

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

/// How the encoding takes what the modules leave open. The first question is asked with none of these.
struct Reading {
  bool chooses_places = false;   ///< the source's own objects need not stand where the target's do
  bool enters_all_pads = false;  ///< landing pads are entered for what they do not name, too
  bool initial_state = false;    ///< variables that the modules alone know hold what they are initialized with
  bool algebra = false;  ///< floating-point expressions that may be written anew are what they say of real numbers
};

/// The answer under one reading and, of a counterexample, what it may hang on.
struct AnswerOfReading {
  RefineResult result;
  bool depends_on_places = false;    ///< what the source does depends on where its own objects stand
  bool callees_know_places = false;  ///< unknown functions are told of such places
  bool passes_pads = false;          ///< an exception may pass by a landing pad that does not name it
  bool has_inner = false;            ///< variables are used that the modules alone know: not all contents may come up
  bool writes_inner = false;         ///< some such variable may hold something else when the function is entered again
  bool has_internal = false;         ///< the address of some such variable may be known outside
};

/// The pair as terms under one reading.
class EncodedPair {
 public:
  EncodedPair(const Reading& reading, const Callees& source, const Callees& target, const Options& options)
      : options_(options), source_code_(source), target_code_(target), world_(terms_, options) {
    world_.initial_state = reading.initial_state;
    world_.enters_all_pads = reading.enters_all_pads;
    world_.chooses_places = reading.chooses_places;
    if (reading.algebra) world_.expressions.emplace();
    if (options.rules != nullptr) terms_.rules() = *options.rules;
  }
  ~EncodedPair() {
    if (options_.rules != nullptr) *options_.rules = terms_.rules();
  }
  EncodedPair(const EncodedPair&) = delete;
  EncodedPair& operator=(const EncodedPair&) = delete;

  AnswerOfReading ask(const std::set<const llvm::Function*>& changed, smt::Solver& solver) {
    world_.changed_inside = changed;
    if (auto failure = encode()) return {*failure};
    if (auto failure = compare()) return {*failure};
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
  /// Runs both functions symbolically. The result says why that was not possible.
  std::optional<RefineResult> encode() {
    const semantics::Function &source = source_code_.top(), &target = target_code_.top();
    const bool texts = text_functions(source) != text_functions(target);
    world_.memory.shape.texts = texts;
    if (const Status bad = set_up_memory(world_, source_code_, target_code_)) return unsupported(bad->message);
    make_inputs(world_, source);
    world_.approximates = has_approximations(target);
    // Narrow pointers have addresses that are as wide as those of the others, which is more than there are.
    if (world_.memory.shape.mixed) world_.approximations.add(Cause::PointerWidths);
    if (replaces_library_functions(source, target, texts)) world_.approximations.add(Cause::LibraryExchange);
    if (semantics::copies_padding(source, target)) world_.approximations.add(Cause::CopiedPadding);
    if (takes_otherwise(source, target)) world_.approximations.add(Cause::VarArgTypes);
    const Plan source_plan = make_plan(source, options_.unroll + 1, options_.max_steps);
    const Plan target_plan = make_plan(target, options_.unroll + 1, options_.max_steps);
    if (source_plan.steps.empty() || target_plan.steps.empty()) {
      RefineResult result;
      result.reason = Reason::UnrollBound;
      result.detail = "too many blocks after unrolling";
      return result;
    }
    before_ = source_.emplace(world_, source_code_, Side::Source).run(source_plan);
    if (!before_) return not_encoded(before_.error());
    if (options_.only_if_some_end && !before_->unroll_exceeded.is_false() && before_->returned.is_false() &&
        before_->unwound.is_false() && before_->noreturn_exit.is_false()) {
      RefineResult result;
      result.reason = Reason::UnrollBound;
      result.detail = "no run of the source ends within the unroll bound";
      result.cuts_loops = true;
      return result;
    }
    after_ = target_.emplace(world_, target_code_, Side::Target).run(target_plan);
    if (!after_) return not_encoded(after_.error());
    return std::nullopt;
  }

  RefineResult not_encoded(const std::string& why) const {
    if (!options_.deadline || smt::WorkClock::now() < *options_.deadline) return unsupported(why);
    RefineResult result;
    result.reason = Reason::Timeout;
    result.detail = "not even what the functions do could be written";
    return result;
  }

  /// Makes the terms that say where the two differ.
  std::optional<RefineResult> compare() {
    const bool both_throw = before_->exception && after_->exception;
    memory_differs_ = memory_differs(*source_, before_->memory, *target_, after_->memory, Ending::Return);
    unwound_differs_ =
        both_throw ? memory_differs(*source_, before_->unwound_memory, *target_, after_->unwound_memory, Ending::Unwind)
                   : terms_.truth(false);
    world_.address_axioms = address_axioms(*source_, *target_);
    world_.address_axioms.insert(world_.address_axioms.end(), world_.address_lemmas.begin(),
                                 world_.address_lemmas.end());
    if (source_->failed()) return unsupported(source_->failure());
    if (target_->failed()) return unsupported(target_->failure());
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
    if (result.cuts_loops && result.kind == VerdictKind::Correct)
      result.bound = "loops unrolled " + std::to_string(options_.unroll) + " times";
    if (result.kind == VerdictKind::Incorrect) {
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
  Result<Behaviour> before_ = Error{}, after_ = Error{};
  Term memory_differs_, unwound_differs_, same_exception_;
  std::vector<Term> same_values_;
};

/// One step from a reading to the next.
struct Step {
  bool Reading::*part;  ///< what the next reading takes otherwise
  bool (*may_matter)(const AnswerOfReading& counterexample);
  /// The verdict, by the counterexample and by what the next reading gives.
  RefineResult (*combined)(const AnswerOfReading& counterexample, RefineResult next);
};

/// The first question puts the source's own objects where the target's are, which mostly proves the pair. A
/// counterexample must also be one for all other places.
RefineResult with_all_places(const AnswerOfReading& counterexample, RefineResult next) {
  // Unknown functions may act on places that they are told, which the model does not follow.
  const bool hangs = next.kind == VerdictKind::Correct && counterexample.callees_know_places;
  if (next.kind != VerdictKind::Unknown && !hangs) return next;
  return doubted(counterexample.result, "only where the source places its own objects as the target does");
}

/// A landing pad must be prepared to be entered for exceptions that it does not name, because inlining adds clauses
/// (ExceptionHandling, restrictions).
RefineResult with_all_pads(const AnswerOfReading& counterexample, RefineResult next) {
  if (next.kind == VerdictKind::Incorrect) return counterexample.result;
  return doubted(counterexample.result, "only where a landing pad does not resume what it does not name");
}

/// A whole-module pass may know which values its variables ever hold. That is not known here, so a counterexample
/// counts only if it is one with the initial values.
RefineResult with_initial_state(const AnswerOfReading& counterexample, RefineResult next) {
  if (next.kind != VerdictKind::Correct) return next;
  if (counterexample.has_internal)
    return doubted(std::move(next), "only where an internal variable holds what its module may never store");
  if (counterexample.writes_inner)
    return doubted(std::move(next),
                   "only where an inner variable holds something else than at the start, which its module may store");
  limit(next, "inner variables as they are initialized");
  return next;
}

/// Asked first where the source has floating-point expressions that their flags let a compiler write anew: which way
/// they are computed is then told by the target. Only a proof counts. None: there is none.
std::optional<RefineResult> by_algebra(const Callees& source, const Callees& target,
                                       const std::set<const llvm::Function*>& changed, const Options& options,
                                       smt::Solver& solver) {
  if (!has_expressions(source.top())) return std::nullopt;
  Options brief = options;
  brief.needs_input = false;
  brief.smt_timeout_ms = std::max(1u, options.smt_timeout_ms / 4);
  Reading reading;
  reading.algebra = true;
  const auto ask_now = [&] { return EncodedPair(reading, source, target, brief).ask(changed, solver).result; };
  RefineResult result = ask_now();
  if (result.kind != VerdictKind::Correct && result.kind != VerdictKind::Unsupported && options.undef_input) {
    // What is written anew may use an undef argument less often or more, and each use may be another number.
    brief.undef_input = false;
    result = ask_now();
    limit_to_defined_inputs(result);
  }
  if (result.kind != VerdictKind::Correct) return std::nullopt;
  return result;
}

/// In the order in which they are taken.
constexpr Step kSteps[] = {
    {&Reading::chooses_places, [](const AnswerOfReading& answer) { return answer.depends_on_places; }, with_all_places},
    {&Reading::enters_all_pads, [](const AnswerOfReading& answer) { return answer.passes_pads; }, with_all_pads},
    {&Reading::initial_state, [](const AnswerOfReading& answer) { return answer.has_inner; }, with_initial_state},
};

/// The next step that the counterexample asks for; null if it stands, or is none.
const Step* next_step(const Reading& reading, const AnswerOfReading& answer) {
  if (answer.result.kind != VerdictKind::Incorrect) return nullptr;
  for (const Step& step : kSteps)
    if (!(reading.*step.part) && step.may_matter(answer)) return &step;
  return nullptr;
}

}  // namespace

RefineResult unsupported(const std::string& feature) {
  RefineResult result;
  result.kind = VerdictKind::Unsupported;
  result.reason = Reason::Unsupported;
  result.feature = feature;
  return result;
}

void limit_to_defined_inputs(RefineResult& proof) {
  if (proof.kind == VerdictKind::Correct) limit(proof, "inputs that are not undef");
}

RefineResult doubted(RefineResult counterexample, const char* only) {
  counterexample.kind = VerdictKind::Unknown;
  counterexample.reason = Reason::Approximation;
  counterexample.detail = only;
  return counterexample;
}

RefineResult ask(const Callees& source, const Callees& target, const std::set<const llvm::Function*>& changed,
                 const Options& options, smt::Solver& solver) {
  if (std::optional<RefineResult> proof = by_algebra(source, target, changed, options, solver)) return *proof;
  Reading reading;
  std::vector<std::pair<const Step*, AnswerOfReading>> taken;
  const auto answer_now = [&] { return EncodedPair(reading, source, target, options).ask(changed, solver); };
  AnswerOfReading answer = answer_now();
  while (const Step* step = next_step(reading, answer)) {
    taken.emplace_back(step, std::move(answer));
    reading.*step->part = true;
    answer = answer_now();
  }
  RefineResult result = std::move(answer.result);
  for (; !taken.empty(); taken.pop_back())
    result = taken.back().first->combined(taken.back().second, std::move(result));
  return result;
}

}  // namespace assay::refine
