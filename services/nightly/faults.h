#pragma once

#include <string>
#include <vector>

#include "services/nightly/plan.h"

/// What a plan says against this machine.
namespace assay::nightly {

/// Folders that the plan names and that are not there, a sentence each.
std::vector<std::string> missing_folders(const Plan& plan);

/// All faults, one each: folders, known roots, opts and checkouts that are not there, pipelines that opts do not know.
std::vector<std::string> faults_of(const Plan& plan);

}  // namespace assay::nightly
