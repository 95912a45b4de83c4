#pragma once

#include "services/worker/refine/smt/terms.h"

/// Floats that are integers, as the form of their terms tells: what is computed of conversions of small integers.
namespace assay::refine::smt {

/// A float that is an integer. Where it is zero, either sign is possible.
struct Integral {
  Term integer;   ///< as a signed number of some width; null: the form does not tell that it is one
  Term negative;  ///< the float's sign
  /// Is a zero always the positive one?
  bool has_plain_zero(Terms& terms) const;
};

/// The integer that the term is the exact conversion of, as a signed number of some width; else null. Integers of no
/// more bits than the significand are exact, if the exponent reaches so far.
Term exact_integer(Terms& terms, FloatFormat f, Term t);
/// Of such a conversion, of one with another sign, of a constant, and of choices between these.
Integral integral(Terms& terms, FloatFormat f, Term t);

/// The sum and the product of two that are integers, where it is exact, too; else null.
Term sum_of_integers(Terms& terms, FloatFormat f, Rounding r, Term a, Term b);
Term product_of_integers(Terms& terms, FloatFormat f, Rounding r, Term a, Term b);

}  // namespace assay::refine::smt
