#pragma once

#include <atomic>

#include "services/application/clerk.h"
#include "services/coordinator/store/store.h"
#include "services/worker/triage/standing.h"

namespace assay::application {

/// Makes the facts of bugs whose representing case has none yet, until `stop`, until there is no such bug, or until so
/// many are made. Gives their number. A case of which nothing can be known is recorded with the reason.
Result<std::uint64_t> complete_bug_facts(store::Store& store, Clerk& clerk, const std::atomic<bool>& stop,
                                         std::uint64_t most = ~std::uint64_t{0});

/// Says of the bugs that are new, or changed, or placed by other rules, where lists have them, until `stop`. Gives
/// their number.
Result<std::uint64_t> place_bugs(store::Store& store, const triage::Roots& roots, const std::atomic<bool>& stop);

}  // namespace assay::application
