#pragma once

#include <algorithm>
#include <cstdint>

#include "services/worker/semantics/float_bits.h"
#include "services/worker/semantics/integer_intrinsics.h"

/// Fixed-point arithmetic (LangRef: fixed point arithmetic intrinsics). A result between two representable numbers is
/// one of them, which is open.
namespace assay::semantics {

/// The exact quotient or product, rounded down, in a width that holds it; and whether that was inexact.
template <Domain D>
struct FixedResult {
  typename D::Bits low;    ///< rounded toward negative infinity, or, for a quotient, toward zero
  typename D::Bits other;  ///< the other neighbour
  typename D::Bool inexact;
};

/// One of the neighbours; then saturated, or `overflow` tells that it does not fit.
template <Domain D>
typename D::Bits finish_fixed(D& d, const FixedResult<D>& result, unsigned width, bool is_signed, bool saturates,
                              const typename D::Bool& poison, typename D::Bool& overflow) {
  const unsigned wide = d.width(result.low);
  const auto matters = d.land(result.inexact, d.lnot(poison));
  const auto take_other = d.land(result.inexact, d.is_set(choose_when(d, matters, 1, Choice::Unspecified)));
  const auto chosen = d.ite(take_other, result.other, result.low);
  const auto low = is_signed ? d.sext(signed_min(d, width), wide) : d.constant(wide, 0);
  const auto high = is_signed ? d.sext(signed_max(d, width), wide) : d.zext(all_ones(d, width), wide);
  const auto below = is_signed ? d.slt(chosen, low) : d.truth(false);
  const auto above = is_signed ? d.slt(high, chosen) : d.ult(high, chosen);
  overflow = saturates ? d.truth(false) : d.lor(below, above);
  const auto bounded = saturates ? d.ite(below, low, d.ite(above, high, chosen)) : chosen;
  return d.trunc(bounded, width);
}

/// A product that does not fit is poison: LangRef says undefined behaviour, but the intrinsics may be speculated.
template <Domain D>
Value<D> multiply_fixed(D& d, const ValueInfo& info, const Value<D>& a, const Value<D>& b, bool is_signed,
                        bool saturates) {
  const unsigned width = d.width(a.bits), wide = 2 * width;
  // Without a fraction it is a mul with nsw or nuw, written as such: for the solver the two are one term then.
  if (info.immediate == 0 && !saturates) {
    return PoisonIf<D>(d, a, b)
        .when(is_signed, [&] { return d.smul_overflows(a.bits, b.bits); })
        .when(!is_signed, [&] { return d.umul_overflows(a.bits, b.bits); })
        .otherwise(d.mul(a.bits, b.bits));
  }
  const auto widen = [&](const auto& x) { return is_signed ? d.sext(x, wide) : d.zext(x, wide); };
  const auto product = d.mul(widen(a.bits), widen(b.bits));
  const auto by = d.constant(wide, info.immediate);
  const auto floor = is_signed ? d.ashr(product, by) : d.lshr(product, by);
  const auto back = d.shl(floor, by);
  const FixedResult<D> result{floor, d.add(floor, d.constant(wide, 1)), d.lnot(d.eq(back, product))};
  const auto poison = any_poison(d, a, b);
  auto overflow = d.truth(false);
  const auto bits = finish_fixed(d, result, width, is_signed, saturates, poison, overflow);
  return {bits, d.lor(poison, overflow)};
}

/// The smallest number of bits that hold the dividend and both neighbours of the quotient.
inline unsigned fixed_division_width(unsigned width, std::uint64_t scale) {
  return static_cast<unsigned>(std::min<std::uint64_t>(2 * std::uint64_t{width}, width + scale + 1));
}

/// A divisor between minus one (included) and one: some dividend, the smallest or the greatest number, does not fit.
template <Domain D>
typename D::Bool some_quotient_overflows(D& d, const typename D::Bits& divisor, unsigned scale, bool is_signed) {
  const unsigned wide = d.width(divisor);
  const auto one = d.shl(d.constant(wide, 1), d.constant(wide, scale));
  if (!is_signed) return d.ult(divisor, one);
  return d.land(d.slt(divisor, one), d.lnot(d.slt(divisor, d.sub(d.constant(wide, 0), one))));
}

/// A quotient that does not fit is undefined behaviour. So is a poison dividend where some number's does not (VAL-3).
template <Domain D>
Value<D> divide_fixed(D& d, const ValueInfo& info, const Value<D>& a, const Value<D>& b, bool is_signed,
                      bool saturates) {
  const unsigned width = d.width(a.bits), wide = fixed_division_width(width, info.immediate);
  d.ub(b.poison, Rule::DivisionByPoison);
  d.ub(d.land(d.lnot(b.poison), is_zero(d, b.bits)), Rule::DivisionByZero);
  const auto widen = [&](const auto& x) { return is_signed ? d.sext(x, wide) : d.zext(x, wide); };
  const auto dividend = d.shl(widen(a.bits), d.constant(wide, info.immediate));
  const auto divisor = widen(b.bits);
  const auto quotient = is_signed ? d.sdiv(dividend, divisor) : d.udiv(dividend, divisor);
  const auto rest = is_signed ? d.srem(dividend, divisor) : d.urem(dividend, divisor);
  const auto negative = is_signed ? is_negative(d, d.bxor(dividend, divisor)) : d.truth(false);
  const auto away = d.ite(negative, d.sub(quotient, d.constant(wide, 1)), d.add(quotient, d.constant(wide, 1)));
  auto overflow = d.truth(false);
  const FixedResult<D> result{quotient, away, d.lnot(is_zero(d, rest))};
  const auto bits = finish_fixed(d, result, width, is_signed, saturates, any_poison(d, a, b), overflow);
  d.ub(d.land(d.lnot(any_poison(d, a, b)), overflow), Rule::ImmediateArgument);
  if (!saturates) {
    const auto may_overflow = some_quotient_overflows(d, divisor, info.immediate, is_signed);
    d.ub(d.land(d.land(a.poison, d.lnot(b.poison)), may_overflow), Rule::ImmediateArgument);
  }
  return {bits, a.poison};
}

#define ASSAY_FIXED(name, operation, is_signed, saturates)                                    \
  template <>                                                                                 \
  struct Meaning<Op::name> {                                                                  \
    template <Domain D>                                                                       \
    static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a, const Value<D>& b) { \
      return operation(d, info, a, b, is_signed, saturates);                                  \
    }                                                                                         \
  };
