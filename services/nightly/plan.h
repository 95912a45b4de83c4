#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "services/common/status.h"
#include "services/documents/documents.h"
#include "services/worker/triage/standing.h"

namespace assay::nightly {

/// A compiler that is watched: an opt that somebody else puts there, or a checkout of which one is built each night.
struct Branch {
  std::string name;
  std::string opt;        ///< path of the opt; in a checkout, relative to it
  std::string checkout;   ///< folder of a git repository; empty: `opt` is built elsewhere
  std::string update;     ///< shell command run in the checkout before the build: "git pull --ff-only"; empty: none
  std::string configure;  ///< likewise; empty: none
  std::string build;      ///< likewise
  std::vector<std::string> keep;  ///< what beside opt its program needs, relative to the checkout: "build/lib"
  std::string baseline;           ///< name of another branch: what that one does too is not new; empty: the plan's
  documents::Place place;         ///< in the plan, of its opt or checkout
  bool is_built() const { return !checkout.empty(); }
};

/// What the branches are asked to run.
struct Pass {
  std::string pipeline;  ///< a -passes string, or mix
  std::uint32_t share = 1;
  std::vector<std::string> branches;  ///< that have it; empty: all
  documents::Place place;             ///< in the plan, of its pipeline
  bool is_hunted_in(const Branch& branch) const;
};

/// What branches cost beside their baselines: compile time, peak memory, instructions, size of objects (assay compare).
struct Costs {
  bool wanted = false;       ///< does the plan ask for them?
  std::string inputs;        ///< folder of .ll and .bc files; empty: the plan's seeds
  std::uint32_t most = 100;  ///< inputs, spread evenly over the folder
  std::string passes = "default<O2>";
  std::uint32_t runs = 3;          ///< of each compiler on each input
  std::uint32_t threshold = 5;     ///< per cent: an outlier is at least so far from the others
  std::uint32_t time_s = 10 * 60;  ///< for each branch
};

/// What branches miss on mutants: folds, and what their baselines do better.
struct MissedPlan {
  bool wanted = false;          ///< does the plan ask for it?
  std::uint64_t mutants = 200;  ///< for each branch
  std::string passes = "default<O2>";
  std::uint32_t time_s = 10 * 60;  ///< for each branch
};

struct Budget {
  std::uint32_t time_s = 0;          ///< of all hunts together; 0: `mutants` alone limits them
  std::uint64_t mutants = 0;         ///< of all hunts together; 0: `time_s` alone limits them
  std::uint64_t memory_mb = 0;       ///< address space of each process of a hunt; 0: the hunt's own limits
  std::uint32_t jobs = 1;            ///< processes that hunt
  std::uint32_t build_s = 4 * 3600;  ///< for each command of a branch
  std::uint32_t verify_s = 60;       ///< for one bug in one branch
};

/// Who is told: a command that reads the report.
enum class ReportFormat { Text, Markdown, Html, Json };
const char* name_of(ReportFormat format);
std::optional<ReportFormat> enumerator_of(std::string_view name, std::type_identity<ReportFormat>);
std::vector<std::string> report_format_names();

struct Listener {
  enum class When {
    Always,
    News,  ///< only if something is new, regressed or broken
  };
  std::string command;  ///< for /bin/sh; the report is its standard input
  ReportFormat format = ReportFormat::Text;
  When when = When::Always;
};

/// What a night does, as its user wrote it down. Paths are absolute.
struct Plan {
  std::string name;  ///< nights of one plan are compared with each other
  std::string file;
  std::string database;
  std::string state;     ///< folder for the last good builds and logs
  std::string baseline;  ///< name of a branch; empty: none
  std::vector<Branch> branches;
  std::vector<Pass> passes;
  Budget budget;
  Costs costs;
  MissedPlan missed;
  std::string seeds;                  ///< folder; empty: inputs are generated
  std::optional<std::uint64_t> seed;  ///< of the hunts; none: another one each night
  std::string known_roots;            ///< file; empty: those that come with Assay
  std::vector<std::string> tolerate = triage::tolerated_by_default();
  std::vector<Listener> tell;
  std::map<std::string, documents::Place> places;  ///< of the fields that name what is elsewhere: "costs.inputs"

  const Branch* branch(const std::string& name) const;
  /// The branch that another one is compared with; null: none.
  const Branch* baseline_of(const Branch& branch) const;
  /// Is the branch there to compare others with, and compared with none itself?
  bool is_only_baseline(const Branch& branch) const;
};

/// A plan as far as it can be read, and all that is wrong with its file.
struct Draft {
  Plan plan;
  documents::Mistakes mistakes;
};

/// Reads YAML; docs/nights.md tells its keys. The error is that of a file that is no YAML.
Result<Draft> parse_draft(const std::string& text, const std::string& file);
Result<Draft> read_draft(const std::string& file);

/// A plan without mistakes, or an error with all of them: each on a line of its own, with file, line, field, and what
/// was expected there.
Result<Plan> parse_plan(const std::string& text, const std::string& file);
Result<Plan> read_plan(const std::string& file);

/// The roots that the plan takes for known. The error names the file, or each tolerated word that nothing is
/// called.
Result<triage::Roots> known_of(const Plan& plan);

}  // namespace assay::nightly
