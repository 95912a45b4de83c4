#pragma once

#include <string>
#include <vector>

#include "services/common/finding.h"
#include "services/worker/report/report.h"

/// In which of the releases that are installed here does a finding show?
namespace assay::cli {

/// Asks the finding's question of each, oldest first.
struct Releases {
  std::vector<report::Context::Release> asked;
  std::string right;  ///< what the newest release that is right makes of the reduced case; empty: none is
  /// The first release that shows it, and the first after the last that does, if the newest ones don't; empty: none.
  std::string first_bad() const;
  std::string fixed_in() const;
  /// "shows in 16.0.6, 19.1.7, not in 22.1.8"
  std::string text() const;
};
Releases ask_releases(const Finding& finding);

/// All that a report tells beside the finding. Finds the place in LLVM in a process of its own; to be called while this
/// process has one thread only.
report::Context context_for(const Finding& finding);

}  // namespace assay::cli
