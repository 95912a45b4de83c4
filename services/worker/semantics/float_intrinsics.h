#pragma once

#include "services/worker/semantics/float.h"

/// Floating-point intrinsics (LangRef: standard C library intrinsics, saturating conversions, class tests).
namespace assay::semantics {

template <>
struct Meaning<Op::FAbs> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a) {
    const FloatFormat format = info.operand.format;
    const auto result = with_changed_sign(d, format, a.bits, [&](const auto&) { return d.truth(false); });
    return with_fast_math(d, info, format, result, a);
  }
};

template <>
struct Meaning<Op::CopySign> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a, const Value<D>& b) {
    FloatBits<D> f(d, info.operand.format);
    const auto y = loose_zero(d, info, info.operand.format, b.bits);
    const auto sign = f.sign(y);
    const auto result = with_changed_sign(d, info.operand.format, a.bits, [&](const auto&) { return sign; });
    return with_fast_math(d, info, info.result.format, result, a, b);
  }
};

/// One rounded operation of one operand.
#define ASSAY_FLOAT_UNARY(name, call)                                                 \
  template <>                                                                         \
  struct Meaning<Op::name> {                                                          \
    template <Domain D>                                                               \
    static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a) {            \
      const FloatFormat format = info.result.format;                                  \
      const auto result = with_nan_choice(d, info, call, std::array{a.bits}, format); \
      return with_fast_math(d, info, format, result, a);                              \
    }                                                                                 \
  };
ASSAY_FLOAT_UNARY(Sqrt, d.fsqrt(format, info.rounding, a.bits))
ASSAY_FLOAT_UNARY(Floor, d.fround(format, Rounding::TowardNegative, a.bits))
ASSAY_FLOAT_UNARY(Ceil, d.fround(format, Rounding::TowardPositive, a.bits))
ASSAY_FLOAT_UNARY(FTrunc, d.fround(format, Rounding::TowardZero, a.bits))
ASSAY_FLOAT_UNARY(Rint, d.fround(format, info.rounding, a.bits))
ASSAY_FLOAT_UNARY(NearbyInt, d.fround(format, info.rounding, a.bits))
ASSAY_FLOAT_UNARY(Round, d.fround(format, Rounding::NearestTiesToAway, a.bits))
ASSAY_FLOAT_UNARY(RoundEven, d.fround(format, Rounding::NearestTiesToEven, a.bits))
ASSAY_FLOAT_UNARY(Canonicalize, FloatBits<D>(d, format).canonical(a.bits))
#undef ASSAY_FLOAT_UNARY

/// Functions that libraries do not round correctly. All that is known: the same arguments give the same result. Where
/// there are two, the sign of a zero may decide more than that of a zero result.
template <Domain D, class... Operands>
Value<D> unknown_function(D& d, const ValueInfo& info, const Operands&... operands) {
  std::array<typename D::Bits, sizeof...(operands)> arguments{operands.bits...};
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (is_sign_of_zero_looked_at(info.op, i)) arguments[i] = loose_zero(d, info, info.operand.format, arguments[i]);
  auto result = d.uninterpreted(row_of(info.op).spelling, info.result.format, std::span(arguments));
  FloatBits<D> f(d, info.result.format);
  if (info.has(QuietNaNs)) result = d.ite(f.is_nan(result), f.quieted(result), result);
  return with_fast_math(d, info, info.result.format, result, operands...);
}

#define ASSAY_UNKNOWN_UNARY(name)                                          \
  template <>                                                              \
  struct Meaning<Op::name> {                                               \
    template <Domain D>                                                    \
    static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a) { \
      return unknown_function(d, info, a);                                 \
    }                                                                      \
  };
ASSAY_UNKNOWN_UNARY(Sin)
ASSAY_UNKNOWN_UNARY(Cos)
ASSAY_UNKNOWN_UNARY(Tan)
ASSAY_UNKNOWN_UNARY(Asin)
ASSAY_UNKNOWN_UNARY(Acos)
ASSAY_UNKNOWN_UNARY(Atan)
ASSAY_UNKNOWN_UNARY(Sinh)
ASSAY_UNKNOWN_UNARY(Cosh)
ASSAY_UNKNOWN_UNARY(Tanh)
ASSAY_UNKNOWN_UNARY(Exp)
ASSAY_UNKNOWN_UNARY(Exp2)
ASSAY_UNKNOWN_UNARY(Exp10)
ASSAY_UNKNOWN_UNARY(Log)
ASSAY_UNKNOWN_UNARY(Log2)
ASSAY_UNKNOWN_UNARY(Log10)
#undef ASSAY_UNKNOWN_UNARY

template <>
struct Meaning<Op::Pow> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a, const Value<D>& b) {
    return unknown_function(d, info, a, b);
  }
};
template <>
struct Meaning<Op::Atan2> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a, const Value<D>& b) {
    return unknown_function(d, info, a, b);
  }
};

template <>
struct Meaning<Op::Fma> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a, const Value<D>& b, const Value<D>& c) {
    const FloatFormat format = info.result.format;
    const auto fused = d.fma(format, info.rounding, a.bits, b.bits, c.bits);
    const auto result = with_nan_choice(d, info, fused, std::array{a.bits, b.bits, c.bits}, format);
    return with_fast_math(d, info, format, result, a, b, c);
  }
};

