#pragma once

#include <atomic>
#include <chrono>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "services/cli/patch_hunt.h"
#include "services/common/finding.h"
#include "services/common/work.h"

/// The steps of `assay pr` that look for failures of the branch.
namespace assay::cli {

using Deadline = std::chrono::steady_clock::time_point;

/// A failure of the branch, and what the baseline does.
struct PrFinding {
  Finding finding;
  std::string from;      ///< "a test of the patch" or "the hunt"
  std::string baseline;  ///< shows, absent or undecided
  std::string why;       ///< for undecided
  std::string known;     ///< the known root that it looks like, or the reading of LangRef under which the branch is right; empty: neither
};
ASSAY_FIELDS(PrFinding, finding, from, baseline, why, known);

/// The tests of a patch as they are, each with each pipeline: what the branch makes of them, judged.
struct TestsChecked {
  std::uint64_t correct = 0;
  std::uint64_t incorrect = 0;    ///< and whatever else is wrong: a crash, a hang
  std::uint64_t unknown = 0;      ///< unsupported and refused ones included
  std::uint64_t not_reached = 0;  ///< the time was over
  Counts reasons;                 ///< why they are unknown
  std::vector<Finding> findings;  ///< reduced, one for each signature
};
/// In child processes. To be called while this process has one thread only.
TestsChecked check_tests(const PatchHunt& patch, const std::vector<std::string>& passes, const std::string& branch,
                         Deadline end);

/// Asks the finding's question of the baseline, in a child process with a limit. To be called while this process has one thread only.
void replay_in(const std::string& baseline, PrFinding& finding);

/// A hunt by a process of its own, which leaves its findings in a database.
struct HuntAsked {
  std::string seeds;  ///< folder; empty: generated
  std::vector<std::string> passes;
  std::string compiler;
  std::string database;
  std::chrono::seconds time{60};
  std::uint64_t mutants = 0;  ///< 0: as many as there is time for
  unsigned jobs = 1;
  std::uint64_t seed = 1;
};
/// What `assay hunt --json` says. The error: it could not be run.
Result<nlohmann::json> hunt_apart(const HuntAsked& asked);

}  // namespace assay::cli
