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

  /// When to end it all the same (Reason::ResourceLimit): the thread has had so much processor time that its work
  /// should be done long ago. So much is left between that neither a slow machine nor a busy one gets there.
  ProcessorClock::time_point brake() const {
    constexpr int kTimes = 10;
    constexpr std::chrono::milliseconds kAtLeast{400};
    return ProcessorClock::now() + kTimes * (deadline - WorkClock::now()) + kAtLeast;
  }
};

/// Has a limit of time or of work ended a query?
inline bool is_spent(Reason reason) { return reason == Reason::Timeout || reason == Reason::ResourceLimit; }

/// What a back end says of a conjunction.
struct BackendResult {
  Answer answer = Answer::Unknown;
  Reason reason = Reason::None;  ///< of Unknown
  std::string feature;           ///< of Reason::Solver: the solver's own words
  Model model;  ///< of Sat: the variables of the query, and its arrays and functions where they are read
};

}  // namespace assay::refine::smt
