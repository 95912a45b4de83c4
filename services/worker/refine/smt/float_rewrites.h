#pragma once

#include <optional>

#include "services/worker/refine/smt/terms.h"

/// Floating-point operations written as simpler ones of the same value for every operand, in IEEE 754's formats.
namespace assay::refine::smt {

/// Is the term the constant, if there is one?
bool is_bits(Term t, const std::optional<llvm::APInt>& bits);
/// Can every value of the narrow format be held by the wide one?
bool holds(FloatFormat wide, FloatFormat narrow);
/// Does the conversion lose nothing? Every number of IEEE 754's smaller formats is one of X87's, too.
bool converts_exactly(FloatFormat from, FloatFormat to);
/// Roundings that treat both signs alike.
bool is_symmetric(Rounding r);
/// The number that the term may differ from in its sign alone, as its form tells; else null.
Term number_but_for_sign(Term t);
/// A number of a format that holds less.
struct Narrower {
  FloatFormat format = FloatFormat::None;
  Term term;
};
/// The number of which the term is the exact conversion whenever it is no NaN; where it is one, the number is one, too.
/// The term is a conversion, one with another sign, or chooses between such and constants. Else null.
Narrower narrower(Terms& terms, FloatFormat f, Term t);

/// Each gives null where there is nothing simpler. Operands are NaN cores (Terms::nan_core).
Term simpler_fmul(Terms& terms, FloatFormat f, Rounding r, Term a, Term b);
Term simpler_fdiv(Terms& terms, FloatFormat f, Rounding r, Term a, Term b);
Term simpler_fma(Terms& terms, FloatFormat f, Rounding r, Term a, Term b, Term c);
Term simpler_fconvert(Terms& terms, FloatFormat from, FloatFormat to, Rounding r, Term a);
Term simpler_frem(Terms& terms, FloatFormat f, Term a, Term b);
Term simpler_fround(Terms& terms, FloatFormat f, Rounding r, Term a);
Term is_nan_by_operands(Terms& terms, FloatFormat f, Term a);
Term simpler_int_to_float(Terms& terms, Term a, bool is_signed, FloatFormat f, Rounding r);

}  // namespace assay::refine::smt
