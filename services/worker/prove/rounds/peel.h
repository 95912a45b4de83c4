#pragma once

#include <llvm/IR/Function.h>

namespace assay::prove {

/// Makes the first round of the loop of that head by itself: control that comes to the loop goes through a copy of its
/// blocks first, and from there back to the loop or to where the loop ends. The function does what it did. False: no
/// loop has this head.
bool peel_first_round(llvm::Function& function, llvm::BasicBlock& head);

}  // namespace assay::prove
