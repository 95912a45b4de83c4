#include "services/common/bug_status.h"
#include "services/coordinator/web/case_data.h"
#include "services/coordinator/web/pages.h"

namespace assay::web {
namespace {

constexpr std::uint32_t kNewest = 50;
constexpr std::uint32_t kInFeed = 50;

/// How many bugs of the pass each word selects; those that select none are left out. The error is the store's.
Result<Data> counts_of(const Context& context, const std::string& pass, const char* parameter,
                       const std::vector<std::string>& words) {
  Data list{Data::type::list};
  for (const std::string& word : words) {
    store::BugFilter filter;
    filter.pass = pass;
    if (std::string_view(parameter) == "status")
      filter.status = word;
    else
      filter.kind = finding_kind_of(word);
    auto selection = context.store.select_bugs(filter);
    const auto total = selection ? selection->total() : Result<std::uint64_t>(Error{selection.error()});
    if (!total) return Error{total.error()};
    if (*total == 0) continue;
    Data entry;
    entry.set("name", word);
    entry.set("count", grouped(*total));
    entry.set("link", link("/bugs", {{"pass", pass}, {parameter, word}}));
    list << entry;
  }
  return list;
}

}  // namespace

Response passes_page(const Context& context) {
  const auto statistics = context.store.statistics();
  if (!statistics) return failure(503, statistics.error());
  Data rows{Data::type::list};
  for (const auto& [name, count] : statistics->bugs_by_culprit) {
    if (name.empty()) continue;
    Data row;
    row.set("name", text(name));
    row.set("link", pass_link(name));
    row.set("count", grouped(count));
    row.set("bugs", link("/bugs", {{"pass", name}}));
    rows << row;
  }
  Data data;
  data.set("passes", rows);
  data.set("any", !statistics->bugs_by_culprit.empty());
  return page("Passes", "Bugs", "passes.mustache", data);
}

Response pass_page(const Context& context, const std::string& name) {
  store::BugFilter newest;
  newest.pass = name;
  newest.sort = "first-seen";
  newest.limit = kNewest;
  auto selection = context.store.select_bugs(newest);
  if (!selection) return failure(503, selection.error());
  const auto total = selection->total();
  if (!total) return failure(503, total.error());
  if (*total == 0) return failure(404, "No bug is known of a pass of this name.");
  const auto bugs = selection->part(newest);
  if (!bugs) return failure(503, bugs.error());
  const auto statuses = counts_of(context, name, "status", bug_status_names());
  const auto kinds = counts_of(context, name, "kind", finding_kind_names());
  if (!statuses || !kinds) return failure(503, statuses ? kinds.error() : statuses.error());
  Data data;
  data.set("name", text(name));
  data.set("total", grouped(*total));
  data.set("all", link("/bugs", {{"pass", name}}));
  data.set("statuses", *statuses);
  data.set("kinds", *kinds);
  data.set("bugs", bug_rows(*bugs, context.causes));
  data.set("shown", grouped(bugs->size()));
  data.set("more", bugs->size() < *total);
  return page(name, "Bugs", "pass.mustache", data);
}

Response feed(const Context& context) {
  store::BugFilter newest;
  newest.sort = "first-seen";
  newest.limit = kInFeed;
  const auto bugs = context.store.list_bugs(newest);
  if (!bugs) return failure(503, bugs.error());
  Data entries{Data::type::list};
  for (const Bug& bug : *bugs) {
    Data entry = bug_row(bug, context.causes);
    entry.set("id", text(bug.id));
    entry.set("at", text(bug.first_seen));
    entry.set("summary", text(bug.best.detail));
    entries << entry;
  }
  Data data;
  data.set("namespace", "http://www.w3.org/2005/Atom");
  data.set("updated", bugs->empty() ? Data("1970-01-01T00:00:00Z") : text(bugs->front().first_seen));
  data.set("bugs", entries);
  return document("application/atom+xml; charset=utf-8", "feed.mustache", data);
}

}  // namespace assay::web
