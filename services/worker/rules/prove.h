#pragma once

#include <optional>
#include <span>
#include <vector>

#include "services/worker/check/check.h"
#include "services/worker/rules/pattern.h"

namespace assay::rules {

/// Constants of these widths that meet the precondition: all if they are few, else some that a seed draws; not more
/// than `most`. None: none was found.
std::vector<std::vector<llvm::APInt>> constants_that_fit(const Pattern& pattern, const Widths& widths, std::size_t most,
                                                         std::uint64_t seed);

struct Proof {
  std::vector<Widths> proved;
  std::vector<Widths> sampled;
  std::optional<Widths> refuted;  ///< for which it is wrong
};

/// Puts the rule to the checker at one width after the other, with its constants as arguments; what that can't decide,
/// and greater widths, are run on samples.
Proof prove(const Pattern& pattern, check::Checker& checker, std::uint64_t seed);

/// Does the pair hold with these constants, for all inputs? Nothing: it is not known.
std::optional<bool> holds(const Pattern& pattern, const Widths& widths, std::span<const llvm::APInt> symbols,
                          check::Checker& checker);

}  // namespace assay::rules
