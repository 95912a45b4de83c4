#pragma once

#include "services/worker/check/isolated_checker.h"

namespace assay::cli {

/// Answers each CheckAsked on standard input with a CheckAnswered on standard output (frames of services/channel),
/// until it ends; the exit code. What is no question ends it: it is answered with an error verdict.
int answer_requests(const check::Options& options, const check::HardLimits& limits);

}  // namespace assay::cli
