#pragma once

#include "services/worker/interpret/machine.h"

/// Goes on to another step without growing the stack.
#define ASSAY_GO(step)                                            \
  do {                                                            \
    const Step* go_to = (step);                                   \
    [[clang::musttail]] return go_to->run(machine, go_to, frame); \
  } while (false)
#define ASSAY_NEXT ASSAY_GO(step + 1)
/// A handler that does what the function does, which is false if the run ended.
#define ASSAY_STEP(name, function)                             \
  void name(Machine& machine, const Step* step, Lane* frame) { \
    machine.make_room();                                       \
    if (!function(machine, step, frame)) return;               \
    ASSAY_NEXT;                                                \
  }

namespace assay::interpret {

/// Pays for the block that comes next, at `target`; false if the run has ended.
inline bool pay(Machine& machine, const Step* step, unsigned which, const Step* target) {
  machine.steps_left -= step->cost[which];
  if (machine.steps_left >= 0) [[likely]]
    return true;
  return machine.goes_on(step, target);
}

}  // namespace assay::interpret
