// Causes: rules of known roots, and the bugs that fall under them.
#include <algorithm>
#include <map>
#include <set>

#include "services/common/text.h"
#include "services/coordinator/web/case_data.h"
#include "services/coordinator/web/pages.h"

namespace assay::web {
namespace {

constexpr std::uint32_t kMostBugs = 2'000;  ///< that are looked at for a page: each is matched with all rules

/// The bugs of a cause, taken together.
struct Group {
  std::vector<const Bug*> bugs;
  std::uint64_t findings = 0;
  std::string first_seen, last_seen;
  std::set<std::string> compilers;
  std::map<std::string, std::uint64_t> passes, statuses;

  void add(const Bug& bug) {
    bugs.push_back(&bug);
    findings += bug.count;
    if (first_seen.empty() || bug.first_seen < first_seen) first_seen = bug.first_seen;
    last_seen = std::max(last_seen, bug.last_seen);
    compilers.insert(bug.compilers.begin(), bug.compilers.end());
    if (!bug.culprit.empty()) ++passes[bug.culprit];
    ++statuses[name_of(bug.status)];
  }
};

struct Looked {
  std::vector<Bug> bugs;
  std::map<std::string, Group> groups;  ///< by the cause's id; those of no rule under ""
};

Result<Looked> look(const Context& context) {
  store::BugFilter newest;
  newest.limit = kMostBugs;
  auto bugs = context.store.list_bugs(newest);
  if (!bugs) return Error{bugs.error()};
  Looked looked;
  looked.bugs = std::move(*bugs);
  for (const Bug& bug : looked.bugs) looked.groups[context.causes.of(bug).cause].add(bug);
  return looked;
}

Data counts(const std::map<std::string, std::uint64_t>& all, std::string (*link_of)(const std::string&)) {
  Data list{Data::type::list};
  for (const auto& [name, count] : all) {
    Data entry;
    entry.set("name", text(name));
    entry.set("count", grouped(count));
    entry.set("link", link_of(name));
    list << entry;
  }
  return list;
}

void set_facts(Data& data, const KnownCause& cause) {
  data.set("id", text(cause.id));
  data.set("cause_link", cause_link(cause.id));
  data.set("state", text(cause.state));
  data.set("reason", text(cause.reason));
  data.set("upstream", text(cause.upstream));
  data.set("is_link", cause.upstream.starts_with("https://") || cause.upstream.starts_with("http://"));
}

void set_group(Data& data, const Group& group) {
  data.set("bug_count", grouped(group.bugs.size()));
  data.set("findings", grouped(group.findings));
  data.set("first_seen", short_time(group.first_seen));
  data.set("last_seen", short_time(group.last_seen));
  data.set("releases", text(joined({group.compilers.begin(), group.compilers.end()}, ", ")));
}

}  // namespace

std::string cause_link(const std::string& id) { return "/causes/" + escaped_for_link(id); }

const KnownCause* Causes::find(const std::string& id) const {
  const auto found = std::find_if(all.begin(), all.end(), [&](const KnownCause& each) { return each.id == id; });
  return found == all.end() ? nullptr : &*found;
}

KnownOfBug Causes::of(const Bug& bug) const {
  return known_of ? known_of(bug) : KnownOfBug{"", name_of(bug.status), 0};
}

Response causes_page(const Context& context) {
  const auto looked = look(context);
  if (!looked) return failure(503, looked.error());
  std::vector<std::pair<const KnownCause*, const Group*>> sorted;
  for (const auto& [id, group] : looked->groups)
    if (const KnownCause* cause = context.causes.find(id)) sorted.emplace_back(cause, &group);
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return std::pair(b.second->bugs.size(), a.first->id) < std::pair(a.second->bugs.size(), b.first->id);
  });
  Data rows{Data::type::list};
  for (const auto& [cause, group] : sorted) {
    Data row;
    set_facts(row, *cause);
    set_group(row, *group);
    rows << row;
  }
  const auto none = looked->groups.find("");
  Data data;
  data.set("causes", rows);
  data.set("any", !sorted.empty());
  data.set("unknown", grouped(none == looked->groups.end() ? 0 : none->second.bugs.size()));
  data.set("others", grouped(context.causes.all.size() - sorted.size()));
  data.set("is_part", looked->bugs.size() == kMostBugs);
  data.set("most", grouped(kMostBugs));
  return page("Causes", "Bugs", "causes.mustache", data);
}

Response cause_page(const Context& context, const std::string& id) {
  const KnownCause* cause = context.causes.find(id);
  if (cause == nullptr) return failure(404, "No rule knows a cause of this name.");
  const auto looked = look(context);
  if (!looked) return failure(503, looked.error());
  const auto found = looked->groups.find(id);
  const Group group = found == looked->groups.end() ? Group() : found->second;
  Data rows{Data::type::list};
  for (const Bug* bug : group.bugs) rows << bug_row(*bug, context.causes);
  Data data;
  set_facts(data, *cause);
  set_group(data, group);
  data.set("owner", text(cause->owner));
  data.set("expires", text(cause->expires));
  data.set("rule_compilers", text(cause->compilers));
  data.set("rule_passes", text(joined(cause->passes, ", ")));
  data.set("any", !group.bugs.empty());
  data.set("bugs", rows);
  data.set("statuses", counts(group.statuses, [](const std::string& word) {
             return link("/bugs", {{"status", word}});
           }));
  data.set("passes", counts(group.passes, pass_link));
  data.set("is_part", looked->bugs.size() == kMostBugs);
  data.set("most", grouped(kMostBugs));
  return page(id, "Bugs", "cause.mustache", data);
}

}  // namespace assay::web
