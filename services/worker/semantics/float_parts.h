#pragma once

#include "services/worker/semantics/float_intrinsics.h"

/// Intrinsics that split numbers or compose them (LangRef: ldexp, frexp, modf, lrint, lround, powi), and what
/// denormal-fp-math does to operands and results.
namespace assay::semantics {

/// The number times a power of two, as one multiplication in a format where every step but the last is exact.
template <Domain D>
class Scaling {
 public:
  using Bits = typename D::Bits;
  Scaling(D& d, FloatFormat format, Rounding rounding) : d_(d), f_(d, format), format_(format), rounding_(rounding) {}

  /// `by` is signed and lies within a few times the exponent's range.
  Bits scaled(Bits x, Bits by) {
    const std::int64_t bias = f_.bias(), least = 1 - bias, precision = f_.fraction_width() + 1;
    for (int i = 0; i < 2; ++i) step(x, by, d_.slt(number(bias), by), bias);
    for (int i = 0; i < 2; ++i) step(x, by, d_.slt(by, number(least)), least + precision);
    by = clamped(by, least, bias);
    return d_.fmul(format_, rounding_, x, power(by));
  }
  Bits clamped(const Bits& by, std::int64_t least, std::int64_t most) {
    const Bits low = number_like(by, least), high = number_like(by, most);
    return d_.ite(d_.slt(by, low), low, d_.ite(d_.slt(high, by), high, by));
  }
  static constexpr unsigned kWidth = 20;

 private:
  Bits number(std::int64_t value) { return d_.constant_signed(kWidth, static_cast<std::uint64_t>(value)); }
  Bits number_like(const Bits& like, std::int64_t value) {
    return d_.constant_signed(d_.width(like), static_cast<std::uint64_t>(value));
  }
  Bits power(const Bits& by) { return f_.power_of_two(d_.trunc(d_.add(by, number(f_.bias())), f_.exponent_width())); }
  void step(Bits& x, Bits& by, const typename D::Bool& wanted, std::int64_t amount) {
    x = d_.ite(wanted, d_.fmul(format_, rounding_, x, power(number(amount))), x);
    by = d_.ite(wanted, d_.sub(by, number(amount)), by);
  }

  D& d_;
  FloatBits<D> f_;
  FloatFormat format_;
  Rounding rounding_;
};

template <>
struct Meaning<Op::LDExp> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a, const Value<D>& b) {
    const FloatFormat format = info.result.format;
    const auto& x = a.bits;
    // Small formats are scaled as doubles, which is exact, and rounded once.
    const bool narrow = format == FloatFormat::Half || format == FloatFormat::BFloat || format == FloatFormat::Single;
    const FloatFormat inner = narrow ? FloatFormat::Double : format;
    Scaling<D> scaling(d, inner, info.rounding);
    const unsigned given = d.width(b.bits);
    const auto by = given < Scaling<D>::kWidth ? d.sext(b.bits, Scaling<D>::kWidth) : b.bits;
    const std::int64_t most = narrow ? 400 : 3 * ((1 << (shape_of(format).exponent_bits - 1)) - 1);
    const auto bounded = d.trunc(scaling.clamped(by, -most, most), Scaling<D>::kWidth);
    auto scaled = scaling.scaled(narrow ? d.fconvert(format, inner, info.rounding, x) : x, bounded);
    if (narrow) scaled = d.fconvert(inner, format, info.rounding, scaled);
    FloatBits<D> f(d, format);
    scaled = d.ite(f.is_nan(x), x, scaled);
    const auto result = with_nan_choice(d, info, scaled, std::array{a.bits}, format);
    auto value = with_fast_math(d, info, format, result, a);
    value.poison = d.lor(value.poison, b.poison);
    return value;
  }
};

template <>
struct Meaning<Op::PowI> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a, const Value<D>& b) {
    const std::array<typename D::Bits, 2> arguments{loose_zero(d, info, info.operand.format, a.bits), b.bits};
    const auto result = d.uninterpreted(row_of(info.op).spelling, info.result.format, std::span(arguments));
    auto value = with_fast_math(d, info, info.result.format, result, a);
    value.poison = d.lor(value.poison, b.poison);
    return value;
  }
};

/// A number with a normal significand, and how much its exponent was raised for that.
template <Domain D>
struct Normalised {
  typename D::Bits pattern;
  typename D::Bool raised;
  unsigned by;
};
template <Domain D>
Normalised<D> normalised(D& d, FloatFormat format, const typename D::Bits& a) {
  FloatBits<D> f(d, format);
  const unsigned by = f.fraction_width() + 1;
  const auto factor = f.power_of_two(d.constant(f.exponent_width(), f.bias() + by));
  const auto raised = f.is_subnormal(a);
  return {d.ite(raised, d.fmul(format, Rounding::NearestTiesToEven, a, factor), f.canonical(a)), raised, by};
}
/// Zero, infinity or NaN, which have no fraction and exponent to split.
template <Domain D>
typename D::Bool has_no_exponent(D& d, FloatBits<D>& f, const typename D::Bits& a) {
  return d.lor(f.is_float_zero(a), f.is_nan_or_inf(a));
}

