#pragma once

#include <chrono>
#include <span>

#include "services/worker/refine/smt/solver.h"

namespace assay::refine::smt {

/// A statement over the outer variables that follows from a body's being true for all values of the inner ones, and
/// says as much if `exact`.
struct Eliminated {
  Term term;
  bool exact = false;
};

/// Writes down, for each term below the body, the set of values that it takes as the inner variables vary. Where that
/// can't be said (two operands depend on one inner variable, an operation has no image that Piece knows), the inner
/// variables get their values in the instance. So the statement is never weaker than that instance of the body. The
/// same where it takes too long.
Eliminated for_all(Terms& terms, Term body, std::span<const Term> inner, const Instance& instance,
                   WorkClock::time_point deadline = WorkClock::time_point::max());

/// Instances at which the body may well be false: some inner variables are what they are compared with somewhere in it,
/// or that with the other sign, the others are zero. No more than a few, and of a small body only.
std::vector<Instance> telling_instances(Terms& terms, Term body, std::span<const Term> inner);

}  // namespace assay::refine::smt
