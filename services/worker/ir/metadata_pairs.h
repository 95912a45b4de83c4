#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Metadata.h>

namespace assay::ir {

/// Which metadata of two modules of one context stands for each other: nodes are the same if all that they say is, and
/// distinct ones (loops, access groups, alias scopes) stand for one other each.
class MetadataPairs {
 public:
  /// Pairs them if they can stand for each other; else what was paired stays as it was.
  bool pair(const llvm::Metadata* a, const llvm::Metadata* b);

 private:
  bool pair_below(const llvm::Metadata* a, const llvm::Metadata* b, llvm::SmallVectorImpl<const llvm::MDTuple*>& added);

  llvm::DenseMap<const llvm::MDTuple*, const llvm::MDTuple*> to_, back_;
};

}  // namespace assay::ir
