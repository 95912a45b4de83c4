#include "services/worker/interpret/values/enumerate.h"

#include <algorithm>
#include <bit>

#include "services/worker/interpret/values/evaluate.h"

namespace assay::interpret {
namespace {

using semantics::Meaning;
using semantics::Op;
using semantics::Shape;
using semantics::Value;
using semantics::ValueInfo;

template <class Domain>
Value<Domain> member(const Members& members, std::size_t i) {
  const bool poison = i >= members.patterns.size();
  return {{poison ? 0 : members.patterns[i], members.width}, poison};
}

/// Takes in the result of one combination; false if it was undefined behaviour.
template <class Domain>
bool tally(const Domain& domain, const Value<Domain>& value, Outcome& outcome) {
  ++outcome.picks;
  outcome.chose |= domain.chose();
  if (domain.broken()) {
    outcome.broken = true;
    outcome.rule = domain.rule();
    return false;
  }
  if (value.poison)
    outcome.poison = true;
  else
    outcome.add(static_cast<std::uint64_t>(value.bits.bits));
  return true;
}

/// One instance per operation, so that the meaning stands in the inner loop.
template <Op kOp>
void run_all(const ValueInfo& info, std::span<const Members> in, Outcome& outcome) {
  using Domain = std::conditional_t<needs_double(kOp), DoubleWord, Word>;
  using V = Value<Domain>;
  constexpr bool unary = requires(Domain & d, const V& v) { Meaning<kOp>::eval(d, info, v); };
  constexpr bool binary = requires(Domain & d, const V& v) { Meaning<kOp>::eval(d, info, v, v); };
  for (std::size_t i = 0; i < in[0].size(); ++i) {
    const V a = member<Domain>(in[0], i);
    if constexpr (unary) {
      Domain domain;
      if (!tally(domain, Meaning<kOp>::eval(domain, info, a), outcome)) return;
    } else {
      for (std::size_t j = 0; j < in[1].size(); ++j) {
        const V b = member<Domain>(in[1], j);
        if constexpr (binary) {
          Domain domain;
          if (!tally(domain, Meaning<kOp>::eval(domain, info, a, b), outcome)) return;
        } else {
          for (std::size_t k = 0; k < in[2].size(); ++k) {
            Domain domain;
            if (!tally(domain, Meaning<kOp>::eval(domain, info, a, b, member<Domain>(in[2], k)), outcome)) return;
          }
        }
      }
    }
  }
}

}  // namespace

void Outcome::add_wide(std::uint64_t pattern) {
  constexpr std::size_t kTidy = 4096;
  if (!listed.empty() && listed.back() == pattern) return;
  listed.push_back(pattern);
  if (listed.size() < kTidy || !std::has_single_bit(listed.size())) return;
  std::sort(listed.begin(), listed.end());
  listed.erase(std::unique(listed.begin(), listed.end()), listed.end());
}

std::vector<std::uint64_t> Outcome::take_patterns() {
  if (!narrow) return std::move(listed);
  std::vector<std::uint64_t> patterns;
  for (std::uint64_t word = 0; word < seen.size(); ++word)
    for (std::uint64_t bits = seen[word]; bits != 0; bits &= bits - 1)
      patterns.push_back(word * 64 + static_cast<std::uint64_t>(std::countr_zero(bits)));
  return patterns;
}

void enumerate_picks(const ValueInfo& info, std::span<const Members> members, Outcome& outcome) {
  switch (info.op) {
#define ASSAY_ROW(name, spelling, shape, signature, flags, weight, anchor)                    \
  case Op::name:                                                                              \
    if constexpr (Shape::shape == Shape::Lanewise) run_all<Op::name>(info, members, outcome); \
    break;
#include "services/worker/semantics/rows.def"
#undef ASSAY_ROW
    case Op::Count:
      break;
  }
}

}  // namespace assay::interpret
