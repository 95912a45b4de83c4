#include <llvm/IR/Instructions.h>

#include "services/worker/semantics/emit.h"
#include "services/worker/semantics/lower_instruction.h"

/// Read-modify-write instructions, written as a load, an operation and a store: within one thread nothing tells them
/// apart (LangRef, atomicrmw and cmpxchg).
namespace assay::semantics {
namespace {

/// The operation that atomicrmw does, where it is one.
std::optional<Op> operation_of(llvm::AtomicRMWInst::BinOp operation) {
  using Kind = llvm::AtomicRMWInst;
  switch (operation) {
    case Kind::Add:
      return Op::Add;
    case Kind::Sub:
      return Op::Sub;
    case Kind::And:
      return Op::And;
    case Kind::Or:
      return Op::Or;
    case Kind::Xor:
      return Op::Xor;
    case Kind::Max:
      return Op::SMax;
    case Kind::Min:
      return Op::SMin;
    case Kind::UMax:
      return Op::UMax;
    case Kind::UMin:
      return Op::UMin;
    case Kind::USubSat:
      return Op::USubSat;
    case Kind::UIncWrap:
      return Op::IncrementWrap;
    case Kind::UDecWrap:
      return Op::DecrementWrap;
    case Kind::USubCond:
      return Op::SubtractIfNotLess;
    case Kind::FAdd:
      return Op::FAdd;
    case Kind::FSub:
      return Op::FSub;
    case Kind::FMax:
      return Op::MaxNum;
    case Kind::FMin:
      return Op::MinNum;
    case Kind::FMaximum:
      return Op::Maximum;
    case Kind::FMinimum:
      return Op::Minimum;
    default:
      return std::nullopt;
  }
}

/// One lane after the update; no lanes if the operation is not known.
Slots updated_lane(Emitter& out, const llvm::AtomicRMWInst& update, Slots old, Slots value) {
  using Kind = llvm::AtomicRMWInst;
  if (update.getOperation() == Kind::Xchg) return value;
  const LaneType type = out.type_of(old);
  if (const auto op = operation_of(update.getOperation())) return compute(out, update, *op, type, {old, value});
  if (update.getOperation() != Kind::Nand) return {};
  const Slots zero = out.number(type.bits, 0), one = out.number(type.bits, 1);
  return compute(out, update, Op::Xor, type,
                 {compute(out, update, Op::And, type, {old, value}), compute(out, update, Op::Sub, type, {zero, one})});
}

}  // namespace

Status lower_atomic_update(Emitter& out, const llvm::AtomicRMWInst& update) {
  if (update.isVolatile()) return Error{"volatile atomicrmw"};
  auto layout = out.add_layout(update.getType());
  if (!layout) return Error{layout.error()};
  const Slots address = out.slots_of(update.getPointerOperand()), value = out.slots_of(update.getValOperand());
  const MemoryAccess access{*layout, update.getAlign().value(), false, true};
  const Slots old = out.slots_of(&update);
  emit_access(out, update, Op::Load, access, old, {address});
  const Slots next = out.new_slots_like(old);
  std::vector<Slots> lanes;
  for (std::uint32_t i = 0; i < old.count; ++i) {
    lanes.push_back(updated_lane(out, update, lane(old, i), lane(value, value.count == old.count ? i : 0)));
    if (lanes.back().count == 0)
      return Error{"atomicrmw " + llvm::AtomicRMWInst::getOperationName(update.getOperation()).str()};
  }
  emit_moves(out, update, next, lanes, identity_mask(old.count));
  emit_access(out, update, Op::Store, access, {}, {next, address});
  return std::nullopt;
}

Status lower_exchange(Emitter& out, const llvm::AtomicCmpXchgInst& exchange) {
  if (exchange.isVolatile()) return Error{"volatile cmpxchg"};
  auto layout = out.add_layout(exchange.getNewValOperand()->getType());
  if (!layout) return Error{layout.error()};
  const Slots address = out.slots_of(exchange.getPointerOperand()), result = out.slots_of(&exchange);
  const MemoryAccess access{*layout, exchange.getAlign().value(), false, true};
  const Slots old = lane(result, 0), success = lane(result, 1);
  emit_access(out, exchange, Op::Load, access, old, {address});
  const bool of_pointers = out.type_of(old).kind == LaneKind::Pointer;
  Slots equal = compute(out, exchange, of_pointers ? Op::ICmpPointer : Op::ICmp, kTruth,
                        {old, out.slots_of(exchange.getCompareOperand())}, Predicate::Eq);
  if (exchange.isWeak()) {  // may fail for no reason
    const Slots fails = compute(out, exchange, Op::Freeze, kTruth, {out.poison_like(equal)});
    equal = compute(out, exchange, Op::Select, kTruth, {fails, out.number(1, 0), equal});
  }
  emit_moves(out, exchange, success, {equal}, identity_mask(1));
  const Slots next =
      compute(out, exchange, Op::Select, out.type_of(old), {equal, out.slots_of(exchange.getNewValOperand()), old});
  emit_access(out, exchange, Op::Store, access, {}, {next, address});
  return std::nullopt;
}

}  // namespace assay::semantics
