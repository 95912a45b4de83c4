#pragma once

#include "services/common/records.h"
#include "services/worker/evidence/claim.h"

namespace assay::evidence {

/// The verdict on a pair of which this is claimed: the only place that makes one. `only_confirmed`: what the solver
/// alone has seen refutes nothing; the counterexample is told all the same.
Verdict settle(const Claim& claim, bool only_confirmed = false);

}  // namespace assay::evidence
