#pragma once

#include <utility>

#include "services/worker/semantics/integer.h"

/// Integer intrinsics (LangRef: bit manipulation, arithmetic with overflow, saturation arithmetic, min/max,
/// comparison).
namespace assay::semantics {

template <>
struct Meaning<Op::Abs> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a) {
    return PoisonIf<D>(d, a)
        .when(info.has(IntMinPoison), [&] { return d.eq(a.bits, signed_min(d, d.width(a.bits))); })
        .otherwise(d.ite(is_negative(d, a.bits), d.neg(a.bits), a.bits));
  }
};

template <>
struct Meaning<Op::CtPop> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo&, const Value<D>& a) {
    return PoisonIf<D>(d, a).otherwise(d.ctpop(a.bits));
  }
};

template <>
struct Meaning<Op::CtLz> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a) {
    return PoisonIf<D>(d, a).when(info.has(ZeroPoison), [&] { return is_zero(d, a.bits); }).otherwise(d.ctlz(a.bits));
  }
};

template <>
struct Meaning<Op::CtTz> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a) {
    return PoisonIf<D>(d, a).when(info.has(ZeroPoison), [&] { return is_zero(d, a.bits); }).otherwise(d.cttz(a.bits));
  }
};

template <>
struct Meaning<Op::BSwap> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo&, const Value<D>& a) {
    return PoisonIf<D>(d, a).otherwise(d.bswap(a.bits));
  }
};

template <>
struct Meaning<Op::BitReverse> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo&, const Value<D>& a) {
    return PoisonIf<D>(d, a).otherwise(d.bitreverse(a.bits));
  }
};

/// The funnel of a above b, shifted left by c modulo the width; its high half (fshl) or, shifted right, its low half.
template <Domain D>
Value<D> funnel_shift(D& d, bool left, const Value<D>& a, const Value<D>& b, const Value<D>& c) {
  const unsigned width = d.width(a.bits);
  // The modulus is taken in a width that holds the number `width` itself.
  unsigned room = 1;
  while (room < 32 && (1u << room) <= width) ++room;
  const unsigned wide = std::max(width, room);
  const auto amount = d.urem(d.zext(c.bits, wide), d.constant(wide, width));
  const auto funnel = d.concat(a.bits, b.bits);
  const auto shift = d.zext(amount, std::max(wide, 2 * width));
  const auto by = d.trunc(shift, 2 * width);
  const auto result = left ? d.slice(d.shl(funnel, by), width, width) : d.slice(d.lshr(funnel, by), 0, width);
  return PoisonIf<D>(d, a, b, c).otherwise(result);
}

template <>
struct Meaning<Op::FShl> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo&, const Value<D>& a, const Value<D>& b, const Value<D>& c) {
    return funnel_shift(d, true, a, b, c);
  }
};

template <>
struct Meaning<Op::FShr> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo&, const Value<D>& a, const Value<D>& b, const Value<D>& c) {
    return funnel_shift(d, false, a, b, c);
  }
};

template <>
struct Meaning<Op::SMin> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo&, const Value<D>& a, const Value<D>& b) {
    return PoisonIf<D>(d, a, b).otherwise(d.ite(d.slt(a.bits, b.bits), a.bits, b.bits));
  }
};

template <>
struct Meaning<Op::SMax> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo&, const Value<D>& a, const Value<D>& b) {
    return PoisonIf<D>(d, a, b).otherwise(d.ite(d.slt(a.bits, b.bits), b.bits, a.bits));
  }
};

template <>
struct Meaning<Op::UMin> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo&, const Value<D>& a, const Value<D>& b) {
    return PoisonIf<D>(d, a, b).otherwise(d.ite(d.ult(a.bits, b.bits), a.bits, b.bits));
  }
};

template <>
struct Meaning<Op::UMax> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo&, const Value<D>& a, const Value<D>& b) {
    return PoisonIf<D>(d, a, b).otherwise(d.ite(d.ult(a.bits, b.bits), b.bits, a.bits));
  }
};

/// -1, 0 or 1 in the result's width.
template <Domain D>
Value<D> three_way(D& d, const ValueInfo& info, const Value<D>& a, const Value<D>& b, typename D::Bool less) {
  const unsigned width = info.result.bits;
  const auto unequal = d.ite(less, all_ones(d, width), d.constant(width, 1));
  return PoisonIf<D>(d, a, b).otherwise(d.ite(d.eq(a.bits, b.bits), d.constant(width, 0), unequal));
}

template <>
struct Meaning<Op::SCmp> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a, const Value<D>& b) {
    return three_way(d, info, a, b, d.slt(a.bits, b.bits));
  }
};

template <>
struct Meaning<Op::UCmp> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a, const Value<D>& b) {
    return three_way(d, info, a, b, d.ult(a.bits, b.bits));
  }
};

/// The bound that a signed operation saturates to, by the sign of the exact result.
template <Domain D>
typename D::Bits signed_bound(D& d, const typename D::Bool& negative, unsigned width) {
  return d.ite(negative, signed_min(d, width), signed_max(d, width));
}

template <>
struct Meaning<Op::SAddSat> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo&, const Value<D>& a, const Value<D>& b) {
    const auto bound = signed_bound(d, is_negative(d, a.bits), d.width(a.bits));
    return PoisonIf<D>(d, a, b).otherwise(d.ite(d.sadd_overflows(a.bits, b.bits), bound, d.add(a.bits, b.bits)));
  }
};

