#pragma once

#include <vector>

#include "services/worker/refine/encoder/lane.h"
#include "services/worker/refine/encoder/memory/state.h"

namespace assay::refine {

/// A loop, or a call that looks at bytes one by one: what is followed only so often.
struct Bounded {
  unsigned bytes = 0;  ///< of a call: that it looks at, at most; 0: a loop, which the unroll bound limits
  Term entered;        ///< the path taken comes there
  Term exceeded;       ///< and goes on for longer than it is followed
};

/// What one function does, as terms over the inputs and its choices.
struct Behaviour {
  Term ub;                       ///< undefined behaviour happens on the path taken
  Term unroll_exceeded;          ///< the path taken goes on somewhere for longer than it is followed
  std::vector<Bounded> bounded;  ///< where that may be
  Term returned;                 ///< the function returns
  std::vector<Lane> result;
  MemoryState memory;          ///< when it returns
  Term noreturn_exit;          ///< the path taken ends in a call that does not come back
  External external_at_exit;   ///< what the rest of the world has seen by then
  Term unwound;                ///< an exception leaves it
  Term exception;              ///< where it is; null if none ever does
  MemoryState unwound_memory;  ///< when it unwinds
};

}  // namespace assay::refine
