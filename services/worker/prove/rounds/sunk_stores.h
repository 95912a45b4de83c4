#pragma once

#include <llvm/IR/Instructions.h>

#include "services/worker/prove/rounds/matched_state.h"

namespace assay::prove {

/// Finds values of the target's state that an optimizer keeps in a register while its loop runs, and that the source
/// loads: a store behind the loop writes them. Guesses, as all of what is matched.
void find_late_stores(HandedAtCuts& handed, llvm::Function& target);

}  // namespace assay::prove
