#pragma once

#include <algorithm>
#include <bit>

#include "services/worker/semantics/domain.h"

namespace assay::semantics {

/// IEEE 754 arithmetic written in integers, for formats with a hidden bit: patterns in, patterns out, every rounding. A
/// result that is NaN is the quiet NaN without payload. The interpreter has APFloat, which computes the same and is
/// faster; this is for machines that have integers only.
template <class D>
class FloatArithmetic {
 public:
  using Bits = typename D::Bits;
  using Bool = typename D::Bool;

  FloatArithmetic(D& d, FloatShape shape) : d_(d), shape_(shape) {}

  Bits add(Rounding r, const Bits& a, const Bits& b) {
    const Number x = unpack(a, false), y = unpack(b, false);
    return combine(sum(r, x, y), r);
  }
  Bits mul(Rounding r, const Bits& a, const Bits& b) { return combine(product(unpack(a, true), unpack(b, true)), r); }
  Bits fma(Rounding r, const Bits& a, const Bits& b, const Bits& c) {
    const Number x = product(unpack(a, true), unpack(b, true));
    Number y = unpack(c, true);
    y.significand = d_.concat(y.significand, d_.constant(precision(), 0));
    return combine(sum(r, x, y), r);
  }
  Bits div(Rounding r, const Bits& a, const Bits& b) {
    const Number x = unpack(a, true), y = unpack(b, true);
    const unsigned p = precision(), n = 2 * p + 2;
    const Bits dividend = d_.concat(x.significand, d_.constant(p + 2, 0)), divisor = d_.zext(y.significand, n);
    const Bits quotient = d_.slice(d_.udiv(dividend, divisor), 0, p + 3);
    const Bool exact = d_.eq(d_.urem(dividend, divisor), d_.constant(n, 0));
    Number q;
    q.negative = differ(x.negative, y.negative);
    q.nan = any(any(x.nan, y.nan), any(d_.land(x.zero, y.zero), d_.land(x.infinite, y.infinite)));
    q.infinite = any(x.infinite, d_.land(y.zero, d_.lnot(x.zero)));
    q.zero = any(x.zero, y.infinite);
    q.significand = d_.concat(quotient, d_.bit(d_.lnot(exact)));
    q.exponent = d_.sub(x.exponent, y.exponent);
    return combine(normal_within_one(q), r);
  }
  Bits sqrt(Rounding r, const Bits& a) {
    const Number x = unpack(a, true);
    const unsigned p = precision();
    // An even exponent; as many digits of the root as are needed, one after the other.
    const Bool odd = d_.is_set(d_.slice(x.exponent, 0, 1));
    const unsigned digits = p + 2, n = 2 * digits;
    const Bits one = d_.concat(d_.constant(1, 0), x.significand), two = d_.concat(x.significand, d_.constant(1, 0));
    const Bits radicand = d_.concat(d_.ite(odd, two, one), d_.constant(n - (p + 1), 0));
    Bits root = d_.constant(n, 0), rest = radicand;
    for (unsigned i = digits; i-- > 0;) {
      const Bits trial = d_.bor(shifted(root, i + 1), bit_at(n, 2 * i));
      const Bool fits = d_.ule(trial, rest);
      rest = d_.ite(fits, d_.sub(rest, trial), rest);
      root = d_.ite(fits, d_.bor(root, bit_at(n, i)), root);
    }
    Number result;
    result.negative = x.negative;
    result.nan = any(x.nan, d_.land(x.negative, d_.lnot(x.zero)));
    result.infinite = x.infinite;
    result.zero = x.zero;
    result.significand = d_.concat(d_.slice(root, 0, digits), d_.bit(d_.lnot(d_.eq(rest, d_.constant(n, 0)))));
    result.exponent = d_.ashr(x.exponent, d_.constant(exponent_width(), 1));
    return combine(normal_within_one(result), r);
  }
  /// To an integral number.
  Bits round(Rounding r, const Bits& a) {
    const Number x = unpack(a, true);
    const unsigned p = precision();
    // From p bits before the point on all numbers are integral.
    const Bits missing = d_.sub(exponent(static_cast<std::int64_t>(p) - 1), x.exponent);
    const Bits wide = d_.concat(d_.constant(1, 0), d_.concat(x.significand, d_.constant(2, 0)));
    const Bits rounded = rounded_by(r, x.negative, shifted_right(wide, missing), 2);  // p + 1 bits
    Number result = x;
    result.zero = any(x.zero, d_.eq(rounded, d_.constant(p + 1, 0)));
    result.significand = rounded;
    result.exponent = exponent(p);
    const Bits made = combine(normalised(result), r);
    return d_.ite(any(any(x.nan, x.infinite), d_.sle(missing, exponent(0))), combine(x, r), made);
  }
  Bits convert_to(FloatShape to, Rounding r, const Bits& a) {
    Number x = unpack(a, true);
    FloatArithmetic target(d_, to);
    if (target.exponent_width() > exponent_width()) x.exponent = d_.sext(x.exponent, target.exponent_width());
    return target.combine(x, r);
  }
  /// 0 if the rounded number does not fit.
  Bits to_int(Rounding r, const Bits& a, unsigned width, bool is_signed) {
    const Number x = unpack(a, true);
    const unsigned p = precision(), fraction = p + 1, n = width + 1 + fraction;
    const unsigned e = std::max(exponent_width(), static_cast<unsigned>(std::bit_width(width + 4)) + 2);
    const Bits at = d_.sext(x.exponent, e), most = d_.constant(e, width);
    const Bool is_tiny = d_.slt(at, d_.constant_signed(e, static_cast<std::uint64_t>(-2)));
    const Bool is_large = d_.slt(most, at);
    Bits amount = d_.add(at, d_.constant(e, 2));
    amount = d_.ite(any(is_tiny, is_large), d_.constant(e, 0), amount);
    Bits placed = d_.shl(d_.zext(x.significand, n), n >= e ? d_.zext(amount, n) : d_.trunc(amount, n));
    placed = d_.ite(is_tiny, d_.constant(n, 1), placed);
    const Bits magnitude = rounded_by(r, x.negative, d_.concat(d_.constant(1, 0), placed), fraction);  // width + 2 bits
    const Bits limit = is_signed ? bit_at(width + 2, width - 1) : bit_at(width + 2, width);
    const Bool below = d_.ult(magnitude, limit), nothing = d_.eq(magnitude, d_.constant(width + 2, 0));
    const Bool fits = d_.ite(x.negative, is_signed ? d_.ule(magnitude, limit) : nothing, below);
    const Bits low = d_.trunc(magnitude, width);
    const Bool never = any(any(x.nan, x.infinite), any(x.zero, is_large));
    return d_.ite(d_.land(fits, d_.lnot(never)), d_.ite(x.negative, d_.neg(low), low), d_.constant(width, 0));
  }
  Bits from_int(Rounding r, const Bits& a, bool is_signed) {
    const unsigned width = d_.width(a);
    Number x;
    x.negative = is_signed ? d_.is_set(d_.slice(a, width - 1, 1)) : d_.truth(false);
    x.nan = x.infinite = d_.truth(false);
    x.zero = d_.eq(a, d_.constant(width, 0));
    x.significand = d_.ite(x.negative, d_.neg(a), a);
    FloatArithmetic room(
        d_, {std::max(shape_.exponent_bits, static_cast<unsigned>(std::bit_width(width))), shape_.fraction_bits});
    x.exponent = d_.constant(room.exponent_width(), width - 1);
    return combine(room.normalised(x), r);
  }

