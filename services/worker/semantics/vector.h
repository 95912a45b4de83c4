#pragma once

#include <vector>

#include "services/worker/semantics/meaning.h"

/// Operations over all lanes of their operands.
namespace assay::semantics {

template <>
struct Meaning<Op::ExtractElementAt> {
  template <Domain D>
  static void eval(D& d, const ValueInfo&, Lanes<D> in, std::span<Value<D>> out) {
    const auto& vector = in[0];
    const Value<D>& index = in[1][0];
    Value<D> result{d.constant(d.width(vector[0].bits), 0), d.truth(true)};  // out of range: poison
    for (std::size_t lane = 0; lane < vector.size(); ++lane) {
      const auto here = equals_index(d, index.bits, lane);
      result = {d.ite(here, vector[lane].bits, result.bits), d.ite(here, vector[lane].poison, result.poison)};
    }
    out[0] = {result.bits, d.lor(index.poison, result.poison)};
  }
  /// index == lane, false if the index is too narrow to say lane.
  template <Domain D>
  static typename D::Bool equals_index(D& d, const typename D::Bits& index, std::uint64_t lane) {
    const unsigned width = d.width(index);
    if (width < 64 && (lane >> width) != 0) return d.truth(false);
    return d.eq(index, d.constant(width, lane));
  }
};

template <>
struct Meaning<Op::InsertElementAt> {
  template <Domain D>
  static void eval(D& d, const ValueInfo&, Lanes<D> in, std::span<Value<D>> out) {
    const auto& vector = in[0];
    const Value<D>& element = in[1][0];
    const Value<D>& index = in[2][0];
    auto in_range = d.truth(false);
    for (std::size_t lane = 0; lane < vector.size(); ++lane)
      in_range = d.lor(in_range, Meaning<Op::ExtractElementAt>::equals_index(d, index.bits, lane));
    const auto lost = d.lor(index.poison, d.lnot(in_range));
    for (std::size_t lane = 0; lane < vector.size(); ++lane) {
      const auto here = Meaning<Op::ExtractElementAt>::equals_index(d, index.bits, lane);
      out[lane] = {d.ite(here, element.bits, vector[lane].bits),
                   d.lor(lost, d.ite(here, element.poison, vector[lane].poison))};
    }
  }
};

/// Between types of integer and float lanes; element 0 is at the low end (little-endian layouts; the lowering swaps the
/// lanes' order for big-endian ones). A result lane is poison if any bit that it takes is of a poison lane.
template <>
struct Meaning<Op::BitCast> {
  template <Domain D>
  static void eval(D& d, const ValueInfo&, Lanes<D> in, std::span<Value<D>> out) {
    const auto& from = in[0];
    const unsigned from_width = d.width(from[0].bits);
    const unsigned to_width = from_width * static_cast<unsigned>(from.size()) / static_cast<unsigned>(out.size());
    for (std::size_t lane = 0; lane < out.size(); ++lane) {
      const std::size_t first_bit = lane * to_width;
      const std::size_t end_bit = first_bit + to_width;
      std::size_t bit = first_bit;
      bool started = false;
      while (bit < end_bit) {
        const std::size_t source = bit / from_width;
        const std::size_t low = bit % from_width;
        const std::size_t take = std::min(from_width - low, end_bit - bit);
        auto part = d.slice(from[source].bits, static_cast<unsigned>(low), static_cast<unsigned>(take));
        if (!started)
          out[lane] = {part, from[source].poison};
        else
          out[lane] = {d.concat(part, out[lane].bits), d.lor(out[lane].poison, from[source].poison)};
        started = true;
        bit += take;
      }
    }
  }
};

/// An assumption of llvm.assume, or what another intrinsic requires: then the immediate is the rule broken otherwise.
template <>
struct Meaning<Op::Assume> {
  static Rule rule_of(const ValueInfo& info) {
    return info.immediate == 0 ? Rule::AssumeFalse : static_cast<Rule>(info.immediate);
  }
  template <Domain D>
  static void eval(D& d, const ValueInfo& info, Lanes<D> in, std::span<Value<D>>) {
    const Value<D>& condition = in[0][0];
    d.ub(d.lor(condition.poison, d.lnot(d.is_set(condition.bits))), rule_of(info));
  }
};

}  // namespace assay::semantics
