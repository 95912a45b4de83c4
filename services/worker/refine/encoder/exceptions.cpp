#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalValue.h>
#include <llvm/IR/Instructions.h>

#include "services/worker/refine/encoder/control.h"
#include "services/worker/refine/encoder/memory/dead_arguments.h"
#include "services/worker/semantics/funclets.h"

/// Exceptions of the Itanium ABI. An exception is known by its address. Whether it is of a type is an unknown function
/// of the address, and the number of a type is an unknown constant.
namespace assay::refine {
namespace {

constexpr unsigned kSelectorBits = 32;
constexpr std::uint32_t kUnadvertised = 0x7fff'ffff;  ///< stands for a type that the pad does not name

const llvm::CallBase* call_of(const semantics::Instruction* instruction) {
  return instruction == nullptr ? nullptr : llvm::dyn_cast_or_null<llvm::CallBase>(instruction->origin);
}

/// How source and target know a type; empty: the null pointer, which stands for all.
std::string name_of_type(Machine& m, const llvm::Value& type_info) {
  const llvm::Value* stripped = type_info.stripPointerCasts();
  if (llvm::isa<llvm::ConstantPointerNull>(stripped)) return {};
  const auto* global = llvm::dyn_cast<llvm::GlobalValue>(stripped);
  if (global == nullptr) m.unsupported("a type info that is no variable");
  return global == nullptr ? "?" : key_of(*global);
}

Term is_of_type(Machine& m, Term exception, const llvm::Value& type_info) {
  const std::string name = name_of_type(m, type_info);
  if (name.empty()) return m.terms().truth(true);
  return m.terms().uninterpreted("is of type " + name, 1, std::span<const Term>(&exception, 1));
}

/// A filter catches an exception that is of none of its types.
Term passes_filter(Machine& m, Term exception, const llvm::Constant& types) {
  Terms& t = m.terms();
  Term listed = t.truth(false);
  const auto count = llvm::cast<llvm::ArrayType>(types.getType())->getNumElements();
  for (unsigned i = 0; i < count; ++i) listed = t.lor(listed, is_of_type(m, exception, *types.getAggregateElement(i)));
  return t.lnot(listed);
}

/// The selector of a type: positive, and another for each.
Term type_number(Machine& m, const llvm::Value& type_info) {
  Terms& t = m.terms();
  const std::string name = "type." + name_of_type(m, type_info);
  const auto [known, is_new] = m.world().type_numbers.emplace(name, Term());
  if (!is_new) return known->second;
  known->second = t.variable(name + ".number", kSelectorBits);
  m.world().axioms.push_back(t.slt(t.zero(kSelectorBits), known->second));
  m.world().axioms.push_back(t.ne(t.constant(kSelectorBits, kUnadvertised), known->second));
  for (const auto& [other, number] : m.world().type_numbers)
    if (other != name) m.world().axioms.push_back(t.ne(number, known->second));
  return known->second;
}

/// One number for all filters: optimizers sort them, which changes their places in the pad's list and so their numbers.
Term filter_number(Machine& m) {
  Terms& t = m.terms();
  const auto [known, is_new] = m.world().type_numbers.emplace("a filter", Term());
  if (!is_new) return known->second;
  known->second = t.variable("type.filter", kSelectorBits);
  m.world().axioms.push_back(t.slt(known->second, t.zero(kSelectorBits)));
  return known->second;
}

/// What a landing pad makes of an exception.
struct Caught {
  Term takes;  ///< the pad catches it
  Term selector;
};

/// LangRef, landingpad: the first clause that matches counts; a cleanup catches everything. World::enters_all_pads has
/// every pad catch what it does not name, too.
Caught caught_by(Machine& m, const llvm::LandingPadInst& pad, Term exception) {
  Terms& t = m.terms();
  const bool takes_more = m.world().enters_all_pads && !pad.isCleanup();
  Caught caught{t.truth(pad.isCleanup() || takes_more), t.constant(kSelectorBits, takes_more ? kUnadvertised : 0)};
  for (unsigned i = pad.getNumClauses(); i-- > 0;) {
    const llvm::Constant& clause = *pad.getClause(i);
    const Term here = pad.isCatch(i) ? is_of_type(m, exception, clause) : passes_filter(m, exception, clause);
    const Term number = pad.isCatch(i) ? type_number(m, clause) : filter_number(m);
    caught.takes = t.lor(here, caught.takes);
    caught.selector = t.ite(here, number, caught.selector);
  }
  return caught;
}

}  // namespace

void encode_type_number(Machine& m, const semantics::Instruction& instruction, const llvm::Value& type_info) {
  if (!llvm::isa<llvm::Constant>(type_info)) return m.unsupported("llvm.eh.typeid.for of what is no constant");
  m.set(instruction.result.first, {type_number(m, type_info), m.terms().truth(false), {}});
}

void encode_landing_pad(Machine& m, const semantics::Instruction& instruction) {
  const Term exception = m.active().exception, no = m.terms().truth(false);
  const Caught caught = caught_by(m, *llvm::cast<llvm::LandingPadInst>(instruction.origin), exception);
  m.set(instruction.result.first, {exception, no, {}});
  m.set(instruction.result.first + 1, {caught.selector, no, {}});
}

void unwind(Machine& m, Term condition, Term exception) {
  Terms& t = m.terms();
  if (t.land(m.path().condition(), condition).is_false()) return;
  const llvm::CallBase* call = call_of(m.active().current);
  // A call site's promise is checked, because a rewrite may have invented it; a declaration's is the callee's to keep.
  const bool stays =
      call != nullptr && !llvm::isa<llvm::InvokeInst>(call) && semantics::unwinds_within(semantics::funclet_of(*call));
  if (stays || (call != nullptr && call->getAttributes().hasFnAttr(llvm::Attribute::NoUnwind))) {
    m.ub(condition);
    return m.path().restrict(t.lnot(condition));
  }
  Term leaves = condition;
  if (const auto* invoke = llvm::dyn_cast_or_null<llvm::InvokeInst>(call)) {
    const bool is_pad = invoke->getUnwindDest()->isLandingPad();
    const Term takes = is_pad ? caught_by(m, *invoke->getLandingPadInst(), exception).takes : t.truth(true);
    if (!t.land(m.path().condition(), t.land(condition, t.lnot(takes))).is_false()) m.world().passes_pads = true;
    branch(m, 1, t.land(condition, takes), exception);
    leaves = t.land(condition, t.lnot(takes));
  }
  leave_function(m, leaves, exception);
  m.path().restrict(t.lnot(condition));
}

void leave_function(Machine& m, Term condition, Term exception) {
  Terms& t = m.terms();
  Activation& active = m.active();
  const Term happens = t.land(m.path().condition(), condition);
  if (active.has_attribute(llvm::Attribute::NoUnwind)) {
    m.ub(condition);
  } else if (!happens.is_false()) {
    MemoryState seen = m.memory().state();
    bury_arguments(m, seen);
    bury_stack(m, seen);
    active.unwound.push_back({happens, std::move(seen), exception});
  }
  m.path().restrict(t.lnot(condition));
}

void bury_stack(const Machine& m, MemoryState& state) {
  for (unsigned own : m.active().own)
    if (m.memory().objects().locals()[own].kind == Object::Kind::Stack && own < state.local_alive.size())
      state.local_alive[own] = m.terms().truth(false);
}

Term merge_unwound(Machine& m, const Activation& activation) {
  const std::vector<Activation::Unwound>& unwound = activation.unwound;
  if (unwound.empty()) return Term();
  std::vector<StateOnPath> states;
  for (const Activation::Unwound& each : unwound) states.emplace_back(each.condition, each.memory);
  m.memory().state() = m.memory().merge(states);
  Term exception = unwound.back().exception;
  for (std::size_t i = unwound.size() - 1; i-- > 0;)
    exception = m.terms().ite(unwound[i].condition, unwound[i].exception, exception);
  return exception;
}

}  // namespace assay::refine
