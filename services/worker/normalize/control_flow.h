#pragma once

#include <llvm/ADT/StringSet.h>
#include <llvm/IR/Function.h>

namespace assay::normalize {

/// Takes out of a function what optimizers mostly differ in without need: branches on constants and what they never
/// reach, blocks that do nothing but go on, blocks that only the one before leads to, phis of one value, conditions
/// where control has branched on them. The function does the same as before. Blocks of these names stay.
void straighten(llvm::Function& function, const llvm::StringSet<>& kept);

}  // namespace assay::normalize
