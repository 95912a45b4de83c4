#pragma once

#include <functional>
#include <string>

#include "services/nightly/plan.h"
#include "services/nightly/report.h"

namespace assay::nightly {

struct NightOptions {
  std::function<void(const std::string&)> tell;  ///< of each step, in one line
};

/// Runs a night of the plan, or goes on with the last one where that was cut short: prepares the branches, asks every
/// open bug in every branch, hunts, asks the baselines about what was met, measures costs, writes the report into the
/// database and sends it. Each step is recorded when it is done. The error says why there is no night: another one
/// runs, or the database can't be used. To be called while this process has one thread only.
Result<NightReport> run_night(const Plan& plan, const NightOptions& options);

}  // namespace assay::nightly
