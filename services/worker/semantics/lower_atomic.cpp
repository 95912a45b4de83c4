#include <llvm/IR/Instructions.h>

#include "services/worker/semantics/lowering.h"

/// Read-modify-write instructions, written as a load, an operation and a store: within one thread nothing tells them
/// apart (LangRef, atomicrmw and cmpxchg).
namespace assay::semantics {
namespace {

/// The operation that atomicrmw does, where it is one.
std::optional<Op> operation_of(llvm::AtomicRMWInst::BinOp operation) {
  using Kind = llvm::AtomicRMWInst;
  switch (operation) {
    case Kind::Add: return Op::Add;
    case Kind::Sub: return Op::Sub;
    case Kind::And: return Op::And;
    case Kind::Or: return Op::Or;
    case Kind::Xor: return Op::Xor;
    case Kind::Max: return Op::SMax;
    case Kind::Min: return Op::SMin;
    case Kind::UMax: return Op::UMax;
    case Kind::UMin: return Op::UMin;
    case Kind::USubSat: return Op::USubSat;
    case Kind::FAdd: return Op::FAdd;
    case Kind::FSub: return Op::FSub;
    case Kind::FMax: return Op::MaxNum;
    case Kind::FMin: return Op::MinNum;
    case Kind::FMaximum: return Op::Maximum;
    case Kind::FMinimum: return Op::Minimum;
    default: return std::nullopt;
  }
}

}  // namespace

Slots Lowering::emit_access(const llvm::Instruction& origin, Op op, const MemoryAccess& access, Slots result,
                            llvm::ArrayRef<Slots> operands) {
  Instruction instruction;
  instruction.op = op;
  instruction.origin = &origin;
  instruction.result = result;
  instruction.detail = static_cast<std::uint32_t>(out_.accesses.size());
  out_.accesses.push_back(access);
  finish(instruction, operands);
  return result;
}

/// One lane after the update; no lanes if the operation is not known.
Slots Lowering::updated_lane(const llvm::AtomicRMWInst& update, Slots old, Slots value) {
  using Kind = llvm::AtomicRMWInst;
  if (update.getOperation() == Kind::Xchg) return value;
  const LaneType type(type_of(old));
  if (const auto op = operation_of(update.getOperation())) return compute(update, *op, type, {old, value});
  const auto select = [&](Slots condition, Slots yes, Slots no) {
    return compute(update, Op::Select, type, {condition, yes, no});
  };
  const auto compare = [&](Predicate predicate, Slots a, Slots b) {
    return compute(update, Op::ICmp, kTruth, {a, b}, predicate);
  };
  const Slots zero = number(type.bits, 0), one = number(type.bits, 1);
  switch (update.getOperation()) {
    case Kind::Nand:
      return compute(update, Op::Xor, type, {compute(update, Op::And, type, {old, value}), compute(update, Op::Sub, type, {zero, one})});
    case Kind::UIncWrap:
      return select(compare(Predicate::Uge, old, value), zero, compute(update, Op::Add, type, {old, one}));
    case Kind::UDecWrap: {
      const Slots less = compute(update, Op::Sub, type, {old, one});
      return select(compare(Predicate::Eq, old, zero), value, select(compare(Predicate::Ugt, old, value), value, less));
    }
    case Kind::USubCond:
      return select(compare(Predicate::Uge, old, value), compute(update, Op::Sub, type, {old, value}), old);
    default: return {};
  }
}

Status Lowering::add_atomic_update(const llvm::AtomicRMWInst& update) {
  if (update.isVolatile()) return Error{"volatile atomicrmw"};
  auto layout = layout_index(update.getType());
  if (!layout) return Error{layout.error()};
  const Slots address = slots_of(update.getPointerOperand()), value = slots_of(update.getValOperand());
  const MemoryAccess access{*layout, update.getAlign().value(), false, true};
  const Slots old = slots_of(&update);
  emit_access(update, Op::Load, access, old, {address});
  const Slots next = new_slots(LaneType(type_of(old)), old.count);
  std::vector<Slots> lanes;
  for (std::uint32_t i = 0; i < old.count; ++i) {
    lanes.push_back(updated_lane(update, lane(old, i), lane(value, value.count == old.count ? i : 0)));
    if (lanes.back().count == 0)
      return Error{"atomicrmw " + llvm::AtomicRMWInst::getOperationName(update.getOperation()).str()};
  }
  emit_moves(update, next, lanes, identity_mask(old.count));
  emit_access(update, Op::Store, access, {}, {next, address});
  return std::nullopt;
}

Status Lowering::add_exchange(const llvm::AtomicCmpXchgInst& exchange) {
  if (exchange.isVolatile()) return Error{"volatile cmpxchg"};
  auto layout = layout_index(exchange.getNewValOperand()->getType());
  if (!layout) return Error{layout.error()};
  const Slots address = slots_of(exchange.getPointerOperand()), result = slots_of(&exchange);
  const MemoryAccess access{*layout, exchange.getAlign().value(), false, true};
  const Slots old = lane(result, 0), success = lane(result, 1);
  emit_access(exchange, Op::Load, access, old, {address});
  const bool of_pointers = type_of(old).kind == LaneKind::Pointer;
  Slots equal = compute(exchange, of_pointers ? Op::ICmpPointer : Op::ICmp, kTruth,
                        {old, slots_of(exchange.getCompareOperand())}, Predicate::Eq);
  if (exchange.isWeak()) {  // may fail for no reason
    const Slots fails = compute(exchange, Op::Freeze, kTruth, {poison_like(equal)});
    equal = compute(exchange, Op::Select, kTruth, {fails, number(1, 0), equal});
  }
  emit_moves(exchange, success, {equal}, identity_mask(1));
  const Slots next = compute(exchange, Op::Select, LaneType(type_of(old)), {equal, slots_of(exchange.getNewValOperand()), old});
  emit_access(exchange, Op::Store, access, {}, {next, address});
  return std::nullopt;
}

}  // namespace assay::semantics
