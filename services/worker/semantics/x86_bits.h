#pragma once

#include "services/worker/semantics/integer_intrinsics.h"

/// x86 intrinsics on bits, masks and permutations (Intel's and AMD's instruction set references).
namespace assay::semantics {

/// Bit i is the sign of lane i.
template <Domain D>
void x86_sign_mask(D& d, Lanes<D> in, std::span<Value<D>> out) {
  constexpr unsigned width = 32;
  Value<D> mask{d.constant(width, 0), d.truth(false)};
  for (std::size_t lane = 0; lane < in[0].size(); ++lane) {
    const auto bit = d.zext(d.bit(is_negative(d, in[0][lane].bits)), width);
    mask = {d.bor(mask.bits, d.shl(bit, d.constant(width, lane))), d.lor(mask.poison, in[0][lane].poison)};
  }
  out[0] = mask;
}

/// The second operand where the third is negative.
template <Domain D>
Value<D> x86_blend_by_sign(D& d, const Value<D>& a, const Value<D>& b, const Value<D>& mask) {
  const auto second = is_negative(d, mask.bits);
  return {d.ite(second, b.bits, a.bits), d.lor(mask.poison, d.ite(second, b.poison, a.poison))};
}

/// The element that the index names; there are as many as the index's patterns.
template <Domain D>
Value<D> x86_element(D& d, std::span<const Value<D>> elements, const typename D::Bits& index) {
  Value<D> chosen = elements[0];
  for (std::size_t i = 1; i < elements.size(); ++i) {
    const auto here = d.eq(index, d.constant(d.width(index), i));
    chosen = {d.ite(here, elements[i].bits, chosen.bits), d.ite(here, elements[i].poison, chosen.poison)};
  }
  return chosen;
}

constexpr unsigned x86_index_bits(std::size_t count) {
  unsigned bits = 0;
  while ((std::size_t{1} << bits) < count) ++bits;
  return bits;
}

/// Within each 128 bits; the index starts at bit `lowest` of the second operand's lanes.
template <Domain D>
void x86_permute_in_halves(D& d, unsigned lowest, Lanes<D> in, std::span<Value<D>> out) {
  const std::size_t half = 128 / d.width(in[0][0].bits);
  for (std::size_t lane = 0; lane < out.size(); ++lane) {
    const Value<D>& index = in[1][lane];
    const auto place = d.slice(index.bits, lowest, x86_index_bits(half));
    const auto chosen = x86_element(d, in[0].subspan(lane / half * half, half), place);
    out[lane] = {chosen.bits, d.lor(index.poison, chosen.poison)};
  }
}

template <Domain D>
void x86_permute(D& d, Lanes<D> in, std::span<Value<D>> out) {
  for (std::size_t lane = 0; lane < out.size(); ++lane) {
    const Value<D>& index = in[1][lane];
    const auto chosen = x86_element(d, in[0], d.slice(index.bits, 0, x86_index_bits(out.size())));
    out[lane] = {chosen.bits, d.lor(index.poison, chosen.poison)};
  }
}

/// From the first and the third operand end to end, by the second.
template <Domain D>
void x86_permute_two(D& d, Lanes<D> in, std::span<Value<D>> out) {
  const unsigned bits = x86_index_bits(out.size());
  for (std::size_t lane = 0; lane < out.size(); ++lane) {
    const Value<D>& index = in[1][lane];
    const auto place = d.slice(index.bits, 0, bits);
    const auto first = x86_element(d, in[0], place), second = x86_element(d, in[2], place);
    const auto in_second = d.is_set(d.slice(index.bits, bits, 1));
    out[lane] = {d.ite(in_second, second.bits, first.bits),
                 d.lor(index.poison, d.ite(in_second, second.poison, first.poison))};
  }
}

/// Bit by bit: the table's entry for the three operands' bits.
template <Domain D>
Value<D> x86_ternary_logic(D& d, std::uint64_t table, const Value<D>& a, const Value<D>& b, const Value<D>& c) {
  auto result = d.constant(d.width(a.bits), 0);
  for (unsigned entry = 0; entry < 8; ++entry) {
    if ((table >> entry & 1) == 0) continue;
    const auto of = [&](const auto& bits, unsigned place) { return (entry >> place & 1) != 0 ? bits : d.bnot(bits); };
    result = d.bor(result, d.band(of(a.bits, 2), d.band(of(b.bits, 1), of(c.bits, 0))));
  }
  return PoisonIf<D>(d, a, b, c).otherwise(result);
}

/// Within each 128 bits: one half of each operand, multiplied without carries.
template <Domain D>
void x86_carryless_product(D& d, std::uint64_t halves, Lanes<D> in, std::span<Value<D>> out) {
  for (std::size_t lane = 0; lane < out.size(); lane += 2) {
    const Value<D>& a = in[0][lane + (halves & 1)];
    const Value<D>& b = in[1][lane + (halves >> 4 & 1)];
    const auto wide = d.zext(a.bits, 128);
    const auto zero = d.constant(128, 0);
    auto sum = zero;
    for (unsigned place = 0; place < 64; ++place)
      sum = d.bxor(sum, d.ite(d.is_set(d.slice(b.bits, place, 1)), d.shl(wide, d.constant(128, place)), zero));
    out[lane] = PoisonIf<D>(d, a, b).otherwise(d.slice(sum, 0, 64));
    out[lane + 1] = PoisonIf<D>(d, a, b).otherwise(d.slice(sum, 64, 64));
  }
}

/// One lane of the second operand into the first; then lanes are zeroed.
template <Domain D>
void x86_insert_float(D& d, std::uint64_t control, Lanes<D> in, std::span<Value<D>> out) {
  const std::size_t from = control >> 6 & 3, to = control >> 4 & 3;
  for (std::size_t lane = 0; lane < out.size(); ++lane) {
    out[lane] = lane == to ? in[1][from] : in[0][lane];
    if ((control >> lane & 1) != 0) out[lane] = {d.constant(d.width(in[0][lane].bits), 0), d.truth(false)};
  }
}

/// `length` bits from bit `start` on; start and length are bytes of the control.
template <Domain D>
void x86_extract_bits(D& d, const Value<D>& control, Lanes<D> in, std::span<Value<D>> out) {
  const Value<D>& a = in[0][0];
  const unsigned width = d.width(a.bits);
  const auto start = d.zext(d.slice(control.bits, 0, 8), width), length = d.zext(d.slice(control.bits, 8, 8), width);
  const auto limit = d.constant(width, width), zero = d.constant(width, 0);
  const auto shifted = d.ite(d.ult(start, limit), d.lshr(a.bits, start), zero);
  const auto mask = d.ite(d.ult(length, limit), d.bnot(d.shl(all_ones(d, width), length)), all_ones(d, width));
  out[0] = PoisonIf<D>(d, a, control).otherwise(d.band(shifted, mask));
}

template <Domain D>
void x86_zero_high_bits(D& d, Lanes<D> in, std::span<Value<D>> out) {
  const Value<D>& a = in[0][0];
  const unsigned width = d.width(a.bits);
  const auto count = d.zext(d.slice(in[1][0].bits, 0, 8), width);
  const auto mask = d.bnot(d.shl(all_ones(d, width), count));
  out[0] = PoisonIf<D>(d, a, in[1][0])
               .otherwise(d.ite(d.ult(count, d.constant(width, width)), d.band(a.bits, mask), a.bits));
}

/// The low bits of the first operand, in order, to the places of the second's ones.
template <Domain D>
void x86_deposit_bits(D& d, Lanes<D> in, std::span<Value<D>> out) {
  const unsigned width = d.width(in[0][0].bits);
  const auto one = d.constant(width, 1), zero = d.constant(width, 0);
  auto rest = in[0][0].bits, result = zero;
  for (unsigned place = 0; place < width; ++place) {
    const auto here = d.is_set(d.slice(in[1][0].bits, place, 1));
    const auto bit = d.shl(d.band(rest, one), d.constant(width, place));
    result = d.bor(result, d.ite(here, bit, zero));
    rest = d.ite(here, d.lshr(rest, one), rest);
  }
  out[0] = PoisonIf<D>(d, in[0][0], in[1][0]).otherwise(result);
}

/// The bits of the first operand at the places of the second's ones, moved together.
template <Domain D>
void x86_gather_bits(D& d, Lanes<D> in, std::span<Value<D>> out) {
  const unsigned width = d.width(in[0][0].bits);
  const auto one = d.constant(width, 1);
  auto result = d.constant(width, 0);
  for (unsigned place = width; place-- > 0;) {
    const auto here = d.is_set(d.slice(in[1][0].bits, place, 1));
    const auto bit = d.zext(d.slice(in[0][0].bits, place, 1), width);
    result = d.ite(here, d.bor(d.shl(result, one), bit), result);
  }
  out[0] = PoisonIf<D>(d, in[0][0], in[1][0]).otherwise(result);
}

/// Carry (or borrow) out, then the sum (or difference); a carry in is any number but zero.
template <Domain D>
void x86_add_with_carry(D& d, bool subtracts, Lanes<D> in, std::span<Value<D>> out) {
  const Value<D>&carry = in[0][0], &a = in[1][0], &b = in[2][0];
  const unsigned width = d.width(a.bits), wide = width + 1;
  const auto more = d.zext(d.bit(d.lnot(is_zero(d, carry.bits))), wide);
  const auto x = d.zext(a.bits, wide), y = d.zext(b.bits, wide);
  const auto total = subtracts ? d.sub(d.sub(x, y), more) : d.add(d.add(x, y), more);
  const PoisonIf<D> poison(d, carry, a, b);
  out[0] = poison.otherwise(d.zext(d.slice(total, width, 1), 8));
  out[1] = poison.otherwise(d.slice(total, 0, width));
}

enum class X86Test { Zero, Carry, Neither };

/// Zero: no bit is set in both; Carry: no bit is set in the second alone; Neither: neither holds.
template <Domain D>
void x86_test(D& d, X86Test kind, Lanes<D> in, std::span<Value<D>> out) {
  auto zero = d.truth(true), carry = d.truth(true), poison = d.truth(false);
  for (std::size_t lane = 0; lane < in[0].size(); ++lane) {
    const auto &a = in[0][lane].bits, &b = in[1][lane].bits;
    zero = d.land(zero, is_zero(d, d.band(a, b)));
    carry = d.land(carry, is_zero(d, d.band(d.bnot(a), b)));
    poison = d.lor(poison, any_poison(d, in[0][lane], in[1][lane]));
  }
  const auto neither = d.land(d.lnot(zero), d.lnot(carry));
  const auto answer = kind == X86Test::Zero ? zero : kind == X86Test::Carry ? carry : neither;
  out[0] = {d.zext(d.bit(answer), 32), poison};
}

}  // namespace assay::semantics
