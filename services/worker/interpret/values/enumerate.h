#pragma once

#include <llvm/ADT/SmallVector.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "services/worker/semantics/meaning.h"

namespace assay::interpret {

/// The members of one operand: patterns of up to 64 bits, and poison as the last member if it is one.
struct Members {
  llvm::SmallVector<std::uint64_t, 4> patterns;
  bool poison = false;
  unsigned width = 0;
  std::size_t size() const { return patterns.size() + (poison ? 1 : 0); }
};

/// What an operation gives over all combinations of members.
struct Outcome {
  bool poison = false;
  bool broken = false;  ///< some combination is undefined behaviour; the others were not looked at
  bool chose = false;   ///< the operation asked for a choice
  semantics::Rule rule = semantics::Rule::RuleCount;
  std::uint64_t picks = 0;

  void add(std::uint64_t pattern) {
    if (narrow)
      seen[pattern >> 6] |= std::uint64_t{1} << (pattern & 63);
    else
      add_wide(pattern);
  }
  std::vector<std::uint64_t> take_patterns();
  explicit Outcome(unsigned result_width) : narrow(result_width <= 8) {}

 private:
  void add_wide(std::uint64_t pattern);
  bool narrow;
  std::array<std::uint64_t, 4> seen{};
  std::vector<std::uint64_t> listed;
};

/// Runs a Lanewise operation on every combination; one to three operands.
void enumerate_picks(const semantics::ValueInfo& info, std::span<const Members> members, Outcome& outcome);

}  // namespace assay::interpret
