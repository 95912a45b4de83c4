#pragma once

#include <functional>

#include "services/worker/evidence/claim.h"
#include "services/worker/semantics/synchronization.h"

namespace assay::check {

/// What a proof for one thread is worth where there are others (MEM-23): itself, within that limit; nothing, where the
/// target need not synchronize as the source does; a refutation, where it certainly does not and the source
/// `returns_defined` for some input, which is only asked then.
evidence::Claim with_other_threads(evidence::Claim proof, const semantics::SynchronizationChange& change,
                                   const std::function<bool()>& returns_defined);

}  // namespace assay::check
