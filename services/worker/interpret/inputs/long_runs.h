#pragma once

#include <llvm/ADT/APInt.h>

#include <cstdint>
#include <vector>

#include "services/common/rng.h"

namespace llvm {
class Function;
}

namespace assay::interpret {

/// How many bytes apart the function's `getelementptr`s are for each index of theirs; each once, none is zero.
std::vector<std::uint64_t> strides_of(const llvm::Function& function);

constexpr std::uint64_t kLeastBytesOfRound = 8, kMostBytesOfRound = 4096;
/// How many bytes apart two rounds of a loop access memory at most, by the strides of the function's `getelementptr`s:
/// a row for a nest of loops over a matrix. At least 8, and no more than memory is set up for quickly.
std::uint64_t bytes_of_round(const llvm::Function& function);

/// Draws numbers and sizes of memory for inputs under which loops run long. Which argument says how often a loop runs
/// is not known: every number is drawn as if it did. The counts are those at which optimized loops go wrong: small
/// ones, multiples of the widths of vectors and their neighbours, the square root of what the type holds (where sums
/// and products of the counter wrap) and numbers near the type's ends.
class LongRuns {
 public:
  /// `bytes_of_round`: what a round needs of memory, of which as much as can be set up quickly is; 0: none.
  explicit LongRuns(std::uint64_t bytes_of_round) : bytes_of_round_(bytes_of_round) {}

  /// Begins the input of that number: how long its loops may run is a function of it.
  void begin(std::uint64_t number);
  llvm::APInt draw(unsigned width, Rng& rng) const;
  /// How many bytes a loop of so many rounds may access through one pointer.
  std::uint64_t bytes() const;

 private:
  std::uint64_t count(unsigned width, Rng& rng) const;
  std::uint64_t most(unsigned width) const;

  std::uint64_t bytes_of_round_;
  std::uint64_t most_ = 0;  ///< rounds; 0: the square root of what the type holds
};

}  // namespace assay::interpret
