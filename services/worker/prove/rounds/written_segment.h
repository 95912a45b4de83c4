#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Verifier.h>

namespace assay::prove {

/// A segment that is written as a function of its own, for as long as somebody asks about it.
class WrittenSegment {
 public:
  /// Null: it could not be written.
  explicit WrittenSegment(llvm::Function* function)
      : function_(function), is_valid_(function != nullptr && !llvm::verifyFunction(*function)) {}
  ~WrittenSegment() {
    if (function_ != nullptr) function_->eraseFromParent();
  }
  WrittenSegment(const WrittenSegment&) = delete;
  WrittenSegment& operator=(const WrittenSegment&) = delete;

  bool is_valid() const { return is_valid_; }
  llvm::Function& function() const { return *function_; }

 private:
  llvm::Function* function_;
  bool is_valid_;
};

}  // namespace assay::prove
