#include <algorithm>
#include <nlohmann/json.hpp>

#include "services/common/explorer.h"
#include "services/common/fields_json.h"
#include "services/common/records_json.h"
#include "services/common/text.h"
#include "services/coordinator/store/care.h"
#include "services/coordinator/web/case_data.h"
#include "services/coordinator/web/pages.h"

namespace assay::web {
namespace {

constexpr std::uint32_t kBugsOnAPage = 50;
constexpr std::uint32_t kFindingsOnAPage = 50;
constexpr const char* kNewsFirst = "news";

std::string param(const Params& params, const char* name) {
  const auto found = params.find(name);
  return found == params.end() ? "" : found->second;
}

/// The choices of a <select>, the first of them none, by the name given.
Data options(const std::vector<std::string>& words, const std::string& chosen, const char* none_name = "any") {
  Data list{Data::type::list};
  Data none;
  none.set("value", "");
  none.set("name", none_name);
  none.set("chosen", chosen.empty());
  list << none;
  for (const std::string& word : words) {
    Data option;
    option.set("value", word);
    option.set("name", word);
    option.set("chosen", word == chosen);
    list << option;
  }
  return list;
}

/// The filter that the parameters name; the error is a word that no filter has.
Result<store::BugFilter> filter_of(const Params& params) {
  store::BugFilter filter;
  filter.pass = param(params, "pass");
  filter.compiler = param(params, "compiler");
  filter.status = param(params, "status");
  filter.since = param(params, "since");
  filter.until = param(params, "until");
  filter.assignee = param(params, "assignee");
  filter.tag = param(params, "tag");
  filter.hunt = param(params, "hunt");
  filter.text = param(params, "text");
  filter.filter = param(params, "filter");
  filter.sort = param(params, "sort");
  filter.limit = kBugsOnAPage;
  if (const std::string kind = param(params, "kind"); !kind.empty()) {
    filter.kind = finding_kind_of(kind);
    if (!filter.kind) return Error{"kind: '" + kind + "' is none of " + alternatives(finding_kind_names())};
  }
  if (const std::string offset = param(params, "offset"); !offset.empty()) {
    if (offset.size() > 9 ||
        !std::all_of(offset.begin(), offset.end(), [](unsigned char c) { return c >= '0' && c <= '9'; }))
      return Error{"offset: '" + offset + "' is no number of bugs"};
    filter.offset = static_cast<std::uint32_t>(std::stoul(offset));
  }
  return filter;
}

/// A duplicate is told by the bug that it is one of, unless the question is about statuses.
bool leave_out_duplicates(store::BugFilter& filter) {
  if (!filter.status.empty() || filter.filter.find("status") != std::string::npos) return false;
  const std::string others = "status != " + std::string(name_of(BugStatus::Duplicate));
  filter.filter = filter.filter.empty() ? others : "(" + filter.filter + ") AND " + others;
  return true;
}

Data finding_rows(const std::vector<Finding>& findings, const std::string& best) {
  Data rows{Data::type::list};
  for (const Finding& finding : findings) {
    const std::string id = finding.id();
    Data row;
    row.set("short_id", text(id.substr(0, 12)));
    row.set("compiler", text(compiler_name(finding.compiler)));
    row.set("pipeline", text(finding.reduced_run()));
    row.set("found_at", short_time(finding.found_at));
    row.set("hunt", text(finding.hunt_id));
    row.set("checked", finding.checked);
    row.set("best", id == best);
    rows << row;
  }
  return rows;
}

Data version_rows(const std::vector<store::SeenIn>& versions) {
  Data rows{Data::type::list};
  for (const store::SeenIn& seen : versions) {
    Data row;
    row.set("compiler", text(seen.compiler));
    row.set("count", grouped(seen.findings));
    row.set("first", short_time(seen.first_seen));
    row.set("last", short_time(seen.last_seen));
    rows << row;
  }
  return rows;
}

Data history_rows(const std::vector<store::BugEvent>& history) {
  Data rows{Data::type::list};
  for (const store::BugEvent& event : history) {
    Data row;
    row.set("at", short_time(event.at));
    row.set("who", text(event.who));
    row.set("what", text(event.what));
    row.set("before", text(event.before));
    row.set("after", text(event.after));
    row.set("change", !event.before.empty() || !event.after.empty());
    row.set("why", text(event.why));
    rows << row;
  }
  return rows;
}

}  // namespace

Response bugs_page(const Context& context, const Params& params) {
  auto filter = filter_of(params);
  if (!filter) return failure(400, filter.error());
  const bool leaves_out = leave_out_duplicates(*filter);
  if (filter->sort.empty()) filter->sort = kNewsFirst;
  const auto resolved = context.store.resolve(*filter);
  if (!resolved) return failure(503, resolved.error());
  if (*resolved) return failure(400, (*resolved)->message);
  auto selection = context.store.select_bugs(*filter);
  if (!selection) return failure(503, selection.error());
  const auto bugs = selection->part(*filter);
  if (!bugs) return failure(503, bugs.error());
  const auto total = selection->total();
  if (!total) return failure(503, total.error());

  Data rows{Data::type::list};
  for (const Bug& bug : *bugs) rows << bug_row(bug, context.causes);
  Data data;
  data.set("bugs", rows);
  data.set("any", !bugs->empty());
  data.set("leaves_out", leaves_out);
  data.set("total", grouped(*total));
  data.set("from", grouped(bugs->empty() ? 0 : filter->offset + 1));
  data.set("to", grouped(filter->offset + bugs->size()));
  for (const char* name : {"text", "pass", "compiler", "since", "assignee", "tag", "hunt", "filter"})
    data.set(name, text(param(params, name)));
  data.set("statuses", options(bug_status_names(), filter->status));
  data.set("kinds", options(finding_kind_names(), param(params, "kind")));
  data.set("sorts", options({"last-seen", "first-seen", "count", "title", "culprit", "status"}, param(params, "sort"),
                            kNewsFirst));
  const auto at = [&](std::uint32_t offset) {
    Params there = params;
    there["offset"] = offset == 0 ? "" : std::to_string(offset);
    return link("/bugs", there);
  };
  data.set("has_previous", filter->offset > 0);
  data.set("previous", at(filter->offset > kBugsOnAPage ? filter->offset - kBugsOnAPage : 0));
  data.set("has_next", filter->offset + bugs->size() < *total);
  data.set("next", at(filter->offset + kBugsOnAPage));
  return page("Bugs", "Bugs", "bugs.mustache", data);
}

Response bug_page(const Context& context, const std::string& id) {
  const auto bug = context.store.find_bug(id);
  if (!bug) return failure(404, bug.error());
  const auto care = context.store.care_of(bug->id);
  if (!care) return failure(503, care.error());
  const auto findings = context.store.findings_of(bug->id, kFindingsOnAPage);
  if (!findings) return failure(503, findings.error());
  const auto versions = context.store.seen_in(bug->id);
  if (!versions) return failure(503, versions.error());
  const Finding& best = bug->best;

  Data data = bug_row(*bug, context.causes);
  data.set("reason", text(best.reason));
  data.set("detail", text(best.detail));
  data.set("pipeline", text(best.reduced_run()));
  data.set("compiler", text(compiler_name(best.compiler)));
  data.set("assay_version", text(best.assay_version));
  data.set("explained_by", text(best.explained_by));
  data.set("unfinished", best.unfinished);
  data.set("checked", best.checked);
  data.set("assignee", text(care->assignee));
  data.set("upstream", text(care->upstream));
  // Only a link that leads to a web page becomes one.
  data.set("is_link", care->upstream.starts_with("https://") || care->upstream.starts_with("http://"));
  data.set("fixed_in", text(care->fixed_in));
  data.set("duplicate_of", text(care->duplicate_of));
  data.set("tags", text(joined(care->tags, ", ")));
  data.set("explorer", text(explorer_link(best)));
  data.set("alive", text(context.alive_link ? context.alive_link(best) : ""));
  data.set("has_target", !best.reduced_target.empty());
  data.set("rows", side_by_side(best.reduced, best.reduced_target));
  data.set("has_counterexample", best.counterexample.has_value());
  if (best.counterexample) data.set("counterexample", counterexample_data(*best.counterexample));
  data.set("versions", version_rows(*versions));
  data.set("findings", finding_rows(*findings, best.id()));
  data.set("more_findings", findings->size() < bug->count);
  data.set("shown_findings", grouped(findings->size()));
  data.set("history", history_rows(care->history));
  data.set("statuses", options(bug_status_names(), "", "as it is"));
  data.set("any_history", !care->history.empty());
  return page(bug->title, "Bugs", "bug.mustache", data);
}

Response changed_bug(const Context& context, const std::string& id, const Params& form, std::string& who,
                     std::string& outcome, Headers& headers) {
  const auto bug = context.store.find_bug(id);
  if (!bug) return failure(404, bug.error());
  store::BugChange change;
  change.bug_id = bug->id;
  change.why = param(form, "note");
  if (who.empty()) who = param(form, "who");
  change.who = who;
  if (who.empty()) return failure(400, "who: is empty: expected your name");
  if (const std::string status = param(form, "status"); !status.empty()) {
    change.status = enumerator_of(status, std::type_identity<BugStatus>());
    if (!change.status) return failure(400, "status: '" + status + "' is none of " + alternatives(bug_status_names()));
  }
  if (!change.status && change.why.empty()) return failure(400, "note: is empty: expected a note, or another status");
  if (Status bad = store::fault_of(change)) return failure(400, bad->message);
  const auto refused = context.store.change_bug(change);
  if (!refused) return failure(503, refused.error());
  outcome = *refused ? (*refused)->message : "ok";
  if (*refused) return failure(400, outcome);
  headers.emplace_back("Location", "/bugs/" + escaped_for_link(bug->id));
  return {303, "text/plain; charset=utf-8", "/bugs/" + bug->id + "\n", ""};
}

Response bug_file(const Context& context, const std::string& id, const std::string& name) {
  const auto bug = context.store.find_bug(id);
  if (!bug) return failure(404, bug.error());
  const std::string stem = "assay-" + bug->id + "-";
  const auto plain = [&](const std::string& content) {
    return Response{200, "text/plain; charset=utf-8", content, stem + name};
  };
  if (name == "original.ll") return plain(bug->best.original);
  if (name == "source.ll") return plain(bug->best.reduced);
  if (name == "target.ll") return plain(bug->best.reduced_target);
  if (name == "finding.json") return {200, "application/json", json_text(bug->best) + "\n", stem + name};
  return failure(404, "A bug has no file " + name + ".");
}

}  // namespace assay::web
