#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "services/common/finding.h"
#include "services/common/status.h"
#include "services/worker/triage/known_roots.h"

namespace assay::nightly {

/// What a bug is known as: a rule for known roots, or a relaxation that the plan tolerates.
struct KnownAs {
  std::string id;
  std::string upstream;  ///< link; empty: none is known
};

/// The roots that a plan takes for known.
class KnownBugsOf {
 public:
  /// `file`: the plan's rules; empty: those that come with Assay. The error names the file, or the word that nothing is
  /// called.
  static Result<KnownBugsOf> open(const std::string& file, const std::vector<std::string>& tolerate);
  /// On that day ("2026-11-22"); nothing: the bug is news.
  std::optional<KnownAs> root_of(const Bug& bug, const std::string& day) const;

 private:
  std::shared_ptr<const triage::KnownRoots> own_;  ///< null: those that come with Assay
  std::vector<std::string> tolerate_;
};

}  // namespace assay::nightly
