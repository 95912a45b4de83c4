#pragma once

#include <llvm/IR/Function.h>

namespace assay::normalize {

/// Phis that all ways bring one value to are that value, as the normalizer replace_phis_of_one_value says. True if
/// there was one.
bool replace_one_valued(llvm::Function& function);

}  // namespace assay::normalize
