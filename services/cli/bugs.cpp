#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "services/cli/database.h"
#include "services/cli/render.h"
#include "services/cli/roots.h"
#include "services/cli/verbs.h"
#include "services/common/fields_json.h"
#include "services/common/text.h"
#include "services/coordinator/store/store.h"

namespace assay::cli {
namespace {

struct BugsArguments {
  DatabaseOptions database;
  store::BugFilter filter;
  RootOptions roots;
  std::uint32_t findings = 3;
  std::string kind;
  bool all = false;
  bool json = false;
  bool csv = false;
};

void print_csv(const std::vector<Bug>& bugs) {
  std::printf("id,status,kind,culprit,count,first_seen,last_seen,compilers,title\r\n");
  for (const Bug& bug : bugs)
    std::printf("%s", (csv_cell(bug.id) + "," + csv_cell(name_of(bug.status)) + "," + csv_cell(name_of(bug.kind)) +
                       "," + csv_cell(bug.culprit) + "," + std::to_string(bug.count) + "," + csv_cell(bug.first_seen) +
                       "," + csv_cell(bug.last_seen) + "," + csv_cell(joined(bug.compilers, ",")) + "," +
                       csv_cell(bug.title) + "\r\n")
                          .c_str());
}

/// How many there are, how many of them are shown, what is known of those, and how many are left out.
void print_total(const rpc::BugPage& page, std::uint32_t offset, std::string summary, std::uint64_t duplicates) {
  const auto total = static_cast<unsigned long long>(page.total);
  if (duplicates != 0)
    summary +=
        "; left out: " + std::to_string(duplicates) +
        (duplicates == 1 ? " duplicate (--status=duplicate lists it)" : " duplicates (--status=duplicate lists them)");
  if (page.bugs.size() == page.total)
    std::fprintf(stderr, "%llu bug%s: %s\n", total, total == 1 ? "" : "s", summary.c_str());
  else
    std::fprintf(stderr, "%zu of %llu bugs, from number %llu on (--limit, --offset, --all): %s\n", page.bugs.size(),
                 total, static_cast<unsigned long long>(offset) + 1, summary.c_str());
}

/// A duplicate is told by the bug that it is one of, unless the question is about statuses. How many are left out.
std::uint64_t leave_out_duplicates(rpc::CoordinatorLink& link, store::BugFilter& filter) {
  if (!filter.status.empty() || filter.filter.find("status") != std::string::npos) return 0;
  store::BugFilter duplicates = filter;
  duplicates.status = name_of(BugStatus::Duplicate);
  duplicates.limit = 1;
  duplicates.offset = 0;
  const auto page = link.list_bugs(duplicates);
  if (!page) return 0;  // the same question without them has the same answer: what is wrong with it
  const std::string others = "status != " + duplicates.status;
  filter.filter = filter.filter.empty() ? others : "(" + filter.filter + ") AND " + others;
  return page->total;
}

int run_bugs(BugsArguments arguments) {
  if (!arguments.kind.empty()) {
    arguments.filter.kind = finding_kind_of(arguments.kind);
    if (!arguments.filter.kind)
      return refuse("--kind=" + arguments.kind + ": expected " + alternatives(finding_kind_names()));
  }
  if (arguments.all) arguments.filter.limit = ~0u;
  auto roots = open_roots(arguments.roots);
  if (!roots) return refuse_each(roots.error());
  auto link = open_database(arguments.database);
  if (!link) return refuse(link.error());
  const std::uint64_t duplicates = leave_out_duplicates(**link, arguments.filter);
  auto page = (*link)->list_bugs(arguments.filter);
  if (!page) return refuse(page.error());
  if (arguments.csv) {
    print_csv(page->bugs);
  } else if (arguments.json) {
    nlohmann::json list = nlohmann::json::array();
    for (const Bug& bug : page->bugs) list.push_back(json_of(*roots, bug));
    std::printf("%s\n", dump({{"bugs", list}, {"total", page->total}, {"offset", arguments.filter.offset}}).c_str());
  } else {
    if (Status bad = print(*roots, **link, page->bugs, arguments.findings)) return refuse(bad->message);
    print_total(*page, arguments.filter.offset, summary(*roots, page->bugs), duplicates);
  }
  return kSuccess;
}

struct ShowArguments {
  DatabaseOptions database;
  std::string id;
  std::string finding;
  bool json = false;
};

/// Puts a finding of the bug, named by its id or a prefix, in the place of the one that represents it.
Status choose_finding(rpc::CoordinatorLink& link, Bug& bug, const std::string& id) {
  auto findings = link.findings_of(bug.id, ~0u);
  if (!findings) return Error{findings.error()};
  const Finding* chosen = nullptr;
  for (const Finding& finding : *findings) {
    if (!finding.id().starts_with(id)) continue;
    if (chosen != nullptr) return Error{"the prefix '" + id + "' fits several findings of bug " + bug.id};
    chosen = &finding;
  }
  if (chosen == nullptr) return Error{"bug " + bug.id + " has no finding with the id or prefix '" + id + "'"};
  bug.best = *chosen;
  return {};
}

/// What people make of a bug, after what was found; nothing if nobody has said anything.
std::string care_text(const store::BugCare& care) {
  std::string text;
  const auto line = [&](const char* name, const std::string& value) {
    if (!value.empty()) text += padded(name, 13) + value + "\n";
  };
  const std::string tags = joined(care.tags, ", ");
  line("assignee", care.assignee);
  line("upstream", care.upstream);
  line("fixed in", care.fixed_in);
  line("duplicate of", care.duplicate_of);
  line("tags", tags);
  for (const store::BugEvent& event : care.history) {
    text += event.at + "  " + event.who + "  " + event.what;
    if (!event.before.empty() || !event.after.empty())
      text += " " + (event.before.empty() ? "-" : event.before) + " -> " + (event.after.empty() ? "-" : event.after);
    text += (event.why.empty() ? "" : ": " + event.why) + "\n";
  }
  return text.empty() ? "" : "\n" + text;
}

int run_show(const ShowArguments& arguments) {
  auto link = open_database(arguments.database);
  if (!link) return refuse(link.error());
  auto bug = (*link)->find_bug(arguments.id);
  if (!bug) return refuse(bug.error());
  if (!arguments.finding.empty())
    if (Status bad = choose_finding(**link, *bug, arguments.finding)) return refuse(bad->message);
  auto care = (*link)->care_of(bug->id);
  if (!care) return refuse(care.error());
  if (arguments.json) {
    nlohmann::json json = to_json(*bug);
    json["care"] = *care;
    std::printf("%s\n", dump(json).c_str());
  } else {
    print(render(*bug) + care_text(*care));
  }
  return kSuccess;
}

}  // namespace

void add_bugs(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<BugsArguments>();
  store::BugFilter& filter = arguments->filter;
  CLI::App* verb = app.add_subcommand("bugs", "list the bugs found");
  verb->description(
      "Lists bugs, one for each cause, the most recently seen first: those that are new with their smallest findings "
      "beneath, then\n"
      "known and tolerated ones beneath what is known of them. Duplicates are left out, unless --status or --filter\n"
      "ask for statuses. Values that nothing in the database has are refused,\n"
      "with those that there are.\n\n"
      "Exit code: 0, or 2 for bad usage or no database.");
  add_database_options(*verb, arguments->database);
  verb->add_option("--pass", filter.pass, "culprit pass");
  verb->add_option("--compiler", filter.compiler, "version (16 takes 16.0.6 too), VERSION@BUILD, or path");
  verb->add_option("--kind", arguments->kind, alternatives(finding_kind_names()));
  verb->add_option("--status", filter.status, alternatives(bug_status_names()));
  verb->add_option("--since", filter.since, "last seen then or later: 2026-11-01, today, yesterday, 12h, 7d, 2w");
  verb->add_option("--until", filter.until, "last seen before then");
  verb->add_option("--assignee", filter.assignee, "who looks after it");
  verb->add_option("--tag", filter.tag, "a tag that it has");
  verb->add_option("--hunt", filter.hunt, "of which a finding was reported in this hunt");
  verb->add_option("--text", filter.text, "part of the title, the signature or the case that represents the bug");
  verb->add_option("--filter", filter.filter,
                   "conditions, such as 'pass = gvn AND (kind = crash OR count > 9)' (docs/queries.md)");
  verb->add_option(
      "--sort", filter.sort,
      "last-seen, first-seen, count, title, culprit, status or news (what has no known cause first, as the\n"
      "coordinator has noted); -title turns it round (last-seen)");
  verb->add_option("--limit", filter.limit, "how many at most")->capture_default_str();
  verb->add_option("--offset", filter.offset, "how many to skip")->capture_default_str();
  verb->add_flag("--all", arguments->all, "all of them");
  verb->add_option("--findings", arguments->findings, "how many findings of a new one are listed beneath it")
      ->capture_default_str();
  add_root_options(*verb, arguments->roots);
  verb->add_flag("--csv", arguments->csv, "print comma-separated values");
  verb->add_flag("--json", arguments->json, "print one JSON object");
  verb->callback([arguments, &action] { action = [arguments] { return run_bugs(*arguments); }; });
}

void add_show(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<ShowArguments>();
  CLI::App* verb = app.add_subcommand("show", "show one bug with its reduced case and counterexample");
  verb->description("Shows one bug.\n\nExit code: 0, or 2 for bad usage, no database or no such bug.");
  add_database_options(*verb, arguments->database);
  verb->add_option("bug", arguments->id, "the id of the bug, or of a finding of it, or a unique prefix")->required();
  verb->add_option("--finding", arguments->finding,
                   "the id or a prefix of the finding to show (the one that represents the bug)");
  verb->add_flag("--json", arguments->json, "print one JSON object");
  verb->callback([arguments, &action] { action = [arguments] { return run_show(*arguments); }; });
}

}  // namespace assay::cli
