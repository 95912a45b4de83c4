#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <iterator>

namespace assay::check {

/// The function in a copy of its module.
inline llvm::Function* same_in(llvm::Module& copy, const llvm::Function& function) {
  return &*std::next(copy.begin(), std::distance(function.getParent()->begin(), function.getIterator()));
}

}  // namespace assay::check
