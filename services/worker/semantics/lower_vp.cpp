#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>

#include "services/worker/semantics/lowering.h"

/// Vector-predicated intrinsics: the plain operation on the lanes that take part, poison elsewhere (LangRef, vector
/// predication intrinsics). An explicit vector length beyond the vector is undefined behaviour.
namespace assay::semantics {
namespace {

bool divides(Op op) { return op == Op::UDiv || op == Op::SDiv || op == Op::URem || op == Op::SRem; }

/// LLVM's verifier lets vp.fadd and its like be called with integers.
constexpr const char* kOtherType = "an operation on another type than its name says";
/// The plain operation behind a vp intrinsic.
std::optional<Op> plain_op(llvm::Intrinsic::ID id) {
  if (const auto opcode = llvm::VPIntrinsic::getFunctionalOpcodeForVP(id)) {
    if (*opcode == llvm::Instruction::ICmp) return Op::ICmp;
    if (*opcode == llvm::Instruction::FCmp) return Op::FCmp;
    return op_of_opcode(*opcode);
  }
  if (id == llvm::Intrinsic::vp_is_fpclass) return Op::IsFPClass;
  if (const auto intrinsic = llvm::VPIntrinsic::getFunctionalIntrinsicIDForVP(id)) return op_of_intrinsic(*intrinsic);
  return std::nullopt;
}

/// The step of a reduction.
std::optional<Op> step_of(llvm::Intrinsic::ID id) {
  switch (id) {
    case llvm::Intrinsic::vp_reduce_add: return Op::Add;
    case llvm::Intrinsic::vp_reduce_mul: return Op::Mul;
    case llvm::Intrinsic::vp_reduce_and: return Op::And;
    case llvm::Intrinsic::vp_reduce_or: return Op::Or;
    case llvm::Intrinsic::vp_reduce_xor: return Op::Xor;
    case llvm::Intrinsic::vp_reduce_smax: return Op::SMax;
    case llvm::Intrinsic::vp_reduce_smin: return Op::SMin;
    case llvm::Intrinsic::vp_reduce_umax: return Op::UMax;
    case llvm::Intrinsic::vp_reduce_umin: return Op::UMin;
    case llvm::Intrinsic::vp_reduce_fadd: return Op::FAdd;
    case llvm::Intrinsic::vp_reduce_fmul: return Op::FMul;
    case llvm::Intrinsic::vp_reduce_fmax: return Op::MaxNum;
    case llvm::Intrinsic::vp_reduce_fmin: return Op::MinNum;
    case llvm::Intrinsic::vp_reduce_fmaximum: return Op::Maximum;
    case llvm::Intrinsic::vp_reduce_fminimum: return Op::Minimum;
    default: return std::nullopt;
  }
}

}  // namespace

bool takes_floats(Op op) {
  switch (row_of(op).signature) {
    case Signature::UnaryFloat:
    case Signature::BinaryFloat:
    case Signature::TernaryFloat:
    case Signature::CompareFloat:
    case Signature::TruncateFloat:
    case Signature::ExtendFloat:
    case Signature::FloatToInt:
    case Signature::FloatInt:
    case Signature::TestFloat: return true;
    default: return false;
  }
}

/// lane number < length, for each of `count` lanes; a length beyond them is undefined behaviour.
Slots Lowering::lanes_below(const llvm::CallBase& call, Slots length, std::uint32_t count) {
  Details not_more;
  not_more.predicate = Predicate::Ule;
  const unsigned bits = type_of(length).bits;
  const Slots fits = emit(call, Op::ICmp, new_slots(kTruth, 1), {length, number(bits, count)}, not_more);
  require(call, fits, Rule::ImmediateArgument);
  return emit(call, Op::GetActiveLaneMask, new_slots(kTruth, count), {number(bits, 0), length});
}

Slots Lowering::active_lanes(const llvm::CallBase& call) {
  const llvm::Intrinsic::ID id = call.getIntrinsicID();
  const Slots length = slots_of(call.getArgOperand(*llvm::VPIntrinsic::getVectorLengthParamPos(id)));
  const auto mask = llvm::VPIntrinsic::getMaskParamPos(id);
  if (!mask) return lanes_below(call, length, lanes_in(call.getType()));
  const Slots chosen = slots_of(call.getArgOperand(*mask));
  const Slots below = lanes_below(call, length, chosen.count);
  return emit(call, Op::Select, new_slots(kTruth, chosen.count), {below, chosen, number(1, 0, chosen.count)});
}

Status Lowering::write_predicated(const llvm::CallBase& call) {
  const llvm::Intrinsic::ID id = call.getIntrinsicID();
  auto op = plain_op(id);
  if (!op) return Error{"intrinsic " + llvm::Intrinsic::getBaseName(id).str()};
  Details details;
  details.flags = fast_math_flags_of(call);
  if (const auto* compare = llvm::dyn_cast<llvm::VPCmpIntrinsic>(&call)) {
    details.predicate = predicate_of(compare->getPredicate());
    if (*op == Op::ICmp && type_of(slots_of(call.getArgOperand(0))).kind == LaneKind::Pointer) op = Op::ICmpPointer;
  }
  const Slots active = active_lanes(call), result = slots_of(&call);
  const auto mask = llvm::VPIntrinsic::getMaskParamPos(id);
  std::vector<Slots> operands;
  for (unsigned i = 0; i < call.arg_size() && i != mask; ++i) {
    if (call.getArgOperand(i)->getType()->isMetadataTy()) continue;
    if (!call.paramHasAttr(i, llvm::Attribute::ImmArg)) {
      operands.push_back(slots_of(call.getArgOperand(i)));
      continue;
    }
    details.immediate = llvm::cast<llvm::ConstantInt>(call.getArgOperand(i))->getZExtValue();
    if (details.immediate != 0 && *op == Op::Abs) details.flags |= IntMinPoison;
    if (details.immediate != 0 && (*op == Op::CtLz || *op == Op::CtTz)) details.flags |= ZeroPoison;
  }
  if (takes_floats(*op) != (type_of(operands[0]).kind == LaneKind::Float)) return Error{kOtherType};
  if (divides(*op)) {
    // Lanes that take no part divide by one.
    const Slots divisor = operands[1];
    const LaneType type(type_of(divisor));
    operands[1] =
        emit(call, Op::Select, new_slots(type, divisor.count), {active, divisor, number(type.bits, 1, divisor.count)});
  }
  const Slots all = emit(call, *op, new_slots(LaneType(type_of(result)), result.count), operands, details);
  emit(call, Op::Select, result, {active, all, poison_like(result)});
  return std::nullopt;
}

/// From the start value through the lanes in order; lanes that take no part are passed over.
Status Lowering::write_predicated_reduction(const llvm::CallBase& call) {
  const auto op = step_of(call.getIntrinsicID());
  if (!op) return Error{"intrinsic " + llvm::Intrinsic::getBaseName(call.getIntrinsicID()).str()};
  Details details;
  details.flags = fast_math_flags_of(call);
  const Slots active = active_lanes(call), result = slots_of(&call), vector = slots_of(call.getArgOperand(1));
  const LaneType type(type_of(result));
  if (takes_floats(*op) != (type.kind == LaneKind::Float)) return Error{kOtherType};
  Slots sum = slots_of(call.getArgOperand(0));
  for (std::uint32_t i = 0; i < vector.count; ++i) {
    const Slots next = emit(call, *op, new_slots(type, 1), {sum, lane(vector, i)}, details);
    sum = emit(call, Op::Select, new_slots(type, 1), {lane(active, i), next, sum});
  }
  emit_moves(call, result, {sum}, {0});
  return std::nullopt;
}

/// vp.select: lanes at or beyond the length are poison; vp.merge: they come from the last operand.
Status Lowering::write_predicated_select(const llvm::CallBase& call) {
  const bool merges = call.getIntrinsicID() == llvm::Intrinsic::vp_merge;
  const Slots result = slots_of(&call), condition = slots_of(call.getArgOperand(0));
  const Slots yes = slots_of(call.getArgOperand(1)), no = slots_of(call.getArgOperand(2));
  const Slots below = lanes_below(call, slots_of(call.getArgOperand(3)), result.count);
  Details details;
  details.flags = fast_math_flags_of(call);
  const LaneType type(type_of(result));
  const Slots chosen = emit(call, Op::Select, new_slots(type, result.count), {condition, yes, no});
  emit(call, Op::Select, result, {below, chosen, merges ? no : poison_like(result)}, details);
  return std::nullopt;
}

/// The first `length` elements in reverse order.
Status Lowering::write_predicated_reverse(const llvm::CallBase& call) {
  const Slots result = slots_of(&call), vector = slots_of(call.getArgOperand(0));
  const Slots length = slots_of(call.getArgOperand(2));
  const Slots active = active_lanes(call);
  const LaneType word(type_of(length)), type(type_of(result));
  const Slots reversed = new_slots(type, result.count);
  for (std::uint32_t i = 0; i < result.count; ++i) {
    const Slots from = emit(call, Op::Sub, new_slots(word, 1), {length, number(word.bits, std::uint64_t{i} + 1)});
    emit(call, Op::ExtractElementAt, lane(reversed, i), {vector, from});
  }
  emit(call, Op::Select, result, {active, reversed, poison_like(result)});
  return std::nullopt;
}

/// The first `evl1` elements of one vector followed by those of the other, from the immediate (or that many from the end
/// of the first part) on, as many as `evl2`.
Status Lowering::write_predicated_splice(const llvm::CallBase& call) {
  const Slots result = slots_of(&call), first = slots_of(call.getArgOperand(0)), second = slots_of(call.getArgOperand(1));
  const std::int64_t start = llvm::cast<llvm::ConstantInt>(call.getArgOperand(2))->getSExtValue();
  const Slots mask = slots_of(call.getArgOperand(3));
  const Slots length = slots_of(call.getArgOperand(4)), window = slots_of(call.getArgOperand(5));
  const LaneType word(type_of(length)), type(type_of(result));
  const unsigned bits = word.bits;
  lanes_below(call, length, result.count);
  const Slots below = lanes_below(call, window, result.count);
  Details at_least;
  at_least.predicate = start < 0 ? Predicate::Uge : Predicate::Ugt;
  const auto magnitude = static_cast<std::uint64_t>(start < 0 ? -start : start);
  require(call, emit(call, Op::ICmp, new_slots(kTruth, 1), {length, number(bits, magnitude)}, at_least),
          Rule::ImmediateArgument);
  const Slots from = start < 0 ? emit(call, Op::Sub, new_slots(word, 1), {length, number(bits, magnitude)})
                               : number(bits, magnitude);
  const Slots moved = new_slots(type, result.count);
  Details less;
  less.predicate = Predicate::Ult;
  for (std::uint32_t i = 0; i < result.count; ++i) {
    const Slots at = emit(call, Op::Add, new_slots(word, 1), {from, number(bits, i)});
    const Slots beyond = emit(call, Op::Sub, new_slots(word, 1), {at, length});
    const Slots in_first = emit(call, Op::ICmp, new_slots(kTruth, 1), {at, length}, less);
    const Slots one = emit(call, Op::ExtractElementAt, new_slots(type, 1), {first, at});
    const Slots other = emit(call, Op::ExtractElementAt, new_slots(type, 1), {second, beyond});
    emit(call, Op::Select, lane(moved, i), {in_first, one, other});
  }
  const Slots active = emit(call, Op::Select, new_slots(kTruth, result.count), {below, mask, number(1, 0, result.count)});
  emit(call, Op::Select, result, {active, moved, poison_like(result)});
  return std::nullopt;
}

/// The number of the first lane that takes part and is not zero, else the vector length.
Status Lowering::write_predicated_count(const llvm::CallBase& call) {
  const Slots result = slots_of(&call), vector = slots_of(call.getArgOperand(0));
  const Slots length = slots_of(call.getArgOperand(3));
  const Slots active = active_lanes(call);
  const LaneType element(type_of(vector)), word(type_of(result)), counted(type_of(length));
  Details unequal;
  unequal.predicate = Predicate::Ne;
  const Slots nonzero =
      emit(call, Op::ICmp, new_slots(kTruth, vector.count), {vector, number(element.bits, 0, vector.count)}, unequal);
  Slots count = length;
  if (word.bits != counted.bits)
    count = emit(call, word.bits > counted.bits ? Op::ZExt : Op::Trunc, new_slots(word, 1), {length});
  if (llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->isOne()) count = poison_like(count);
  for (std::uint32_t i = vector.count; i-- > 0;) {
    const Slots here =
        emit(call, Op::Select, new_slots(kTruth, 1), {lane(active, i), lane(nonzero, i), number(1, 0)});
    count = emit(call, Op::Select, new_slots(word, 1), {here, number(word.bits, i), count});
  }
  emit_moves(call, result, {count}, {0});
  return std::nullopt;
}

}  // namespace assay::semantics
