#pragma once

#include <llvm/IR/Function.h>

#include <vector>

namespace assay::ir {

/// The constants that metadata attached to a function and its instructions names directly.
std::vector<const llvm::Constant*> constants_in_metadata(const llvm::Function& function);

}  // namespace assay::ir
