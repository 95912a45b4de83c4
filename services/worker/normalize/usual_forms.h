#pragma once

#include <llvm/IR/Function.h>

namespace assay::normalize {

/// Writes in one form what is often written in several, so that less differs: addresses as steps of one index over
/// arrays of bytes, and branches on one of a comparison and its inverse. The function does the same as before.
void use_usual_forms(llvm::Function& function);

}  // namespace assay::normalize
