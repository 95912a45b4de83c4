#pragma once

#include <string>

#include "services/coordinator/store/nights.h"
#include "services/nightly/plan.h"

namespace assay::nightly {

/// Updates and builds a branch, or looks for its opt. What was built is copied to the plan's folder, so that the next
/// build, or a failed one, leaves it alone; where the build fails, the last good copy is what is hunted.
store::NightBranch prepare(const Plan& plan, const Branch& branch, const std::string& night_id);

/// Runs the branch's configure and build commands on what is checked out in `checkout`. The error is the command that
/// failed and the end of what it wrote.
Status build(const Plan& plan, const Branch& branch, const std::string& checkout);

/// The commit that is checked out; empty: it is no git repository.
std::string revision_of(const std::string& checkout);

/// The text as one word of a shell.
std::string quoted(const std::string& text);

}  // namespace assay::nightly
