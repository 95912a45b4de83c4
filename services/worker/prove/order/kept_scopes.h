#pragma once

#include <llvm/IR/Function.h>

#include "services/worker/prove/proves_segment.h"

namespace assay::prove {

/// Do no two accesses overlap, one of them a write, of which `!alias.scope` and `!noalias` say that they don't? Asked
/// of `proves` for accesses outside of loops, or of simple loops that lie in no other. False says nothing.
bool keeps_scopes(const llvm::Function& function, const ProvesSegment& proves);

}  // namespace assay::prove
