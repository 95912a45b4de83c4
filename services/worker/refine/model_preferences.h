#pragma once

#include <vector>

#include "services/worker/refine/encoder/world.h"

namespace assay::refine {

/// What a counterexample should hold for a reader and for the concrete machine, the most useful first: nothing that is in
/// doubt, small objects, pointers into them (calls give pointers to objects), arguments and results of calls that are
/// neither undef nor poison.
std::vector<Term> model_preferences(World& world);

}  // namespace assay::refine
