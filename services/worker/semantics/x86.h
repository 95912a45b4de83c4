#pragma once

#include "services/worker/semantics/x86_bits.h"

/// x86 vector intrinsics that LLVM's own passes fold (Intel's instruction set reference). They are Horizontal where a
/// lane of the result depends on several lanes, else Lanewise; those that work within 128-bit halves say so.
namespace assay::semantics {

enum class X86Shift { Left, LogicalRight, ArithmeticRight };

/// One lane shifted by a count that may be larger than the lane: then all bits leave, or the sign fills it.
template <Domain D>
typename D::Bits x86_shift(D& d, X86Shift kind, const typename D::Bits& a, const typename D::Bits& count) {
  const unsigned width = d.width(a), count_width = d.width(count);
  const auto in_range = d.ult(count, d.constant(count_width, width));
  const auto amount = count_width >= width ? d.trunc(count, width) : d.zext(count, width);
  const auto last = d.constant(width, width - 1);
  switch (kind) {
    case X86Shift::Left:
      return d.ite(in_range, d.shl(a, amount), d.constant(width, 0));
    case X86Shift::LogicalRight:
      return d.ite(in_range, d.lshr(a, amount), d.constant(width, 0));
    case X86Shift::ArithmeticRight:
      break;
  }
  return d.ashr(a, d.ite(in_range, amount, last));
}

/// By the low 64 bits of the second operand, the same for all lanes.
template <Domain D>
void x86_shift_by_vector(D& d, X86Shift kind, Lanes<D> in, std::span<Value<D>> out) {
  Value<D> count = in[1][0];
  for (std::size_t lane = 1; d.width(count.bits) < 64; ++lane)
    count = {d.concat(in[1][lane].bits, count.bits), d.lor(count.poison, in[1][lane].poison)};
  for (std::size_t lane = 0; lane < out.size(); ++lane)
    out[lane] = PoisonIf<D>(d, in[0][lane], count).otherwise(x86_shift(d, kind, in[0][lane].bits, count.bits));
}

/// By one 32-bit number, the same for all lanes.
template <Domain D>
void x86_shift_by_number(D& d, X86Shift kind, Lanes<D> in, std::span<Value<D>> out) {
  for (std::size_t lane = 0; lane < out.size(); ++lane)
    out[lane] = PoisonIf<D>(d, in[0][lane], in[1][0]).otherwise(x86_shift(d, kind, in[0][lane].bits, in[1][0].bits));
}

/// By a count of its own.
template <Domain D>
Value<D> x86_shift_by_lane(D& d, X86Shift kind, const Value<D>& a, const Value<D>& count) {
  return PoisonIf<D>(d, a, count).otherwise(x86_shift(d, kind, a.bits, count.bits));
}

template <Domain D>
Value<D> x86_sign(D& d, const Value<D>& a, const Value<D>& b) {
  const auto zero = d.constant(d.width(a.bits), 0);
  return PoisonIf<D>(d, a, b).otherwise(
      d.ite(is_negative(d, b.bits), d.neg(a.bits), d.ite(is_zero(d, b.bits), zero, a.bits)));
}

template <Domain D>
Value<D> x86_average(D& d, const Value<D>& a, const Value<D>& b) {
  const unsigned width = d.width(a.bits);
  const auto sum = d.add(d.zext(a.bits, width + 1), d.zext(b.bits, width + 1));
  const auto rounded = d.add(sum, d.constant(width + 1, 1));
  return PoisonIf<D>(d, a, b).otherwise(d.slice(rounded, 1, width));
}

/// The high half of the product; `rounded` is pmulhrsw's: bits [15, 31) of the product, rounded.
template <Domain D>
Value<D> x86_multiply_high(D& d, bool is_signed, bool rounded, const Value<D>& a, const Value<D>& b) {
  const unsigned width = d.width(a.bits), wide = 2 * width;
  const auto widen = [&](const auto& bits) { return is_signed ? d.sext(bits, wide) : d.zext(bits, wide); };
  const auto product = d.mul(widen(a.bits), widen(b.bits));
  const auto shifted = d.ashr(product, d.constant(wide, width - 2));
  return PoisonIf<D>(d, a, b).otherwise(rounded ? d.slice(d.add(shifted, d.constant(wide, 1)), 1, width)
                                                : d.slice(product, width, width));
}

/// Sums of products of neighbouring lanes in lanes of twice the width; pmaddubsw multiplies unsigned by signed bytes
/// and saturates the sum.
template <Domain D>
void x86_multiply_add(D& d, bool unsigned_first, Lanes<D> in, std::span<Value<D>> out) {
  for (std::size_t lane = 0; lane < out.size(); ++lane) {
    const auto& a = in[0].subspan(2 * lane, 2);
    const auto& b = in[1].subspan(2 * lane, 2);
    const unsigned wide = 2 * d.width(a[0].bits);
    const auto product = [&](std::size_t i) {
      return d.mul(unsigned_first ? d.zext(a[i].bits, wide) : d.sext(a[i].bits, wide), d.sext(b[i].bits, wide));
    };
    const auto low = product(0), high = product(1);
    auto sum = d.add(low, high);
    if (unsigned_first) sum = d.ite(d.sadd_overflows(low, high), signed_bound(d, is_negative(d, low), wide), sum);
    out[lane] = PoisonIf<D>(d, a[0], a[1], b[0], b[1]).otherwise(sum);
  }
}

/// A value saturated to a narrower width: signed values to a signed or an unsigned range.
template <Domain D>
typename D::Bits x86_saturate(D& d, const typename D::Bits& a, unsigned width, bool to_signed) {
  const unsigned wide = d.width(a);
  const auto low = to_signed ? d.sext(signed_min(d, width), wide) : d.constant(wide, 0);
  const auto high = to_signed ? d.sext(signed_max(d, width), wide) : d.zext(all_ones(d, width), wide);
  const auto bounded = d.ite(d.slt(a, low), low, d.ite(d.slt(high, a), high, a));
  return d.trunc(bounded, width);
}

/// Within each 128-bit half: the lanes of the first operand, then those of the second, narrowed with saturation.
template <Domain D>
void x86_pack(D& d, bool to_signed, Lanes<D> in, std::span<Value<D>> out) {
  const unsigned wide = d.width(in[0][0].bits);
  const std::size_t half = 128 / wide;
  for (std::size_t lane = 0; lane < out.size(); ++lane) {
    const std::size_t block = lane / (2 * half), place = lane % (2 * half);
    const Value<D>& a = in[place < half ? 0 : 1][block * half + place % half];
    out[lane] = PoisonIf<D>(d, a).otherwise(x86_saturate(d, a.bits, wide / 2, to_signed));
  }
}

enum class X86Pairwise { Add, Sub, AddSaturating, SubSaturating };

/// Within each 128-bit half: neighbouring lanes of the first operand combined, then those of the second.
template <Domain D>
void x86_pairwise(D& d, X86Pairwise kind, Lanes<D> in, std::span<Value<D>> out) {
  const unsigned width = d.width(in[0][0].bits);
  const std::size_t half = 128 / width;
  const ValueInfo none;
  for (std::size_t lane = 0; lane < out.size(); ++lane) {
    const std::size_t block = lane / half, place = lane % half;
    const auto& from = in[place < half / 2 ? 0 : 1];
    const Value<D>& a = from[block * half + 2 * (place % (half / 2))];
    const Value<D>& b = from[block * half + 2 * (place % (half / 2)) + 1];
    switch (kind) {
      case X86Pairwise::Add:
        out[lane] = Meaning<Op::Add>::eval(d, none, a, b);
        break;
      case X86Pairwise::Sub:
        out[lane] = Meaning<Op::Sub>::eval(d, none, a, b);
        break;
      case X86Pairwise::AddSaturating:
        out[lane] = Meaning<Op::SAddSat>::eval(d, none, a, b);
        break;
      case X86Pairwise::SubSaturating:
        out[lane] = Meaning<Op::SSubSat>::eval(d, none, a, b);
        break;
    }
  }
}

/// Within each 128-bit half: byte `index & 15`, or zero where the index's highest bit is set.
template <Domain D>
void x86_shuffle_bytes(D& d, Lanes<D> in, std::span<Value<D>> out) {
  for (std::size_t lane = 0; lane < out.size(); ++lane) {
    const Value<D>& index = in[1][lane];
    const auto place = d.slice(index.bits, 0, 4);
    Value<D> chosen = in[0][lane / 16 * 16];
    for (std::size_t i = 1; i < 16; ++i) {
      const auto here = d.eq(place, d.constant(4, i));
      const Value<D>& byte = in[0][lane / 16 * 16 + i];
      chosen = {d.ite(here, byte.bits, chosen.bits), d.ite(here, byte.poison, chosen.poison)};
    }
    const auto zeroed = is_negative(d, index.bits);
    out[lane] = {d.ite(zeroed, d.constant(8, 0), chosen.bits),
                 d.lor(index.poison, d.land(d.lnot(zeroed), chosen.poison))};
  }
}

/// Sums of the absolute differences of eight bytes each.
template <Domain D>
void x86_sum_of_differences(D& d, Lanes<D> in, std::span<Value<D>> out) {
  for (std::size_t lane = 0; lane < out.size(); ++lane) {
    Value<D> sum{d.constant(64, 0), d.truth(false)};
    for (std::size_t i = lane * 8; i < lane * 8 + 8; ++i) {
      const auto& a = in[0][i];
      const auto& b = in[1][i];
      const auto difference = d.ite(d.ult(a.bits, b.bits), d.sub(b.bits, a.bits), d.sub(a.bits, b.bits));
      sum = {d.add(sum.bits, d.zext(difference, 64)), d.lor(sum.poison, any_poison(d, a, b))};
    }
    out[lane] = sum;
  }
}

#define ASSAY_X86(name, call)                                                                              \
  template <>                                                                                              \
  struct Meaning<Op::name> {                                                                               \
    template <Domain D>                                                                                    \
    static void eval(D& d, [[maybe_unused]] const ValueInfo& info, Lanes<D> in, std::span<Value<D>> out) { \
      call;                                                                                                \
    }                                                                                                      \
  };
#define ASSAY_X86_LANE(name, call)                                                                      \
  template <>                                                                                           \
  struct Meaning<Op::name> {                                                                            \
    template <Domain D, std::same_as<Value<D>>... In>                                                   \
    static auto eval(D& d, [[maybe_unused]] const ValueInfo& info, const In&... in) -> decltype(call) { \
      return call;                                                                                      \
    }                                                                                                   \
  };
#define ASSAY_X86_ROW(name, spelling, call) ASSAY_X86(name, call)
#define ASSAY_X86_LANE_ROW(name, spelling, call) ASSAY_X86_LANE(name, call)
#include "services/worker/semantics/x86_rows.def"
#undef ASSAY_X86_LANE_ROW
#undef ASSAY_X86_ROW
#undef ASSAY_X86_LANE
#undef ASSAY_X86

}  // namespace assay::semantics
