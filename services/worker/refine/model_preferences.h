#pragma once

#include <vector>

#include "services/worker/refine/encoder/world.h"

namespace assay::refine {

/// What a counterexample should hold to be certain, easy to read and within reach of the concrete machine, the most
/// useful first: no undef argument, what the failure's own kind makes `wanted` (true: nothing), no approximation, small
/// objects, pointers into them (from calls too), arguments and call results that are not poison.
std::vector<Term> model_preferences(World& world, Term wanted);

}  // namespace assay::refine
