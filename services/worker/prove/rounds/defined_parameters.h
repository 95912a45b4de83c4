#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Function.h>

namespace assay::prove {

/// Marks parameters of both functions `noundef` of which the first one says so: whatever else it is given, it is
/// undefined where they are undef or poison, because it branches on them, or accesses memory by them, before it does
/// anything else. Nothing changes about other values of them, so the second refines the first as before; but a solver
/// that may take every use of a parameter for another value takes long to find that out.
void mark_defined_parameters(llvm::Function& before, llvm::Function& after);

/// Arguments that a branch on the condition is undefined for where they are undef or poison, whatever else it is
/// computed of.
llvm::SmallSetVector<llvm::Argument*, 8> deciding_arguments(llvm::Value* condition);

}  // namespace assay::prove
