#pragma once

#include <optional>
#include <string>

#include "services/coordinator/store/nights.h"
#include "services/nightly/plan.h"
#include "services/worker/compare/compare.h"

namespace assay::nightly {

/// What a branch costs beside its baseline, on the inputs of the plan: in a process of its own.
/// Inputs are named relative to their folder.
store::NightCosts measure_costs(const Plan& plan, const store::NightBranch& branch, const store::NightBranch& baseline);

/// The comparison that a row holds; nothing where there is none.
std::optional<compare::Comparison> comparison_of(const store::NightCosts& row);

}  // namespace assay::nightly
