#pragma once

#include <llvm/IR/Function.h>

namespace assay::normalize {

/// Does the target read something in a later block only, where alone it is needed?
bool has_later_loads(const llvm::Function& source, const llvm::Function& target);

/// The source reads it there, too. Nothing writes memory in between, so that it reads the same; where control does not
/// come there, or what is read is gone, it loses undefined behaviour and gains none: who proves that the target refines
/// what comes out has proved it of what was given. It is for a source only.
void read_as_late_as(llvm::Function& source, const llvm::Function& target);

}  // namespace assay::normalize
