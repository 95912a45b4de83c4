#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/ModRef.h>

#include "services/worker/refine/encoder/machine.h"

/// What the function's own attributes and the kind of an allocation mean for memory.
namespace assay::refine {

Pointer Machine::pick_address(semantics::Slot slot) { return memory_.resolve(use_defined_pointer(lane(slot))); }

std::string Machine::site_of(const semantics::Instruction& instruction) const {
  const auto found = world_.memory.sites.find(&instruction);
  return found == world_.memory.sites.end() ? side_ : found->second;
}

Term Machine::alignment_mask(const std::string& site) const {
  const auto found = world_.memory.site_alignment.find(site);
  const std::uint64_t align =
      found == world_.memory.site_alignment.end() ? 1 : std::max<std::uint64_t>(1, found->second);
  return terms_.bnot(terms_.constant(memory_.shape().offset_bits, align - 1));
}

bool Machine::has_lifetime_start(const semantics::Instruction& alloca) const {
  if (alloca.origin == nullptr) return false;
  std::vector<const llvm::Value*> pointers{alloca.origin};
  while (!pointers.empty()) {
    const llvm::Value* pointer = pointers.back();
    pointers.pop_back();
    for (const llvm::User* user : pointer->users()) {
      if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(user)) {
        if (call->getIntrinsicID() == llvm::Intrinsic::lifetime_start) return true;
      } else if (llvm::isa<llvm::BitCastInst>(user)) {
        pointers.push_back(user);
      }
    }
  }
  return false;
}

Lane Machine::mark_argument(const semantics::Argument& argument, Lane lane) {
  const auto* origin = llvm::dyn_cast_or_null<llvm::Argument>(argument.origin);
  if (origin == nullptr || !origin->getType()->isPointerTy()) return lane;
  unsigned marks = 0;
  const auto mark = [&](llvm::Attribute::AttrKind kind, unsigned bits) {
    if (origin->hasAttribute(kind)) marks |= bits;
  };
  mark(llvm::Attribute::ReadOnly, 1u << kNoWrite);
  mark(llvm::Attribute::WriteOnly, 1u << kNoRead);
  mark(llvm::Attribute::ReadNone, 1u << kNoRead | 1u << kNoWrite);
  if (llvm::capturesNothing(origin->getAttributes().getCaptureInfo())) marks |= 1u << kNoCapture;
  if (marks == 0) return lane;
  const unsigned width = lane.bits.width();
  const Term pattern = terms_.shl(terms_.constant(width, marks), terms_.constant(width, width - kMarkBits));
  lane.bits = terms_.bor(lane.bits, pattern);
  return lane;
}

void Machine::note_own_object(unsigned number) { active_.own.push_back(number); }

/// All functions that are running must allow it.
Term Machine::may_access(const Pointer& p, Access access) {
  Term fine = may_access(active_, p, access);
  for (const Activation& caller : callers_) fine = terms_.land(fine, may_access(caller, p, access));
  return fine;
}

/// May the module's functions take the object for one that nobody writes to?
static bool is_constant(const Object& object, const llvm::Module& module) {
  if (object.kind != Object::Kind::Global) return false;
  if (object.contents != nullptr && object.writable.is_false()) return true;
  const llvm::GlobalVariable* variable = module.getGlobalVariable(object.name, true);
  return variable != nullptr && variable->isConstant();
}

/// Was the object made since the function was entered?
Term Machine::is_own(const Activation& activation, Term block) {
  if (activation.function == &callees_.top()) return is_local(terms_, block);
  Term own = terms_.truth(false);
  const auto add = [&](const Activation& each) {
    for (unsigned number : each.own) own = terms_.lor(own, terms_.eq(block, memory_.block_constant(number, true)));
  };
  bool since = false;  // what the functions that it called have made is younger, too
  for (const Activation& caller : callers_)
    if (since |= &caller == &activation) add(caller);
  add(active_);
  return own;
}

Term Machine::may_access(const Activation& activation, const Pointer& p, Access access) {
  const semantics::Function& running = *activation.function;
  if (running.origin == nullptr) return terms_.truth(true);
  Term hidden = terms_.truth(false);
  for (unsigned number : activation.hidden)
    hidden = terms_.lor(hidden, terms_.eq(p.block, memory_.block_constant(number, true)));
  const llvm::MemoryEffects effects = running.origin->getMemoryEffects() & activation.terms.effects;
  const auto allowed = [&](llvm::IRMemLocation where) {
    const llvm::ModRefInfo info = effects.getModRef(where);
    return writes(access) ? llvm::isModSet(info) : llvm::isRefSet(info);
  };
  const bool arguments = allowed(llvm::IRMemLocation::ArgMem), others = allowed(llvm::IRMemLocation::Other);
  if (arguments && others) return terms_.lnot(hidden);
  // A constant may be read by anybody.
  Term fine = is_own(activation, p.block);
  if (!writes(access)) {
    for (std::size_t i = 0; i < world_.memory.objects.size(); ++i)
      if (is_constant(world_.memory.objects[i], *running.origin->getParent()))
        fine = terms_.lor(fine, terms_.eq(p.block, memory_.block_constant(static_cast<unsigned>(i), false)));
  }
  Term of_argument = terms_.truth(false);
  for (Term block : activation.argument_blocks) of_argument = terms_.lor(of_argument, terms_.eq(p.block, block));
  // Which pointer the access goes through is not known: where both kinds lead to an object, either may allow it.
  Term otherwise = terms_.truth(world_.memory.pointers_given);
  for (std::size_t i = 0; i < world_.memory.count; ++i)
    if (world_.memory.objects[i].kind == Object::Kind::Global)
      otherwise = terms_.lor(otherwise, terms_.eq(p.block, memory_.block_constant(static_cast<unsigned>(i), false)));
  const Term by_argument = terms_.lor(terms_.truth(arguments), terms_.land(otherwise, terms_.truth(others)));
  fine = terms_.lor(fine, terms_.ite(of_argument, by_argument, terms_.truth(others)));
  return terms_.land(fine, terms_.lnot(hidden));
}

Term Machine::may_free(const Pointer& p) {
  Term fine = terms_.truth(true);
  const auto restrict = [&](const Activation& a) {
    const bool promised = a.function->origin != nullptr && a.function->origin->hasFnAttribute(llvm::Attribute::NoFree);
    if (promised || !a.terms.may_free) fine = terms_.land(fine, is_own(a, p.block));
  };
  restrict(active_);
  for (const Activation& caller : callers_) restrict(caller);
  return fine;
}

}  // namespace assay::refine
