#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>

#include "services/worker/semantics/lowering.h"

/// Vector intrinsics that move lanes, or are sums of lanes.
namespace assay::semantics {
std::uint64_t immediate_of(const llvm::CallBase& call, unsigned argument) {
  return llvm::cast<llvm::ConstantInt>(call.getArgOperand(argument))->getZExtValue();
}

Status Lowering::write_stepvector(const llvm::CallBase& call) {
  const Slots result = slots_of(&call);
  const unsigned bits = type_of(result).bits;
  std::vector<Slots> lanes;
  for (std::uint32_t i = 0; i < result.count; ++i) lanes.push_back(number(bits, i));
  emit_moves(call, result, lanes, identity_mask(result.count));
  return std::nullopt;
}

/// The two vectors end to end; the window starts at the immediate, or ends at it from the end of the first.
Status Lowering::write_splice(const llvm::CallBase& call) {
  const Slots result = slots_of(&call);
  const auto* amount = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(2));
  if (amount == nullptr) return Error{"vector splice by a variable"};
  const std::uint64_t by = amount->getValue().getLimitedValue(result.count);
  const bool left = call.getIntrinsicID() == llvm::Intrinsic::vector_splice_left;
  const std::uint64_t first = left ? by : result.count - by;
  std::vector<std::int32_t> mask;
  for (std::uint32_t i = 0; i < result.count; ++i) mask.push_back(static_cast<std::int32_t>(first + i));
  emit_moves(call, result, {slots_of(call.getArgOperand(0)), slots_of(call.getArgOperand(1))}, std::move(mask));
  return std::nullopt;
}

Status Lowering::write_vector_length(const llvm::CallBase& call) {
  const bool scalable = immediate_of(call, 2) != 0;
  Details details;
  details.immediate = immediate_of(call, 1) * (scalable ? options_.vscale : 1);
  emit(call, Op::GetVectorLength, slots_of(&call), {slots_of(call.getArgOperand(0))}, details);
  return std::nullopt;
}

/// LangRef leaves open which lanes are added to which; here lane i of the long vector goes to lane i modulo the length.
Status Lowering::write_partial_reduction(const llvm::CallBase& call) {
  const Slots result = slots_of(&call), more = slots_of(call.getArgOperand(1));
  Slots sum = slots_of(call.getArgOperand(0));
  const LaneType type(type_of(result));
  if (type_of(more) != type || type_of(sum) != type) return Error{"types of llvm.vector.partial.reduce.add"};
  for (std::uint32_t first = 0; first + result.count <= more.count; first += result.count) {
    const bool last = first + 2 * result.count > more.count;
    sum = emit(call, Op::Add, last ? result : new_slots(type, result.count), {sum, {more.first + first, result.count}});
  }
  return std::nullopt;
}

/// Matrices are stored column after column.
}  // namespace assay::semantics
