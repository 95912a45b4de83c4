#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>

#include "services/worker/semantics/emit.h"
#include "services/worker/semantics/intrinsics.h"
#include "services/worker/semantics/lower_composed.h"
#include "services/worker/semantics/lower_rows.h"

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
    case llvm::Intrinsic::vp_reduce_add:
      return Op::Add;
    case llvm::Intrinsic::vp_reduce_mul:
      return Op::Mul;
    case llvm::Intrinsic::vp_reduce_and:
      return Op::And;
    case llvm::Intrinsic::vp_reduce_or:
      return Op::Or;
    case llvm::Intrinsic::vp_reduce_xor:
      return Op::Xor;
    case llvm::Intrinsic::vp_reduce_smax:
      return Op::SMax;
    case llvm::Intrinsic::vp_reduce_smin:
      return Op::SMin;
    case llvm::Intrinsic::vp_reduce_umax:
      return Op::UMax;
    case llvm::Intrinsic::vp_reduce_umin:
      return Op::UMin;
    case llvm::Intrinsic::vp_reduce_fadd:
      return Op::FAdd;
    case llvm::Intrinsic::vp_reduce_fmul:
      return Op::FMul;
    case llvm::Intrinsic::vp_reduce_fmaximum:
      return Op::Maximum;
    case llvm::Intrinsic::vp_reduce_fminimum:
      return Op::Minimum;
    default:
      return std::nullopt;
  }
}

/// A length beyond `count` lanes is undefined behaviour.
void require_length(Emitter& out, const llvm::CallBase& call, Slots length, std::uint32_t count) {
  Details not_more;
  not_more.predicate = Predicate::Ule;
  const unsigned bits = out.type_of(length).bits;
  const Slots fits = emit(out, call, Op::ICmp, out.new_slots(kTruth, 1), {length, out.number(bits, count)}, not_more);
  require(out, call, fits, Rule::ImmediateArgument);
}

/// lane number < length, for each of `count` lanes; a length beyond them is undefined behaviour.
Slots lanes_below(Emitter& out, const llvm::CallBase& call, Slots length, std::uint32_t count) {
  require_length(out, call, length, count);
  return emit(out, call, Op::GetActiveLaneMask, out.new_slots(kTruth, count),
              {out.number(out.type_of(length).bits, 0), length});
}

}  // namespace

std::uint32_t lanes_in(const Emitter& out, const llvm::Type* vector) {
  const auto* type = llvm::dyn_cast<llvm::VectorType>(vector);
  if (type == nullptr) return 1;
  const llvm::ElementCount count = type->getElementCount();
  return static_cast<std::uint32_t>(count.getKnownMinValue()) * (count.isScalable() ? out.options().vscale : 1);
}

Slots active_lanes(Emitter& out, const llvm::CallBase& call) {
  const llvm::Intrinsic::ID id = call.getIntrinsicID();
  const Slots length = out.slots_of(call.getArgOperand(*llvm::VPIntrinsic::getVectorLengthParamPos(id)));
  const auto mask = llvm::VPIntrinsic::getMaskParamPos(id);
  if (!mask) return lanes_below(out, call, length, lanes_in(out, call.getType()));
  const Slots chosen = out.slots_of(call.getArgOperand(*mask));
  const Slots below = lanes_below(out, call, length, chosen.count);
  return emit(out, call, Op::Select, out.new_slots(kTruth, chosen.count),
              {below, chosen, out.number(1, 0, chosen.count)});
}

Status write_predicated(Emitter& out, const llvm::CallBase& call) {
  const llvm::Intrinsic::ID id = call.getIntrinsicID();
  auto op = plain_op(id);
  if (!op) return Error{"intrinsic " + llvm::Intrinsic::getBaseName(id).str()};
  Details details;
  details.flags = fast_math_flags_of(call);
  bool compares = false;
  if (const auto* compare = llvm::dyn_cast<llvm::VPCmpIntrinsic>(&call)) {
    details.predicate = predicate_of(compare->getPredicate());
    compares = true;
  }
  const Slots active = active_lanes(out, call), result = out.slots_of(&call);
  const auto mask = llvm::VPIntrinsic::getMaskParamPos(id);
  std::vector<Slots> operands;
  for (unsigned i = 0; i < call.arg_size() && i != mask; ++i) {
    if (call.getArgOperand(i)->getType()->isMetadataTy()) continue;
    if (!takes_constant(*call.getCalledFunction(), i)) {
      const Slots operand = out.slots_of(call.getArgOperand(i));
      operands.push_back(compares ? what_is_compared(out, call, operand) : operand);
      continue;
    }
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(i));
    if (constant == nullptr)
      return Error{"an operand of " + call.getCalledFunction()->getName().str() + " that is no constant"};
    details.immediate = constant->getZExtValue();
    if (details.immediate != 0 && *op == Op::Abs) details.flags |= IntMinPoison;
    if (details.immediate != 0 && (*op == Op::CtLz || *op == Op::CtTz)) details.flags |= ZeroPoison;
  }
  if (*op == Op::ICmp && out.type_of(operands[0]).kind == LaneKind::Pointer) op = Op::ICmpPointer;
  if (takes_floats(*op) != (out.type_of(operands[0]).kind == LaneKind::Float)) return Error{kOtherType};
  if (divides(*op)) {
    // Lanes that take no part divide by one.
    const Slots divisor = operands[1];
    const LaneType type = out.type_of(divisor);
    operands[1] = emit(out, call, Op::Select, out.new_slots(type, divisor.count),
                       {active, divisor, out.number(type.bits, 1, divisor.count)});
  }
  const Slots all = emit(out, call, *op, out.new_slots_like(result), operands, details);
  emit(out, call, Op::Select, result, {active, all, out.poison_like(result)});
  return std::nullopt;
}

