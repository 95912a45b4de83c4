#pragma once

#include <llvm/ADT/APInt.h>

#include <vector>

#include "services/common/rng.h"
#include "services/worker/refine/smt/terms.h"

namespace assay::refine::smt::test {

/// A number at which operations are special, or any.
llvm::APInt random_number(unsigned width, Rng& rng);

/// Every operation of bits on these operands, as it is: nothing has simplified it. `p` is a single bit.
std::vector<Term> operations(Terms& terms, Term x, Term y, Term p, Rng& rng);

}  // namespace assay::refine::smt::test
