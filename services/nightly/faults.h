#pragma once

#include "services/nightly/plan.h"

/// What a plan says against this machine.
namespace assay::nightly {

/// Folders that the plan names and that are not there.
void find_missing_folders(const Plan& plan, documents::Mistakes& mistakes);

/// All faults: folders, known roots, opts and checkouts that are not there, pipelines that opts do not know. The plan
/// may be one that is read in part: what it lacks is not looked at.
void find_faults(const Plan& plan, documents::Mistakes& mistakes);

}  // namespace assay::nightly
