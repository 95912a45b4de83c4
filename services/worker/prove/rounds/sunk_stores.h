#pragma once

#include <llvm/IR/Instructions.h>

#include "services/worker/prove/rounds/matched_state.h"

namespace assay::prove {

/// An optimizer may keep in a register what the source loads and stores in each round, and store it once, behind the
/// loop (LLVM: scalar promotion, sinking). Finds such values of the target's state and the stores that write them, and
/// notes them as Handed::late. These are guesses, like all that is matched: the proof shows whether they are right.
void find_sunk_stores(HandedAtCuts& handed, llvm::Function& target);

}  // namespace assay::prove
