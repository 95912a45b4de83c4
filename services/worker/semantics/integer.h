#pragma once

#include <utility>

#include "services/worker/semantics/meaning.h"

/// Integer arithmetic, comparisons and casts (LangRef: binary, bitwise binary, conversion operations, icmp).
namespace assay::semantics {

template <>
struct Meaning<Op::Add> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a, const Value<D>& b) {
    return PoisonIf<D>(d, a, b)
        .when(info.has(NoSignedWrap), [&] { return d.sadd_overflows(a.bits, b.bits); })
        .when(info.has(NoUnsignedWrap), [&] { return d.uadd_overflows(a.bits, b.bits); })
        .otherwise(d.add(a.bits, b.bits));
  }
};

template <>
struct Meaning<Op::Sub> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a, const Value<D>& b) {
    return PoisonIf<D>(d, a, b)
        .when(info.has(NoSignedWrap), [&] { return d.ssub_overflows(a.bits, b.bits); })
        .when(info.has(NoUnsignedWrap), [&] { return d.usub_overflows(a.bits, b.bits); })
        .otherwise(d.sub(a.bits, b.bits));
  }
};

template <>
struct Meaning<Op::Mul> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a, const Value<D>& b) {
    return PoisonIf<D>(d, a, b)
        .when(info.has(NoSignedWrap), [&] { return d.smul_overflows(a.bits, b.bits); })
        .when(info.has(NoUnsignedWrap), [&] { return d.umul_overflows(a.bits, b.bits); })
        .otherwise(d.mul(a.bits, b.bits));
  }
};

/// Division by zero or poison is undefined behaviour in every lane; so is the smallest value by -1 for sdiv and srem.
template <Domain D>
void require_divisor(D& d, const Value<D>& a, const Value<D>& b, bool is_signed) {
  d.ub(b.poison, Rule::DivisionByPoison);
  d.ub(d.land(d.lnot(b.poison), is_zero(d, b.bits)), Rule::DivisionByZero);
  if (!is_signed) return;
  const unsigned width = d.width(a.bits);
  const auto overflows = d.land(d.eq(a.bits, signed_min(d, width)), d.eq(b.bits, all_ones(d, width)));
  // A poison dividend may be the smallest value.
  const auto may_overflow = d.lor(overflows, d.land(a.poison, d.eq(b.bits, all_ones(d, width))));
  d.ub(d.land(d.lnot(b.poison), may_overflow), Rule::DivisionOverflow);
}

template <>
struct Meaning<Op::UDiv> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a, const Value<D>& b) {
    require_divisor(d, a, b, false);
    return PoisonIf<D>(d, a)
        .when(info.has(Exact), [&] { return d.lnot(is_zero(d, d.urem(a.bits, b.bits))); })
        .otherwise(d.udiv(a.bits, b.bits));
  }
};

template <>
struct Meaning<Op::SDiv> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a, const Value<D>& b) {
    require_divisor(d, a, b, true);
    return PoisonIf<D>(d, a)
        .when(info.has(Exact), [&] { return d.lnot(is_zero(d, d.srem(a.bits, b.bits))); })
        .otherwise(d.sdiv(a.bits, b.bits));
  }
};

template <>
struct Meaning<Op::URem> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo&, const Value<D>& a, const Value<D>& b) {
    require_divisor(d, a, b, false);
    return PoisonIf<D>(d, a).otherwise(d.urem(a.bits, b.bits));
  }
};

template <>
struct Meaning<Op::SRem> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo&, const Value<D>& a, const Value<D>& b) {
    require_divisor(d, a, b, true);
    return PoisonIf<D>(d, a).otherwise(d.srem(a.bits, b.bits));
  }
};

template <>
struct Meaning<Op::Shl> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a, const Value<D>& b) {
    const auto result = d.shl(a.bits, b.bits);
    return PoisonIf<D>(d, a, b)
        .when(true, [&] { return d.lnot(below_width(d, b.bits)); })
        .when(info.has(NoSignedWrap), [&] { return d.lnot(d.eq(d.ashr(result, b.bits), a.bits)); })
        .when(info.has(NoUnsignedWrap), [&] { return d.lnot(d.eq(d.lshr(result, b.bits), a.bits)); })
        .otherwise(result);
  }
};

