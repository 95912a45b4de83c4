#pragma once

#include <llvm/IR/Function.h>

#include <string>

#include "services/common/rng.h"

namespace assay::bench {

/// Changes one thing of what compilers get wrong in loops: a comparison, a constant by one, a lane, a check that is
/// dropped, an operation, what a phi starts with, an operand, a flag. Says what; empty: nothing was found to change.
/// The function may be as right as it was.
std::string make_mistake(llvm::Function& function, Rng& rng);

}  // namespace assay::bench
