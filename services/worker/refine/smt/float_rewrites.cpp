#include "services/worker/refine/smt/float_rewrites.h"

#include <llvm/Support/KnownBits.h>

#include <array>

#include "services/worker/refine/smt/fold.h"
#include "services/worker/refine/smt/integral_floats.h"

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

/// Digits of a number, and the exponent of the least digit that any has.
int precision(FloatFormat f) { return static_cast<int>(shape_of(f).fraction_bits) + (f == FloatFormat::X87 ? 0 : 1); }
int least_digit(FloatFormat f) { return 3 - (1 << (shape_of(f).exponent_bits - 1)) - precision(f); }

/// Is an operation that is rounded to the wide format and then to the narrow one the same as if it were rounded once?
/// True of sums, products, quotients and square roots of the narrow format's numbers (Figueroa, "When is double
/// rounding innocuous?"): with two digits more than twice the precision. Below the normal numbers so many digits must
/// be there, too: then a product that is half the least narrow number or more is exact, a quotient that is not in the
/// middle between two narrow numbers is further from it than the rounding moves it, and sums are exact anyway.
bool rounds_once(FloatFormat wide, FloatFormat narrow) {
  const int digits = precision(narrow);
  return converts_exactly(narrow, wide) && precision(wide) >= 2 * digits + 2 &&
         least_digit(wide) <= least_digit(narrow) - 2 * digits;
}

/// As deep as choices between exact conversions are looked through.
constexpr unsigned kDeepest = 6;

/// Another number's, but for the sign: that number's bits below the sign; else null.
Term magnitude_of(Term t) {
  const bool splits = t.kind() == Kind::Concat && t.arity() == 2 && t.operand(0).width() == 1;
  return splits ? t.operand(1) : Term();
}

/// The number whose bits but the highest these are; else null.
Term number_of(Term magnitude) {
  const bool lacks_one = magnitude.kind() == Kind::Slice && magnitude.payload() == 0 &&
                         magnitude.width() + 1 == magnitude.operand(0).width();
  return lacks_one ? magnitude.operand(0) : Term();
}

/// The wider of two formats, one of which may be missing; None if neither holds the other.
FloatFormat wider_of(FloatFormat a, FloatFormat b) {
  return a == b || holds(a, b) ? a : holds(b, a) ? b : FloatFormat::None;
}

/// The narrowest format that holds all that the term may be, as far as its form tells, NaNs aside: of an exact
/// conversion, of one with another sign, and of choices between such and constants. None: there is none.
FloatFormat format_below(FloatFormat f, Term t, unsigned depth) {
  if (t.kind() == Kind::FConvert) {
    const FloatPayload attributes = FloatPayload::unpack(t.payload());
    return attributes.to == f && converts_exactly(attributes.format, f) ? attributes.format : FloatFormat::None;
  }
  if (const Term low = magnitude_of(t)) return format_below(f, low, depth);
  if (const Term number = number_of(t)) return format_below(f, number, depth);
  if (t.kind() != Kind::Ite || depth == kDeepest) return FloatFormat::None;
  if (t.operand(1).is_constant()) return format_below(f, t.operand(2), depth + 1);
  const FloatFormat then = format_below(f, t.operand(1), depth + 1);
  if (then == FloatFormat::None || t.operand(2).is_constant()) return then;
  const FloatFormat otherwise = format_below(f, t.operand(2), depth + 1);
  return otherwise == FloatFormat::None ? otherwise : wider_of(then, otherwise);
}

/// The constant in a narrower format, if that loses nothing; else null.
Term constant_in(Terms& terms, FloatFormat wide, FloatFormat narrow, Term t) {
  if (terms.is_nan(wide, t).is_true()) return terms.quiet_nan(narrow);
  const Term constant = terms.fconvert(wide, narrow, kEven, t);
  return terms.fconvert(narrow, wide, kEven, constant) == t ? constant : Term();
}

/// The term in a narrower format, NaNs aside, if that loses nothing and its form tells so; else null. Of a term of one
/// bit less, the bits below the sign.
Term in_format(Terms& terms, FloatFormat wide, FloatFormat narrow, Term t) {
  const bool is_magnitude = t.width() != width_of(wide);
  const auto low = [&](Term number) { return number ? terms.slice(number, 0, number.width() - 1) : Term(); };
  if (t.is_constant()) {
    const Term whole = is_magnitude ? terms.zext(t, t.width() + 1) : t;
    const Term constant = constant_in(terms, wide, narrow, whole);
    return is_magnitude ? low(constant) : constant;
  }
  if (t.kind() == Kind::FConvert) {
    const FloatPayload attributes = FloatPayload::unpack(t.payload());
    if (attributes.to != wide || !converts_exactly(attributes.format, wide)) return Term();
    if (attributes.format == narrow) return t.operand(0);
    return holds(narrow, attributes.format) ? terms.fconvert(attributes.format, narrow, kEven, t.operand(0)) : Term();
  }
  if (const Term number = is_magnitude ? number_of(t) : Term()) return low(in_format(terms, wide, narrow, number));
  if (const Term magnitude = is_magnitude ? Term() : magnitude_of(t)) {
    const Term bits = in_format(terms, wide, narrow, magnitude);
    return bits ? terms.concat(t.operand(0), bits) : Term();
  }
  if (t.kind() != Kind::Ite) return Term();
  const Term then = in_format(terms, wide, narrow, t.operand(1));
  const Term otherwise = then ? in_format(terms, wide, narrow, t.operand(2)) : Term();
  return otherwise ? terms.ite(t.operand(0), then, otherwise) : Term();
}

