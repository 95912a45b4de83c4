#pragma once

#include <llvm/ADT/APInt.h>

#include "services/common/rng.h"
#include "services/worker/semantics/types.h"

namespace assay::interpret {

/// The number of an input's floating-point argument `place`. Their sum, product or fused product lies next to the
/// middle between two numbers of the format: rounded twice (to a wider format, then to theirs) it may become another
/// number than rounded once. Or the numbers themselves lie there, between two of a narrower format. `round` tells which
/// of these.
llvm::APInt number_at_tie(Rng& rng, semantics::FloatFormat format, std::uint64_t round, std::uint64_t place);

}  // namespace assay::interpret
