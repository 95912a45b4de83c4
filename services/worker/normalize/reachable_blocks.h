#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <memory>

namespace assay::normalize {

/// A function without the blocks that control does not reach from its entry: passes leave them behind. A copy where
/// there are any; else the function itself, which must outlive this.
class ReachableBlocks {
 public:
  /// `other`: of the same pair.
  ReachableBlocks(const llvm::Function& function, const llvm::Function& other);
  const llvm::Function& function() const { return *function_; }

 private:
  std::unique_ptr<llvm::Module> module_;
  const llvm::Function* function_;
};

}  // namespace assay::normalize