/// The sign of what is converted is that of the result.
Term sign_outside(Terms& terms, FloatFormat from, FloatFormat to, Rounding r, Term a) {
  const Term number = number_but_for_sign(a);
  if (!number || !is_symmetric(r) || !terms.use(Rule::FConvertOfSign)) return Term();
  const Term converted = terms.nan_core(to, terms.fconvert(from, to, r, number));
  return terms.number_or_nan(to, terms.concat(a.operand(0), terms.slice(converted, 0, converted.width() - 1)));
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

Term number_but_for_sign(Term t) {
  const Term magnitude = magnitude_of(t);
  return magnitude ? number_of(magnitude) : Term();
}

bool is_symmetric(Rounding r) { return r != Rounding::TowardPositive && r != Rounding::TowardNegative; }

Narrower narrower(Terms& terms, FloatFormat f, Term t) {
  const FloatFormat format = format_below(f, t, 0);
  const Term term = format == FloatFormat::None ? Term() : in_format(terms, f, format, t);
  return term ? Narrower{format, term} : Narrower{};
}

Term simpler_fmul(Terms& terms, FloatFormat f, Rounding r, Term a, Term b) {
  if (const Term product = product_of_integers(terms, f, r, a, b)) return product;
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
  if (const Narrower n = narrower(terms, from, a); n.term && terms.use(Rule::FConvertOfConversion))
    return n.format == to ? terms.number_or_nan(to, n.term) : terms.fconvert(n.format, to, r, n.term);
  if (const Term outside = sign_outside(terms, from, to, r, a)) return outside;
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

/// A remainder needs no more digits than its operands have.
Term simpler_frem(Terms& terms, FloatFormat f, Term a, Term b) {
  const FloatFormat of_a = format_below(f, a, 0), of_b = format_below(f, b, 0);
  const FloatFormat narrow = a.is_constant() ? of_b : b.is_constant() ? of_a : wider_of(of_a, of_b);
  if (narrow == FloatFormat::None) return Term();
  const Term x = in_format(terms, f, narrow, a), y = x ? in_format(terms, f, narrow, b) : Term();
  if (!y || !terms.use(Rule::FRemOfConversions)) return Term();
  return terms.fconvert(narrow, f, kEven, terms.frem(narrow, x, y));
}

/// What is rounded to an integer needs no more digits than before.
Term simpler_fround(Terms& terms, FloatFormat f, Rounding r, Term a) {
  const Narrower n = narrower(terms, f, a);
  if (!n.term || !terms.use(Rule::FRoundOfConversion)) return Term();
  return terms.fconvert(n.format, f, kEven, terms.fround(n.format, r, n.term));
}

/// By its operands, so that nobody has to compute what it is for that; of numbers with another sign, by the number.
Term is_nan_by_operands(Terms& terms, FloatFormat f, Term a) {
  if (const Term number = number_but_for_sign(a); number && terms.use(Rule::IsNanByOperands))
    return terms.is_nan(f, number);
  const bool converts = a.kind() == Kind::FConvert;
  const bool computes = a.kind() == Kind::FAdd || a.kind() == Kind::FMul || a.kind() == Kind::FDiv ||
                        a.kind() == Kind::FSqrt || a.kind() == Kind::FRound;
  if (!converts && !computes) return Term();
  const FloatPayload attributes = FloatPayload::unpack(a.payload());
  if ((converts ? attributes.to : attributes.format) != f || !terms.use(Rule::IsNanByOperands)) return Term();
  const Term x = a.operand(0), y = a.operand(a.arity() - 1);
  const auto is_infinite = [&](Term t) { return terms.is_infinite(f, t); };
  const auto is_zero = [&](Term t) { return terms.is_float_zero(f, t); };
  const auto sign = [&](Term t) {
    const Narrower n = narrower(terms, f, t);
    const Term number = n.term ? n.term : t;
    return terms.slice(number, number.width() - 1, 1);
  };
  const auto invalid = [&]() -> Term {
    switch (a.kind()) {
      case Kind::FAdd:
        return terms.land(terms.land(is_infinite(x), is_infinite(y)), terms.bxor(sign(x), sign(y)));
      case Kind::FMul:
        return terms.lor(terms.land(is_infinite(x), is_zero(y)), terms.land(is_zero(x), is_infinite(y)));
      case Kind::FDiv:
        return terms.lor(terms.land(is_infinite(x), is_infinite(y)), terms.land(is_zero(x), is_zero(y)));
      case Kind::FSqrt:
        return terms.land(sign(x), terms.lnot(is_zero(x)));
      default:
        return terms.constant(1, 0);
    }
  };
  const FloatFormat of_operands = attributes.format;
  return terms.lor(terms.lor(terms.is_nan(of_operands, x), terms.is_nan(of_operands, y)), invalid());
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
