#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "services/worker/refine/smt/solver.h"

namespace assay::refine::smt {

/// What one question may cost a back end.
struct Budget {
  WorkClock::time_point deadline;
  std::uint64_t megabytes = 0;  ///< 0: any
  std::uint64_t rlimit = 0;     ///< see Limits
};

/// What a back end says of a conjunction.
struct BackendResult {
  Answer answer = Answer::Unknown;
  Reason reason = Reason::None;  ///< of Unknown
  std::string feature;           ///< of Reason::Solver: the solver's own words
  Model model;  ///< of Sat: the variables of the query, and its arrays and functions where they are read
};

}  // namespace assay::refine::smt
