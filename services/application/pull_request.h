#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "services/application/pr_comment.h"
#include "services/worker/triage/standing.h"

/// A look at one change to a compiler, before it lands.
namespace assay::application {

struct PullRequest {
  std::string patch;                ///< unified diff of the compiler
  std::string checkout;             ///< tree with it applied; empty: none
  std::string baseline, branch;     ///< paths of opts without and with it
  std::vector<std::string> passes;  ///< in place of those that the patch tells of
  std::string opt_args;             ///< options of passes, in both compilers
  std::chrono::seconds time{300};   ///< about, of all steps together
  unsigned jobs = 1;
  std::uint64_t seed = 1;
  std::uint64_t mutants = 0;  ///< at most; 0: as many as there is time for
  std::string database;       ///< file for the hunt's findings; empty: they are not kept
  bool no_costs = false;
  std::function<void(const std::string&)> say = [](const std::string&) {};  ///< what it does, in one line
};

/// The functions of the patch's tests go through the passes that it concerns, first as they are, then as seeds of a
/// hunt; what fails in the branch is replayed in the baseline; the costs of both are compared. The error: no such
/// compiler, or a patch with nothing to look at. To be called while this process has one thread only.
Result<PrReport> look_at(const PullRequest& request, const triage::Roots& roots);

}  // namespace assay::application
