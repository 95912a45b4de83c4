#pragma once

#include <llvm/IR/Function.h>

#include "services/worker/prove/rounds/pairing.h"
#include "services/worker/prove/rounds/told_state.h"

namespace assay::prove {

/// Writes a number of rounds into each loop of both functions, which counts from 0 and nothing uses. By it all is told
/// that counts: in the source's state by the target's number, and in the target's state, too. So it does not matter in
/// which widths, from where, how far and up or down each of them counts, as loop-reduce likes to change it. Guesses,
/// like all that is matched; of loops that make one round in one.
ToldState write_round_numbers(llvm::Function& source, llvm::Function& target, const Pairing& pairs);

}  // namespace assay::prove
