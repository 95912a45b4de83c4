#pragma once

#include <llvm/IR/Metadata.h>

namespace assay::ir {

/// Does `!tbaa` say that accesses with these tags do not overlap? By LLVM's own analysis of the tags; never where one
/// has no tag.
bool apart_by_types(const llvm::AAMDNodes& a, const llvm::AAMDNodes& b);
/// Do `!alias.scope` and `!noalias` say that accesses with these do not overlap? By LLVM's own analysis. A scope may be
/// one round of a loop or one call: who asks has to know that both accesses are of one.
bool apart_by_scopes(const llvm::AAMDNodes& a, const llvm::AAMDNodes& b);
/// Does `!tbaa` say that the memory never changes?
bool says_constant(const llvm::AAMDNodes& nodes);

}  // namespace assay::ir
