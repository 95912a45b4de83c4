#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/ValueHandle.h>

/// Names for what has none: clang drops the names of values, and then nothing but their place says which block after a
/// pass is which block before it. A proof guesses by names where loops run in step.
namespace assay::opt_plugin {

/// Gives copies of one function names that stay with the blocks and values of the original, pass after pass: %v12_ for
/// what was %12 first. The last sign keeps it from being taken for a copy of %v1_.
class Names {
 public:
  void give(const llvm::Function& original, llvm::Function& copy);

 private:
  struct Known {
    llvm::WeakVH alive;  ///< null once the value is gone: another one may have its address
    unsigned number = 0;
  };
  void give(const llvm::Value& original, llvm::Value& copy);

  llvm::DenseMap<const llvm::Value*, Known> known_;
  unsigned next_ = 0;
};

}  // namespace assay::opt_plugin
