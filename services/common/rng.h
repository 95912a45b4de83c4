#pragma once

#include <cstdint>
#include <limits>

namespace assay {

/// A small, fast, seedable generator (SplitMix64: Steele, Lea, Flood, OOPSLA 2014). The sequence is a function of the
/// seed alone and the same on every machine; usable as a UniformRandomBitGenerator, but prefer the members below,
/// because the standard distributions differ between libraries.
class Rng {
 public:
  using result_type = std::uint64_t;
  explicit Rng(std::uint64_t seed) : state_(seed) {}
  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }

  result_type operator()() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// A number in [0, bound); bound must not be 0.
  std::uint64_t below(std::uint64_t bound) {
    return static_cast<std::uint64_t>((static_cast<unsigned __int128>((*this)()) * bound) >> 64);
  }
  /// True in numerator out of denominator cases.
  bool chance(std::uint64_t numerator, std::uint64_t denominator) { return below(denominator) < numerator; }
  /// An element of a non-empty random-access container.
  template <class Container>
  auto& pick(Container& from) {
    return from[below(from.size())];
  }
  /// An independent generator for a sub-task; the same (seed, stream) gives the same generator.
  Rng fork(std::uint64_t stream) const {
    Rng child(state_ ^ (stream * 0xd1342543de82ef95u + 0x2545f4914f6cdd1du));
    child();
    return child;
  }

 private:
  std::uint64_t state_;
};

}  // namespace assay
