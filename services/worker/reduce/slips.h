#pragma once

#include <llvm/IR/Module.h>

/// What a reduced case must not do unless the original does: failures there are mostly others than the one that is
/// reduced.
namespace assay::reduce {

struct Oddities {
  bool bits_in_memory =
      false;  ///< loads, stores or objects of integers, or of vectors of integers, that are no whole bytes
  bool odd_intrinsics = false;  ///< calls of intrinsics with integers of other than 1, 8, 16, 32, 64 or 128 bits
  /// Does the other one hold something that is not here?
  bool lacks(const Oddities& other) const {
    return (other.bits_in_memory && !bits_in_memory) || (other.odd_intrinsics && !odd_intrinsics);
  }
};
Oddities oddities_of(const llvm::Module& module);

}  // namespace assay::reduce
