#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>

#include "services/worker/semantics/emit.h"
#include "services/worker/semantics/lower_composed.h"
#include "services/worker/semantics/lower_rows.h"

/// Vector intrinsics that move lanes, or are sums of lanes.
namespace assay::semantics {
Status write_stepvector(Emitter& out, const llvm::CallBase& call) {
  const Slots result = out.slots_of(&call);
  const unsigned bits = out.type_of(result).bits;
  std::vector<Slots> lanes;
  for (std::uint32_t i = 0; i < result.count; ++i) lanes.push_back(out.number(bits, i));
  emit_moves(out, call, result, lanes, identity_mask(result.count));
  return std::nullopt;
}

/// The two vectors end to end; the window starts at the immediate, or ends at it from the end of the first.
Status write_splice(Emitter& out, const llvm::CallBase& call) {
  const Slots result = out.slots_of(&call);
  const auto* amount = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(2));
  if (amount == nullptr) return Error{"vector splice by a variable"};
  const std::uint64_t by = amount->getValue().getLimitedValue(result.count);
  const bool left = call.getIntrinsicID() == llvm::Intrinsic::vector_splice_left;
  const std::uint64_t first = left ? by : result.count - by;
  Mask mask;
  for (std::uint32_t i = 0; i < result.count; ++i) mask.push_back(static_cast<std::int32_t>(first + i));
  emit_moves(out, call, result, {out.slots_of(call.getArgOperand(0)), out.slots_of(call.getArgOperand(1))},
             std::move(mask));
  return std::nullopt;
}

Status write_vector_length(Emitter& out, const llvm::CallBase& call) {
  const bool scalable = immediate_of(call, 2) != 0;
  Details details;
  details.immediate = immediate_of(call, 1) * (scalable ? out.options().vscale : 1);
  emit(out, call, Op::GetVectorLength, out.slots_of(&call), {out.slots_of(call.getArgOperand(0))}, details);
  return std::nullopt;
}

/// LangRef leaves open which lanes are added to which; here lane i of the long vector goes to lane i modulo the length.
Status write_partial_reduction(Emitter& out, const llvm::CallBase& call) {
  const Slots result = out.slots_of(&call), more = out.slots_of(call.getArgOperand(1));
  Slots sum = out.slots_of(call.getArgOperand(0));
  const LaneType type = out.type_of(result);
  if (out.type_of(more) != type || out.type_of(sum) != type) return Error{"types of llvm.vector.partial.reduce.add"};
  for (std::uint32_t first = 0; first + result.count <= more.count; first += result.count) {
    const bool last = first + 2 * result.count > more.count;
    sum = emit(out, call, Op::Add, last ? result : out.new_slots(type, result.count),
               {sum, {more.first + first, result.count}});
  }
  return std::nullopt;
}

}  // namespace assay::semantics
