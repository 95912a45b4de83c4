#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "services/common/finding.h"
#include "services/coordinator/rpc/link.h"
#include "services/worker/triage/known_roots.h"

namespace CLI {
class App;
}

/// Which of the bugs found are news. Verbs that list bugs share this.
namespace assay::cli {

struct RootOptions {
  std::string known;  ///< a file of rules; empty: those that come with Assay
  /// Words of --semantics and ids of rules: bugs that fall under them are counted and listed last.
  std::vector<std::string> tolerate{"memory=integers", "undef-store=nothing", "opt-14-typeless-accesses"};
};
void add_root_options(CLI::App& verb, RootOptions& options);

/// What is known of a bug.
struct Standing {
  enum class Kind { New, Known, Tolerated };
  Kind kind = Kind::New;
  const triage::KnownRoot* rule = nullptr;  ///< that it falls under; null: none
};
const char* name_of(Standing::Kind kind);

class Roots {
 public:
  /// The error names the file and what is wrong, or the word that is neither a relaxation nor the id of a rule.
  static Result<Roots> open(const RootOptions& options);
  /// Known is what a rule matches, and what somebody has reported, or has said to be no bug or fixed.
  Standing standing_of(const Bug& bug) const;

  /// The bugs in three sections, each in one line: new, with `findings` of its smallest findings beneath it; known and
  /// tolerated, by rule.
  Status print(rpc::CoordinatorLink& link, const std::vector<Bug>& bugs, std::uint32_t findings) const;
  /// One line: "3 new roots, 2 known, 5 tolerated".
  std::string summary(const std::vector<Bug>& bugs) const;
  /// The bug's JSON with its "standing" and, under "known_root", the rule.
  nlohmann::json json_of(const Bug& bug) const;

 private:
  triage::KnownRoots own_;
  const triage::KnownRoots* known_ = nullptr;  ///< null: own_
  std::vector<std::string> tolerate_;
};

}  // namespace assay::cli
