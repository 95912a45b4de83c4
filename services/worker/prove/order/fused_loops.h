#pragma once

#include <llvm/IR/Function.h>

#include "services/worker/prove/proves_segment.h"

namespace assay::prove {

/// Makes one loop of each two of which one follows the other, where that changes nothing: no access of a round of the
/// second overlaps one of a later round of the first, but for two loads. Then each two such rounds compute and store
/// the same in either order, and both loops come to their end. False: the function is as it was. Else whoever goes on
/// with it verifies it.
bool fuse_loops(llvm::Function& function, const ProvesSegment& proves);

}  // namespace assay::prove
