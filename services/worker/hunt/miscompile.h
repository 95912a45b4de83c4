#pragma once

#include "services/worker/hunt/analyse.h"

namespace assay::hunt {

/// What analyse() does with a miscompile, all but its signature and title.
Analysis analyse_miscompile(Finding& finding, optimize::Compiler& compiler, const AnalysisOptions& options);

}  // namespace assay::hunt
