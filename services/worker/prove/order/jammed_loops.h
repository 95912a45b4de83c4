#pragma once

#include <llvm/IR/Function.h>

#include "services/worker/prove/proves_segment.h"
#include "services/worker/prove/rounds/pairing.h"

namespace assay::prove {

/// Does an inner loop of the target seem to make several rounds of the loop around it together?
bool has_jammed_loops(const Pairing& pairs);

/// Parts the loops of which that is so. The rounds are made one after another again, where that changes nothing: no two
/// accesses that change places overlap, but for two loads. False: the function is as it was. Else whoever goes on with
/// it verifies it.
bool part_jammed_loops(llvm::Function& function, const Pairing& pairs, const ProvesSegment& proves);

}  // namespace assay::prove
