#pragma once

#include "services/worker/interpret/machine.h"

/// Goes on to another step without growing the stack.
#define ASSAY_GO(step)                                            \
  do {                                                            \
    const Step* go_to = (step);                                   \
    [[clang::musttail]] return go_to->run(machine, go_to, frame); \
  } while (false)
#define ASSAY_NEXT ASSAY_GO(step + 1)
