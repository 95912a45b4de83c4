#pragma once

#include <vector>

#include "services/worker/refine/encoder/memory/object.h"

namespace assay::refine {

/// Names the sites of the two sides' allocations; those that correspond have one name. They do if their values have the
/// same name, else in order: first those that ask for the same.
void pair_allocations(SharedMemory& shared, const std::vector<const semantics::Function*>& of_source,
                      const std::vector<const semantics::Function*>& of_target);

}  // namespace assay::refine
