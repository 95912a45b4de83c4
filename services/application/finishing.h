#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "services/coordinator/rpc/link.h"

/// Reductions that a limit ended, gone on with.
namespace assay::application {

/// What became of a bug whose case was not reduced to the end.
struct Finished {
  std::string bug_id;         ///< where the reduced case belongs; another bug than before where it shows another root
  Finding finding;            ///< the reduced case
  bool recorded = false;      ///< false: the bug's case was reduced to its end, and nothing smaller came out
  bool is_duplicate = false;  ///< the bug has become a duplicate of `bug_id`
};

/// Goes on from the case that represents the bug, for at most that long, in a process of its own, and records what
/// comes out as a finding of its own. Where that belongs to another bug, this one becomes a duplicate of it, unless
/// somebody has dealt with it: then its history says so. The error says why nothing came of it. To be called while this
/// process has one thread only.
Result<Finished> finish_reduction(rpc::CoordinatorLink& link, const Bug& bug, std::chrono::milliseconds limit);

/// Finishes what it can of these bugs within the limit; gives the ids of those that are left.
std::vector<std::string> finish_reductions(rpc::CoordinatorLink& link, const std::vector<Bug>& bugs,
                                           std::chrono::milliseconds limit);

}  // namespace assay::application
