#include "services/worker/ir/metadata_pairs.h"

namespace assay::ir {

bool MetadataPairs::pair_below(const llvm::Metadata* a, const llvm::Metadata* b,
                               llvm::SmallVectorImpl<const llvm::MDTuple*>& added) {
  const auto *node = llvm::dyn_cast_or_null<llvm::MDTuple>(a), *other = llvm::dyn_cast_or_null<llvm::MDTuple>(b);
  if (node == nullptr || other == nullptr) return a == b;
  const auto to = to_.find(node), back = back_.find(other);
  if (to != to_.end() || back != back_.end()) return to != to_.end() && to->second == other;
  if (node->isDistinct() != other->isDistinct() || node->getNumOperands() != other->getNumOperands()) return false;
  to_[node] = other;
  back_[other] = node;
  added.push_back(node);
  for (unsigned i = 0; i < node->getNumOperands(); ++i)
    if (!pair_below(node->getOperand(i), other->getOperand(i), added)) return false;
  return true;
}

bool MetadataPairs::pair(const llvm::Metadata* a, const llvm::Metadata* b) {
  llvm::SmallVector<const llvm::MDTuple*, 8> added;
  if (pair_below(a, b, added)) return true;
  for (const llvm::MDTuple* node : added) {
    back_.erase(to_.lookup(node));
    to_.erase(node);
  }
  return false;
}

}  // namespace assay::ir
