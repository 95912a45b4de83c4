#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <set>
#include <vector>

/// What one of two functions that are compared has to know of the other.
namespace assay::ir {

/// Are both in one module, where nothing but itself calls or names `other`? It is what `own` was, or became.
bool stands_for(const llvm::Function& own, const llvm::Function& other);

/// All bodies of the module that say something about what a run of the function does, where it is compared with
/// `other`: those that it may enter, those that name what these name and is local to the module, and so on. What the
/// other one names counts, too: who reads a variable that the function itself has lost sees what it held before. Not
/// the other one itself where it stands for the function.
std::set<const llvm::Function*> bodies_concerning(const llvm::Function& function, const llvm::Function& other);

/// A clone for who compares this function with `other`: bodies that say nothing about either are declarations there.
std::unique_ptr<llvm::Module> clone_for(const llvm::Function& function, const llvm::Function& other);

/// The variables with a name that a pointer, or one in a vector or structure, may lead to without having been in
/// memory.
std::vector<const llvm::GlobalVariable*> variables_in(const llvm::Value& value);

}  // namespace assay::ir