template <>
struct Meaning<Op::FrexpFraction> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a) {
    const FloatFormat format = info.result.format;
    FloatBits<D> f(d, format);
    const auto& x = a.bits;
    const auto normal = normalised(d, format, x);
    const auto half = f.assembled(x, d.constant(f.exponent_width(), f.bias() - 1), normal.pattern);
    const auto result = d.ite(has_no_exponent(d, f, x), x, half);
    return with_fast_math(d, info, format, with_nan_choice(d, info, result, std::array{a.bits}, format), a);
  }
};

/// The exponent of an infinity or a NaN is open, and so is one that does not fit its type (VAL-23).
template <>
struct Meaning<Op::FrexpExponent> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a) {
    FloatBits<D> f(d, info.operand.format);
    const unsigned width = info.result.bits, wide = std::max(width, 20u);
    const auto normal = normalised(d, info.operand.format, a.bits);
    const auto field = d.zext(f.exponent(normal.pattern), wide);
    const auto lowered = d.ite(normal.raised, d.sub(field, d.constant(wide, normal.by)), field);
    const auto whole = d.sub(lowered, d.constant(wide, f.bias() - 1));
    const auto exponent = d.trunc(whole, width);
    const auto misfits = d.lnot(d.eq(d.sext(exponent, wide), whole));
    const auto open = d.land(d.lor(f.is_nan_or_inf(a.bits), misfits), d.lnot(a.poison));
    const auto any = choose_when(d, open, width, Choice::Unspecified);
    const auto zero = d.constant(width, 0);
    return PoisonIf<D>(d, a).otherwise(d.ite(f.is_float_zero(a.bits), zero, d.ite(open, any, exponent)));
  }
};

template <>
struct Meaning<Op::ModfFraction> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a) {
    const FloatFormat format = info.result.format;
    FloatBits<D> f(d, format);
    const auto& x = a.bits;
    const auto whole = d.fround(format, Rounding::TowardZero, x);
    const auto rest = f.with_sign(f.sign(x), d.fsub(format, Rounding::NearestTiesToEven, x, whole));
    const auto number = d.ite(f.is_inf(x), f.zero(f.sign(x)), rest);
    const auto result = d.ite(f.is_nan(x), x, number);
    return with_fast_math(d, info, format, with_nan_choice(d, info, result, std::array{a.bits}, format), a);
  }
};

template <>
struct Meaning<Op::SinPi> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a) {
    return unknown_function(d, info, a);
  }
};
template <>
struct Meaning<Op::CosPi> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a) {
    return unknown_function(d, info, a);
  }
};

/// A value that does not fit gives any one number (LangRef: as freeze poison).
template <Domain D>
Value<D> rounded_to_integer(D& d, const ValueInfo& info, const Value<D>& a, Rounding rounding) {
  const FloatFormat format = info.operand.format;
  const unsigned width = info.result.bits;
  const auto fits = d.float_fits_int(format, rounding, a.bits, width, true);
  const auto any = choose_when(d, d.land(d.lnot(fits), d.lnot(a.poison)), width, Choice::Unspecified);
  return PoisonIf<D>(d, a).otherwise(d.ite(fits, d.float_to_int(format, rounding, a.bits, width, true), any));
}

#define ASSAY_ROUNDED(name, rounding)                                      \
  template <>                                                              \
  struct Meaning<Op::name> {                                               \
    template <Domain D>                                                    \
    static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a) { \
      return rounded_to_integer(d, info, a, rounding);                     \
    }                                                                      \
  };
ASSAY_ROUNDED(LRint, info.rounding)
ASSAY_ROUNDED(LLRint, info.rounding)
ASSAY_ROUNDED(LRound, Rounding::NearestTiesToAway)
ASSAY_ROUNDED(LLRound, Rounding::NearestTiesToAway)
#undef ASSAY_ROUNDED

template <Domain D>
typename D::Bits zero_for(D& d, FloatBits<D>& f, const ValueInfo& info, const typename D::Bits& a) {
  const bool keeps_sign = static_cast<Denormals>(info.immediate) == Denormals::PreserveSign;
  return f.zero(keeps_sign ? f.sign(a) : d.truth(false));
}

/// An operand must be seen as a zero.
template <>
struct Meaning<Op::FlushInput> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a) {
    FloatBits<D> f(d, info.operand.format);
    return PoisonIf<D>(d, a).otherwise(d.ite(f.is_subnormal(a.bits), zero_for(d, f, info, a.bits), a.bits));
  }
};

/// A result may become a zero.
template <>
struct Meaning<Op::FlushOutput> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a) {
    FloatBits<D> f(d, info.operand.format);
    const auto denormal = d.land(f.is_subnormal(a.bits), d.lnot(a.poison));
    const auto flushes = d.is_set(choose_when(d, denormal, 1, Choice::Unspecified));
    return PoisonIf<D>(d, a).otherwise(d.ite(d.land(denormal, flushes), zero_for(d, f, info, a.bits), a.bits));
  }
};

}  // namespace assay::semantics
