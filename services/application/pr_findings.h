#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "services/application/patch_hunt.h"
#include "services/application/replay.h"
#include "services/common/finding.h"
#include "services/common/work.h"
#include "services/worker/triage/standing.h"

/// The steps of `assay pr` that look for failures of the branch.
namespace assay::application {

using Deadline = std::chrono::steady_clock::time_point;

/// A failure of the branch, and what the baseline does.
struct PrFinding {
  Finding finding;
  std::string from;            ///< "a test of the patch" or "the hunt"
  std::string file, function;  ///< of a test of the patch; empty: it is none
  std::string example;         ///< of a test: how it goes wrong as it stands in the patch, a sentence
  Replay::Kind baseline = Replay::Kind::Undecided;
  std::string why;    ///< for undecided
  std::string known;  ///< the known root that it looks like, or the reading of LangRef under which the branch is right;
                      ///< empty: neither
  triage::Standing::Kind standing = triage::Standing::Kind::New;
  std::string passes{};  ///< a plainer -passes string that shows it, too; empty: none is known
  bool is_test() const { return !function.empty(); }
};
ASSAY_FIELDS(PrFinding, finding, from, file, function, example, baseline, why, known, standing, passes);

/// A test of the patch that the branch compiles wrongly.
struct TestFailure {
  Finding finding;  ///< reduced
  PatchTest test;
  std::string example;  ///< PrFinding::example
};

/// The tests of a patch as they are, each with each pipeline: what the branch makes of them, judged.
struct TestsChecked {
  std::uint64_t unchanged = 0;  ///< the pass leaves them as they are: there is nothing to judge
  std::uint64_t correct = 0;
  std::uint64_t incorrect = 0;        ///< and whatever else is wrong: a crash, a hang
  std::uint64_t unknown = 0;          ///< unsupported and refused ones included
  std::uint64_t not_reached = 0;      ///< the time was over
  Counts reasons;                     ///< why they are unknown
  Counts surface;                     ///< of the functions that a pass changed (hunt::count_surface)
  std::vector<TestFailure> failures;  ///< one for each signature
};
/// In child processes. To be called while this process has one thread only.
TestsChecked check_tests(const PatchHunt& patch, const std::vector<std::string>& passes, const std::string& opt_args,
                         const std::string& branch, Deadline end);

}  // namespace assay::application
