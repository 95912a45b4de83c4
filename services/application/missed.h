#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "services/application/improve.h"
#include "services/common/fields.h"
#include "services/common/status.h"
#include "services/common/work.h"

/// What a compiler misses on mutants: folds, as rules, and what another compiler does better.
namespace assay::application {

struct MissedRequest {
  /// As a hunt's, for one compiler and one pipeline: "linked" or a path, default<O2> where none is named.
  HuntSettings settings;
  bool folds = true;
  std::string baseline;       ///< another compiler, whose results are compared; empty: none
  std::uint64_t mutants = 0;  ///< 0: no limit
  std::uint64_t seed = 0;
  unsigned jobs = 1;
  std::uint32_t seconds = 0;                ///< of the clock, after which no function is begun; 0: no limit
  const std::atomic<bool>* stop = nullptr;  ///< once set, no function is begun
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
  std::uint64_t not_begun = 0;  ///< of either, as the time was over
  std::vector<RuleTold> rules;
  std::vector<MissedRegression> regressions;
};
ASSAY_FIELDS(Missed, mutants, searched, folds, compared, undecided, not_begun, rules, regressions);

/// Makes mutants batch by batch, as a hunt with these settings does, and looks at each; `goes_on` hears of what there
/// is after each batch. To be called while this process has one thread only. The error: no mutants can be made, or a
/// compiler can't be had.
Result<Missed> find_missed(const MissedRequest& request, const std::function<void(const Missed&)>& goes_on = {});

}  // namespace assay::application
