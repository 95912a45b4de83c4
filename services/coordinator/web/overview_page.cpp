#include <chrono>
#include <map>

#include "services/coordinator/store/dates.h"
#include "services/coordinator/web/case_data.h"
#include "services/coordinator/web/charts.h"
#include "services/coordinator/web/pages.h"

namespace assay::web {
namespace {

constexpr int kDays = 30;
constexpr std::uint32_t kNewest = 10;
constexpr std::uint32_t kLooked = 50;  ///< bugs among which those are looked for that are news
constexpr std::uint32_t kNewestHunts = 30;

/// A name leads to the bugs that it selects; that of a pass to the pass.
Data count_list(const Counts& counts, const char* parameter) {
  Data list{Data::type::list};
  for (const auto& [name, count] : counts) {
    Data entry;
    entry.set("name", name.empty() ? Data("not found") : text(name));
    entry.set("count", grouped(count));
    entry.set("link", name.empty()                            ? Data(false)
                      : std::string_view(parameter) == "pass" ? Data(pass_link(name))
                                                              : Data(link("/bugs", {{parameter, name}})));
    list << entry;
  }
  return list;
}

/// The last days, oldest first, as "2026-11-22".
std::vector<std::string> last_days() {
  std::vector<std::string> days;
  const auto now = std::chrono::system_clock::now();
  for (int back = kDays - 1; back >= 0; --back)
    if (auto day = store::utc_of(std::to_string(back * 24) + "h", now)) days.push_back(day->substr(0, 10));
  return days;
}

}  // namespace

Response overview_page(const Context& context) {
  const auto statistics = context.store.statistics();
  if (!statistics) return failure(503, statistics.error());
  const std::vector<std::string> days = last_days();
  const auto counts = context.store.days_since(days.front());
  if (!counts) return failure(503, counts.error());
  store::BugFilter newest;
  newest.sort = "first-seen";
  newest.filter = "status != duplicate";
  newest.limit = kLooked;
  const auto bugs = context.store.list_bugs(newest);
  if (!bugs) return failure(503, bugs.error());
  const auto hunts = context.store.list_hunts(kNewestHunts);
  if (!hunts) return failure(503, hunts.error());

  std::map<std::string, store::DayCounts> by_day;
  for (const store::DayCounts& day : *counts) by_day[day.day] = day;
  std::vector<std::pair<std::string, double>> found, seen, rates;
  for (const std::string& day : days) {
    found.emplace_back(day, static_cast<double>(by_day[day].new_bugs));
    seen.emplace_back(day, static_cast<double>(by_day[day].findings));
  }
  std::uint64_t running = 0;
  for (auto hunt = hunts->rbegin(); hunt != hunts->rend(); ++hunt) {
    running += hunt->state == store::HuntState::Running;
    if (hunt->statistics.seconds > 0)
      rates.emplace_back(hunt->created_at.substr(0, 10),
                         static_cast<double>(hunt->statistics.mutants) / hunt->statistics.seconds);
  }

  Data data;
  data.set("bugs", grouped(statistics->bugs));
  data.set("findings", grouped(statistics->findings));
  data.set("hunts", grouped(statistics->hunts));
  data.set("running", grouped(running));
  data.set("workers", grouped(statistics->workers));
  data.set("by_status", count_list(statistics->bugs_by_status, "status"));
  data.set("by_kind", count_list(statistics->bugs_by_kind, "kind"));
  data.set("by_culprit", count_list(statistics->bugs_by_culprit, "pass"));
  Data charts{Data::type::list};
  charts << bar_chart("New bugs a day", found, "") << bar_chart("Findings a day", seen, "")
         << bar_chart("Mutants a second and process, by hunt", rates, "");
  data.set("charts", charts);
  data.set("newest", bug_rows(*bugs, context.causes, kNewest));
  data.set("any", !bugs->empty());
  return page("Overview", "Overview", "overview.mustache", data);
}

}  // namespace assay::web