ASSAY_FIXED(SMulFix, multiply_fixed, true, false)
ASSAY_FIXED(UMulFix, multiply_fixed, false, false)
ASSAY_FIXED(SMulFixSat, multiply_fixed, true, true)
ASSAY_FIXED(UMulFixSat, multiply_fixed, false, true)
ASSAY_FIXED(SDivFix, divide_fixed, true, false)
ASSAY_FIXED(UDivFix, divide_fixed, false, false)
ASSAY_FIXED(SDivFixSat, divide_fixed, true, true)
ASSAY_FIXED(UDivFixSat, divide_fixed, false, true)
#undef ASSAY_FIXED

/// The product of polynomials over one bit: the sum of the shifted first operand without carries.
template <>
struct Meaning<Op::ClMul> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo&, const Value<D>& a, const Value<D>& b) {
    const unsigned width = d.width(a.bits);
    const auto zero = d.constant(width, 0);
    auto sum = zero;
    for (unsigned place = 0; place < width; ++place) {
      const auto shifted = d.shl(a.bits, d.constant(width, place));
      sum = d.bxor(sum, d.ite(d.is_set(d.slice(b.bits, place, 1)), shifted, zero));
    }
    return PoisonIf<D>(d, a, b).otherwise(sum);
  }
};

}  // namespace assay::semantics
