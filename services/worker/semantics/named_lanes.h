#pragma once

#include <cstddef>

#include "services/worker/semantics/ops.h"

namespace assay::semantics {

/// Is it the operand of a permutation that says which lanes are taken? Where it is undef the lane that is taken is
/// poison, as in the mask of a shufflevector: LangRef does not say what these intrinsics give, and optimizers make
/// shuffles of them.
bool names_lanes(Op op, std::size_t operand);
/// Is it an operand of which one undef lane makes all lanes of the result undef, and a poison one, before that, poison
/// (LangRef, llvm.experimental.vector.compress)?
bool makes_all_undef(Op op, std::size_t operand);

}  // namespace assay::semantics
