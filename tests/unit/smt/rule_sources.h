#pragma once

#include <span>
#include <vector>

#include "services/worker/refine/smt/terms.h"

namespace assay::refine::smt::test {

/// What one seed builds.
struct Built {
  std::vector<Term> variables;  ///< bits and arrays
  std::vector<Term> roots;
};

/// Operations on which rewrite rules match. Which ones a seed stands for does not depend on the terms that come of
/// them, so that the same are built with a rule on and off.
using Source = Built (*)(Terms& terms, std::uint64_t seed);
std::span<const Source> rule_sources();

}  // namespace assay::refine::smt::test