template <>
struct Meaning<Op::LShr> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a, const Value<D>& b) {
    const auto result = d.lshr(a.bits, b.bits);
    return PoisonIf<D>(d, a, b)
        .when(true, [&] { return d.lnot(below_width(d, b.bits)); })
        .when(info.has(Exact), [&] { return d.lnot(d.eq(d.shl(result, b.bits), a.bits)); })
        .otherwise(result);
  }
};

template <>
struct Meaning<Op::AShr> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a, const Value<D>& b) {
    const auto result = d.ashr(a.bits, b.bits);
    return PoisonIf<D>(d, a, b)
        .when(true, [&] { return d.lnot(below_width(d, b.bits)); })
        .when(info.has(Exact), [&] { return d.lnot(d.eq(d.shl(result, b.bits), a.bits)); })
        .otherwise(result);
  }
};

template <>
struct Meaning<Op::And> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo&, const Value<D>& a, const Value<D>& b) {
    return PoisonIf<D>(d, a, b).otherwise(d.band(a.bits, b.bits));
  }
};

template <>
struct Meaning<Op::Or> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a, const Value<D>& b) {
    return PoisonIf<D>(d, a, b)
        .when(info.has(Disjoint), [&] { return d.lnot(is_zero(d, d.band(a.bits, b.bits))); })
        .otherwise(d.bor(a.bits, b.bits));
  }
};

template <>
struct Meaning<Op::Xor> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo&, const Value<D>& a, const Value<D>& b) {
    return PoisonIf<D>(d, a, b).otherwise(d.bxor(a.bits, b.bits));
  }
};

template <Domain D>
typename D::Bool compare_integers(D& d, Predicate predicate, const typename D::Bits& a, const typename D::Bits& b) {
  switch (predicate) {
    case Predicate::Eq:
      return d.eq(a, b);
    case Predicate::Ne:
      return d.lnot(d.eq(a, b));
    case Predicate::Ugt:
      return d.ult(b, a);
    case Predicate::Uge:
      return d.ule(b, a);
    case Predicate::Ult:
      return d.ult(a, b);
    case Predicate::Ule:
      return d.ule(a, b);
    case Predicate::Sgt:
      return d.slt(b, a);
    case Predicate::Sge:
      return d.sle(b, a);
    case Predicate::Slt:
      return d.slt(a, b);
    case Predicate::Sle:
      return d.sle(a, b);
    default:
      return d.truth(false);
  }
}

/// Of integers; pointers are compared by the machines, which know addresses.
template <>
struct Meaning<Op::ICmp> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a, const Value<D>& b) {
    return PoisonIf<D>(d, a, b)
        .when(info.has(SameSign), [&] { return is_negative(d, d.bxor(a.bits, b.bits)); })
        .otherwise(d.bit(compare_integers(d, info.predicate, a.bits, b.bits)));
  }
};

template <>
struct Meaning<Op::Trunc> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a) {
    const auto result = d.trunc(a.bits, info.result.bits);
    const unsigned from = d.width(a.bits);
    return PoisonIf<D>(d, a)
        .when(info.has(NoSignedWrap), [&] { return d.lnot(d.eq(d.sext(result, from), a.bits)); })
        .when(info.has(NoUnsignedWrap), [&] { return d.lnot(d.eq(d.zext(result, from), a.bits)); })
        .otherwise(result);
  }
};

template <>
struct Meaning<Op::ZExt> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a) {
    return PoisonIf<D>(d, a)
        .when(info.has(NonNegative), [&] { return is_negative(d, a.bits); })
        .otherwise(d.zext(a.bits, info.result.bits));
  }
};

template <>
struct Meaning<Op::SExt> {
  template <Domain D>
  static Value<D> eval(D& d, const ValueInfo& info, const Value<D>& a) {
    return PoisonIf<D>(d, a).otherwise(d.sext(a.bits, info.result.bits));
  }
};

}  // namespace assay::semantics
