#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>

namespace assay::normalize {

/// Takes instructions away that nothing needs: neither one that `is_kept` nor what such a one is computed of.
void drop_unneeded(llvm::Function& function, bool (*is_kept)(const llvm::Instruction& instruction));

}  // namespace assay::normalize