 private:
  /// (-1)^negative * significand * 2^(exponent - (bits of the significand - 1)), or what it is else. What a number is
  /// that is zero, infinite or NaN says nothing of its significand and exponent.
  struct Number {
    Bool negative, nan, infinite, zero;
    Bits significand, exponent;
  };

  unsigned precision() const { return shape_.fraction_bits + 1; }
  std::int64_t bias() const { return (std::int64_t{1} << (shape_.exponent_bits - 1)) - 1; }
  /// Sums of three exponents, and what normalising a significand may subtract, fit as signed numbers.
  unsigned exponent_width() const {
    return std::max(shape_.exponent_bits, static_cast<unsigned>(std::bit_width(3 * precision()))) + 3;
  }
  Bits exponent(std::int64_t value) { return d_.constant_signed(exponent_width(), static_cast<std::uint64_t>(value)); }
  Bool any(const Bool& p, const Bool& q) { return d_.lor(p, q); }
  Bool differ(const Bool& p, const Bool& q) { return d_.lnot(d_.eq(d_.bit(p), d_.bit(q))); }
  Bits bit_at(unsigned n, unsigned i) {
    return i == 0 ? d_.constant(n, 1) : d_.concat(d_.constant(n - i, 1), zeros(i));
  }
  Bits zeros(unsigned n) { return d_.constant(n, 0); }
  Bits shifted(const Bits& a, unsigned amount) { return d_.shl(a, d_.constant(d_.width(a), amount)); }

