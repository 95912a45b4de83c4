#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/ModRef.h>

#include "services/worker/refine/encoder/machine.h"

/// What the attributes of the functions that are running allow them to do to memory.
namespace assay::refine {
namespace {

/// May the module's functions take the object for one that nobody writes to?
bool is_constant(const Object& object, const llvm::Module& module) {
  if (object.kind != Object::Kind::Global) return false;
  if (object.contents != nullptr && object.writable.is_false()) return true;
  const llvm::GlobalVariable* variable = module.getGlobalVariable(object.name, true);
  return variable != nullptr && variable->isConstant();
}

/// Was the object made since the function was entered?
Term is_own(Machine& m, const Activation& activation, Term block) {
  Terms& t = m.terms();
  if (m.stack().is_outermost(activation)) return is_local(t, block);
  Term own = t.truth(false);
  const auto add = [&](const Activation& each) {
    for (unsigned number : each.own) own = t.lor(own, t.eq(block, m.memory().objects().own_block(number)));
  };
  bool since = false;  // what the functions that it called have made is younger, too
  for (const Activation& caller : m.stack().callers()) {
    since = since || &caller == &activation;
    if (since) add(caller);
  }
  add(m.active());
  return own;
}

/// Does the block belong to a constant, which anybody may read?
Term is_of_constant(Machine& m, const llvm::Module& module, Term block, Term otherwise) {
  Terms& t = m.terms();
  const std::vector<Object>& objects = m.world().memory.objects;
  for (std::size_t i = 0; i < objects.size(); ++i)
    if (is_constant(objects[i], module))
      otherwise = t.lor(otherwise, t.eq(block, m.memory().objects().caller_block(i)));
  return otherwise;
}

/// What memory(...) allows of arguments and of other memory.
struct Allowed {
  bool arguments, others;
};

/// Is the access allowed if it is to what an argument points to? Which pointer it goes through is not known: where both
/// kinds lead to an object, either may allow it.
Term may_access_argument(Machine& m, Term block, Allowed allowed) {
  Terms& t = m.terms();
  const SharedMemory& shared = m.world().memory;
  Term otherwise = t.truth(shared.pointers_given);
  for (std::size_t i = 0; i < shared.count; ++i)
    if (shared.objects[i].kind == Object::Kind::Global)
      otherwise = t.lor(otherwise, t.eq(block, m.memory().objects().caller_block(i)));
  return t.lor(t.truth(allowed.arguments), t.land(otherwise, t.truth(allowed.others)));
}

/// Does that function allow it? To see is to read what memory holds; what may be written may be read, too, but not
/// seen.
Term may_access(Machine& m, const Activation& activation, const Pointer& p, Access access, bool sees) {
  Terms& t = m.terms();
  const llvm::Function* origin = activation.function->origin;
  if (origin == nullptr) return t.truth(true);
  Term hidden = t.truth(false);
  for (unsigned number : activation.hidden)
    hidden = t.lor(hidden, t.eq(p.block, m.memory().objects().own_block(number)));
  const llvm::MemoryEffects effects = origin->getMemoryEffects() & activation.terms.may.memory;
  const auto is_allowed = [&](llvm::IRMemLocation where) {
    const llvm::ModRefInfo info = effects.getModRef(where);
    return (!writes(access) || llvm::isModSet(info)) &&
           (!reads(access) || llvm::isRefSet(info) || (!sees && llvm::isModSet(info)));
  };
  const Allowed allowed{is_allowed(llvm::IRMemLocation::ArgMem), is_allowed(llvm::IRMemLocation::Other)};
  if (allowed.arguments && allowed.others) return t.lnot(hidden);
  Term fine = is_own(m, activation, p.block);
  if (!writes(access)) fine = is_of_constant(m, *origin->getParent(), p.block, fine);
  Term of_argument = t.truth(false);
  for (Term block : activation.argument_blocks) of_argument = t.lor(of_argument, t.eq(p.block, block));
  const Term by_argument = may_access_argument(m, p.block, allowed);
  fine = t.lor(fine, t.ite(of_argument, by_argument, t.truth(allowed.others)));
  return t.land(fine, t.lnot(hidden));
}

}  // namespace

/// Do all functions that are running allow it?
template <class May>
static Term may_all_running(Machine& m, const May& may) {
  Term fine = may(m.active());
  for (const Activation& caller : m.stack().callers()) fine = m.terms().land(fine, may(caller));
  return fine;
}

static Term may_access(Machine& m, const Pointer& p, Access access, bool sees) {
  return may_all_running(m, [&](const Activation& a) { return may_access(m, a, p, access, sees); });
}

Term may_access(Machine& m, const Pointer& p, Access access) { return may_access(m, p, access, false); }

Term may_access_outside(Machine& m, const Pointer& p, Access access) {
  Terms& t = m.terms();
  return may_all_running(m, [&](const Activation& a) {
    if (a.function->origin == nullptr) return t.truth(true);
    const llvm::MemoryEffects effects = a.function->origin->getMemoryEffects() & a.terms.may.memory;
    const llvm::ModRefInfo info = effects.getModRef(llvm::IRMemLocation::InaccessibleMem);
    const bool allowed = writes(access) ? llvm::isModSet(info) : llvm::isModOrRefSet(info);
    return allowed ? t.truth(true) : may_access(m, a, p, access, false);
  });
}

Term is_only_written(Machine& m, const Pointer& p) {
  Terms& t = m.terms();
  const Term by_argument = t.land(has_mark(t, p, kNoRead), t.lnot(has_mark(t, p, kNoWrite)));
  return t.lor(by_argument, t.land(may_access(m, p, Access::Read), t.lnot(may_access(m, p, Access::Read, true))));
}

Term may_free(Machine& m, const Pointer& p) {
  return may_all_running(m, [&](const Activation& a) {
    const bool is_free_to = !a.has_attribute(llvm::Attribute::NoFree) && a.terms.may.frees;
    return is_free_to ? m.terms().truth(true) : is_own(m, a, p.block);
  });
}

}  // namespace assay::refine
