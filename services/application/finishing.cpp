#include "services/application/finishing.h"

#include <nlohmann/json.hpp>

#include "services/channel/isolated.h"
#include "services/common/records_json.h"
#include "services/common/text.h"
#include "services/worker/hunt/analyse.h"
#include "services/worker/hunt/equipment.h"

namespace assay::application {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kReductionMemory = std::size_t{2} << 30;

/// A finding of its own: the case that another one was reduced to so far.
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

std::string analysed(const std::string& request, std::chrono::milliseconds limit) {
  auto finding = nlohmann::json::parse(request).get<Finding>();
  auto compiler = hunt::installed_compiler(finding.compiler);
  if (!compiler) return json_text({{"error", compiler.error()}});
  hunt::AnalysisOptions options;
  options.reduce_ms = static_cast<std::uint32_t>(limit.count());
  if (hunt::analyse(finding, **compiler, options) == hunt::Analysis::NotShown)
    return json_text({{"error", "it does not show again"}});
  return json_text({{"finding", finding}});
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
  Finished finished{bug.id, json.at("finding").get<Finding>()};
  for (std::string* words :
       {&finished.finding.reason, &finished.finding.detail, &finished.finding.title, &finished.finding.signature})
    *words = visible(*words);
  auto recorded = link.report_finding(finished.finding);
  if (!recorded) return Error{recorded.error()};
  finished.bug_id = recorded->bug_id;
  if (recorded->bug_id == bug.id || bug.status != BugStatus::New) return finished;
  store::BugChange change;
  change.bug_id = bug.id;
  change.who = "assay reduce";
  change.why = "its case, reduced further";
  change.status = BugStatus::Duplicate;
  change.duplicate_of = recorded->bug_id;
  if (Status bad = link.change_bug(change)) return *bad;
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
    if (!finished || finished->finding.unfinished) left.push_back(finished ? finished->bug_id : bug.id);
  }
  return left;
}

}  // namespace assay::application
