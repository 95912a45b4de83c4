#pragma once

#include "services/worker/refine/smt/solver.h"

namespace assay::refine::smt {

/// Answers by eliminating the inner variables (see for_all), if need be case by case. Unknown where too little can be
/// said without them. A model of Sat is not checked yet.
Outcome solve_by_images(Solver& solver, Terms& terms, const ExistsForall& problem, const Limits& limits,
                        const budget::Solving& shares);

}  // namespace assay::refine::smt
