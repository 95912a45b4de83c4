#pragma once

#include <llvm/IR/Attributes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

namespace assay::semantics {

/// What LLVM knows of a function of OpenMP's runtime library by its name and type, where the module says that it is
/// OpenMP code (module flag "openmp"); none of other functions.
llvm::AttributeList openmp_attributes(const llvm::Function& declaration);
/// The same of its !callback; null: none.
const llvm::MDNode* openmp_callbacks(const llvm::Function& declaration);

/// Does OpenMP code in the module use a function of the runtime library? Optimizers know more of them than attributes
/// say: that they give the same whenever they are called, or that code runs in one thread only.
bool uses_openmp_runtime(const llvm::Module& module);

}  // namespace assay::semantics
