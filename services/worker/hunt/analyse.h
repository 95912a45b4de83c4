#pragma once

#include <string>

#include "services/common/records.h"
#include "services/worker/check/check.h"
#include "services/worker/optimize/optimize.h"

/// From a failure to a finding: confirmed on its own, the guilty pass found, reduced, given its signature.
namespace assay::hunt {

struct AnalysisOptions {
  check::Options check;
  optimize::Limits limits;
  std::uint32_t reduce_ms = 30'000;
  bool allow_undef = false;  ///< may the reduced case hold undef
};

/// Completes a miscompile of `finding.original` by `finding.pipeline`: culprit, reduced case and pipeline, what the
/// compiler makes of it, counterexample, signature. What can't be reduced is left as it is and the detail says so. False if
/// the failure does not show again.
bool analyse_miscompile(Finding& finding, optimize::Compiler& compiler, const AnalysisOptions& options);

/// The same for a crash, a hang or invalid output, as `kind` says. False if the failure does not show again.
bool analyse_failure(Finding& finding, optimize::Compiler& compiler, const AnalysisOptions& options);

}  // namespace assay::hunt
