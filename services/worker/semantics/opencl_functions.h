#pragma once

#include <llvm/IR/Function.h>

namespace assay::semantics {

/// Is the function one of OpenCL's library that computes, by its mangled name, on a target whose optimizer knows them
/// (amdgcn)? No machine does.
bool is_opencl_function(const llvm::Function& function);

}  // namespace assay::semantics
