#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <memory>

/// LangRef, pointer aliasing rules: what `inttoptr` makes is based on all pointers that contribute to its value.
namespace assay::normalize {

/// Does the function, or one that it calls, make a pointer of an integer that is computed from the address of one
/// pointer and constants alone?
bool makes_based_pointers(const llvm::Function& function);

/// The module with each of these as steps from the pointer that it is based on. Their addresses are the same.
std::unique_ptr<llvm::Module> with_based_pointers(const llvm::Module& module);

}  // namespace assay::normalize
