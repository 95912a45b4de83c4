#pragma once

#include <string>
#include <vector>

#include "services/common/finding.h"
#include "services/worker/optimize/optimize.h"
#include "services/worker/report/report.h"

/// In which of the releases that are installed here does a finding show?
namespace assay::application {

/// Asks the finding's question of each, oldest first.
struct Releases {
  std::vector<report::Context::Release> asked;
  std::string right;          ///< what the newest release that is right makes of the reduced case; empty: none is
  std::string right_release;  ///< its version
  /// The first release that shows it, and the first after the last that does, if the newest ones don't; empty: none.
  std::string first_bad() const;
  /// Does it show in the oldest release that could be decided? Then the first that shows it may be older than all here.
  bool shows_in_oldest() const;
  std::string fixed_in() const;
  /// "shows in 16.0.6, 19.1.7, not in 22.1.8"
  std::string text() const;
};
Releases ask_releases(const Finding& finding);

/// A bare `instcombine`, with its check for a fixpoint, where this compiler was seen to do the same; empty: it does
/// not.
std::string plain_passes(optimize::Compiler& compiler, const Finding& finding);

/// Writes the finding as report::write_bundle does, with all that can be known here beside it: the releases, the known
/// root, the plainest command that shows it, the place in LLVM. That is looked for in a process of its own. The checks
/// of its test are written by update_test_checks.py: of the path given, or else the one in PATH. Gives what could not
/// be had, a sentence each. To be called while this process has one thread only.
Result<std::vector<std::string>> export_bundle(const Finding& finding, const std::string& folder,
                                               const std::string& update_test_checks = "");

}  // namespace assay::application
