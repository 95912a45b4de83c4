#pragma once

#include <vector>

#include "services/worker/semantics/input.h"
#include "services/worker/semantics/program.h"

namespace assay::validate {

/// The model's input in the worlds that the concrete machine can have, the plainest first: blocks where that machine
/// puts them, or where the model has them; those that are near each other in the model beside each other, too; and
/// numbers that are addresses in the model as addresses of the same blocks.
std::vector<semantics::Input> placements(const semantics::Function& source, const semantics::Function& target,
                                         const semantics::Input& model);

}  // namespace assay::validate
