#pragma once

#include <llvm/IR/Function.h>

#include "services/worker/prove/proves_segment.h"
#include "services/worker/prove/rounds/pairing.h"

namespace assay::prove {

/// Parts loops in which several rounds of a loop around them were jammed together: `pairs` says how many these are, of
/// the loops that the target's blocks head. They are made one after another again, where that changes nothing: no two
/// accesses that change places overlap, but for two loads. False: the function is as it was. Else whoever goes on with
/// it verifies it.
bool part_jammed_loops(llvm::Function& function, const Pairing& pairs, const ProvesSegment& proves);

}  // namespace assay::prove
