#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalValue.h>
#include <llvm/IR/Instructions.h>

#include "services/worker/refine/encoder/machine.h"
#include "services/worker/semantics/funclets.h"

/// Exceptions of the Itanium kind. An exception is known by its address; whether it is of a type is an unknown function of
/// that, and a type's number is unknown too.
namespace assay::refine {
namespace {

constexpr unsigned kSelectorBits = 32;
constexpr std::uint32_t kUnadvertised = 0x7fff'ffff;  ///< a type that the pad does not name

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

/// A filter takes what is of none of its types.
Term passes_filter(Machine& m, Term exception, const llvm::Constant& types) {
  Terms& t = m.terms();
  Term listed = t.truth(false);
  const auto count = llvm::cast<llvm::ArrayType>(types.getType())->getNumElements();
  for (unsigned i = 0; i < count; ++i)
    listed = t.lor(listed, is_of_type(m, exception, *types.getAggregateElement(i)));
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

/// Which filter it was is not told: optimizers sort them, and their places in the pad's list are their numbers.
Term filter_number(Machine& m) {
  Terms& t = m.terms();
  const auto [known, is_new] = m.world().type_numbers.emplace("a filter", Term());
  if (!is_new) return known->second;
  known->second = t.variable("type.filter", kSelectorBits);
  m.world().axioms.push_back(t.slt(known->second, t.zero(kSelectorBits)));
  return known->second;
}

}  // namespace

/// LangRef, landingpad: the first clause that matches; a cleanup takes everything. The other reading has every pad take
/// what it does not name too.
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

void encode_type_number(Machine& m, const semantics::Instruction& instruction, const llvm::Value& type_info) {
  if (!llvm::isa<llvm::Constant>(type_info)) return m.unsupported("llvm.eh.typeid.for of what is no constant");
  m.set(instruction.result.first, {type_number(m, type_info), m.terms().truth(false), {}});
}

void Machine::encode_landing_pad(const semantics::Instruction& instruction) {
  const Caught caught = caught_by(*this, *llvm::cast<llvm::LandingPadInst>(instruction.origin), active_.exception);
  set(instruction.result.first, {active_.exception, terms_.truth(false), {}});
  set(instruction.result.first + 1, {caught.selector, terms_.truth(false), {}});
}

void Machine::unwind(Term condition, Term exception) {
  if (terms_.land(path_, condition).is_false()) return;
  const llvm::CallBase* call = call_of(active_.current);
  // What a rewrite has invented is broken here; a declaration's promise is the callee's.
  const bool stays = call != nullptr && !llvm::isa<llvm::InvokeInst>(call) && semantics::unwinds_within(semantics::funclet_of(*call));
  if (stays || (call != nullptr && call->getAttributes().hasFnAttr(llvm::Attribute::NoUnwind))) {
    ub(condition);
    return restrict_path(terms_.lnot(condition));
  }
  Term leaves = condition;
  if (const auto* invoke = llvm::dyn_cast_or_null<llvm::InvokeInst>(call)) {
    const bool is_pad = invoke->getUnwindDest()->isLandingPad();
    const Term takes = is_pad ? caught_by(*this, *invoke->getLandingPadInst(), exception).takes : terms_.truth(true);
    if (!terms_.land(path_, terms_.land(condition, terms_.lnot(takes))).is_false()) world_.passes_pads = true;
    branch(*active_.plan, active_.step, 1, terms_.land(condition, takes), exception);
    leaves = terms_.land(condition, terms_.lnot(takes));
  }
  leave_function(leaves, exception);
  restrict_path(terms_.lnot(condition));
}

void Machine::unseen(Term condition) {
  const Term happens = terms_.land(path_, condition);
  if (!happens.is_false()) unseen_.push_back(happens);
}

/// The exception leaves the function that is running.
void Machine::leave_function(Term condition, Term exception) {
  const Term happens = terms_.land(path_, condition);
  // The source's exceptions do not leave what will return (docs/semantics); a pass may add the word.
  if (has_attribute(llvm::Attribute::NoUnwind) || (is_source() && has_attribute(llvm::Attribute::WillReturn))) {
    ub(condition);
  } else if (!happens.is_false()) {
    MemoryState seen = memory_.state();
    bury_stack(seen);
    active_.unwound.push_back({happens, std::move(seen), exception});
  }
  restrict_path(terms_.lnot(condition));
}

/// Its caller finds stack objects dead.
void Machine::bury_stack(MemoryState& state) {
  for (unsigned own : active_.own)
    if (memory_.locals()[own].kind == Object::Kind::Stack && own < state.local_alive.size())
      state.local_alive[own] = terms_.truth(false);
}

/// Memory becomes what it is where exceptions leave the function; gives the exception, null if none does.
Term Machine::merge_unwound(const std::vector<Unwound>& unwound) {
  if (unwound.empty()) return Term();
  std::vector<std::pair<Term, MemoryState>> states;
  for (const Unwound& each : unwound) states.emplace_back(each.condition, each.memory);
  memory_.state() = memory_.merge(states);
  Term exception = unwound.back().exception;
  for (std::size_t i = unwound.size() - 1; i-- > 0;)
    exception = terms_.ite(unwound[i].condition, unwound[i].exception, exception);
  return exception;
}

}  // namespace assay::refine
