#pragma once

#include <llvm/ADT/APInt.h>

#include <cstdint>
#include <vector>

#include "services/common/rng.h"
#include "services/worker/interpret/interpret.h"

namespace llvm {
class Function;
class Type;
}  // namespace llvm

namespace assay::interpret {

/// Draws numbers and memory for inputs under which all loops of a function run: those of a nest, with strides and
/// lengths that are arguments, run only if *every* number is a small count, which numbers that are drawn one by one
/// from all that there are seldom all are. So nothing is negative, undef or poison, memory is long enough for a matrix
/// of so many rows, and the elements in it are small as well, so that sums and products of them do not wrap.
///
/// Where a function steps through memory with two strides, one a multiple of the other, some inputs have as many rounds
/// as bring the shorter one to the next step of the longer one: rows of a matrix meet there.
class Counts {
 public:
  /// Either may be null: nothing is known of strides and elements then.
  Counts(const llvm::Function* source, const llvm::Function* target);

  /// Begins the input of that number: which counts it has is a function of it.
  void begin(std::uint64_t number);
  llvm::APInt draw(unsigned width, Rng& rng) const;
  /// How many bytes a nest of two loops may access through one pointer.
  std::uint64_t bytes() const;
  /// Writes elements of one of the types that the functions load and store.
  void fill(InputBlock& block, bool is_big_endian, Rng& rng) const;

 private:
  void see(const llvm::Function& function);

  std::uint64_t longest_stride_ = 1;
  std::vector<std::uint64_t> rows_;          ///< steps of the shorter of two strides that make the longer one
  std::vector<const llvm::Type*> elements_;  ///< numbers only
  std::uint64_t most_ = 0, row_ = 0;         ///< of the input; row_: 0 if it is of no row
};

}  // namespace assay::interpret
