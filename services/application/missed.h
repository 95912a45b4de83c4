#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "services/application/improve.h"
#include "services/common/fields.h"
#include "services/common/status.h"

/// What a compiler misses on mutants: folds, as rules, and what another compiler does better.
namespace assay::application {

struct MissedRequest {
  std::vector<std::string> seeds;  ///< files and folders of modules to mutate
  std::uint64_t mutants = 0;
  std::uint64_t seed = 0;
  std::string compiler;
  std::string baseline;  ///< another one; empty: none
  std::string passes = "default<O2>";
  unsigned jobs = 1;
  std::uint32_t seconds = 0;  ///< of the clock, after which no function is begun, half of it for folds; 0: no limit
};

/// A function that the baseline compiles to cheaper code: the first of its cause.
struct MissedRegression {
  std::string key;     ///< equal for functions of one root
  std::string source;  ///< the module
};
ASSAY_FIELDS(MissedRegression, key, source);

struct Missed {
  std::uint64_t mutants = 0;    ///< functions that were made
  std::uint64_t searched = 0;   ///< for folds, as they are of a kind that is
  std::uint64_t folds = 0;      ///< without those that only set flags
  std::uint64_t compared = 0;   ///< with the baseline
  std::uint64_t undecided = 0;  ///< of either; they count for nothing
  std::vector<RuleTold> rules;
  std::vector<MissedRegression> regressions;
};
ASSAY_FIELDS(Missed, mutants, searched, folds, compared, undecided, rules, regressions);

/// To be called while this process has one thread only. The error: no mutants can be made, or a compiler can't be had.
Result<Missed> find_missed(const MissedRequest& request);

}  // namespace assay::application
