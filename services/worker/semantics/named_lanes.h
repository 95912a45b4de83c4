#pragma once

#include <cstddef>

#include "services/worker/semantics/ops.h"

namespace assay::semantics {

/// Is it the operand of a permutation that says which lanes are taken? Where it is undef the lane that is taken is
/// poison, as in the mask of a shufflevector: LangRef does not say what these intrinsics give, and optimizers make
/// shuffles of them.
bool names_lanes(Op op, std::size_t operand);

}  // namespace assay::semantics
