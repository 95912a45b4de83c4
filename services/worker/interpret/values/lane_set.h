#pragma once

#include <llvm/ADT/APInt.h>

#include <cstdint>
#include <string>
#include <vector>

#include "services/worker/semantics/types.h"

namespace assay::interpret {

/// What one lane may be: poison, patterns, or both. Patterns are either listed (widths up to 64 bits) or masked: all
/// those that agree with `fixed` outside of the bits of `free`. One pattern of any width is masked with nothing free.
struct LaneSet {
  unsigned width = 0;
  bool poison = false;
  bool masked = false;
  llvm::APInt fixed;                    ///< masked; zero where free
  llvm::APInt free;                     ///< masked
  std::vector<std::uint64_t> patterns;  ///< not masked: sorted, distinct; empty with poison: nothing but poison
  std::uint32_t provenance = 0;         ///< of a pointer; see Provenance in memory.h

  static LaneSet of(const llvm::APInt& pattern);
  static LaneSet of_poison(unsigned width);
  static LaneSet of_undef(unsigned width);
  static LaneSet of_mask(const llvm::APInt& fixed, const llvm::APInt& free, bool poison);
  /// Sorts, removes doubles, and turns one pattern or all patterns into the masked form.
  static LaneSet of_list(unsigned width, std::vector<std::uint64_t> patterns, bool poison);

  bool only_poison() const { return poison && !masked && patterns.empty(); }
  /// Exactly one pattern and no poison.
  bool is_single() const { return !poison && masked && free.isZero(); }
  const llvm::APInt& single() const { return fixed; }
  /// Every pattern, and no poison.
  bool is_undef() const { return !poison && masked && free.isAllOnes(); }
  /// How many patterns, at most `limit`.
  std::uint64_t count(std::uint64_t limit) const;
  bool contains(const llvm::APInt& pattern) const;
  /// Is every pattern of this one of `other`'s? Poison is not looked at.
  bool patterns_within(const LaneSet& other) const;
  /// All patterns in order; only for widths up to 64 and counts that fit memory.
  std::vector<std::uint64_t> list() const;
  bool operator==(const LaneSet& other) const;
};

/// As a reader wants it: "3", "-1 (0xff)", "poison", "undef", "one of {1, 2} or poison".
std::string print(const LaneSet& set, const semantics::LaneType& type);

}  // namespace assay::interpret
