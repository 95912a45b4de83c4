#include "services/worker/refine/refine.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <utility>

#include "services/worker/ir/ir.h"
#include "services/worker/refine/encoder/call_facts.h"
#include "services/worker/refine/encoder/callees.h"
#include "services/worker/refine/encoder/library.h"
#include "services/worker/refine/encoder/memory/setup.h"
#include "services/worker/refine/encoder/varargs.h"
#include "services/worker/refine/query.h"
#include "services/worker/semantics/promises.h"

namespace assay::refine {
namespace {

RefineResult unsupported(const std::string& feature) {
  RefineResult result;
  result.kind = VerdictKind::Unsupported;
  result.reason = Reason::Unsupported;
  result.feature = feature;
  return result;
}

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

std::string bound_of(const Behaviour& source, const Behaviour& target, const Options& options) {
  if (source.unroll_exceeded.is_false() && target.unroll_exceeded.is_false()) return "";
  return "loops unrolled " + std::to_string(options.unroll) + " times";
}

bool holds_labels(const llvm::Constant& constant) {
  if (llvm::isa<llvm::BlockAddress>(constant)) return true;
  if (llvm::isa<llvm::GlobalValue>(constant)) return false;
  return std::any_of(constant.op_begin(), constant.op_end(),
                     [](const llvm::Use& use) { return holds_labels(*llvm::cast<llvm::Constant>(use)); });
}

RefineResult memory_mismatch(const llvm::GlobalVariable& variable, const char* what) {
  RefineResult result;
  result.kind = VerdictKind::Incorrect;
  result.reason = Reason::MemoryMismatch;
  result.detail = "@" + variable.getName().str() + what;
  return result;
}

/// A constant that the target lets others change, or gives other contents; nothing if there is none that the functions
/// use.
std::optional<RefineResult> changed_global(const semantics::Function& source, const semantics::Function& target) {
  if (source.origin == nullptr || target.origin == nullptr) return std::nullopt;
  const llvm::Module& before = *source.origin->getParent();
  const llvm::Module& after = *target.origin->getParent();
  if (&before == &after) return std::nullopt;
  for (const semantics::Function* f : {&source, &target}) {
    for (const semantics::ConstantLane& lane : f->constants) {
      if (lane.global == nullptr || !lane.global->hasName()) continue;
      const llvm::GlobalVariable* a = before.getNamedGlobal(lane.global->getName());
      const llvm::GlobalVariable* b = after.getNamedGlobal(lane.global->getName());
      if (a == nullptr || b == nullptr || !a->isConstant()) continue;
      if (!b->isConstant()) return memory_mismatch(*a, " is constant in the source only");
      if (!a->hasDefinitiveInitializer() || !b->hasDefinitiveInitializer()) continue;
      if (ir::same_constant(a->getInitializer(), b->getInitializer())) continue;
      if (holds_labels(*a->getInitializer())) return unsupported("tables of blocks that differ");
      return memory_mismatch(*a, " has another initializer in the target");
    }
  }
  return std::nullopt;
}

using Declared = std::map<std::string, const llvm::Function*>;

/// The declared functions that are called, less those whose meaning is known.
Declared unknown_callees(const semantics::Function& function) {
  Declared callees;
  for (const semantics::Instruction& instruction : function.instructions) {
    if (instruction.op != semantics::Op::Call && instruction.op != semantics::Op::Invoke) continue;
    const llvm::Function* callee = function.calls[instruction.detail].callee;
    if (callee != nullptr && callee->isDeclaration() && !callee->isIntrinsic() &&
        library_callee(function, instruction) == nullptr)
      callees.emplace(callee->getName().str(), callee);
  }
  return callees;
}

/// Is some library function called on the one side only?
bool only_here(const Declared& here, const Declared& there, bool (*is_such)(const llvm::Function&)) {
  return std::any_of(here.begin(), here.end(),
                     [&](const auto& callee) { return !there.contains(callee.first) && is_such(*callee.second); });
}

/// Optimizers turn calls of library functions into calls of others that do the same, and those that do nothing but
/// compute or write to their arguments into instructions: whether they may is not known here.
bool replaces_library_functions(const semantics::Function& source, const semantics::Function& target) {
  const Declared before = unknown_callees(source), after = unknown_callees(target);
  return only_here(before, after, is_contained_library_function) ||
         (only_here(before, after, is_library_function) && only_here(after, before, is_library_function));
}

/// The counterexample as one that does not count: only under the circumstances named.
RefineResult doubted(RefineResult counterexample, const char* only) {
  counterexample.kind = VerdictKind::Unknown;
  counterexample.reason = Reason::Approximation;
  counterexample.detail = only;
  return counterexample;
}

/// What may be taken otherwise, to see whether a counterexample hangs on it.
struct Reading {
  bool initial_state = false;    ///< variables that the modules alone know hold what they are initialized with
  bool enters_all_pads = false;  ///< landing pads are entered for what they do not name, too
  bool chooses_places = false;   ///< the source's own objects need not stand where the target's do
};

/// Does what the source does depend on where its own objects stand? `compared` is what else is asked of it.
bool depends_on_places(const World& world, const Behaviour& source, std::vector<Term> compared) {
  for (Term part : {source.ub, source.unroll_exceeded, source.returned, source.noreturn_exit, source.unwound})
    compared.push_back(part);
  for (const Lane& lane : source.result) compared.insert(compared.end(), {lane.bits, lane.poison});
  const std::vector<Term> present = world.terms.variables_of(compared);
  const std::vector<Term>& places = world.memory.local_addresses;
  return std::any_of(present.begin(), present.end(),
                     [&](Term each) { return std::find(places.begin(), places.end(), each) != places.end(); });
}

/// Is there a counterexample if landing pads are entered for what they do not name? They must be prepared for that
/// (ExceptionHandling, restrictions): inlining adds clauses.
RefineResult if_pads_are_prepared(const RefineResult& counterexample, const RefineResult& entered) {
  if (entered.kind == VerdictKind::Incorrect) return counterexample;
  return doubted(counterexample, "only where a landing pad does not resume what it does not name");
}

/// Encodes the pair and asks the solver. Calls of the functions that have a body there are run.
RefineResult ask_in(Reading reading, const Callees& source, const Callees& target,
                    const std::set<const llvm::Function*>& changed, const Options& options, smt::Solver& solver) {
  smt::Terms terms;
  World world(terms, options);
  world.changed_inside = changed;
  world.initial_state = reading.initial_state;
  world.enters_all_pads = reading.enters_all_pads;
  world.chooses_places = reading.chooses_places;
  if (const Status bad = set_up_memory(world, source, target)) return unsupported(bad->message);
  make_inputs(world, source.top());
  if (replaces_library_functions(source.top(), target.top())) world.approximations.add(Cause::LibraryExchange);
  if (takes_otherwise(source.top(), target.top())) world.approximations.add(Cause::VarArgTypes);
  const Plan source_plan = make_plan(source.top(), options.unroll + 1, options.max_steps);
  const Plan target_plan = make_plan(target.top(), options.unroll + 1, options.max_steps);
  if (source_plan.steps.empty() || target_plan.steps.empty()) {
    RefineResult result;
    result.reason = Reason::UnrollBound;
    result.detail = "too many blocks after unrolling";
    return result;
  }
  Machine source_machine(world, source, "s");
  const Result<Behaviour> s = source_machine.run(source_plan);
  if (!s) return unsupported(s.error());
  Machine target_machine(world, target, "t");
  const Result<Behaviour> t = target_machine.run(target_plan);
  if (!t) return unsupported(t.error());
  const Term memory = memory_differs(source_machine, s->memory, target_machine, t->memory, Ending::Return);
  const Term unwound = s->exception && t->exception ? memory_differs(source_machine, s->unwound_memory, target_machine,
                                                                     t->unwound_memory, Ending::Unwind)
                                                    : terms.truth(false);
  world.address_axioms = address_axioms(source_machine, target_machine);
  world.address_axioms.insert(world.address_axioms.end(), world.address_lemmas.begin(), world.address_lemmas.end());
  if (source_machine.failed()) return unsupported(source_machine.failure());
  if (target_machine.failed()) return unsupported(target_machine.failure());
  std::vector<Term> same;
  for (std::size_t i = 0; i < s->result.size() && i < t->result.size(); ++i) {
    const bool pointer = source.top().result_lanes[i].kind == semantics::LaneKind::Pointer;
    same.push_back(pointer ? same_result(source_machine, s->result[i].bits, target_machine, t->result[i].bits)
                           : terms.eq(s->result[i].bits, t->result[i].bits));
  }
  const Term same_exception = s->exception && t->exception
                                  ? same_pointer(source_machine, s->exception, target_machine, t->exception)
                                  : terms.truth(true);
  const Comparison comparison{source_machine,
                              *s,
                              *t,
                              memory,
                              unwound,
                              same_exception,
                              same,
                              source_machine.choices().list(),
                              target_machine.choices().list()};
  RefineResult result = Query(world, comparison, solver).run();
  if (result.kind == VerdictKind::Correct) {
    result.bound = bound_of(*s, *t, options);
    result.cuts_loops = !result.bound.empty();
  }
  // Mostly the source need only place its objects as the target does. A counterexample is one for all other places, too.
  if (result.kind == VerdictKind::Incorrect && !reading.chooses_places &&
      depends_on_places(world, *s, {memory, unwound, same_exception})) {
    reading.chooses_places = true;
    const RefineResult chosen = ask_in(reading, source, target, changed, options, solver);
    // What unknown functions do may hang on places that they know; of the model's it does not.
    const bool hangs = chosen.kind == VerdictKind::Correct && !world.calls.empty() && source_machine.memory().tells_places();
    return chosen.kind == VerdictKind::Unknown || hangs
               ? doubted(result, "only where the source places its own objects as the target does")
               : chosen;
  }
  // What a whole-module pass knows of its variables is not known here: a counterexample counts if it is one at the
  // start.
  const bool matters = world.memory.has_inner || world.memory.has_internal;
  if (result.kind == VerdictKind::Incorrect && world.passes_pads && !reading.enters_all_pads)
    return if_pads_are_prepared(result, ask_in({reading.initial_state, true, reading.chooses_places}, source, target, changed, options, solver));
  if (result.kind != VerdictKind::Incorrect || reading.initial_state || !matters) return result;
  RefineResult at_start = ask_in({true, reading.enters_all_pads, reading.chooses_places}, source, target, changed, options, solver);
  if (at_start.kind != VerdictKind::Correct) return at_start;
  if (world.memory.has_internal)
    return doubted(std::move(at_start), "only where an internal variable holds what its module may never store");
  at_start.bound += std::string(at_start.bound.empty() ? "" : ", ") + "inner variables as they are initialized";
  return at_start;
}

RefineResult ask(const Callees& source, const Callees& target, const std::set<const llvm::Function*>& changed,
                 const Options& options, smt::Solver& solver) {
  return ask_in({}, source, target, changed, options, solver);
}

/// Functions of internal linkage that are reached and that the other module has not, or has otherwise.
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

bool is_decided(const RefineResult& result) {
  return result.kind == VerdictKind::Correct || result.kind == VerdictKind::Incorrect;
}

/// Of calls that are to be inlined though the linker may replace the callee: LangRef gives no licence (linkonce), and
/// optimizers do what alwaysinline asks for. A counterexample counts where it is one with the bodies that are there too.
RefineResult if_not_inlined_anyway(const RefineResult& result, const semantics::Function& source,
                                   const semantics::Function& target, const Options& options, smt::Solver& solver) {
  if (result.kind != VerdictKind::Incorrect) return result;
  const auto all_of = [&](const semantics::Function& f) { return Callees(f, options.unroll + 1, options.max_steps, true); };
  const Callees of_source = all_of(source), of_target = all_of(target);
  if (!of_source.has_replaceable() && !of_target.has_replaceable()) return result;
  const RefineResult inlined = ask(of_source, of_target, all_changed_inside(of_source, of_target), options, solver);
  if (inlined.kind == VerdictKind::Incorrect) return result;
  return doubted(result, "only where the linker replaces an alwaysinline function");
}

RefineResult refine_bodies(const semantics::Function& source, const semantics::Function& target, const Options& options,
                           smt::Solver& solver) {
  if (const auto changed = changed_global(source, target)) return *changed;
  Callees of_source(source, options.unroll + 1, options.max_steps),
      of_target(target, options.unroll + 1, options.max_steps);
  const auto changed = all_changed_inside(of_source, of_target);
  const Callees none_of_source = of_source.without_bodies(), none_of_target = of_target.without_bodies();
  if (of_source.empty() && of_target.empty()) return ask(none_of_source, none_of_target, changed, options, solver);
  // Mostly the same calls are made: then what the functions do is of no account.
  RefineResult unknown_calls;
  if (changed.empty()) unknown_calls = ask(none_of_source, none_of_target, changed, options, solver);
  if (is_decided(unknown_calls)) return unknown_calls;
  of_target.drop_new_promises(of_source);
  const RefineResult run = ask(of_source, of_target, changed, options, solver);
  return is_decided(run) || !changed.empty() ? run : unknown_calls;
}

RefineResult refine_within(const semantics::Function& source, const semantics::Function& target, const Options& options,
                           smt::Solver& solver) {
  if (!same_lanes(source, target)) return unsupported("signatures differ");
  if (source.origin == nullptr || !is_library_function(*source.origin))
    return if_not_inlined_anyway(refine_bodies(source, target, options, solver), source, target, options, solver);
  // LLVM gives the definition of a function that it knows by name the attributes that go with the name: the source has
  // them too, and breaking them is not the rewrite's fault.
  semantics::Function known = source;
  for (std::size_t i = 0; i < known.arguments.size(); ++i)
    semantics::merge_promises(known.arguments[i].promises, target.arguments[i].promises);
  const RefineResult result = refine_bodies(known, target, options, solver);
  return result.kind == VerdictKind::Incorrect ? unsupported("body of a library function") : result;
}

/// The bound of loops grows: a counterexample within a low one ends the search, a proof stands until the next.
class Growth {
 public:
  Growth(const semantics::Function& source, const semantics::Function& target, const Options& options,
         smt::Solver& solver)
      : source_(source), target_(target), options_(options), solver_(solver) {}

