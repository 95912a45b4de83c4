#include "services/nightly/record.h"

#include <algorithm>

#include "services/common/records_json.h"
#include "services/coordinator/store/store.h"
#include "services/nightly/missed.h"
#include "services/nightly/plan.h"

namespace assay::nightly {

std::string free_id(const std::vector<store::Night>& nights, const std::string& day) {
  std::string id = day;
  for (int number = 2; std::ranges::find(nights, id, &store::Night::id) != nights.end(); ++number)
    id = day + "-" + std::to_string(number);
  return id;
}

Result<NightReport> record_search(const std::string& database, const SearchDone& search) {
  auto store = store::Store::open(database);
  if (!store) return Error{store.error()};
  const auto nights = store->list_nights("", ~0u);
  if (!nights) return Error{nights.error()};
  store::Night night;
  night.id = free_id(*nights, search.started_at.substr(0, 10));
  night.plan = search.plan;
  night.seed = search.seed;
  night.started_at = search.started_at;
  night.finished_at = utc_now();
  if (Status bad = store->begin_night(night, {})) return *bad;
  if (Status bad = store->put(store::NightBranch{night.id, search.branch, store::BranchState::Found,
                                                 search.compiler.path, compiler_name(search.compiler), "", ""}))
    return *bad;
  if (Status bad = store->put(store::NightMissed{night.id, search.branch, json_text(search.missed), ""})) return *bad;
  Plan plan;
  plan.name = search.plan;
  plan.branches.push_back({});
  plan.branches.back().name = search.branch;
  auto report = make_report(*store, plan, night);
  if (!report) return report;
  const bool any = std::ranges::any_of(report->missed, [](const ReportedMissed& each) {
    return !each.missed.rules.empty() || !each.missed.regressions.empty();
  });
  report->exit_code = night.exit_code = any ? 1 : 0;
  night.state = store::NightState::Finished;
  night.report = to_json_text(*report);
  if (Status bad = store->put(night)) return *bad;
  return report;
}

Result<std::set<std::string>> recorded_regressions(const std::string& database, const std::string& plan,
                                                   const std::string& branch) {
  auto store = store::Store::open(database);
  if (!store) return Error{store.error()};
  store::Night now;
  now.plan = plan;
  now.started_at = utc_now();
  const auto before = store->missed_before(now);
  if (!before) return Error{before.error()};
  std::set<std::string> keys;
  for (const store::NightMissed& row : *before)
    if (const auto missed = row.branch == branch ? missed_of(row) : std::nullopt)
      for (const application::MissedRegression& each : missed->regressions) keys.insert(each.key);
  return keys;
}

}  // namespace assay::nightly
