#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <utility>

#include "services/worker/semantics/meaning.h"

/// Tests and choices on floating-point patterns, shared by the operations in float.h and float_intrinsics.h.
namespace assay::semantics {

/// A choice that only matters if `condition` holds: the concrete domain does not ask the tape otherwise, the symbolic
/// one knows choices made on the same condition as alike.
template <Domain D>
typename D::Bits choose_when(D& d, const typename D::Bool& condition, unsigned width, Choice why) {
  if constexpr (std::same_as<typename D::Bool, bool>) {
    if (!condition) return d.constant(width, 0);
  } else if constexpr (requires {
                         { d.is_known_false(condition) } -> std::same_as<bool>;
                       }) {
    if (d.is_known_false(condition)) return d.constant(width, 0);
    return d.choose_where(condition, width, why);
  }
  return d.choose(width, why);
}

/// The parts and classes of a format's patterns. X87 has an explicit integer bit, and patterns in which it contradicts
/// the exponent: those without it are NaNs unless the exponent is zero; those with it and exponent zero are the normal
/// numbers that they would be with exponent one.
template <Domain D>
class FloatBits {
 public:
  using Bits = typename D::Bits;
  using Bool = typename D::Bool;
  FloatBits(D& d, FloatFormat format) : d_(d), format_(format), shape_(shape_of(format)) {}

  unsigned width() const { return 1 + shape_.exponent_bits + shape_.fraction_bits; }
  Bool sign(const Bits& a) { return d_.is_set(d_.slice(a, width() - 1, 1)); }
  Bits magnitude(const Bits& a) { return d_.slice(a, 0, width() - 1); }
  Bits with_sign(const Bool& negative, const Bits& a) { return d_.concat(d_.bit(negative), magnitude(a)); }
  Bits exponent(const Bits& a) { return d_.slice(a, shape_.fraction_bits, shape_.exponent_bits); }
  /// The fraction without X87's explicit integer bit.
  Bits fraction(const Bits& a) { return d_.slice(a, 0, fraction_width()); }
  /// `a`, or any pattern of a NaN if it is one.
  decltype(auto) any_nan(const Bits& a) {
    if constexpr (requires { d_.nan_core(format_, a); })
      return d_.nan_core(format_, a);
    else
      return (a);
  }
  Bool exponent_is_full(const Bits& a) { return d_.eq(exponent(any_nan(a)), all_ones(d_, shape_.exponent_bits)); }
  Bool exponent_is_zero(const Bits& a) { return is_zero(d_, exponent(any_nan(a))); }
  Bool fraction_is_zero(const Bits& a) { return is_zero(d_, fraction(any_nan(a))); }
  Bool is_nan(const Bits& a) {
    const Bool nan = d_.land(exponent_is_full(a), d_.lnot(fraction_is_zero(a)));
    return has_integer_bit() ? d_.lor(nan, lacks_integer_bit(a)) : nan;
  }
  Bool is_inf(const Bits& a) {
    const Bool infinity = d_.land(exponent_is_full(a), fraction_is_zero(a));
    return has_integer_bit() ? d_.land(infinity, integer_bit(a)) : infinity;
  }
  Bool is_nan_or_inf(const Bits& a) {
    return has_integer_bit() ? d_.lor(exponent_is_full(a), lacks_integer_bit(a)) : exponent_is_full(a);
  }
  Bool is_float_zero(const Bits& a) { return is_zero(d_, magnitude(any_nan(a))); }
  Bool is_subnormal(const Bits& a) {
    const Bool subnormal = d_.land(exponent_is_zero(a), d_.lnot(fraction_is_zero(a)));
    return has_integer_bit() ? d_.land(subnormal, d_.lnot(integer_bit(a))) : subnormal;
  }
  Bool is_normal(const Bits& a) {
    return d_.land(has_integer_bit() ? integer_bit(a) : d_.lnot(exponent_is_zero(a)), d_.lnot(exponent_is_full(a)));
  }
  Bool is_quiet(const Bits& a) { return d_.is_set(d_.slice(a, fraction_width() - 1, 1)); }
  Bool is_signaling_nan(const Bits& a) { return d_.land(is_nan(a), d_.lnot(is_quiet(a))); }
  /// A NaN with the quiet bit. One that is a NaN only for lack of X87's integer bit gets the full exponent, too.
  Bits quieted(const Bits& a) {
    const Bits quiet = d_.bor(a, single_bit(fraction_width() - 1));
    return has_integer_bit() ? d_.bor(quiet, full_exponent()) : quiet;
  }
  /// The same number, as arithmetic writes it.
  Bits canonical(const Bits& a) {
    if (!has_integer_bit()) return a;
    const Bool odd = d_.land(exponent_is_zero(a), integer_bit(a));
    return d_.ite(odd, d_.bor(a, single_bit(shape_.fraction_bits)), a);
  }
  Bits zero(const Bool& negative) { return d_.concat(d_.bit(negative), d_.constant(width() - 1, 0)); }
  Bits infinity() {
    const Bits head = d_.zext(all_ones(d_, shape_.exponent_bits + (has_integer_bit() ? 1 : 0)), width());
    return d_.shl(head, d_.constant(width(), fraction_width()));
  }
  Bits quiet_nan() { return quieted(infinity()); }
  /// The fraction with X87's explicit integer bit, below the exponent.
  Bits significand(const Bits& a) { return d_.slice(a, 0, shape_.fraction_bits); }
  unsigned exponent_width() const { return shape_.exponent_bits; }
  unsigned bias() const { return (1u << (shape_.exponent_bits - 1)) - 1; }
  /// The sign of `a`, this exponent field, the significand of `b`.
  Bits assembled(const Bits& a, const Bits& exponent_field, const Bits& b) {
    return d_.concat(d_.bit(sign(a)), d_.concat(exponent_field, significand(b)));
  }
  /// 2^k for normal numbers, by the exponent field k + bias.
  Bits power_of_two(const Bits& exponent_field) {
    const Bits one = has_integer_bit() ? signed_min(d_, shape_.fraction_bits) : d_.constant(shape_.fraction_bits, 0);
    return d_.concat(d_.constant(1, 0), d_.concat(exponent_field, one));
  }
  unsigned fraction_width() const { return shape_.fraction_bits - (has_integer_bit() ? 1 : 0); }
  FloatFormat format() const { return format_; }

