#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Intrinsics.h>

#include <algorithm>

#include "services/worker/refine/encoder/control.h"
#include "services/worker/refine/encoder/recorder.h"
#include "services/worker/refine/encoder/varargs.h"
#include "services/worker/semantics/intrinsics.h"

/// Intrinsics that are lowered as calls.
namespace assay::refine {
namespace {

using semantics::Instruction;

/// llvm.stacksave gives the address of an empty object of its own.
void save_stack(Machine& m, const Instruction& instruction) {
  Terms& t = m.terms();
  const unsigned width = m.memory().shape().offset_bits;
  Object mark;
  mark.kind = Object::Kind::Stack;
  mark.size = t.zero(width);
  mark.writable = mark.heap = t.truth(false);
  mark.alive = t.truth(true);
  mark.visible = false;
  const unsigned block = m.memory().objects().allocate(name_of(m.side()) + std::string(".stacksave"), std::move(mark));
  const Pointer p{t.zero(kMarkBits), m.memory().objects().own_block(block), t.zero(width)};
  m.set(instruction.result.first, {join(t, p), t.truth(false), {}});
}

/// llvm.stackrestore ends the lifetime of what the function allocated after that.
void restore_stack(Machine& m, const Instruction& instruction) {
  Terms& t = m.terms();
  const Pointer p = m.use_defined_pointer(m.lane(m.function().operands_of(instruction)[0].first));
  const std::vector<unsigned>& own = m.active().own;
  const auto mark = std::find_if(own.begin(), own.end(),
                                 [&](unsigned number) { return p.block == m.memory().objects().own_block(number); });
  if (mark == own.end()) return m.unsupported("stackrestore of something else than stacksave gave");
  for (auto number = mark + 1; number != own.end(); ++number)
    if (m.memory().objects().locals()[*number].kind == Object::Kind::Stack)
      m.memory().objects().set_alive(m.memory().objects().own_block(*number), m.path().condition(), t.truth(false));
}

/// Who looks on sees which trap it is, and of ubsantrap its kind (LangRef: it is encoded in the instruction).
void end_in_trap(Machine& m, const llvm::CallBase& call) {
  const auto* kind = call.arg_empty() ? nullptr : llvm::cast<llvm::ConstantInt>(call.getArgOperand(0));
  const std::uint64_t below = kind == nullptr ? 0 : kind->getZExtValue() + 1;
  const Term seen = m.terms().sub(m.terms().all_ones(kWorldBits), m.terms().constant(kWorldBits, below));
  noreturn_exit(m, m.terms().truth(true), same_everywhere(seen));
}

/// llvm.objectsize: the bytes from the pointer to the object's end, also of one that is gone by now. Optimizers answer
/// as if no allocation failed.
void tell_object_size(Machine& m, const Instruction& instruction, const llvm::CallBase& call) {
  Terms& t = m.terms();
  const auto flag = [&](unsigned i) { return llvm::cast<llvm::ConstantInt>(call.getArgOperand(i))->isOne(); };
  const bool is_minimum = flag(1), null_is_unknown = flag(2);
  const semantics::Slot slot = instruction.result.first;
  const unsigned bits = m.function().slots[slot].bits;
  const Term unknown = is_minimum ? t.zero(bits) : t.all_ones(bits);
  const Picked pointer = m.use(m.function().operands_of(instruction)[0].first);
  const Pointer p = m.memory().objects().resolve(split(t, pointer.bits));
  const Term total = m.memory().objects().size_of(p.block);
  const Term rest = t.ite(t.ult(total, p.offset), t.zero(total.width()), t.sub(total, p.offset));
  const Term size = bits < rest.width() ? t.trunc(rest, bits) : t.zext(rest, bits);
  const Term fits = bits < rest.width() ? t.eq(t.zext(size, rest.width()), rest) : t.truth(true);
  const Term null = is_null(t, p);
  const bool may_be_guessed = semantics::is_size_guessed(call);
  const Term is_known = null_is_unknown && !may_be_guessed ? t.lnot(null) : t.truth(true);
  if (is_minimum && may_be_guessed) m.world().approximations.add(Cause::ObjectSize);
  const Term answer = t.ite(t.land(fits, is_known), size, unknown);
  m.set(slot, {answer, pointer.poison, m.choices().take_picked()});
}

}  // namespace

bool is_unknown_intrinsic(const llvm::Function& function) {
  if (!function.isIntrinsic()) return false;
  switch (const llvm::Intrinsic::ID id = function.getIntrinsicID()) {
    case llvm::Intrinsic::not_intrinsic:  // of another version of LLVM
    case llvm::Intrinsic::vastart:
    case llvm::Intrinsic::vaend:
    case llvm::Intrinsic::vacopy:
      return true;
    default:
      return llvm::Intrinsic::isTargetIntrinsic(id) || semantics::is_known_by_attributes(id);
  }
}

bool encode_call_intrinsic(Machine& m, const Instruction& instruction) {
  const semantics::CallSite& site = m.function().calls[instruction.detail];
  switch (site.callee->getIntrinsicID()) {
    case llvm::Intrinsic::trap:
    case llvm::Intrinsic::ubsantrap:
      end_in_trap(m, *site.call);
      return true;
    case llvm::Intrinsic::eh_typeid_for:
      encode_type_number(m, instruction, *site.call->getArgOperand(0));
      return true;
    case llvm::Intrinsic::stacksave:
      save_stack(m, instruction);
      return true;
    case llvm::Intrinsic::stackrestore:
      restore_stack(m, instruction);
      return true;
    case llvm::Intrinsic::vastart:
    case llvm::Intrinsic::vacopy:
    case llvm::Intrinsic::vaend:
      return encode_list_intrinsic(m, instruction);
    case llvm::Intrinsic::objectsize:
      tell_object_size(m, instruction, *site.call);
      return true;
    default:
      break;
  }
  if (is_unknown_intrinsic(*site.callee)) return false;
  if (site.callee->isIntrinsic()) m.unsupported("intrinsic " + site.callee->getName().str());
  return site.callee->isIntrinsic();
}

}  // namespace assay::refine
