#pragma once

#include "services/worker/semantics/float_bits.h"

/// Floating-point instructions in the default environment (LangRef: floating-point semantics, fast-math flags).
namespace assay::semantics {

/// fneg acts on the sign bit alone.
template <>
struct Meaning<Op::FNeg> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a) {
    const FloatFormat format = info.operand.format;
    FloatBits<D> f(d, format);
    const auto result = with_changed_sign(d, format, a.bits, [&](const auto& bits) { return d.lnot(f.sign(bits)); });
    return with_fast_math(d, info, format, result, a);
  }
};

#define ASSAY_FLOAT_BINARY(name, call)                                                        \
  template <>                                                                                 \
  struct Meaning<Op::name> {                                                                  \
    template <Domain D>                                                                       \
    static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a, const Value<D>& b) { \
      const FloatFormat format = info.result.format;                                          \
      const auto result = with_nan_choice(d, info, call, std::array{a.bits, b.bits}, format); \
      return with_fast_math(d, info, format, result, a, b);                                   \
    }                                                                                         \
  };
ASSAY_FLOAT_BINARY(FAdd, d.fadd(format, info.rounding, a.bits, b.bits))
ASSAY_FLOAT_BINARY(FSub, d.fsub(format, info.rounding, a.bits, b.bits))
ASSAY_FLOAT_BINARY(FMul, d.fmul(format, info.rounding, a.bits, b.bits))
ASSAY_FLOAT_BINARY(FDiv, d.fdiv(format, info.rounding, a.bits, loose_zero(d, info, format, b.bits)))
ASSAY_FLOAT_BINARY(FRem, d.frem(format, a.bits, b.bits))
#undef ASSAY_FLOAT_BINARY

template <Domain D>
typename D::Bool compare_floats(D& d, FloatFormat format, Predicate predicate, const typename D::Bits& a,
                                const typename D::Bits& b) {
  FloatBits<D> f(d, format);
  const auto unordered = [&] { return d.lor(f.is_nan(a), f.is_nan(b)); };
  const auto less_or_equal = [&](const auto& x, const auto& y) {
    return d.lor(d.flt(format, x, y), d.feq(format, x, y));
  };
  switch (predicate) {
    case Predicate::Oeq:
      return d.feq(format, a, b);
    case Predicate::Ogt:
      return d.flt(format, b, a);
    case Predicate::Oge:
      return less_or_equal(b, a);
    case Predicate::Olt:
      return d.flt(format, a, b);
    case Predicate::Ole:
      return less_or_equal(a, b);
    case Predicate::One:
      return d.lor(d.flt(format, a, b), d.flt(format, b, a));
    case Predicate::Ord:
      return d.lnot(unordered());
    case Predicate::Uno:
      return unordered();
    case Predicate::Ueq:
      return d.lor(unordered(), d.feq(format, a, b));
    case Predicate::FUgt:
      return d.lor(unordered(), d.flt(format, b, a));
    case Predicate::FUge:
      return d.lor(unordered(), less_or_equal(b, a));
    case Predicate::FUlt:
      return d.lor(unordered(), d.flt(format, a, b));
    case Predicate::FUle:
      return d.lor(unordered(), less_or_equal(a, b));
    case Predicate::Une:
      return d.lnot(d.feq(format, a, b));
    case Predicate::True:
      return d.truth(true);
    default:
      return d.truth(false);
  }
}

template <>
struct Meaning<Op::FCmp> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a, const Value<D>& b) {
    const FloatFormat format = info.operand.format;
    FloatBits<D> f(d, format);
    return PoisonIf<D>(d, a, b)
        .when(info.has(NoNaNs), [&] { return d.lor(f.is_nan(a.bits), f.is_nan(b.bits)); })
        .when(info.has(NoInfs), [&] { return d.lor(f.is_inf(a.bits), f.is_inf(b.bits)); })
        .otherwise(d.bit(compare_floats(d, format, info.predicate, a.bits, b.bits)));
  }
};

/// fptrunc and fpext: correctly rounded; the flags look at both formats.
template <Domain D>
Value<D> convert_float(D& d, const ValueInfo& info, const Value<D>& a) {
  const FloatFormat from = info.operand.format, to = info.result.format;
  FloatBits<D> f(d, from);
  const auto converted = d.fconvert(from, to, info.rounding, a.bits);
  const auto result = with_nan_choice(d, info, converted, std::array{a.bits}, from);
  auto value = with_fast_math(d, info, to, result, Value<D>{result, a.poison});
  if (info.has(NoNaNs)) value.poison = d.lor(value.poison, f.is_nan(a.bits));
  if (info.has(NoInfs)) value.poison = d.lor(value.poison, f.is_inf(a.bits));
  return value;
}

template <>
struct Meaning<Op::FPTrunc> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a) {
    return convert_float(d, info, a);
  }
};
template <>
struct Meaning<Op::FPExt> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a) {
    return convert_float(d, info, a);
  }
};

/// Rounds toward zero; a value that does not fit gives poison.
template <Domain D>
Value<D> float_to_integer(D& d, const ValueInfo& info, const Value<D>& a, bool is_signed) {
  const FloatFormat format = info.operand.format;
  const unsigned width = info.result.bits;
  return PoisonIf<D>(d, a)
      .when(true, [&] { return d.lnot(d.float_fits_int(format, Rounding::TowardZero, a.bits, width, is_signed)); })
      .otherwise(d.float_to_int(format, Rounding::TowardZero, a.bits, width, is_signed));
}

template <>
struct Meaning<Op::FPToUI> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a) {
    return float_to_integer(d, info, a, false);
  }
};
template <>
struct Meaning<Op::FPToSI> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a) {
    return float_to_integer(d, info, a, true);
  }
};

template <>
struct Meaning<Op::UIToFP> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a) {
    const auto result = d.int_to_float(a.bits, false, info.result.format, info.rounding);
    auto value = with_fast_math(d, info, info.result.format, result, Value<D>{result, a.poison});
    if (info.has(NonNegative)) value.poison = d.lor(value.poison, is_negative(d, a.bits));
    return value;
  }
};
template <>
struct Meaning<Op::SIToFP> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a) {
    const auto result = d.int_to_float(a.bits, true, info.result.format, info.rounding);
    return with_fast_math(d, info, info.result.format, result, Value<D>{result, a.poison});
  }
};

}  // namespace assay::semantics
