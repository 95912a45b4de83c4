#pragma once

#include "services/worker/prove/rounds/pairing.h"
#include "services/worker/prove/rounds/told_state.h"

namespace assay::prove {

/// With a cut at each round that the target makes before a loop of several rounds in one, without another loop: where
/// it could as well have gone to where the numbers of all who did come together. The source makes one round there.
/// What it counts, or has computed, is told: as those numbers would have been. These are guesses.
Pairing add_prologs(Pairing pairs, ToldState& told);

}  // namespace assay::prove