template <>
struct Meaning<Op::UAddSat> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo&, const Value<D>& a, const Value<D>& b) {
    const auto bound = all_ones(d, d.width(a.bits));
    return PoisonIf<D>(d, a, b).otherwise(d.ite(d.uadd_overflows(a.bits, b.bits), bound, d.add(a.bits, b.bits)));
  }
};

template <>
struct Meaning<Op::SSubSat> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo&, const Value<D>& a, const Value<D>& b) {
    const auto bound = signed_bound(d, is_negative(d, a.bits), d.width(a.bits));
    return PoisonIf<D>(d, a, b).otherwise(d.ite(d.ssub_overflows(a.bits, b.bits), bound, d.sub(a.bits, b.bits)));
  }
};

template <>
struct Meaning<Op::USubSat> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo&, const Value<D>& a, const Value<D>& b) {
    const auto zero = d.constant(d.width(a.bits), 0);
    return PoisonIf<D>(d, a, b).otherwise(d.ite(d.usub_overflows(a.bits, b.bits), zero, d.sub(a.bits, b.bits)));
  }
};

template <>
struct Meaning<Op::SShlSat> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo&, const Value<D>& a, const Value<D>& b) {
    const auto shifted = d.shl(a.bits, b.bits);
    const auto fits = d.eq(d.ashr(shifted, b.bits), a.bits);
    return PoisonIf<D>(d, a, b)
        .when(true, [&] { return d.lnot(below_width(d, b.bits)); })
        .otherwise(d.ite(fits, shifted, signed_bound(d, is_negative(d, a.bits), d.width(a.bits))));
  }
};

template <>
struct Meaning<Op::UShlSat> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo&, const Value<D>& a, const Value<D>& b) {
    const auto shifted = d.shl(a.bits, b.bits);
    const auto fits = d.eq(d.lshr(shifted, b.bits), a.bits);
    return PoisonIf<D>(d, a, b)
        .when(true, [&] { return d.lnot(below_width(d, b.bits)); })
        .otherwise(d.ite(fits, shifted, all_ones(d, d.width(a.bits))));
  }
};

/// The place of the lowest one, counted from 1; zero of zero (C, ffs).
template <>
struct Meaning<Op::FindFirstSet> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo&, const Value<D>& a) {
    const unsigned width = d.width(a.bits);
    const auto place = d.add(d.cttz(a.bits), d.constant(width, 1));
    return PoisonIf<D>(d, a).otherwise(d.ite(is_zero(d, a.bits), d.constant(width, 0), place));
  }
};

// Of atomicrmw: what is stored, of the old value and the operand.
template <>
struct Meaning<Op::IncrementWrap> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo&, const Value<D>& old, const Value<D>& limit) {
    const unsigned width = d.width(old.bits);
    const auto more = d.add(old.bits, d.constant(width, 1));
    return PoisonIf<D>(d, old, limit).otherwise(d.ite(d.ule(limit.bits, old.bits), d.constant(width, 0), more));
  }
};

template <>
struct Meaning<Op::DecrementWrap> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo&, const Value<D>& old, const Value<D>& limit) {
    const auto less = d.sub(old.bits, d.constant(d.width(old.bits), 1));
    const auto wraps = d.lor(is_zero(d, old.bits), d.ult(limit.bits, old.bits));
    return PoisonIf<D>(d, old, limit).otherwise(d.ite(wraps, limit.bits, less));
  }
};

template <>
struct Meaning<Op::SubtractIfNotLess> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo&, const Value<D>& old, const Value<D>& amount) {
    const auto less = d.sub(old.bits, amount.bits);
    return PoisonIf<D>(d, old, amount).otherwise(d.ite(d.ule(amount.bits, old.bits), less, old.bits));
  }
};

template <Domain D>
std::pair<Value<D>, Value<D>> with_overflow(D& d, const Value<D>& a, const Value<D>& b, typename D::Bits result,
                                            const typename D::Bool& overflow) {
  const auto poison = any_poison(d, a, b);
  return {Value<D>{std::move(result), poison}, Value<D>{d.bit(overflow), poison}};
}

#define ASSAY_WITH_OVERFLOW(name, operation, predicate)                                                       \
  template <>                                                                                                 \
  struct Meaning<Op::name> {                                                                                  \
    template <Domain D>                                                                                       \
    static std::pair<Value<D>, Value<D>> eval(D& d, const ValueInfo&, const Value<D>& a, const Value<D>& b) { \
      return with_overflow(d, a, b, d.operation(a.bits, b.bits), d.predicate(a.bits, b.bits));                \
    }                                                                                                         \
  };
ASSAY_WITH_OVERFLOW(SAddOverflow, add, sadd_overflows)
ASSAY_WITH_OVERFLOW(UAddOverflow, add, uadd_overflows)
ASSAY_WITH_OVERFLOW(SSubOverflow, sub, ssub_overflows)
ASSAY_WITH_OVERFLOW(USubOverflow, sub, usub_overflows)
ASSAY_WITH_OVERFLOW(SMulOverflow, mul, smul_overflows)
ASSAY_WITH_OVERFLOW(UMulOverflow, mul, umul_overflows)
#undef ASSAY_WITH_OVERFLOW

}  // namespace assay::semantics
