#pragma once

#include <string>
#include <vector>

#include "services/common/finding.h"
#include "services/common/status.h"

namespace assay::hunt {

/// Where in the linked optimizer a miscompile is made: the functions of LLVM whose blocks the reduced case reaches and that the
/// fewest of its nearest neighbours reach which are compiled correctly; the likeliest first, at most three. A neighbour is the case with
/// one thing taken away. The error says why nothing can be told: the linked LLVM does not show it, no neighbour is compiled
/// correctly, the program has no symbols. Plants breakpoints in this process: to be called in one that does nothing else.
Result<std::vector<std::string>> find_place(const Finding& finding);

}  // namespace assay::hunt
