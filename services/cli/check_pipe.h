#pragma once

#include "services/worker/check/isolated_checker.h"

namespace assay::cli {

/// Answers requests on standard input until it ends, one JSON object a line on both sides; the exit code. A line that
/// is no request is answered with an error verdict.
int answer_requests(const check::Options& options, const check::HardLimits& limits);

}  // namespace assay::cli
