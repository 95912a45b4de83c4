#include "services/worker/interpret/inputs/long_runs.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <iterator>

namespace assay::interpret {

using llvm::APInt;

std::vector<std::uint64_t> strides_of(const llvm::Function& function) {
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  llvm::SmallSetVector<std::uint64_t, 4> all;
  for (const llvm::Instruction& each : llvm::instructions(function)) {
    const auto* address = llvm::dyn_cast<llvm::GEPOperator>(&each);
    if (address == nullptr || address->getType()->isVectorTy()) continue;
    const unsigned width = layout.getIndexTypeSizeInBits(address->getType());
    llvm::SmallMapVector<llvm::Value*, APInt, 4> strides;
    APInt offset(width, 0);
    if (!address->collectOffset(layout, width, strides, offset)) continue;
    for (const auto& [index, stride] : strides)
      if (!stride.isZero()) all.insert(stride.getLimitedValue());
  }
  return {all.begin(), all.end()};
}

std::uint64_t bytes_of_round(const llvm::Function& function) {
  std::uint64_t bytes = kLeastBytesOfRound;
  for (const std::uint64_t stride : strides_of(function)) bytes = std::max(bytes, stride);
  return std::min(bytes, kMostBytesOfRound);
}

void LongRuns::begin(std::uint64_t number) {
  // Cheap ones come first: the budget of a check may end before the others.
  constexpr std::uint64_t kRounds[] = {40, 300, 0, 1100, 0, 4200}, kWithMemory[] = {20, 70, 300, 40, 1100, 4200};
  most_ = bytes_of_round_ != 0 ? kWithMemory[number % std::size(kWithMemory)] : kRounds[number % std::size(kRounds)];
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
  constexpr std::uint64_t kMost = std::uint64_t{1} << 17;
  return std::min(bytes_of_round_ * most_ + 64, kMost);
}

}  // namespace assay::interpret
