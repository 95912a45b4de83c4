#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "services/application/missed.h"
#include "services/common/fields.h"
#include "services/common/work.h"
#include "services/coordinator/store/store.h"
#include "services/nightly/plan.h"
#include "services/worker/compare/compare.h"

namespace assay::nightly {

/// One root, which is one bug of the database, in the branches where it plays a part.
struct ReportedBug {
  std::string bug_id;
  std::string kind;
  std::string culprit;
  std::string pipeline;  ///< the shortest that shows it
  std::string title;
  std::vector<std::string> branches;
  std::string note;  ///< why something is undecided; empty: nothing is
};
ASSAY_FIELDS(ReportedBug, bug_id, kind, culprit, pipeline, title, branches, note);

/// Bugs that one rule recognises.
struct KnownBugs {
  std::string root;  ///< id of the rule, or the relaxation that explains them
  std::string upstream;
  std::uint64_t bugs = 0;
  std::vector<std::string> branches;
};
ASSAY_FIELDS(KnownBugs, root, upstream, bugs, branches);

struct ReportedBranch {
  std::string name;
  std::string state;  ///< found, built, last-good, missing
  std::string compiler;
  std::string before;  ///< the compiler of the night before; empty: there was none
  std::string revision;
  std::string baseline;  ///< name of a branch; empty: none
  std::string failure;
  std::uint64_t in_baseline = 0;  ///< bugs that show in it and in its baseline
};
ASSAY_FIELDS(ReportedBranch, name, state, compiler, before, revision, baseline, failure, in_baseline);

struct ReportedHunt {
  std::string branch;
  std::string pipeline;
  std::string failure;  ///< why there was none
  std::uint64_t mutants = 0;
  std::uint64_t judged = 0;  ///< pairs decided
  std::uint64_t unknown = 0;
  std::uint64_t unsupported = 0;
  double seconds = 0;
};
ASSAY_FIELDS(ReportedHunt, branch, pipeline, failure, mutants, judged, unknown, unsupported, seconds);

/// One cell of the validated surface.
struct SurfaceCell {
  std::string pipeline;
  std::string feature;
  std::string judge;  ///< a method; unknown or unsupported: nobody could judge
  std::uint64_t pairs = 0;
  std::uint64_t before = 0;  ///< in the night before
};
ASSAY_FIELDS(SurfaceCell, pipeline, feature, judge, pairs, before);

/// What a branch costs beside its baseline.
struct ReportedCosts {
  std::string branch;
  std::string baseline;                           ///< name of the other branch
  std::string failure;                            ///< why there is no comparison
  std::optional<compare::Comparison> comparison;  ///< without the values of each input
  std::vector<compare::Summary> before;           ///< in the night before; empty: not measured then
};
ASSAY_FIELDS(ReportedCosts, branch, baseline, failure, comparison, before);

/// What a branch misses on mutants.
struct ReportedMissed {
  std::string branch;
  std::string failure;         ///< why nothing was looked for
  application::Missed missed;  ///< rules and regressions that no earlier night of the plan had in this branch
  std::uint64_t known_rules = 0;
  std::uint64_t known_regressions = 0;
};
ASSAY_FIELDS(ReportedMissed, branch, failure, missed, known_rules, known_regressions);

/// What was left out, and how often.
struct LeftOut {
  std::string what;
  std::uint64_t count = 0;
};
ASSAY_FIELDS(LeftOut, what, count);

/// What a night has found and checked. Two nights that did the same have the same report, but for dates and rates.
struct NightReport {
  std::string night;
  std::string plan;
  std::string started_at;
  std::string finished_at;
  std::string previous;  ///< the night that it is compared with; empty: none
  std::string assay_version;
  std::int64_t exit_code = 0;
  std::vector<ReportedBranch> branches;
  std::vector<ReportedBug> new_bugs;
  std::vector<ReportedBug> regressed;
  std::vector<ReportedBug> fixed;
  std::vector<ReportedBug> open;
  std::vector<ReportedBug> undecided;
  /// Not known before, and nothing can be said of them yet: their analyses did not come to an end.
  std::vector<ReportedBug> analysing;
  /// Not known before, met in a branch that is there to compare others with: nothing that they have changed.
  std::vector<ReportedBug> of_baselines;
  std::vector<KnownBugs> known;
  std::vector<ReportedHunt> hunts;
  std::vector<SurfaceCell> surface;
  std::vector<ReportedCosts> costs;
  std::vector<ReportedMissed> missed;
  std::vector<LeftOut> left_out;
};
ASSAY_FIELDS(NightReport, night, plan, started_at, finished_at, previous, assay_version, exit_code, branches, new_bugs,
             regressed, fixed, open, undecided, analysing, of_baselines, known, hunts, surface, costs, missed,
             left_out);

/// Puts together what the database holds of a night whose steps are done.
Result<NightReport> make_report(store::Store& store, const Plan& plan, const store::Night& night);

/// The report in a format of Listener.
std::string render(const NightReport& report, ReportFormat format);
/// JSON and back; nothing for text that is no report.
std::string to_json_text(const NightReport& report);
std::optional<NightReport> report_of_json(const std::string& text);

}  // namespace assay::nightly