/// Where the order of the lanes is open (VAL-58): they are reduced as one, with the start value in place of those that
/// take no part, and then compared with it. Without any lane the result is the start value as it is.
static Status write_predicated_extremum(Emitter& out, const llvm::CallBase& call) {
  const bool is_max = call.getIntrinsicID() == llvm::Intrinsic::vp_reduce_fmax;
  Details details;
  details.flags = fast_math_flags_of(call);
  const Slots active = active_lanes(out, call), result = out.slots_of(&call),
              start = out.slots_of(call.getArgOperand(0)), vector = out.slots_of(call.getArgOperand(1));
  const LaneType type = out.type_of(result);
  if (type.kind != LaneKind::Float) return Error{kOtherType};
  const Slots all_start = out.new_slots(type, vector.count);
  emit_moves(out, call, all_start, {start}, std::vector<std::int32_t>(vector.count, 0));
  const Slots lanes = emit(out, call, Op::Select, out.new_slots(type, vector.count), {active, vector, all_start});
  const Slots reduced =
      emit(out, call, is_max ? Op::ReduceFMax : Op::ReduceFMin, out.new_slots(type, 1), {lanes}, details);
  const Slots compared =
      emit(out, call, is_max ? Op::MaxNum : Op::MinNum, out.new_slots(type, 1), {reduced, start}, details);
  const Slots is_any = emit(out, call, Op::ReduceOr, out.new_slots(kTruth, 1), {active});
  emit(out, call, Op::Select, result, {is_any, compared, start}, details);
  return std::nullopt;
}

/// From the start value through the lanes in order; lanes that take no part are passed over.
Status write_predicated_reduction(Emitter& out, const llvm::CallBase& call) {
  const llvm::Intrinsic::ID id = call.getIntrinsicID();
  if (id == llvm::Intrinsic::vp_reduce_fmax || id == llvm::Intrinsic::vp_reduce_fmin)
    return write_predicated_extremum(out, call);
  const auto op = step_of(id);
  if (!op) return Error{"intrinsic " + llvm::Intrinsic::getBaseName(call.getIntrinsicID()).str()};
  Details details;
  details.flags = fast_math_flags_of(call);
  const Slots active = active_lanes(out, call), result = out.slots_of(&call),
              vector = out.slots_of(call.getArgOperand(1));
  const LaneType type = out.type_of(result);
  if (takes_floats(*op) != (type.kind == LaneKind::Float)) return Error{kOtherType};
  Slots sum = out.slots_of(call.getArgOperand(0));
  for (std::uint32_t i = 0; i < vector.count; ++i) {
    const bool is_last = i + 1 == vector.count;  // where no lane takes part nnan, ninf and nsz are of the start value
    const Slots next = emit(out, call, *op, out.new_slots(type, 1), {sum, lane(vector, i)}, details);
    sum = emit(out, call, Op::Select, out.new_slots(type, 1), {lane(active, i), next, sum},
               is_last ? details : Details{});
  }
  emit_moves(out, call, result, {sum}, {0});
  return std::nullopt;
}

/// vp.select: lanes at or beyond the length are poison; vp.merge: they come from the last operand.
Status write_predicated_select(Emitter& out, const llvm::CallBase& call) {
  const bool merges = call.getIntrinsicID() == llvm::Intrinsic::vp_merge;
  const Slots result = out.slots_of(&call), condition = out.slots_of(call.getArgOperand(0));
  const Slots yes = out.slots_of(call.getArgOperand(1)), no = out.slots_of(call.getArgOperand(2));
  const Slots below = lanes_below(out, call, out.slots_of(call.getArgOperand(3)), result.count);
  Details details;
  details.flags = fast_math_flags_of(call);
  const LaneType type = out.type_of(result);
  const Slots chosen = emit(out, call, Op::Select, out.new_slots(type, result.count), {condition, yes, no});
  emit(out, call, Op::Select, result, {below, chosen, merges ? no : out.poison_like(result)}, details);
  return std::nullopt;
}

