#pragma once

#include <string>
#include <vector>

#include "services/common/finding.h"
#include "services/coordinator/rpc/link.h"
#include "services/worker/triage/standing.h"

namespace CLI {
class App;
}

/// Which of the bugs found are news. Verbs that list bugs share this.
namespace assay::cli {

struct RootOptions {
  std::string known;  ///< a file of rules; empty: those that come with Assay
  std::vector<std::string> tolerate = triage::tolerated_by_default();  ///< their bugs are counted and listed last
};
void add_root_options(CLI::App& verb, RootOptions& options);

/// The error names the file and what is wrong, or the word that is neither a relaxation nor the id of a rule.
Result<triage::Roots> open_roots(const RootOptions& options);

/// The bugs in three sections, each in one line: new, with `findings` of its smallest findings beneath it; known and
/// tolerated, by rule.
Status print(const triage::Roots& roots, rpc::CoordinatorLink& link, const std::vector<Bug>& bugs,
             std::uint32_t findings);
/// One line: "3 new roots, 2 known, 5 tolerated".
std::string summary(const triage::Roots& roots, const std::vector<Bug>& bugs);

}  // namespace assay::cli
