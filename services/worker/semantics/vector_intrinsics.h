#pragma once

#include "services/worker/semantics/vector.h"

/// Intrinsics over all lanes of their operands (LangRef: vector manipulation and experimental vector intrinsics).
namespace assay::semantics {

/// Lane i: base + i < limit, as integers.
template <>
struct Meaning<Op::GetActiveLaneMask> {
  template <Domain D>
  static void eval(D& d, const ValueInfo&, Lanes<D> in, std::span<Value<D>> out) {
    const Value<D>& base = in[0][0];
    const Value<D>& limit = in[1][0];
    const unsigned wide = std::max(d.width(base.bits), 32u) + 1;
    for (std::size_t lane = 0; lane < out.size(); ++lane) {
      const auto place = d.add(d.zext(base.bits, wide), d.constant(wide, lane));
      out[lane] = PoisonIf<D>(d, base, limit).otherwise(d.bit(d.ult(place, d.zext(limit.bits, wide))));
    }
  }
};

/// The number of the first lane that is not zero, else the number of lanes; the immediate makes that poison.
template <>
struct Meaning<Op::CttzElts> {
  template <Domain D>
  static void eval(D& d, const ValueInfo& info, Lanes<D> in, std::span<Value<D>> out) {
    const unsigned width = info.result.bits;
    const std::size_t count = in[0].size();
    d.ub(d.truth(width < 32 && (count >> width) != 0), Rule::ImmediateArgument);
    auto result = d.constant(width, count);
    auto poison = d.truth(false);
    auto all_zero = d.truth(true);
    for (std::size_t lane = count; lane-- > 0;) {
      const auto zero = is_zero(d, in[0][lane].bits);
      result = d.ite(zero, result, d.constant(width, lane));
      all_zero = d.land(all_zero, zero);
      poison = d.lor(poison, in[0][lane].poison);
    }
    if (info.immediate != 0) poison = d.lor(poison, all_zero);
    out[0] = {result, poison};
  }
};

/// The number of the first lane that takes part (below the length, with the mask on) and is on in the first operand,
/// else the length.
template <>
struct Meaning<Op::PredicatedCttzElts> {
  template <Domain D>
  static void eval(D& d, const ValueInfo& info, Lanes<D> in, std::span<Value<D>> out) {
    const Value<D>& length = in[2][0];
    const unsigned width = info.result.bits, wide = std::max({d.width(length.bits), width, 32u});
    const auto count = d.zext(length.bits, wide);
    Value<D> result{d.trunc(count, width), d.truth(info.immediate != 0)};
    for (std::size_t lane = in[0].size(); lane-- > 0;) {
      const Value<D>& on = in[1][lane];
      const Value<D>& counts = in[0][lane];
      const auto below = d.ult(d.constant(wide, lane), count), active = d.land(below, d.is_set(on.bits));
      const auto here = d.land(active, d.is_set(counts.bits));
      const auto poison = d.lor(d.land(below, on.poison), d.land(active, counts.poison));
      result = {d.ite(here, d.constant(width, lane), result.bits), d.lor(poison, d.land(d.lnot(here), result.poison))};
    }
    out[0] = {result.bits, d.lor(length.poison, result.poison)};
  }
};

/// All of the elements if they fit into the longest vector, else any number from an even share up to that length.
template <>
struct Meaning<Op::GetVectorLength> {
  template <Domain D>
  static void eval(D& d, const ValueInfo& info, Lanes<D> in, std::span<Value<D>> out) {
    const Value<D>& elements = in[0][0];
    const unsigned width = info.result.bits, wide = std::max(d.width(elements.bits), width) + 1;
    const auto count = d.zext(elements.bits, wide), most = d.constant(wide, info.immediate), one = d.constant(wide, 1);
    const auto divided_up = [&](const auto& a, const auto& b) { return d.udiv(d.add(a, d.sub(b, one)), b); };
    const auto fits = d.ule(count, most);
    const auto least = divided_up(count, divided_up(count, most));
    const auto open = d.land(d.lnot(fits), d.lnot(elements.poison));
    unsigned bits = 1;
    while (bits < 32 && (std::uint64_t{1} << bits) <= info.immediate) ++bits;
    const auto any = d.zext(choose_when(d, open, bits, Choice::Unspecified), wide);
    const auto chosen = d.add(least, d.urem(any, d.add(d.sub(most, least), one)));
    out[0] = PoisonIf<D>(d, elements).otherwise(d.trunc(d.ite(fits, count, chosen), width));
  }
};

/// Lanes that are on and equal to some element of the second operand.
template <>
struct Meaning<Op::VectorMatch> {
  template <Domain D>
  static void eval(D& d, const ValueInfo&, Lanes<D> in, std::span<Value<D>> out) {
    for (std::size_t lane = 0; lane < out.size(); ++lane) {
      const Value<D>& element = in[0][lane];
      const Value<D>& on = in[2][lane];
      auto found = d.truth(false);
      auto poison = element.poison;
      for (const Value<D>& wanted : in[1]) {
        found = d.lor(found, d.eq(element.bits, wanted.bits));
        poison = d.lor(poison, wanted.poison);
      }
      const auto active = d.is_set(on.bits);
      out[lane] = {d.bit(d.land(active, found)), d.lor(on.poison, d.land(active, poison))};
    }
  }
};

/// The lanes that are on, one after the other, then lanes of the third operand.
template <>
struct Meaning<Op::VectorCompress> {
  template <Domain D>
  static void eval(D& d, const ValueInfo&, Lanes<D> in, std::span<Value<D>> out) {
    constexpr unsigned kCount = 17;
    auto mask_poison = d.truth(false);
    for (const Value<D>& on : in[1]) mask_poison = d.lor(mask_poison, on.poison);
    for (std::size_t to = 0; to < out.size(); ++to) {
      Value<D> chosen = in[2][to];
      auto before = d.constant(kCount, 0);
      for (std::size_t lane = 0; lane < out.size(); ++lane) {
        const auto on = d.is_set(in[1][lane].bits);
        const auto here = d.land(on, d.eq(before, d.constant(kCount, to)));
        chosen = {d.ite(here, in[0][lane].bits, chosen.bits), d.ite(here, in[0][lane].poison, chosen.poison)};
        before = d.add(before, d.zext(in[1][lane].bits, kCount));
      }
      out[to] = {chosen.bits, d.lor(mask_poison, chosen.poison)};
    }
  }
};

/// The last lane that is on, else the third operand.
template <>
struct Meaning<Op::ExtractLastActive> {
  template <Domain D>
  static void eval(D& d, const ValueInfo&, Lanes<D> in, std::span<Value<D>> out) {
    Value<D> chosen = in[2][0];
    auto mask_poison = d.truth(false);
    for (std::size_t lane = 0; lane < in[0].size(); ++lane) {
      const auto on = d.is_set(in[1][lane].bits);
      chosen = {d.ite(on, in[0][lane].bits, chosen.bits), d.ite(on, in[0][lane].poison, chosen.poison)};
      mask_poison = d.lor(mask_poison, in[1][lane].poison);
    }
    out[0] = {chosen.bits, d.lor(mask_poison, chosen.poison)};
  }
};

}  // namespace assay::semantics
