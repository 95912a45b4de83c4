#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace assay::prove {

/// Is there undef (not poison) somewhere in the constant?
bool has_undef(const llvm::Constant& constant);

/// Is the value never poison, nor undef, where the function is defined: an argument that must be neither, or what
/// compares such?
bool is_always_one_value(const llvm::Value& value);

/// Which values of a function may be undef, which each use picks anew.
class UndefValues {
 public:
  /// `arguments`: arguments may be, if nothing forbids it.
  UndefValues(const llvm::Function& function, bool arguments);
  bool may_be(const llvm::Value& value);

 private:
  bool is_undef(const llvm::Argument& argument) const {
    return arguments_ && !argument.hasAttribute(llvm::Attribute::NoUndef);
  }

  bool arguments_;
  bool arises_ = false;
  llvm::DenseMap<const llvm::Instruction*, bool> known_;
};

}  // namespace assay::prove
