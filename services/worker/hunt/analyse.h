#pragma once

#include <functional>

#include "services/common/finding.h"
#include "services/worker/check/cache.h"
#include "services/worker/check/refuting_inputs.h"
#include "services/worker/optimize/optimize.h"

/// From a failure to a finding: confirmed on its own, the guilty pass found, reduced, given its signature.
namespace assay::hunt {

struct AnalysisOptions {
  check::Cache* cache = nullptr;              ///< of verdicts; null: none
  check::RefutingInputs* refuting = nullptr;  ///< inputs that may refute the case; null: none are known
  const Verdict* refutation = nullptr;        ///< of a miscompile, where it was found; null: it is looked for
  std::uint32_t reduce_ms = 30'000;
  /// Asked once the culprit is known, before the case is reduced: true if nobody needs another one like it.
  /// Null: nobody asks.
  std::function<bool(const Finding&)> is_known;
};

enum class Analysis {
  Shown,
  NotShown,  ///< the failure does not show again
  Known,     ///< `is_known` said so: the finding is not complete
};

/// Completes a finding that has its kind, question, case, pipeline and reason: culprit, reduced case and pipeline, the
/// options of passes and the target that it needs, what
/// the compiler makes of it, counterexample, the relaxed reading that explains it, signature, title. Every step asks
/// the finding's question; only the seed of the samples may become another one. What can't be reduced is left as it is
/// and the detail says so.
Analysis analyse(Finding& finding, optimize::Compiler& compiler, const AnalysisOptions& options);

}  // namespace assay::hunt
