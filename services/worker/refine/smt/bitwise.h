#pragma once

#include <vector>

#include "services/worker/refine/smt/terms.h"

/// And and Xor of a list, for rules that take such nodes apart.
namespace assay::refine::smt {

Term and_of(Terms& terms, std::vector<Term> operands);
Term xor_of(Terms& terms, std::vector<Term> operands);

}  // namespace assay::refine::smt
