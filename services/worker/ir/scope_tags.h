#pragma once

#include <llvm/IR/Metadata.h>

namespace assay::ir {

/// Do `!alias.scope` and `!noalias` say that accesses with these do not overlap? By LLVM's own analysis. A scope may be
/// one round of a loop or one call: who asks has to know that both accesses are of one.
bool apart_by_scopes(const llvm::AAMDNodes& a, const llvm::AAMDNodes& b);

}  // namespace assay::ir
