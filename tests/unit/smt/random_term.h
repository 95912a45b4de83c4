#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "services/common/rng.h"
#include "services/worker/refine/smt/terms.h"

namespace assay::refine::smt::test {

/// A random expression in two forms: as the builders made (and simplified) it, and as a closure that computes it from
/// the values of the variables, written down here once more with plain integers, bit by bit where that is clearer.
struct Pair {
  Term term;
  std::function<std::uint64_t(const std::vector<std::uint64_t>&)> naive;
};

inline std::uint64_t mask_of(unsigned width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }
inline std::int64_t as_signed(std::uint64_t value, unsigned width) {
  const std::uint64_t sign = 1ull << (width - 1);
  return static_cast<std::int64_t>((value ^ sign) - sign);
}

/// Makes random expressions of up to 16 bits over a few variables of one width.
class Generator {
 public:
  Generator(Terms& terms, Rng& rng, unsigned width, unsigned variables) : terms_(terms), rng_(rng), width_(width) {
    for (unsigned i = 0; i < variables; ++i)
      leaves_.push_back({terms.variable("v" + std::to_string(i) + "_" + std::to_string(width), width),
                         [i](const std::vector<std::uint64_t>& v) { return v[i]; }});
  }
  Pair bits(unsigned width, unsigned depth);
  Pair truth(unsigned depth);
  const std::vector<Pair>& leaves() const { return leaves_; }

 private:
  Pair leaf(unsigned width);
  Pair constant(unsigned width);
  Pair resize(Pair from, unsigned from_width, unsigned width);
  Pair binary(unsigned width, unsigned depth);
  Pair unary(unsigned width, unsigned depth);

  Terms& terms_;
  Rng& rng_;
  unsigned width_;
  std::vector<Pair> leaves_;
  std::vector<std::pair<unsigned, Pair>> pool_;
};

}  // namespace assay::refine::smt::test
