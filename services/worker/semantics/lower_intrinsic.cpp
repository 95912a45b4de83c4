#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>

#include <utility>

#include "services/worker/semantics/emit.h"
#include "services/worker/semantics/intrinsics.h"
#include "services/worker/semantics/lower_call.h"
#include "services/worker/semantics/lower_composed.h"
#include "services/worker/semantics/lower_promises.h"
#include "services/worker/semantics/lower_rows.h"

namespace assay::semantics {
namespace {

constexpr std::uint64_t kLongestCopyWithGaps = 256;  ///< bytes

/// Is the result in other rounding modes than to nearest known? Of transcendental functions it is not; frem and the
/// conversions to a wider format or to an integer do not round, or always in the same mode.
bool may_round_otherwise(Op op) {
  switch (op) {
    case Op::Pow:
    case Op::PowI:
    case Op::Atan2:
      return false;
    case Op::Sqrt:
    case Op::Rint:
    case Op::NearbyInt:
    case Op::Floor:
    case Op::Ceil:
    case Op::FTrunc:
    case Op::Round:
    case Op::RoundEven:
      return true;
    default:
      return row_of(op).signature != Signature::UnaryFloat;
  }
}

/// A constrained operation is the plain one with the rounding mode that is set. One that names another has undefined
/// behaviour. Exceptions and their flags are not modelled.
Status lower_constrained(Emitter& out, const llvm::CallBase& call, Op op) {
  const auto& constrained = llvm::cast<llvm::ConstrainedFPIntrinsic>(call);
  Instruction lowered = out.start(call, op);
  lowered.flags = fast_math_flags_of(call);
  const bool is_ignored = constrained.getExceptionBehavior() == llvm::fp::ebIgnore;
  if (!is_ignored || out.options().variant.signaling_nans) lowered.flags |= QuietNaNs;
  if (constrained.getRoundingMode()) {
    const auto state = out.roundings().before(call);
    if (!state) return Error{"a rounding mode that depends on the path"};
    lowered.rounding = named_rounding(call).value_or(state->mode);
    if (lowered.rounding != state->mode && state->known)
      require(out, call, out.number(kTruth.bits, 0), Rule::ImmediateArgument);
  }
  if (const auto* compare = llvm::dyn_cast<llvm::ConstrainedFPCmpIntrinsic>(&call))
    lowered.predicate = predicate_of(compare->getPredicate());
  if (lowered.rounding != Rounding::NearestTiesToEven && !may_round_otherwise(op))
    return Error{std::string(row_of(op).spelling) + " with another rounding than to nearest"};
  std::vector<Slots> operands;
  for (unsigned i = 0; i < constrained.getNonMetadataArgCount(); ++i)
    operands.push_back(checked_argument(out, call, i));
  lowered.promises = out.add_promises(result_promises_of(out, call));
  out.append(lowered, operands);
  return std::nullopt;
}

/// A copy or a fill whose attributes say that it does not write.
bool may_not_write(const llvm::CallBase& call) {
  const llvm::ModRefInfo by_arguments = call.getAttributes().getMemoryEffects().getModRef(llvm::IRMemLocation::ArgMem);
  return llvm::isa<llvm::MemIntrinsic>(call) && !llvm::isModSet(by_arguments);
}

void require_no_bytes(Emitter& out, const llvm::CallBase& call, Slots length) {
  const Slots zero = out.number(out.type_of(length).bits, 0);
  require(out, call, compute(out, call, Op::ICmp, kTruth, {length, zero}, Predicate::Eq), Rule::WriteNotAllowed);
}

/// nnan, ninf and nsz of a row that knows nothing of them (intrinsics of targets, moves of lanes): lanes of the result
/// that break the first two are poison, zeros among operands and results have any sign (VAL-63). A lane of an argument
/// that breaks them and goes nowhere is not looked at: optimizers drop such lanes.
void append_keeping_fast_math(Emitter& out, const llvm::CallBase& call, Instruction lowered,
                              llvm::ArrayRef<Slots> operands) {
  Details broken;
  broken.immediate = classes_excluded_by(lowered.flags);
  const Slots result = lowered.result;
  const bool knows_them = (row_of(lowered.op).flags & NoNaNs) != 0;
  const bool says_something = broken.immediate != 0 || (lowered.flags & NoSignedZeros) != 0;
  if (knows_them || !says_something || result.count == 0 || out.type_of(result).kind != LaneKind::Float)
    return out.append(std::move(lowered), operands);
  const std::uint32_t promises = std::exchange(lowered.promises, 0);
  std::vector<Slots> seen;
  const bool only_moves = !llvm::Intrinsic::isTargetIntrinsic(call.getIntrinsicID());
  for (const Slots& operand : operands) seen.push_back(only_moves ? operand : with_open_zeros(out, call, operand));
  lowered.result = out.new_slots_like(result);
  Slots value = lowered.result;
  out.append(std::move(lowered), seen);
  value = with_open_zeros(out, call, value);
  const Slots breaks = emit(out, call, Op::IsFPClass, out.new_slots(kTruth, result.count), {value}, broken);
  emit(out, call, Op::Select, result, {breaks, out.poison_like(result), value});
  out.function().instructions.back().promises = promises;
}

/// LangRef, tbaa.struct: what lies between the fields that it names carries no useful data and need not be preserved.
void forget_gaps(Emitter& out, const llvm::CallBase& call) {
  const llvm::MDNode* fields = call.getMetadata(llvm::LLVMContext::MD_tbaa_struct);
  const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&call);
  if (fields == nullptr || copy == nullptr || copy->isVolatile() || out.options().variant.integer_memory) return;
  const auto* length = llvm::dyn_cast<llvm::ConstantInt>(copy->getLength());
  if (length == nullptr || length->getValue().ugt(kLongestCopyWithGaps)) return;
  std::vector<bool> is_field(length->getZExtValue());
  for (unsigned i = 0; i + 1 < fields->getNumOperands(); i += 3) {
    const auto* offset = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(fields->getOperand(i));
    const auto* bytes = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(fields->getOperand(i + 1));
    if (offset == nullptr || bytes == nullptr) return;
    const std::uint64_t first = offset->getLimitedValue(is_field.size());
    const std::uint64_t last = first + bytes->getLimitedValue(is_field.size() - first);
    for (std::uint64_t at = first; at < last; ++at) is_field[at] = true;
  }
  const auto layout = out.add_layout(llvm::Type::getInt8Ty(call.getContext()));
  if (!layout) return;
  const Slots poison = out.poison_like(out.new_slots(integer_lane(8), 1));
  for (std::size_t at = 0; at < is_field.size(); ++at)
    if (!is_field[at])
      emit_access(out, call, Op::Store, {*layout, 1, false, false}, {},
                  {poison, emit_offset(out, call, out.slots_of(copy->getRawDest()), static_cast<std::int64_t>(at))});
}

/// An intrinsic that is a row: immediate arguments become flags or immediates, the others operands.
Status lower_row(Emitter& out, const llvm::CallBase& call, Op op) {
  Instruction lowered = out.start(call, op);
  lowered.flags = fast_math_flags_of(call);
  if (op == Op::Canonicalize) lowered.flags |= QuietNaNs;  // LangRef: signaling NaNs must be quieted
  std::vector<Slots> operands;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    const llvm::Value* argument = call.getArgOperand(i);
    if (call.paramHasAttr(i, llvm::Attribute::ImmArg)) {
      const auto* immediate = llvm::dyn_cast<llvm::ConstantInt>(argument);
      if (immediate == nullptr) return Error{"immediate argument"};
      lowered.immediate = immediate->getZExtValue();
      continue;
    }
    operands.push_back(checked_argument(out, call, i));
  }
  // LLVM's verifier lets the minima and maxima of floats be called with integers.
  const bool of_floats = op >= Op::ReduceFAdd && op <= Op::ReduceFMaximum;
  if (of_floats && out.type_of(operands.back()).kind != LaneKind::Float)
    return Error{"an operation on another type than its name says"};
  if (op == Op::Abs && lowered.immediate != 0) lowered.flags |= IntMinPoison;
  if ((op == Op::CtLz || op == Op::CtTz) && lowered.immediate != 0) lowered.flags |= ZeroPoison;
  lowered.promises = out.add_promises(result_promises_of(out, call));
  if (may_not_write(call)) require_no_bytes(out, call, operands.back());
  append_keeping_fast_math(out, call, lowered, operands);
  forget_gaps(out, call);
  return std::nullopt;
}

}  // namespace

std::optional<Status> lower_intrinsic(Emitter& out, const llvm::CallBase& call) {
  const llvm::Intrinsic::ID id = call.getIntrinsicID();
  if (is_without_meaning(id)) {
    for (unsigned i = 0; i < call.arg_size(); ++i) checked_argument(out, call, i);  // promised there, too (ATTR-65)
    out.append(out.start(call, Op::Nothing), {});
    return Status();
  }
  if (id == llvm::Intrinsic::assume) return lower_assumption(out, call);
  if (std::optional<Status> done = lower_if_composed(out, call)) return done;
  if (lower_if_permuting(out, call)) return Status();
  if (const auto op = op_of_intrinsic(id)) return lower_row(out, call, *op);
  if (const auto op = op_of_constrained(id)) return lower_constrained(out, call, *op);
  return std::nullopt;
}

}  // namespace assay::semantics
