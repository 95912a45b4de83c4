#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>

#include "fuzzers/generate/intrinsic_forms.h"

/// A function that calls one intrinsic with its own arguments, for any intrinsic of the linked LLVM.
namespace assay::semantics {

class IntrinsicCall {
 public:
  explicit IntrinsicCall(llvm::Intrinsic::ID id) : module_(generate::example_call(context_, id)) {}
  /// Null if no types were found.
  llvm::Function* function() const { return module_ == nullptr ? nullptr : module_->getFunction("f"); }

 private:
  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
};

}  // namespace assay::semantics
