#pragma once

#include <functional>

#include "services/common/records.h"
#include "services/worker/semantics/synchronization.h"

namespace assay::check {

/// Adds to what a correct verdict is limited to, once.
void limit(Verdict& verdict, const std::string& bound);

/// What a proof for one thread is worth where there are others (MEM-23): itself, with that bound; unknown, where the
/// target need not synchronize as the source does; incorrect, where it certainly does not and the source
/// `returns_defined` for some input, which is only asked then.
Verdict with_other_threads(Verdict proof, const semantics::SynchronizationChange& change,
                           const std::function<bool()>& returns_defined);

}  // namespace assay::check
