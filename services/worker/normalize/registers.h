#pragma once

#include <llvm/IR/Function.h>

namespace assay::normalize {

/// Keeps in registers what is in stack objects of the entry block that only loads and stores of the whole reach. The
/// function does the same as before.
void use_registers(llvm::Function& function);

}  // namespace assay::normalize
