#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Metadata.h>

#include "services/worker/semantics/emit.h"
#include "services/worker/semantics/lower_composed.h"
#include "services/worker/semantics/lower_rows.h"

/// Floating-point intrinsics with several results, or whose formats or rounding other operations have.
namespace assay::semantics {

Status write_frexp(Emitter& out, const llvm::CallBase& call) {
  const Slots value = out.slots_of(call.getArgOperand(0)), result = out.slots_of(&call);
  if (result.count != 2 * value.count) return Error{"types of llvm.frexp"};
  Details details;
  details.flags = fast_math_flags_of(call);
  emit(out, call, Op::FrexpFraction, {result.first, value.count}, {value}, details);
  emit(out, call, Op::FrexpExponent, {result.first + value.count, value.count}, {value});
  return std::nullopt;
}

Status write_modf(Emitter& out, const llvm::CallBase& call) {
  const Slots value = out.slots_of(call.getArgOperand(0)), result = out.slots_of(&call);
  Details details;
  details.flags = fast_math_flags_of(call);
  emit(out, call, Op::ModfFraction, {result.first, value.count}, {value}, details);
  emit(out, call, Op::FTrunc, {result.first + value.count, value.count}, {value}, details);
  return std::nullopt;
}

Status write_sincos(Emitter& out, const llvm::CallBase& call) {
  const bool of_pi = call.getIntrinsicID() == llvm::Intrinsic::sincospi;
  const Slots value = out.slots_of(call.getArgOperand(0)), result = out.slots_of(&call);
  Details details;
  details.flags = fast_math_flags_of(call);
  emit(out, call, of_pi ? Op::SinPi : Op::Sin, {result.first, value.count}, {value}, details);
  emit(out, call, of_pi ? Op::CosPi : Op::Cos, {result.first + value.count, value.count}, {value}, details);
  return std::nullopt;
}

/// convert.to.fp16 and convert.from.fp16: a half as the integer of its bits.
Status write_half_conversion(Emitter& out, const llvm::CallBase& call) {
  const Slots value = out.slots_of(call.getArgOperand(0)), result = out.slots_of(&call);
  const Slots half = out.new_slots(LaneType{LaneKind::Float, FloatFormat::Half, 16, 0}, value.count);
  if (call.getIntrinsicID() == llvm::Intrinsic::convert_to_fp16) {
    emit(out, call, Op::FPTrunc, half, {value});
    emit_moves(out, call, result, {half}, identity_mask(result.count));
  } else {
    emit_moves(out, call, half, {value}, identity_mask(result.count));
    emit(out, call, Op::FPExt, result, {half});
  }
  return std::nullopt;
}

Status write_rounded_truncation(Emitter& out, const llvm::CallBase& call) {
  const auto* wrapped = llvm::dyn_cast<llvm::MetadataAsValue>(call.getArgOperand(1));
  const auto* text = wrapped == nullptr ? nullptr : llvm::dyn_cast<llvm::MDString>(wrapped->getMetadata());
  const auto mode = text == nullptr ? std::nullopt : llvm::convertStrToRoundingMode(text->getString());
  const auto rounding = mode ? rounding_of(*mode) : std::nullopt;
  if (!rounding) return Error{"rounding mode"};
  Details details;
  details.rounding = *rounding;
  details.flags = fast_math_flags_of(call);
  emit(out, call, Op::FPTrunc, out.slots_of(&call), {out.slots_of(call.getArgOperand(0))}, details);
  return std::nullopt;
}

}  // namespace assay::semantics
