#include "services/application/finishing.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "services/application/observe.h"
#include "services/channel/isolated.h"
#include "services/common/records_json.h"
#include "services/common/text.h"
#include "services/worker/hunt/analyse.h"
#include "services/worker/hunt/equipment.h"
#include "services/worker/triage/standing.h"

namespace assay::application {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kReductionMemory = std::size_t{2} << 30;

/// The case that another finding was reduced to so far, and no more is known of it.
Finding continued(const Finding& finding) {
  Finding next = finding;
  next.original = finding.reduced;
  next.pipeline = finding.reduced_pipeline;
  next.detail.clear();
  next.explained_by.clear();
  next.unfinished = false;
  next.checked = false;
  next.found_at = utc_now();
  next.assay_version = assay_version();
  return next;
}

/// What the compiler does with a case whose failure does not show again.
std::string what_shows(const Case& same, optimize::Compiler& compiler) {
  const auto seen = observe(same, compiler);
  if (!seen) return "refuses its case: " + seen.error();
  if (seen->finding)
    return "has another failure on its case: " + std::string(name_of(seen->finding->kind)) + ", " +
           seen->finding->reason;
  return seen->is_right ? "compiles its case correctly (assay verify asks all releases that are installed)"
                        : "was not judged: " + seen->why;
}

std::string analysed(const std::string& request, std::chrono::milliseconds limit) {
  auto finding = nlohmann::json::parse(request).get<Finding>();
  auto compiler = hunt::installed_compiler(finding.compiler);
  if (!compiler) return json_text({{"error", compiler.error()}});
  hunt::AnalysisOptions options;
  options.reduce_ms = static_cast<std::uint32_t>(limit.count());
  const Case same{"its case", finding.reduced, finding.reduced_pipeline, finding.question};
  if (hunt::analyse(finding, **compiler, options) == hunt::Analysis::NotShown)
    return json_text(
        {{"error", "it does not show again: " + (*compiler)->id().version + " " + what_shows(same, **compiler)}});
  // A finding is told from others by what was compiled. Here that is the reduced case, not the one that was hunted,
  // which is a finding already.
  finding.original = finding.reduced;
  finding.pipeline = finding.reduced_pipeline;
  return json_text({{"finding", finding}});
}

bool is_smaller_or_finished(const Finding& finding, const Finding& before) {
  return finding.reduced.size() < before.reduced.size() || (before.unfinished && !finding.unfinished);
}

/// Its reduced case is one of another bug's.
Status move_to(rpc::CoordinatorLink& link, const Bug& bug, Finished& finished) {
  finished.is_duplicate = !triage::is_settled(bug.status);
  store::BugChange change;
  change.bug_id = bug.id;
  change.who = "assay reduce";
  change.why = "its case, reduced further";
  if (finished.is_duplicate) {
    change.status = BugStatus::Duplicate;
    change.duplicate_of = finished.bug_id;
  } else {
    change.why += ", is one of bug " + finished.bug_id;
  }
  return link.change_bug(change);
}

}  // namespace

Result<Finished> finish_reduction(rpc::CoordinatorLink& link, const Bug& bug, std::chrono::milliseconds limit) {
  IsolatedWorker worker(
      [&](const std::string& request, const IsolatedWorker::Provisional&) { return analysed(request, limit); },
      {2 * limit + std::chrono::seconds(60), kReductionMemory});
  const IsolatedWorker::Answer answer = worker.ask(json_text(continued(bug.best)));
  if (answer.end != IsolatedWorker::Answer::End::Answered)
    return Error{"the analysis did not come back: " + answer.message};
  const auto json = nlohmann::json::parse(answer.text);
  if (json.contains("error")) return Error{json.at("error").get<std::string>()};
  Finished finished{bug.id, json.at("finding").get<Finding>(), false, false};
  for (std::string* words :
       {&finished.finding.reason, &finished.finding.detail, &finished.finding.title, &finished.finding.signature})
    *words = visible(*words);
  if (finished.finding.signature == bug.signature && !is_smaller_or_finished(finished.finding, bug.best))
    return finished;
  auto recorded = link.report_finding(finished.finding);
  if (!recorded) return Error{recorded.error()};
  finished.recorded = recorded->is_new_finding;
  finished.bug_id = recorded->bug_id;
  if (finished.bug_id != bug.id)
    if (Status bad = move_to(link, bug, finished)) return *bad;
  return finished;
}

std::vector<std::string> finish_reductions(rpc::CoordinatorLink& link, const std::vector<Bug>& bugs,
                                           std::chrono::milliseconds limit) {
  const auto deadline = Clock::now() + limit;
  std::vector<std::string> left;
  for (const Bug& bug : bugs) {
    if (!bug.best.unfinished || bug.status == BugStatus::Duplicate) continue;
    const auto rest = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
    if (rest < std::chrono::seconds(1)) {
      left.push_back(bug.id);
      continue;
    }
    const auto finished = finish_reduction(link, bug, rest);
    if (finished && !finished->finding.unfinished) continue;
    const std::string& id = finished ? finished->bug_id : bug.id;  // which several may have become duplicates of
    if (std::ranges::find(left, id) == left.end()) left.push_back(id);
  }
  return left;
}

}  // namespace assay::application
