#pragma once

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>

namespace assay::check {

/// What ScalarEvolution knows of a function's numbers.
class Numbers {
 public:
  explicit Numbers(llvm::Function& function);

  const llvm::DominatorTree& tree() const { return tree_; }
  llvm::ConstantRange range(llvm::Value& number) { return evolution_.getUnsignedRange(evolution_.getSCEV(&number)); }
  llvm::ConstantRange signed_range(llvm::Value& number) {
    return evolution_.getSignedRange(evolution_.getSCEV(&number));
  }
  unsigned low_zeros(llvm::Value& number) { return evolution_.getMinTrailingZeros(evolution_.getSCEV(&number)); }
  /// By how much the first is always more than the second, of one type; null if that is not known.
  llvm::Constant* difference(llvm::Value& first, llvm::Value& second);

 private:
  llvm::DominatorTree tree_;
  llvm::TargetLibraryInfoImpl library_;
  llvm::TargetLibraryInfo known_;
  llvm::AssumptionCache assumptions_;
  llvm::LoopInfo loops_;
  llvm::ScalarEvolution evolution_;
};

}  // namespace assay::check
