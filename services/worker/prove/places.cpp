#include "services/worker/prove/places.h"

#include <llvm/IR/IntrinsicInst.h>

namespace assay::prove {

using llvm::Instruction;
using llvm::Use;

llvm::SmallVector<const Use*, 2> places_of(const Instruction& instruction) {
  if (llvm::isa<llvm::LoadInst>(instruction)) return {&instruction.getOperandUse(0)};
  if (llvm::isa<llvm::StoreInst>(instruction)) return {&instruction.getOperandUse(1)};
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (call == nullptr) return {};
  if (const auto* fills = llvm::dyn_cast<llvm::MemIntrinsic>(call); fills != nullptr && fills->isVolatile()) return {};
  switch (call->getIntrinsicID()) {
    case llvm::Intrinsic::masked_load:
    case llvm::Intrinsic::memset:
      return {&call->getArgOperandUse(0)};
    case llvm::Intrinsic::masked_store:
      return {&call->getArgOperandUse(1)};
    case llvm::Intrinsic::memcpy:
    case llvm::Intrinsic::memmove:
      return {&call->getArgOperandUse(0), &call->getArgOperandUse(1)};
    default:
      return {};
  }
}

bool is_written(const Use& place) {
  const auto& instruction = *llvm::cast<Instruction>(place.getUser());
  if (llvm::isa<llvm::MemTransferInst>(instruction)) return place.getOperandNo() == 0;
  return instruction.mayWriteToMemory();
}

bool only_accesses(const Instruction& instruction) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return load->isUnordered();
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return store->isUnordered();
  return llvm::isa<llvm::MemIntrinsic>(instruction) && !places_of(instruction).empty();
}

}  // namespace assay::prove
