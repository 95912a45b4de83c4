#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "services/common/fields.h"
#include "services/common/work.h"

/// What HuntStatistics::surface holds: pairs by what they are made of, who judged them, and where.
namespace assay {

/// A word of the counts, "FEATURE JUDGE PIPELINE" or "FEATURE JUDGE PIPELINE@ENVIRONMENT".
struct SurfaceWord {
  /// The feature that every pair has, for which it counts once: then the judge may also be kUnchanged (there was
  /// nothing to judge), and what was refuted counts once more under kIncorrect.
  static constexpr const char* kAny = "any";
  static constexpr const char* kUnchanged = "unchanged";
  static constexpr const char* kIncorrect = "incorrect";

  std::string feature, judge, pipeline;
  explicit SurfaceWord(const std::string& word);
  bool is_decided() const { return judge != "unknown" && judge != "unsupported"; }
  /// The environment behind the pipeline, which loses it; that without a target if none is named.
  std::string take_environment();
};

/// What became of the functions that a pass was tried on, for one environment or for all.
struct PassTrials {
  std::string pipeline;
  std::string environment;  ///< empty: of all
  std::uint64_t tried = 0, changed = 0, decided = 0, incorrect = 0;

  /// A pass is covered if it changes something in one of twenty functions, and nine of ten of these are decided.
  bool is_covered() const { return changed * 20 >= tried && decided * 10 >= changed * 9 && changed != 0; }
  bool operator==(const PassTrials&) const = default;
};
ASSAY_FIELDS(PassTrials, pipeline, environment, tried, changed, decided, incorrect);

/// By pipeline, of each first the sum, then its environments in the order of environments.def.
std::vector<PassTrials> trials_of(const Counts& surface);
/// Those that a pass was tried on, in the order of environments.def.
std::vector<std::string> environments_of(const std::vector<PassTrials>& trials);

}  // namespace assay
