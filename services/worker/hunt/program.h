#pragma once

#include <functional>
#include <optional>

#include "services/worker/hunt/analyse.h"

namespace assay::hunt {

/// What was found out about a program whose execution shows a failure.
struct ProgramSearch {
  std::optional<optimize::Culprit> culprit;  ///< nothing: the case is no program, or its execution shows nothing
  std::optional<Analysis> analysis;          ///< of a function that the culprit made something wrong of; nothing: none
};

/// Narrows a miscompile of a program, which is seen by its execution, to the pass, then to a function that the pass
/// made something wrong of, whatever its caller does: that is a case like any other, which `analyse_case` takes. Where
/// it is shown or known, the finding is that function's.
ProgramSearch narrow_program(
    Finding& finding, optimize::Compiler& compiler, const AnalysisOptions& options,
    const std::function<Analysis(Finding&, optimize::Compiler&, const AnalysisOptions&)>& analyse_case);

}  // namespace assay::hunt
