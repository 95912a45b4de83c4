#include "services/worker/refine/smt/float_rewrites.h"

#include <llvm/Support/KnownBits.h>

#include <array>

#include "services/worker/refine/smt/fold.h"

namespace assay::refine::smt {

using llvm::APInt;
using semantics::shape_of;

namespace {

constexpr Rounding kEven = Rounding::NearestTiesToEven;

Term sign_mask(Terms& terms, Term a) { return terms.constant(APInt::getSignMask(a.width())); }
Term flipped(Terms& terms, Term a) { return terms.bxor(a, sign_mask(terms, a)); }

/// Is the bit the opposite of another?
bool is_inverted(Term bit) {
  if (bit.kind() == Kind::Ite) return is_inverted(bit.operand(1)) && is_inverted(bit.operand(2));
  return bit.is_true() || bit.kind() == Kind::Not;
}

/// Takes the sign off a term that is negated: was it?
bool take_sign(Terms& terms, FloatFormat f, Term& a) {
  const auto has_sign = [&](Term t) { return is_inverted(terms.slice(t, t.width() - 1, 1)); };
  if (a.is_constant() || !has_sign(a)) return false;
  const Term other = terms.nan_core(f, flipped(terms, a));
  if (has_sign(other)) return false;  // the opposite is inverted, too: which of both is the plain one can't be told
  a = other;
  return true;
}

/// Is it a constant whose sign may as well stand outside? Those of zeros are often chosen (nsz), and stay.
bool is_number(Terms& terms, FloatFormat f, Term a) {
  return a.is_constant() && terms.is_float_zero(f, a).is_false() && terms.is_nan(f, a).is_false();
}

/// The sign of a product or quotient is that of its operands; zero as a constant takes it up.
template <class Make>
Term signs_outside(Terms& terms, Rule rule, FloatFormat f, Rounding r, Term a, Term b, const Make& make) {
  if (f == FloatFormat::X87 || !is_symmetric(r)) return Term();
  const auto take = [&](Term& t) {
    if (!is_number(terms, f, t)) return take_sign(terms, f, t);
    const bool is_negative = t.value().isNegative();
    if (is_negative) t = flipped(terms, t);
    return is_negative;
  };
  const bool of_a = take(a), of_b = take(b);
  if ((!of_a && !of_b) || !terms.use(rule)) return Term();
  if (of_a && of_b) return make(a, b);
  if (a.is_constant() && !is_number(terms, f, a)) return make(flipped(terms, a), b);
  if (b.is_constant() && !is_number(terms, f, b)) return make(a, flipped(terms, b));
  return terms.number_or_nan(f, flipped(terms, make(a, b)));  // NaNs have no sign here
}

/// Is an operation that is rounded to the wide format and then to the narrow one the same as if it were rounded once?
/// True of sums, products, quotients and square roots of the narrow format's numbers (Figueroa, "When is double
/// rounding innocuous?"): with two bits more than twice the precision, and exponents that reach twice as far.
bool rounds_once(FloatFormat wide, FloatFormat narrow) {
  if (!holds(wide, narrow)) return false;
  const auto w = shape_of(wide), n = shape_of(narrow);
  return w.fraction_bits + 1 >= 2 * (n.fraction_bits + 1) + 2 && w.exponent_bits >= n.exponent_bits + 3;
}

/// The term in a narrower format, if that loses nothing; else null.
Term in_format(Terms& terms, FloatFormat wide, FloatFormat narrow, Term t) {
  if (t.is_constant()) {
    const Term constant = terms.fconvert(wide, narrow, kEven, t);
    return terms.fconvert(narrow, wide, kEven, constant) == t && !terms.is_nan(wide, t).is_true() ? constant : Term();
  }
  const Term x = narrower(wide, t);
  if (!x || !holds(narrow, format_below(t))) return Term();
  return format_below(t) == narrow ? x : terms.fconvert(format_below(t), narrow, kEven, x);
}

}  // namespace

bool is_bits(Term t, const std::optional<APInt>& bits) { return t.is_constant() && bits && t.value() == *bits; }

bool holds(FloatFormat wide, FloatFormat narrow) {
  const auto w = shape_of(wide), n = shape_of(narrow);
  return wide != FloatFormat::X87 && narrow != FloatFormat::X87 && w.exponent_bits >= n.exponent_bits &&
         w.fraction_bits >= n.fraction_bits;
}

bool converts_exactly(FloatFormat from, FloatFormat to) {
  if (to != FloatFormat::X87) return holds(to, from);
  return from != FloatFormat::X87 && from != FloatFormat::Quad && from != FloatFormat::None;
}

bool is_symmetric(Rounding r) { return r != Rounding::TowardPositive && r != Rounding::TowardNegative; }

Term exact_integer(Terms& terms, FloatFormat f, Term t) {
  if (t.kind() != Kind::IntToFloat || f == FloatFormat::X87) return Term();
  const FloatPayload attributes = FloatPayload::unpack(t.payload());
  const auto shape = shape_of(f);
  const Term integer = t.operand(0);
  const unsigned magnitude = integer.width() - (attributes.is_signed ? 1 : 0);
  if (magnitude > shape.fraction_bits + 1 || magnitude >= (1u << (shape.exponent_bits - 1))) return Term();
  return attributes.is_signed ? integer : terms.zext(integer, integer.width() + 1);
}

Term narrower(FloatFormat f, Term t) {
  if (t.kind() != Kind::FConvert) return Term();
  const FloatPayload attributes = FloatPayload::unpack(t.payload());
  return attributes.to == f && converts_exactly(attributes.format, f) ? t.operand(0) : Term();
}

FloatFormat format_below(Term conversion) { return FloatPayload::unpack(conversion.payload()).format; }

/// Of integers whose sum is exact, too. A sum of zero is positive but where zeros are rounded down.
Term simpler_fadd(Terms& terms, FloatFormat f, Rounding r, Term a, Term b) {
  const Term x = exact_integer(terms, f, a), y = exact_integer(terms, f, b);
  if (!x || !y || r == Rounding::TowardNegative) return Term();
  const unsigned width = std::max(x.width(), y.width()) + 1;
  const auto shape = shape_of(f);
  if (width - 1 > shape.fraction_bits + 1 || width - 1 >= (1u << (shape.exponent_bits - 1))) return Term();
  if (!terms.use(Rule::FAddOfIntegers)) return Term();
  return terms.int_to_float(terms.add(terms.sext(x, width), terms.sext(y, width)), true, f, r);
}

Term simpler_fmul(Terms& terms, FloatFormat f, Rounding r, Term a, Term b) {
  return signs_outside(terms, Rule::FMulOfSigns, f, r, a, b, [&](Term x, Term y) { return terms.fmul(f, r, x, y); });
}

Term simpler_fdiv(Terms& terms, FloatFormat f, Rounding r, Term a, Term b) {
  return signs_outside(terms, Rule::FDivOfSigns, f, r, a, b, [&](Term x, Term y) { return terms.fdiv(f, r, x, y); });
}

Term simpler_fma(Terms& terms, FloatFormat f, Rounding r, Term a, Term b, Term c) {
  if (f == FloatFormat::X87) return Term();
  // A product that is zero keeps its sign.
  if (is_bits(c, APInt::getSignMask(c.width())) && r == kEven && terms.use(Rule::FmaOfMinusZero))
    return terms.fmul(f, r, a, b);
  Term x = a, y = b;
  const bool of_x = take_sign(terms, f, x), of_y = take_sign(terms, f, y);
  if (of_x && of_y && terms.use(Rule::FmaOfSigns)) return terms.fma(f, r, x, y, c);
  if (of_x && y.is_constant() && terms.use(Rule::FmaOfSigns)) return terms.fma(f, r, x, flipped(terms, y), c);
  if (of_y && x.is_constant() && terms.use(Rule::FmaOfSigns)) return terms.fma(f, r, flipped(terms, x), y, c);
  if (a.is_constant()) std::swap(a, b);
  if (is_bits(b, power_of_two(f, 0, false)) && terms.use(Rule::FmaByOne)) return terms.fadd(f, r, a, c);
  if (is_bits(b, power_of_two(f, 0, true)) && terms.use(Rule::FmaByMinusOne))
    return terms.fadd(f, r, flipped(terms, a), c);
  return Term();
}

Term simpler_fconvert(Terms& terms, FloatFormat from, FloatFormat to, Rounding r, Term a) {
  const bool computes =
      a.kind() == Kind::FAdd || a.kind() == Kind::FMul || a.kind() == Kind::FDiv || a.kind() == Kind::FSqrt;
  if (!computes || r != kEven || FloatPayload::unpack(a.payload()).rounding != kEven || !rounds_once(from, to))
    return Term();
  std::array<Term, 2> in;
  for (unsigned i = 0; i < a.arity(); ++i) {
    in[i] = in_format(terms, from, to, a.operand(i));
    if (!in[i]) return Term();
  }
  if (!terms.use(Rule::FConvertOfOperation)) return Term();
  switch (a.kind()) {
    case Kind::FAdd:
      return terms.fadd(to, r, in[0], in[1]);
    case Kind::FMul:
      return terms.fmul(to, r, in[0], in[1]);
    case Kind::FDiv:
      return terms.fdiv(to, r, in[0], in[1]);
    default:
      return terms.fsqrt(to, r, in[0]);
  }
}

/// Of no more bits than matter: unsigned where the number is known not to be negative.
Term simpler_int_to_float(Terms& terms, Term a, bool is_signed, FloatFormat f, Rounding r) {
  const unsigned zeros = a.known().countMinLeadingZeros();
  if (zeros != 0 && zeros < a.width() && a.width() > 1 && terms.use(Rule::IntToFloatOfNonNegative))
    return terms.int_to_float(terms.trunc(a, a.width() - zeros), false, f, r);
  const unsigned copies = is_signed ? a.node()->sign_bits : 1;
  if (copies > 1 && copies < a.width() && terms.use(Rule::IntToFloatOfSigns))
    return terms.int_to_float(terms.trunc(a, a.width() - copies + 1), true, f, r);
  return Term();
}

}  // namespace assay::refine::smt