/// The first `length` elements in reverse order.
Status write_predicated_reverse(Emitter& out, const llvm::CallBase& call) {
  const Slots result = out.slots_of(&call), vector = out.slots_of(call.getArgOperand(0));
  const Slots length = out.slots_of(call.getArgOperand(2));
  const Slots active = active_lanes(out, call);
  const LaneType word = out.type_of(length), type(out.type_of(result));
  const Slots reversed = out.new_slots(type, result.count);
  for (std::uint32_t i = 0; i < result.count; ++i) {
    const Slots from =
        emit(out, call, Op::Sub, out.new_slots(word, 1), {length, out.number(word.bits, std::uint64_t{i} + 1)});
    emit(out, call, Op::ExtractElementAt, lane(reversed, i), {vector, from});
  }
  emit(out, call, Op::Select, result, {active, reversed, out.poison_like(result)});
  return std::nullopt;
}

/// May the value be undef, and not in all bits, as what is computed of undef and of own memory may? Each look at it may
/// then see another number within the bounds.
static bool may_vary(const llvm::Value& value, llvm::SmallPtrSetImpl<const llvm::Value*>& seen) {
  if (llvm::isa<llvm::UndefValue>(value)) return !llvm::isa<llvm::PoisonValue>(value);
  const auto* computed = llvm::dyn_cast<llvm::User>(&value);
  if (computed == nullptr || !seen.insert(&value).second ||
      llvm::isa<llvm::FreezeInst, llvm::CallBase, llvm::GlobalValue>(value))
    return false;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&value))
    return llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(load->getPointerOperand()));
  return llvm::any_of(computed->operands(), [&](const llvm::Use& each) { return may_vary(*each, seen); });
}

/// The first `evl1` elements of one vector followed by those of the other, from the immediate (or that many from the
/// end of the first part) on, as many as `evl2`.
Status write_predicated_splice(Emitter& out, const llvm::CallBase& call) {
  const Slots result = out.slots_of(&call), first = out.slots_of(call.getArgOperand(0)),
              second = out.slots_of(call.getArgOperand(1));
  const std::int64_t start = llvm::cast<llvm::ConstantInt>(call.getArgOperand(2))->getSExtValue();
  const Slots mask = out.slots_of(call.getArgOperand(3));
  llvm::SmallPtrSet<const llvm::Value*, 8> seen;
  const llvm::Value& bound = *call.getArgOperand(4);
  if (!llvm::isa<llvm::UndefValue>(bound) && may_vary(bound, seen))
    return Error{"vp.splice by a length that may be undef in part"};
  const Slots length = out.slots_of(call.getArgOperand(4)), window = out.slots_of(call.getArgOperand(5));
  const LaneType word = out.type_of(length), type(out.type_of(result));
  const unsigned bits = word.bits;
  lanes_below(out, call, length, result.count);
  const Slots below = lanes_below(out, call, window, result.count);
  Details at_least;
  at_least.predicate = start < 0 ? Predicate::Uge : Predicate::Ugt;
  const auto magnitude = static_cast<std::uint64_t>(start < 0 ? -start : start);
  require(out, call,
          emit(out, call, Op::ICmp, out.new_slots(kTruth, 1), {length, out.number(bits, magnitude)}, at_least),
          Rule::ImmediateArgument);
  const Slots from = start < 0 ? emit(out, call, Op::Sub, out.new_slots(word, 1), {length, out.number(bits, magnitude)})
                               : out.number(bits, magnitude);
  const Slots moved = out.new_slots(type, result.count);
  Details less;
  less.predicate = Predicate::Ult;
  for (std::uint32_t i = 0; i < result.count; ++i) {
    const Slots at = emit(out, call, Op::Add, out.new_slots(word, 1), {from, out.number(bits, i)});
    const Slots beyond = emit(out, call, Op::Sub, out.new_slots(word, 1), {at, length});
    const Slots in_first = emit(out, call, Op::ICmp, out.new_slots(kTruth, 1), {at, length}, less);
    const Slots one = emit(out, call, Op::ExtractElementAt, out.new_slots(type, 1), {first, at});
    const Slots other = emit(out, call, Op::ExtractElementAt, out.new_slots(type, 1), {second, beyond});
    emit(out, call, Op::Select, lane(moved, i), {in_first, one, other});
  }
  const Slots active =
      emit(out, call, Op::Select, out.new_slots(kTruth, result.count), {below, mask, out.number(1, 0, result.count)});
  emit(out, call, Op::Select, result, {active, moved, out.poison_like(result)});
  return std::nullopt;
}

/// The number of the first lane that takes part and is not zero, else the vector length.
Status write_predicated_count(Emitter& out, const llvm::CallBase& call) {
  const Slots result = out.slots_of(&call), vector = out.slots_of(call.getArgOperand(0));
  const Slots mask = out.slots_of(call.getArgOperand(2)), length = out.slots_of(call.getArgOperand(3));
  require_length(out, call, length, vector.count);
  Details unequal, details;
  unequal.predicate = Predicate::Ne;
  const Slots nonzero = emit(out, call, Op::ICmp, out.new_slots(kTruth, vector.count),
                             {vector, out.number(out.type_of(vector).bits, 0, vector.count)}, unequal);
  details.immediate = llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->isOne() ? 1 : 0;
  emit(out, call, Op::PredicatedCttzElts, result, {nonzero, mask, length}, details);
  return std::nullopt;
}

}  // namespace assay::semantics
