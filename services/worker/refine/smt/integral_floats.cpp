#include "services/worker/refine/smt/integral_floats.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/APSInt.h>

#include "services/worker/refine/smt/float_rewrites.h"
#include "services/worker/semantics/apfloat.h"

namespace assay::refine::smt {

using llvm::APFloat;
using llvm::APInt;
using semantics::shape_of;

namespace {

/// As deep as choices are looked through.
constexpr unsigned kDeepestChoice = 4;

Term top_bit(Terms& terms, Term t) { return terms.slice(t, t.width() - 1, 1); }

/// Are all signed integers of so many bits numbers of the format?
bool are_exact(FloatFormat f, unsigned width) {
  const auto shape = shape_of(f);
  return width - 1 <= shape.fraction_bits + 1 && width - 1 < (1u << (shape.exponent_bits - 1));
}

Integral integral_constant(Terms& terms, FloatFormat f, const APInt& bits) {
  const APFloat number(semantics::semantics_of(f), bits);
  constexpr unsigned kWidest = 64;
  llvm::APSInt integer(kWidest, /*isUnsigned=*/false);
  bool is_exact = false;
  if (number.convertToInteger(integer, APFloat::rmTowardZero, &is_exact) != APFloat::opOK) return {};
  const APInt narrow = integer.trunc(integer.getSignificantBits());
  return {terms.constant(narrow), terms.constant(1, bits.isNegative() ? 1 : 0)};
}

Integral integral_within(Terms& terms, FloatFormat f, Term t, unsigned depth) {
  if (t.is_constant()) return integral_constant(terms, f, t.value());
  if (const Term integer = exact_integer(terms, f, t)) return {integer, top_bit(terms, integer)};
  if (depth == kDeepestChoice) return {};
  if (const Term number = number_but_for_sign(t); number && t.operand(0) == terms.lnot(top_bit(terms, number))) {
    const Integral plain = integral_within(terms, f, number, depth + 1);
    if (!plain.integer) return {};
    return {terms.neg(terms.sext(plain.integer, plain.integer.width() + 1)), terms.lnot(plain.negative)};
  }
  if (t.kind() != Kind::Ite) return {};
  const Integral then = integral_within(terms, f, t.operand(1), depth + 1);
  const Integral otherwise = then.integer ? integral_within(terms, f, t.operand(2), depth + 1) : Integral();
  if (!otherwise.integer) return {};
  const unsigned width = std::max(then.integer.width(), otherwise.integer.width());
  return {terms.ite(t.operand(0), terms.sext(then.integer, width), terms.sext(otherwise.integer, width)),
          terms.ite(t.operand(0), then.negative, otherwise.negative)};
}

}  // namespace

bool Integral::has_plain_zero(Terms& terms) const { return negative == top_bit(terms, integer); }

Term exact_integer(Terms& terms, FloatFormat f, Term t) {
  if (t.kind() != Kind::IntToFloat || f == FloatFormat::X87) return Term();
  const FloatPayload attributes = FloatPayload::unpack(t.payload());
  const Term integer = t.operand(0);
  if (!are_exact(f, integer.width() + (attributes.is_signed ? 0 : 1))) return Term();
  return attributes.is_signed ? integer : terms.zext(integer, integer.width() + 1);
}

Integral integral(Terms& terms, FloatFormat f, Term t) {
  return f == FloatFormat::X87 ? Integral() : integral_within(terms, f, t, 0);
}

/// A sum of zero is positive unless both zeros are negative, but where zeros are rounded down.
Term sum_of_integers(Terms& terms, FloatFormat f, Rounding r, Term a, Term b) {
  if (r == Rounding::TowardNegative) return Term();
  const Integral x = integral(terms, f, a), y = x.integer ? integral(terms, f, b) : Integral();
  if (!y.integer || (!x.has_plain_zero(terms) && !y.has_plain_zero(terms))) return Term();
  const unsigned width = std::max(x.integer.width(), y.integer.width()) + 1;
  if (!are_exact(f, width) || !terms.use(Rule::FAddOfIntegers)) return Term();
  return terms.int_to_float(terms.add(terms.sext(x.integer, width), terms.sext(y.integer, width)), true, f, r);
}

Term product_of_integers(Terms& terms, FloatFormat f, Rounding r, Term a, Term b) {
  const Integral x = integral(terms, f, a), y = x.integer ? integral(terms, f, b) : Integral();
  if (!y.integer) return Term();
  const unsigned width = x.integer.width() + y.integer.width();
  if (!are_exact(f, width) || !terms.use(Rule::FMulOfIntegers)) return Term();
  const Term product = terms.mul(terms.sext(x.integer, width), terms.sext(y.integer, width));
  const Term is_minus_zero = terms.land(terms.eq(product, terms.zero(width)), terms.bxor(x.negative, y.negative));
  return terms.ite(is_minus_zero, terms.constant(APInt::getSignMask(width_of(f))),
                   terms.int_to_float(product, true, f, r));
}

}  // namespace assay::refine::smt
