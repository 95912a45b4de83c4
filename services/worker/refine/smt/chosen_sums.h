#pragma once

#include "services/worker/refine/smt/linear.h"

/// Equations of values that conditions choose. What a loop's exits return are such values, of two functions that sum up
/// the same in another order. A solver of bits finds it hard to see that two sums are equal, but as terms what both add
/// cancels, once each choice is compared by itself.
namespace assay::refine::smt {

/// Two terms that are no sums, one of them an Ite: a = b by cases, if values that a and b may be have something in
/// common. Null: they have not.
Term eq_by_cases(Terms& terms, Term a, Term b);
/// difference = 0, by the cases of an Ite in it, if one of them has something in common with the rest. Else null.
Term eq_by_cases(Terms& terms, const Linear& difference);

}  // namespace assay::refine::smt
