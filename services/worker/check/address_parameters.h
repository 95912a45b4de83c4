#pragma once

#include <llvm/IR/Function.h>

#include <vector>

namespace assay::check {

/// Two functions of which some pointers are only looked at as numbers, with these parameters as the numbers that their
/// addresses are. What is proved of any numbers is proved of any pointers, and the solver need not ask which of them
/// lie in one object. Where there are none, the functions are as they were given.
class AddressParameters {
 public:
  AddressParameters(const llvm::Function& before, const llvm::Function& after);
  ~AddressParameters();
  AddressParameters(const AddressParameters&) = delete;
  AddressParameters& operator=(const AddressParameters&) = delete;

  const llvm::Function& before() const { return *before_; }
  const llvm::Function& after() const { return *after_; }

 private:
  const llvm::Function *before_, *after_;
  std::vector<llvm::Function*> own_;
};

}  // namespace assay::check