/// Fused or not: one choice for all uses of the result.
template <>
struct Meaning<Op::FMulAdd> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a, const Value<D>& b, const Value<D>& c) {
    const FloatFormat format = info.result.format;
    const auto fused = d.fma(format, info.rounding, a.bits, b.bits, c.bits);
    const auto split = d.fadd(format, info.rounding, d.fmul(format, info.rounding, a.bits, b.bits), c.bits);
    const auto take_fused = d.is_set(choose_when(d, d.lnot(d.eq(fused, split)), 1, Choice::FusedMultiplyAdd));
    const auto result =
        with_nan_choice(d, info, d.ite(take_fused, fused, split), std::array{a.bits, b.bits, c.bits}, format);
    return with_fast_math(d, info, format, result, a, b, c);
  }
};

enum class MinMaxStyle { Number2008, Propagating, Number2019 };

/// The smaller (or larger) operand, with -0.0 below +0.0.
template <Domain D>
Value<D> float_min_max(D& d, const ValueInfo& info, const Value<D>& a, const Value<D>& b, bool minimum,
                       MinMaxStyle style) {
  const FloatFormat format = info.result.format;
  FloatBits<D> f(d, format);
  const auto &x = a.bits, &y = b.bits;
  const auto below = d.lor(d.flt(format, x, y), d.land(d.feq(format, x, y), d.land(f.sign(x), d.lnot(f.sign(y)))));
  auto result = d.ite(below, minimum ? x : y, minimum ? y : x);
  const auto nan_x = f.is_nan(x), nan_y = f.is_nan(y);
  if (style == MinMaxStyle::Propagating) {
    result = d.ite(d.lor(nan_x, nan_y), f.quiet_nan(), result);
  } else {
    result = d.ite(nan_x, d.ite(nan_y, f.quiet_nan(), y), d.ite(nan_y, x, result));
    if (style == MinMaxStyle::Number2008 && !info.has(SignalingIsQuiet)) {
      // A signaling operand gives a NaN, or is treated like a quiet one.
      const auto signaling = d.lor(f.is_signaling_nan(x), f.is_signaling_nan(y));
      const auto propagate = d.is_set(choose_when(d, signaling, 1, Choice::NanPayload));
      result = d.ite(d.land(signaling, propagate), f.quiet_nan(), result);
    }
  }
  return with_fast_math(d, info, format, with_nan_choice(d, info, result, std::array{a.bits, b.bits}, format), a, b);
}

#define ASSAY_MIN_MAX(name, minimum, style)                                                   \
  template <>                                                                                 \
  struct Meaning<Op::name> {                                                                  \
    template <Domain D>                                                                       \
    static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a, const Value<D>& b) { \
      return float_min_max(d, info, a, b, minimum, MinMaxStyle::style);                       \
    }                                                                                         \
  };
ASSAY_MIN_MAX(MinNum, true, Number2008)
ASSAY_MIN_MAX(MaxNum, false, Number2008)
ASSAY_MIN_MAX(Minimum, true, Propagating)
ASSAY_MIN_MAX(Maximum, false, Propagating)
ASSAY_MIN_MAX(MinimumNum, true, Number2019)
ASSAY_MIN_MAX(MaximumNum, false, Number2019)
#undef ASSAY_MIN_MAX

/// NaN gives zero, values out of range the nearest bound.
template <Domain D>
Value<D> saturating_to_integer(D& d, const ValueInfo& info, const Value<D>& a, bool is_signed) {
  const FloatFormat format = info.operand.format;
  const unsigned width = info.result.bits;
  FloatBits<D> f(d, format);
  const auto fits = d.float_fits_int(format, Rounding::TowardZero, a.bits, width, is_signed);
  const auto low = is_signed ? signed_min(d, width) : d.constant(width, 0);
  const auto high = is_signed ? signed_max(d, width) : all_ones(d, width);
  const auto bound = d.ite(f.sign(a.bits), low, high);
  const auto result = d.ite(fits, d.float_to_int(format, Rounding::TowardZero, a.bits, width, is_signed), bound);
  return PoisonIf<D>(d, a).otherwise(d.ite(f.is_nan(a.bits), d.constant(width, 0), result));
}

template <>
struct Meaning<Op::FPToSISat> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a) {
    return saturating_to_integer(d, info, a, true);
  }
};
template <>
struct Meaning<Op::FPToUISat> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a) {
    return saturating_to_integer(d, info, a, false);
  }
};

/// True if the pattern is of one of the classes of an llvm::FPClassTest mask.
template <Domain D>
typename D::Bool is_of_class(D& d, FloatFormat format, const typename D::Bits& a, std::uint64_t mask) {
  FloatBits<D> f(d, format);
  auto result = d.truth(false);
  const auto add = [&](unsigned bit, auto test) {
    if ((mask >> bit & 1) != 0) result = d.lor(result, test());
  };
  const auto negative = [&](auto kind) { return d.land(f.sign(a), kind); };
  const auto positive = [&](auto kind) { return d.land(d.lnot(f.sign(a)), kind); };
  add(0, [&] { return f.is_signaling_nan(a); });
  add(1, [&] { return d.land(f.is_nan(a), f.is_quiet(a)); });
  add(2, [&] { return negative(f.is_inf(a)); });
  add(3, [&] { return negative(f.is_normal(a)); });
  add(4, [&] { return negative(f.is_subnormal(a)); });
  add(5, [&] { return negative(f.is_float_zero(a)); });
  add(6, [&] { return positive(f.is_float_zero(a)); });
  add(7, [&] { return positive(f.is_subnormal(a)); });
  add(8, [&] { return positive(f.is_normal(a)); });
  add(9, [&] { return positive(f.is_inf(a)); });
  return result;
}

template <>
struct Meaning<Op::IsFPClass> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a) {
    return PoisonIf<D>(d, a).otherwise(d.bit(is_of_class(d, info.operand.format, a.bits, info.immediate)));
  }
};

}  // namespace assay::semantics
