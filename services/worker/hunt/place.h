#pragma once

#include <string>
#include <vector>

#include "services/common/finding.h"
#include "services/common/status.h"

namespace assay::hunt {

/// Where in a compiler a miscompile is made: the functions of LLVM with blocks that cases which fail run through and
/// cases which do not fail run around; the likeliest first, at most three. The cases are the reduced one and its
/// nearest neighbours, each with one thing taken away. The compiler is the finding's if it is installed, else the
/// linked LLVM. The error says why nothing can be told: it does not show there, no neighbour is compiled correctly, the
/// compiler's functions have no names here. Plants breakpoints in this process: to be called in one that does nothing
/// else.
Result<std::vector<std::string>> find_place(const Finding& finding);

}  // namespace assay::hunt