  Number unpack(const Bits& a, bool normal) {
    const unsigned fraction = shape_.fraction_bits, e = shape_.exponent_bits;
    const Bits field = d_.slice(a, fraction, e), low = d_.slice(a, 0, fraction);
    const Bool top = d_.eq(field, d_.bnot(d_.constant(e, 0))), bottom = d_.eq(field, d_.constant(e, 0));
    const Bool nothing = d_.eq(low, d_.constant(fraction, 0));
    Number x;
    x.negative = d_.is_set(d_.slice(a, fraction + e, 1));
    x.nan = d_.land(top, d_.lnot(nothing));
    x.infinite = d_.land(top, nothing);
    x.zero = d_.land(bottom, nothing);
    x.significand = d_.concat(d_.bit(d_.lnot(bottom)), low);
    x.exponent = d_.sub(d_.zext(d_.ite(bottom, d_.constant(e, 1), field), exponent_width()), exponent(bias()));
    return normal ? normalised(x) : x;
  }
  /// With the highest bit of the significand set, if there is any.
  Number normalised(Number x) {
    const unsigned n = d_.width(x.significand), e = d_.width(x.exponent);
    const Bits zeros = d_.ctlz(x.significand);
    x.significand = d_.shl(x.significand, zeros);
    x.exponent = d_.sub(x.exponent, n >= e ? d_.trunc(zeros, e) : d_.zext(zeros, e));
    return x;
  }
  /// The same where at most the highest bit is missing.
  Number normal_within_one(Number x) {
    const unsigned n = d_.width(x.significand);
    const Bool high = d_.is_set(d_.slice(x.significand, n - 1, 1));
    x.significand = d_.ite(high, x.significand, shifted(x.significand, 1));
    x.exponent = d_.ite(high, x.exponent, d_.sub(x.exponent, d_.constant(d_.width(x.exponent), 1)));
    return x;
  }
  Number product(const Number& x, const Number& y) {
    const unsigned p = precision();
    Number made;
    made.negative = differ(x.negative, y.negative);
    made.nan = any(any(x.nan, y.nan), any(d_.land(x.zero, y.infinite), d_.land(x.infinite, y.zero)));
    made.infinite = any(x.infinite, y.infinite);
    made.zero = any(x.zero, y.zero);
    made.significand = d_.mul(d_.zext(x.significand, 2 * p), d_.zext(y.significand, 2 * p));
    made.exponent = d_.add(d_.add(x.exponent, y.exponent), exponent(1));
    return normal_within_one(made);
  }

  /// Of two numbers with significands of the same width that are normal, or have the least exponent.
  Number sum(Rounding r, const Number& a, const Number& b) {
    const unsigned n = d_.width(a.significand), wide = n + 4;
    // Nothing else is zero: it must not have the greater exponent.
    const Bits least = exponent(-(std::int64_t{1} << (exponent_width() - 2)));
    const Bits of_a = d_.ite(a.zero, least, a.exponent), of_b = d_.ite(b.zero, least, b.exponent);
    const Bool swap = d_.slt(of_a, of_b);
    const auto first = [&](const Bits& x, const Bits& y) { return d_.ite(swap, y, x); };
    const auto second = [&](const Bits& x, const Bits& y) { return d_.ite(swap, x, y); };
    const auto extended = [&](const Bits& x) { return d_.concat(d_.constant(1, 0), d_.concat(x, d_.constant(3, 0))); };
    const Bits none = d_.constant(n, 0);
    const Bits in_a = d_.ite(a.zero, none, a.significand), in_b = d_.ite(b.zero, none, b.significand);
    const Bits great = extended(first(in_a, in_b));
    const Bits small = shifted_right(extended(second(in_a, in_b)), d_.sub(first(of_a, of_b), second(of_a, of_b)));
    const Bool great_negative = d_.is_set(first(d_.bit(a.negative), d_.bit(b.negative)));
    const Bool subtract = differ(a.negative, b.negative);
    const Bool less = d_.land(subtract, d_.ult(great, small));
    const Bits difference = d_.sub(great, small);
    Number made;
    made.significand = d_.ite(subtract, d_.ite(less, d_.neg(difference), difference), d_.add(great, small));
    made.exponent = d_.add(first(of_a, of_b), exponent(1));
    const Bool nothing = d_.eq(made.significand, d_.constant(wide, 0));
    made.negative = d_.ite(nothing, d_.ite(subtract, d_.truth(r == Rounding::TowardNegative), a.negative),
                           differ(great_negative, less));
    made.infinite = any(a.infinite, b.infinite);
    made.negative = d_.ite(a.infinite, a.negative, d_.ite(b.infinite, b.negative, made.negative));
    made.nan = any(any(a.nan, b.nan), d_.land(d_.land(a.infinite, b.infinite), subtract));
    made.zero = d_.land(nothing, d_.lnot(made.infinite));
    return normalised(made);
  }

