#pragma once

#include <llvm/IR/Attributes.h>
#include <llvm/IR/Function.h>

namespace assay::semantics {

/// What LLVM knows of a function of OpenMP's runtime library by its name and type, where the module says that it is
/// OpenMP code (module flag "openmp"); none of other functions.
llvm::AttributeList openmp_attributes(const llvm::Function& declaration);

}  // namespace assay::semantics
