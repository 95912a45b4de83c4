#pragma once

#include <llvm/IR/Argument.h>

namespace assay::semantics {

/// Does the function's text show that it keeps `initializes` of the argument: through pointers based on it no byte of
/// the ranges is read before it is written, by a plain store, and all are written where the function returns? Then the
/// attribute says nothing: the function does the same without it.
bool keeps_initializes(const llvm::Argument& argument);

}  // namespace assay::semantics
