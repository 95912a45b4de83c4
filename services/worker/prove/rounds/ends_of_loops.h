#pragma once

#include <llvm/IR/Function.h>

#include "services/worker/prove/proves_segment.h"

namespace assay::prove {

/// Loops of the source that only count, and that the target has lost (loses_loops_that_count), become straight code:
/// each number that it ends with is what it is after one round, and its step as often as the loop comes back. How often
/// that is is a guess (ScalarEvolution of the loop alone), proved by induction: for any numbers at its head, the loop
/// ends with this round and the guess is 0, or the guess is one more than that of the next round's numbers. False if
/// that is done with none. What the source hands over from block to block may not be partly undef (see
/// may_hand_over_partly_undef).
bool write_ends_of_loops(llvm::Function& source, const llvm::Function& target, const ProvesSegment& proves);

}  // namespace assay::prove
