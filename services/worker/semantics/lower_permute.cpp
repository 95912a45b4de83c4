#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>

#include "services/worker/semantics/emit.h"
#include "services/worker/semantics/lower_call.h"
#include "services/worker/semantics/lower_promises.h"

namespace assay::semantics {
namespace {

std::optional<std::int64_t> constant_argument(const llvm::CallBase& call, unsigned index) {
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(index));
  if (constant == nullptr) return std::nullopt;
  return constant->getSExtValue();
}

/// How many ways an interleaving intrinsic has: interleave2, deinterleave8, …; 0 for another intrinsic.
unsigned ways_of(llvm::StringRef name, llvm::StringRef prefix) {
  unsigned ways = 0;
  if (!name.consume_front(prefix)) return 0;
  return name.getAsInteger(10, ways) ? 0 : ways;
}

/// The lanes that a vector intrinsic moves, as a mask over all operands' lanes; nothing if it is none of those.
std::optional<Mask> mask_of(const llvm::CallBase& call, const std::vector<Slots>& operands, std::uint32_t lanes,
                            unsigned vscale) {
  // The index of a scalable part counts in the scaled length.
  const auto scaled = [&](std::int64_t index, const llvm::Type* part) {
    return llvm::isa<llvm::ScalableVectorType>(part) ? index * static_cast<std::int64_t>(vscale) : index;
  };
  const auto lane_count = static_cast<std::int32_t>(lanes);
  Mask mask;
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::vector_reverse:
      for (std::int32_t i = 0; i < lane_count; ++i) mask.push_back(lane_count - 1 - i);
      return mask;
    case llvm::Intrinsic::vector_insert: {
      const auto given = constant_argument(call, 2);
      const auto length = static_cast<std::int64_t>(operands[1].count);
      if (!given) return std::nullopt;
      const std::int64_t index = scaled(*given, call.getArgOperand(1)->getType());
      if (index + length > lane_count) return Mask(lanes, -1);
      for (std::int32_t i = 0; i < lane_count; ++i)
        mask.push_back(i >= index && i < index + length ? lane_count + static_cast<std::int32_t>(i - index) : i);
      return mask;
    }
    case llvm::Intrinsic::vector_extract: {
      const auto given = constant_argument(call, 1);
      if (!given) return std::nullopt;
      const std::int64_t index = scaled(*given, call.getType());
      if (index + lane_count > static_cast<std::int64_t>(operands[0].count)) return Mask(lanes, -1);
      for (std::int32_t i = 0; i < lane_count; ++i) mask.push_back(static_cast<std::int32_t>(index) + i);
      return mask;
    }
    default:
      break;
  }
  const llvm::StringRef name = llvm::Intrinsic::getBaseName(call.getIntrinsicID());
  if (const unsigned ways = ways_of(name, "llvm.vector.interleave")) {
    const auto each = static_cast<std::int32_t>(operands[0].count);
    for (std::int32_t i = 0; i < lane_count; ++i)
      mask.push_back(i % static_cast<std::int32_t>(ways) * each + i / static_cast<std::int32_t>(ways));
    return mask;
  }
  if (const unsigned ways = ways_of(name, "llvm.vector.deinterleave")) {
    const std::int32_t each = lane_count / static_cast<std::int32_t>(ways);
    for (std::int32_t i = 0; i < lane_count; ++i) mask.push_back(i % each * static_cast<std::int32_t>(ways) + i / each);
    return mask;
  }
  return std::nullopt;
}

}  // namespace

bool lower_if_permuting(Emitter& out, const llvm::CallBase& call) {
  const auto operands = [&] {
    std::vector<Slots> all;
    for (const llvm::Use& argument : call.args())
      if (argument->getType()->isVectorTy() || argument->getType()->isStructTy())
        all.push_back(out.slots_of(argument.get()));
    return all;
  };
  auto mask = mask_of(call, operands(), out.slots_of(&call).count, out.options().vscale);
  if (!mask) return false;
  PromisesAround promises(out, call);
  const std::vector<Slots> checked = operands();
  std::uint32_t available = 0;
  for (const Slots& operand : checked) available += operand.count;
  for (std::int32_t& lane : *mask)
    if (lane < 0 || static_cast<std::uint32_t>(lane) >= available) lane = -1;  // beyond the vector: poison
  append_permute(out, out.start(call, Op::Copy), checked, std::move(*mask));
  promises.finish();
  return true;
}

}  // namespace assay::semantics