 private:
  bool has_integer_bit() const { return format_ == FloatFormat::X87; }
  Bool integer_bit(const Bits& a) { return d_.is_set(d_.slice(a, shape_.fraction_bits - 1, 1)); }
  Bool lacks_integer_bit(const Bits& a) { return d_.land(d_.lnot(integer_bit(a)), d_.lnot(exponent_is_zero(a))); }
  Bits full_exponent() {
    const Bits ones = d_.zext(all_ones(d_, shape_.exponent_bits), width());
    return d_.shl(ones, d_.constant(width(), shape_.fraction_bits));
  }
  Bits single_bit(unsigned place) { return d_.shl(d_.constant(width(), 1), d_.constant(width(), place)); }

  D& d_;
  FloatFormat format_;
  FloatShape shape_;
};

/// A NaN input moved to another format: the payload keeps its high bits (LangRef, fpext and fptrunc).
template <Domain D>
typename D::Bits convert_nan(D& d, FloatFormat from, FloatFormat to, const typename D::Bits& a) {
  if (from == to) return a;
  FloatBits<D> source(d, from), target(d, to);
  const unsigned have = source.fraction_width(), want = target.fraction_width();
  const auto fraction = source.fraction(a);
  const auto moved =
      want <= have ? d.slice(fraction, have - want, want) : d.concat(fraction, d.constant(want - have, 0));
  return d.bor(target.with_sign(source.sign(a), target.infinity()), d.zext(moved, target.width()));
}

/// Tells a domain that wants to know it that `value` is `core`, or both are NaNs.
template <Domain D>
void note_nan_core(D& d, FloatFormat format, const typename D::Bits& value, const typename D::Bits& core) {
  if constexpr (requires { d.note_nan_core(format, value, core); }) d.note_nan_core(format, value, core);
}

/// A pattern with another sign: `sign` of the pattern, or of what may stand for it.
template <Domain D, class Sign>
typename D::Bits with_changed_sign(D& d, FloatFormat format, const typename D::Bits& a, const Sign& sign) {
  FloatBits<D> f(d, format);
  const auto value = f.with_sign(sign(a), a);
  if constexpr (requires { d.nan_core(format, a); }) {
    const auto core = d.nan_core(format, a);
    note_nan_core(d, format, value, f.with_sign(sign(core), core));
  }
  return value;
}

/// `result`, or, where it is a NaN, a NaN with any sign whose payload is the preferred one or an input's, quieted or
/// not; that of a constrained operation always is quiet (LangRef, behavior of floating-point NaN values).
template <Domain D, std::size_t N>
typename D::Bits with_nan_choice(D& d, const ValueInfo& info, const typename D::Bits& result,
                                 const std::array<typename D::Bits, N>& inputs, FloatFormat input_format) {
  const FloatFormat format = info.result.format;
  FloatBits<D> f(d, format), in(d, input_format);
  const auto nan = f.is_nan(result);
  const auto sign = choose_when(d, nan, 1, Choice::NanSign);
  auto pattern = f.quiet_nan();
  auto given = inputs;
  // Which payloads there are does not depend on the order of the operands: those of x + y and y + x are to look alike.
  if constexpr (requires { d.shape(inputs[0]); })
    for (std::size_t sorted = 1; sorted < N; ++sorted)
      for (std::size_t i = sorted; i > 0; --i)
        if (d.shape(in.magnitude(given[i])) < d.shape(in.magnitude(given[i - 1]))) std::swap(given[i], given[i - 1]);
  for (const auto& input : given) {
    const auto input_nan = d.land(nan, in.is_nan(input));
    const auto take = choose_when(d, input_nan, 2, Choice::NanPayload);  // 1: quieted, 2: unchanged
    const auto moved = convert_nan(d, input_format, format, input);
    // An unchanged signaling payload may vanish in a narrower format: then it would be an infinity, so it is quieted.
    const auto unchanged = info.has(QuietNaNs) ? f.quieted(moved) : d.ite(f.is_nan(moved), moved, f.quieted(moved));
    const auto one = d.land(input_nan, d.eq(take, d.constant(2, 1)));
    const auto two = d.land(input_nan, d.eq(take, d.constant(2, 2)));
    pattern = d.ite(one, f.quieted(moved), d.ite(two, unchanged, pattern));
  }
  const auto value = d.ite(nan, f.with_sign(d.is_set(sign), pattern), result);
  note_nan_core(d, format, value, result);
  return value;
}

/// Applies nnan, ninf and nsz of an instruction to its operands and result. The rewrite-based flags (reassoc, contract,
/// arcp, afn) permit other results; lowering keeps them and the machines decide what can still be said.
template <Domain D, class... Operands>
Value<D> with_fast_math(D& d, const ValueInfo& info, FloatFormat format, typename D::Bits result,
                        const Operands&... operands) {
  FloatBits<D> f(d, format);
  const auto any_of = [&](auto test) {
    auto condition = d.truth(false);
    ((condition = d.lor(condition, test(operands.bits))), ...);
    return condition;
  };
  auto poison = any_poison(d, operands...);
  if (info.has(NoNaNs))
    poison = d.lor(poison, d.lor(any_of([&](const auto& a) { return f.is_nan(a); }), f.is_nan(result)));
  if (info.has(NoInfs))
    poison = d.lor(poison, d.lor(any_of([&](const auto& a) { return f.is_inf(a); }), f.is_inf(result)));
  if (info.has(NoSignedZeros)) {
    const auto zero = d.land(f.is_float_zero(result), d.lnot(poison));
    const auto sign = choose_when(d, zero, 1, Choice::ZeroSign);
    result = d.ite(zero, f.zero(d.is_set(sign)), result);
  }
  return {std::move(result), poison};
}

/// nnan, ninf and nsz of a select, phi or call: on the result lane only.
template <Domain D>
Value<D> fast_math_result(D& d, const ValueInfo& info, const Value<D>& value) {
  if ((info.flags & (NoNaNs | NoInfs | NoSignedZeros)) == 0 || info.result.kind != LaneKind::Float) return value;
  return with_fast_math(d, info, info.result.format, value.bits, value);
}

/// An operand whose sign decides more than that of a zero result, as an operation with nsz may see it: a zero of either
/// sign. Others need it not: what they give for the one zero and the other differs in a zero's sign only, which is
/// open.
template <Domain D>
typename D::Bits loose_zero(D& d, const ValueInfo& info, FloatFormat format, const typename D::Bits& a) {
  if (!info.has(NoSignedZeros)) return a;
  FloatBits<D> f(d, format);
  const auto zero = f.is_float_zero(a);
  const auto other = choose_when(d, zero, 1, Choice::ZeroSign);
  return d.ite(d.land(zero, d.is_set(other)), f.with_sign(d.lnot(f.sign(a)), a), a);
}

}  // namespace assay::semantics