  /// Shifted, with the lowest bit set where a bit was lost. Amounts that are negative are none.
  Bits shifted_right(const Bits& a, const Bits& amount) {
    const unsigned n = d_.width(a), e = d_.width(amount);
    const Bits none = d_.constant(e, 0);
    const Bits positive = d_.ite(d_.slt(amount, none), none, amount);
    Bits by = e <= n ? d_.zext(positive, n) : d_.trunc(positive, n);
    if (e > static_cast<unsigned>(std::bit_width(n))) {
      const Bool all = d_.ule(d_.constant(e, n), positive);
      by = d_.ite(all, d_.constant(n, n), by);
      const Bits gone = d_.ite(all, d_.constant(n, 0), d_.lshr(a, by));
      const Bits back = d_.ite(all, d_.constant(n, 0), d_.shl(gone, by));
      return d_.bor(gone, d_.zext(d_.bit(d_.lnot(d_.eq(back, a))), n));
    }
    const Bits kept = d_.lshr(a, by);
    return d_.bor(kept, d_.zext(d_.bit(d_.lnot(d_.eq(d_.shl(kept, by), a))), n));
  }
  /// Without the lowest `count` bits (two at least), rounded.
  Bits rounded_by(Rounding r, const Bool& negative, const Bits& a, unsigned count) {
    const unsigned kept = d_.width(a) - count;
    const Bits result = d_.slice(a, count, kept);
    const Bool half = d_.is_set(d_.slice(a, count - 1, 1));
    const Bool more = d_.lnot(d_.eq(d_.slice(a, 0, count - 1), d_.constant(count - 1, 0)));
    const Bool inexact = any(half, more);
    const Bool up = [&] {
      switch (r) {
        case Rounding::TowardPositive:
          return d_.land(inexact, d_.lnot(negative));
        case Rounding::TowardNegative:
          return d_.land(inexact, negative);
        case Rounding::TowardZero:
          return d_.truth(false);
        case Rounding::NearestTiesToAway:
          return half;
        default:
          return d_.land(half, any(more, d_.is_set(d_.slice(a, count, 1))));
      }
    }();
    return d_.add(result, d_.zext(d_.bit(up), kept));
  }

  /// The pattern of the number, rounded. Its significand is normal.
  Bits combine(Number x, Rounding r) {
    const unsigned p = precision(), fraction = shape_.fraction_bits;
    if (const unsigned n = d_.width(x.significand); n < p + 2)
      x.significand = d_.concat(x.significand, zeros(p + 2 - n));
    const unsigned n = d_.width(x.significand), e = d_.width(x.exponent);
    const auto number = [&](std::int64_t value) { return d_.constant_signed(e, static_cast<std::uint64_t>(value)); };
    const Bits lowest = number(1 - bias()), missing = d_.sub(lowest, x.exponent);
    const Bool subnormal = d_.slt(number(0), missing);
    const Bits placed = d_.ite(subnormal, shifted_right(x.significand, missing), x.significand);
    // The hidden bit adds one to the exponent; so does rounding up to the next power of two.
    const Bits field = d_.ite(subnormal, number(0), d_.add(x.exponent, number(bias() - 1)));
    const Bits digits = rounded_by(r, x.negative, d_.concat(d_.constant(1, 0), placed), n - p);  // p + 1 bits
    const unsigned all = e + fraction + 2;
    const Bits made = d_.add(d_.concat(d_.sext(field, e + 2), zeros(fraction)), d_.zext(digits, all));
    const Bits top = d_.bnot(d_.constant(shape_.exponent_bits, 0));
    const Bits infinite = d_.concat(top, zeros(fraction)),
               greatest = d_.sub(infinite, d_.constant(shape_.exponent_bits + fraction, 1));
    const Bool too_large = d_.sle(d_.zext(infinite, all), made);
    const Bool to_infinity = r == Rounding::TowardPositive   ? d_.lnot(x.negative)
                             : r == Rounding::TowardNegative ? x.negative
                                                             : d_.truth(is_nearest(r));
    Bits magnitude =
        d_.ite(too_large, d_.ite(to_infinity, infinite, greatest), d_.trunc(made, shape_.exponent_bits + fraction));
    magnitude = d_.ite(x.zero, zeros(shape_.exponent_bits + fraction), magnitude);
    magnitude = d_.ite(x.infinite, infinite, magnitude);
    const Bits nan = d_.concat(d_.constant(1, 0), d_.concat(top, d_.concat(d_.constant(1, 1), zeros(fraction - 1))));
    return d_.ite(x.nan, nan, d_.concat(d_.bit(x.negative), magnitude));
  }
  static bool is_nearest(Rounding r) { return r == Rounding::NearestTiesToEven || r == Rounding::NearestTiesToAway; }

  D& d_;
  FloatShape shape_;
};

}  // namespace assay::semantics
