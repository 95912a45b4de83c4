#pragma once

#include <optional>

#include "services/application/missed.h"
#include "services/coordinator/store/nights.h"
#include "services/nightly/plan.h"

namespace assay::nightly {

/// What a branch misses on mutants as the plan's hunts make them: in a process of its own. `baseline` may be null.
store::NightMissed look_for_missed(const Plan& plan, std::uint64_t seed, const store::NightBranch& branch,
                                   const store::NightBranch* baseline);

/// What a row holds; nothing where there is none.
std::optional<application::Missed> missed_of(const store::NightMissed& row);

}  // namespace assay::nightly
