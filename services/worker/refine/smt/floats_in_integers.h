#pragma once

#include "services/worker/refine/smt/terms.h"

namespace assay::refine::smt {

/// The floating-point operation written in integers (semantics/float_arithmetic.h), of which bits can be made; null for
/// remainders.
Term in_integers(Terms& terms, Term operation);

}  // namespace assay::refine::smt
