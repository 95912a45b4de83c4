#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include "services/worker/semantics/emit.h"
#include "services/worker/semantics/lower_instruction.h"

/// Instructions that move lanes: of vectors, and of structures and arrays.
namespace assay::semantics {

Status lower_shuffle(Emitter& out, const llvm::ShuffleVectorInst& shuffle) {
  const Slots first = out.slots_of(shuffle.getOperand(0));
  const Slots second = out.slots_of(shuffle.getOperand(1));
  const Slots result = out.slots_of(&shuffle);
  Mask mask;
  if (llvm::isa<llvm::ScalableVectorType>(shuffle.getType())) {
    // Only splats of element 0 and poison masks exist for scalable vectors.
    mask.assign(result.count, shuffle.getShuffleMask()[0]);
  } else {
    for (int lane : shuffle.getShuffleMask()) mask.push_back(lane);
  }
  append_permute(out, out.start(shuffle, Op::ShuffleVector), {first, second}, std::move(mask));
  return std::nullopt;
}

Status lower_extract_element(Emitter& out, const llvm::ExtractElementInst& extract) {
  const Slots vector = out.slots_of(extract.getVectorOperand());
  if (const auto* index = llvm::dyn_cast<llvm::ConstantInt>(extract.getIndexOperand())) {
    const bool inside = index->getValue().ult(vector.count);
    const std::int32_t lane = inside ? static_cast<std::int32_t>(index->getZExtValue()) : -1;
    append_permute(out, out.start(extract, Op::ExtractElement), {vector}, {lane});
    return std::nullopt;
  }
  out.append(out.start(extract, Op::ExtractElementAt), {vector, out.slots_of(extract.getIndexOperand())});
  return std::nullopt;
}

Status lower_insert_element(Emitter& out, const llvm::InsertElementInst& insert) {
  const Slots vector = out.slots_of(insert.getOperand(0));
  const Slots element = out.slots_of(insert.getOperand(1));
  if (const auto* index = llvm::dyn_cast<llvm::ConstantInt>(insert.getOperand(2))) {
    Mask mask(vector.count, -1);
    if (index->getValue().ult(vector.count)) {
      mask = identity_mask(vector.count);
      mask[index->getZExtValue()] = static_cast<std::int32_t>(vector.count);
    }
    append_permute(out, out.start(insert, Op::InsertElement), {vector, element}, std::move(mask));
    return std::nullopt;
  }
  out.append(out.start(insert, Op::InsertElementAt), {vector, element, out.slots_of(insert.getOperand(2))});
  return std::nullopt;
}

namespace {

/// The first lane of the member that the indices name.
Result<std::uint32_t> first_lane(Emitter& out, llvm::Type* type, llvm::ArrayRef<unsigned> indices) {
  std::uint32_t lane = 0;
  for (unsigned index : indices) {
    for (unsigned before = 0; before < index; ++before) {
      llvm::Type* member = type->isStructTy() ? type->getStructElementType(before) : type->getArrayElementType();
      auto lanes = lanes_of(out.module(), member, out.options());
      if (!lanes) return Error{lanes.error()};
      lane += static_cast<std::uint32_t>(lanes->size()) * (type->isStructTy() ? 1 : index);
      if (!type->isStructTy()) break;
    }
    type = type->isStructTy() ? type->getStructElementType(index) : type->getArrayElementType();
  }
  return lane;
}

}  // namespace

Status lower_extract_value(Emitter& out, const llvm::ExtractValueInst& extract) {
  auto first = first_lane(out, extract.getAggregateOperand()->getType(), extract.getIndices());
  if (!first) return Error{first.error()};
  Mask mask = identity_mask(out.slots_of(&extract).count);
  for (std::int32_t& lane : mask) lane += static_cast<std::int32_t>(*first);
  append_permute(out, out.start(extract, Op::ExtractValue), {out.slots_of(extract.getAggregateOperand())},
                 std::move(mask));
  return std::nullopt;
}

Status lower_insert_value(Emitter& out, const llvm::InsertValueInst& insert) {
  auto first = first_lane(out, insert.getAggregateOperand()->getType(), insert.getIndices());
  if (!first) return Error{first.error()};
  const Slots aggregate = out.slots_of(insert.getAggregateOperand());
  const Slots member = out.slots_of(insert.getInsertedValueOperand());
  Mask mask = identity_mask(aggregate.count);
  for (std::uint32_t lane = 0; lane < member.count; ++lane)
    mask[*first + lane] = static_cast<std::int32_t>(aggregate.count + lane);
  append_permute(out, out.start(insert, Op::InsertValue), {aggregate, member}, std::move(mask));
  return std::nullopt;
}

}  // namespace assay::semantics