  RefineResult run() {
    std::optional<RefineResult> proof;
    for (options_.unroll = first_bound(); allow(); options_.unroll *= 2) {
      const Clock::time_point start = Clock::now();
      RefineResult result = refine_within(source_, target_, options_, solver_);
      last_ = milliseconds_since(start);
      if (result.kind != VerdictKind::Correct && result.kind != VerdictKind::Incorrect && proof) return *proof;
      if (result.kind != VerdictKind::Correct || !result.cuts_loops) return result;
      if (options_.proved) options_.proved(result);
      proof = std::move(result);
    }
    return *proof;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr unsigned kUsual = 8;        ///< up to here the pair's whole time may be spent
  static constexpr unsigned kMost = 1024;
  static constexpr unsigned kShare = 100;      ///< beyond, this part of one query's time
  static constexpr unsigned kDearer = 4;       ///< so much a bound may cost more than half of it
  static constexpr std::size_t kFewSteps = 96;  ///< blocks with which the usual bound costs little

  static double milliseconds_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  }
  bool is_small(unsigned bound) const {
    const auto fits = [&](const semantics::Function& f) { return !make_plan(f, bound + 1, kFewSteps).steps.empty(); };
    return fits(source_) && fits(target_);
  }
  unsigned first_bound() const {
    unsigned bound = kUsual;
    while (bound > 2 && !is_small(bound)) bound /= 2;
    return bound;
  }
  /// Sets the time for the next bound; false if there is none left for it.
  bool allow() {
    if (last_ == 0) return true;
    if (options_.unroll > kMost) return false;
    const double whole = options_.unroll <= kUsual ? all_ : all_ / kShare;
    const double left = whole - milliseconds_since(start_);
    if (left < 1 || (options_.unroll > kUsual && kDearer * last_ > left)) return false;
    options_.smt_timeout_ms = static_cast<unsigned>(std::min<double>(all_, left));
    return true;
  }

  const semantics::Function& source_;
  const semantics::Function& target_;
  Options options_;
  smt::Solver& solver_;
  const Clock::time_point start_ = Clock::now();
  const double all_ = options_.smt_timeout_ms;
  double last_ = 0;  ///< milliseconds that the last bound took
};

}  // namespace

RefineResult refine(const semantics::Function& source, const semantics::Function& target, const Options& options,
                    smt::Solver& solver) {
  if (options.unroll != 0) return refine_within(source, target, options, solver);
  return Growth(source, target, options, solver).run();
}

RefineResult refine(const semantics::Function& source, const semantics::Function& target, const Options& options) {
  smt::Solver solver;
  return refine(source, target, options, solver);
}

}  // namespace assay::refine
