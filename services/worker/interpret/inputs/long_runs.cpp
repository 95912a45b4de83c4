#include "services/worker/interpret/inputs/long_runs.h"

#include <algorithm>
#include <iterator>

namespace assay::interpret {

using llvm::APInt;

void LongRuns::begin(std::uint64_t number) {
  // Cheap ones come first: the budget of a check may end before the others.
  constexpr std::uint64_t kRounds[] = {40, 300, 0, 1100, 0, 4200}, kWithMemory[] = {20, 70, 300, 40, 1100, 4200};
  most_ = uses_memory_ ? kWithMemory[number % std::size(kWithMemory)] : kRounds[number % std::size(kRounds)];
}

std::uint64_t LongRuns::most(unsigned width) const {
  constexpr unsigned kLongest = 16;  // bits of the count of rounds: some ten milliseconds
  return most_ != 0 ? most_ : (std::uint64_t{1} << std::min(width / 2, kLongest)) + 3;
}

std::uint64_t LongRuns::count(unsigned width, Rng& rng) const {
  const std::uint64_t most = this->most(width), kind = rng.below(4);
  if (kind == 0) return rng.below(most + 1);
  if (kind == 1 || most_ == 0) return most - std::min(most, rng.below(6));
  const std::uint64_t step = std::uint64_t{2} << rng.below(6);  // what vectors hold, unrolled or not
  const std::uint64_t multiple = step * (1 + rng.below(most / step + 1));
  return std::min(most, multiple + rng.below(3) - 1);
}

APInt LongRuns::draw(unsigned width, Rng& rng) const {
  APInt number = APInt(64, count(width, rng)).zextOrTrunc(width);
  switch (rng.below(10)) {
    case 0:
      return APInt::getAllOnes(width) - number;
    case 1:
      return APInt::getSignedMaxValue(width) - number;
    case 2:
      return -number;
    default:
      return number;
  }
}

std::uint64_t LongRuns::bytes() const {
  constexpr std::uint64_t kBytesOfRound = 8, kMost = std::uint64_t{1} << 15;
  return std::min(kBytesOfRound * most_ + 64, kMost);
}

}  // namespace assay::interpret
