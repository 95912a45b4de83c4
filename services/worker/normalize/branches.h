#pragma once

#include <llvm/IR/Function.h>

/// Branches that lead to blocks of the same names as the source's branch, the other way round.
namespace assay::normalize {

bool has_turned_branches(const llvm::Function& target, const llvm::Function& source);
/// Inverts their conditions. To branch on undef or poison is undefined either way.
void turn_branches_back(llvm::Function& target, const llvm::Function& source);

}  // namespace assay::normalize
