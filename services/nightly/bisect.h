#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "services/common/fields.h"
#include "services/common/finding.h"
#include "services/coordinator/store/store.h"
#include "services/nightly/plan.h"

namespace assay::nightly {

/// What a commit is known to be.
enum class CommitState {
  Good,  ///< the failure is absent
  Bad,   ///< it shows
  Skip,  ///< no answer
};
const char* name_of(CommitState state);
std::optional<CommitState> enumerator_of(std::string_view name, std::type_identity<CommitState>);

/// What is known of one commit. Steps are kept in a file, one JSON object a line; of several about one commit the last
/// counts.
struct BisectStep {
  std::string commit;
  CommitState state = CommitState::Skip;
  std::string how;  ///< "absent", "`ninja opt`: exit status 1", "marked by hand"
};
ASSAY_FIELDS(BisectStep, commit, state, how);

struct BisectOptions {
  std::string good, bad;  ///< revisions between which to look; empty: the first commit, and what is checked out
  std::vector<BisectStep>
      marks;             ///< said by a person: they are added to the log first, and count before what was measured
  bool restart = false;  ///< forget the log
  std::function<void(const BisectStep&, std::size_t left)>
      tell;  ///< of each step; `left`: commits that may still be the first bad one
};

struct BisectResult {
  std::string first_bad;              ///< empty: it is one of `suspects`
  std::string subject;                ///< its first line and date
  std::vector<std::string> suspects;  ///< those that could not be told apart, oldest first, the last known bad
  std::vector<BisectStep> log;
};

/// Looks for the first commit of a branch in which the finding shows, among those on the way from `good` to `bad` along
/// first parents. Each is built by the branch's commands in a worktree of its own and asked what was asked when the
/// finding was made; what gets no answer is asked again, then skipped. All steps are in a log below the plan's folder,
/// so that it goes on after it was cut short. The error tells why nothing can be said: no such revision, or the ends do
/// not differ.
Result<BisectResult> bisect(const Plan& plan, const Branch& branch, const std::string& bug_id, const Finding& finding,
                            const BisectOptions& options);

/// The commit of the last night in which the branch did not show the bug; empty: no night has seen that.
Result<std::string> last_good(const Plan& plan, const std::string& branch, const std::string& bug_id);

/// What the bug's history is told of a first bad commit.
store::BugChange note_of(const BisectResult& result, const Branch& branch, const std::string& bug_id);

/// Of commits, oldest first; nothing: not known.
using CommitStates = std::vector<std::optional<CommitState>>;

/// The commit to ask next, as a place in `states`, whose first is good and last is bad: near the middle between the
/// last good and the first bad one; nothing: no question is left that helps.
std::optional<std::size_t> next_to_ask(const CommitStates& states);

}  // namespace assay::nightly
