#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "services/worker/interpret/calls/outcomes.h"

namespace assay::interpret {

constexpr std::size_t kCopy = ~std::size_t{0};

/// A call of an unknown function in a run, for who makes such calls elsewhere (reference.h).
struct LoggedCall {
  std::string function;
  Event event;
  /// Of each block of Event::memory: 1 + the lane of Event::arguments that leads to it; 0: all know it; kCopy: an
  /// argument by value.
  std::vector<std::size_t> behind;
  std::vector<std::size_t> first_lanes;    ///< of each argument, the first of its lanes in Event::arguments
  bool is_event = false;                   ///< else what it does follows from what it sees
  bool has_promises = false;               ///< what it gives must keep promises
  semantics::OutsideKinds orders;          ///< changes of these decide which call of the function it is
  std::uint64_t key = 0;                   ///< of the outcome
  const CallOutcome* outcome = nullptr;    ///< null: the run ended before
  std::vector<CallOutcome::Write> writes;  ///< those that were done
};
using CallLog = std::vector<LoggedCall>;

}  // namespace assay::interpret
