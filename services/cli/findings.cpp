#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "services/application/releases.h"
#include "services/application/replay.h"
#include "services/cli/database.h"
#include "services/cli/render.h"
#include "services/cli/verbs.h"
#include "services/coordinator/store/store.h"
#include "services/worker/hunt/equipment.h"
#include "services/worker/triage/standing.h"

namespace assay::cli {
namespace {

struct FindingsArguments {
  DatabaseOptions database;
  std::string bug;
  std::string filter;
  std::uint32_t limit = 1000;
  bool json = false;
};

int run_findings(const FindingsArguments& arguments) {
  auto link = open_database(arguments.database);
  if (!link) return refuse(link.error());
  auto bug = (*link)->find_bug(arguments.bug);
  if (!bug) return refuse(bug.error());
  auto findings = (*link)->findings_of(bug->id, arguments.limit, arguments.filter);
  if (!findings) return refuse(findings.error());
  if (arguments.json) {
    nlohmann::json list = nlohmann::json::array();
    for (const Finding& finding : *findings) list.push_back(to_json(finding));
    std::printf("%s\n", dump({{"bug", bug->id}, {"findings", list}}).c_str());
    return kSuccess;
  }
  for (const Finding& finding : *findings) {
    const std::string from = finding.hunt_id.empty() ? "" : "  hunt " + finding.hunt_id;
    print(finding.id() + (finding.checked ? "  checked    " : "  unchecked  ") +
          std::to_string(finding.reduced.size()) + " bytes  " + finding.found_at + "  " +
          compiler_name(finding.compiler) + "  " + finding.reduced_pipeline + from + "\n");
  }
  if (findings->size() < bug->count)
    std::fprintf(stderr, "%zu of %llu findings\n", findings->size(), static_cast<unsigned long long>(bug->count));
  return kSuccess;
}

struct RecheckArguments {
  std::string file = "assay.db";
  std::string bug;
  bool json = false;
};

/// What asking again made of the findings of some bugs.
struct Rechecked {
  std::uint64_t confirmed = 0, not_confirmed = 0, no_compiler = 0;
};

/// The smallest unchecked findings first: the first that is confirmed represents the bug.
Status recheck(store::Store& store, const Bug& bug, Rechecked& counts) {
  auto findings = store.findings_of(bug.id);
  if (!findings) return Error{findings.error()};
  for (const Finding& finding : *findings) {
    if (finding.checked) break;  // smaller ones were asked before
    auto compiler = hunt::installed_compiler(finding.compiler);
    if (!compiler) {
      ++counts.no_compiler;
      continue;
    }
    if (application::replay(**compiler, finding).kind != application::Replay::Kind::Shows) {
      ++counts.not_confirmed;
      continue;
    }
    if (Status bad = store.set_checked(finding.id())) return bad;
    ++counts.confirmed;
    break;
  }
  return {};
}

int run_recheck(const RecheckArguments& arguments) {
  auto store = store::Store::open(arguments.file, {.create = false});
  if (!store) return refuse(store.error());
  std::vector<Bug> bugs;
  if (!arguments.bug.empty()) {
    auto bug = store->find_bug(arguments.bug);
    if (!bug) return refuse(bug.error());
    bugs.push_back(std::move(*bug));
  } else {
    store::BugFilter all;
    all.limit = ~0u;
    auto found = store->list_bugs(all);
    if (!found) return refuse(found.error());
    bugs = std::move(*found);
  }
  Rechecked counts;
  for (const Bug& bug : bugs)
    if (Status bad = recheck(*store, bug, counts)) return refuse(bad->message);
  if (arguments.json)
    std::printf("%s\n", dump({{"confirmed", counts.confirmed},
                              {"not_confirmed", counts.not_confirmed},
                              {"no_compiler", counts.no_compiler}})
                            .c_str());
  else
    std::printf("confirmed %llu, not confirmed %llu, compiler not on this machine %llu\n",
                static_cast<unsigned long long>(counts.confirmed),
                static_cast<unsigned long long>(counts.not_confirmed),
                static_cast<unsigned long long>(counts.no_compiler));
  return kSuccess;
}

struct VerifyArguments {
  DatabaseOptions database;
  std::string bug;
  bool dry = false;
  bool json = false;
};

/// What the releases that are installed here say of a bug whose state is `status`; empty fields change nothing.
store::BugChange change_for(const Bug& bug, const application::Releases& releases) {
  store::BugChange change;
  change.bug_id = bug.id;
  change.who = "assay verify";
  change.why = releases.text();
  const std::string fixed = releases.fixed_in();
  const bool open =
      bug.status == "new" || bug.status == "confirmed" || bug.status == "reported" || bug.status == "regressed";
  if (open && !fixed.empty()) {
    change.status = "fixed";
    change.fixed_in = fixed;
  } else if (bug.status == "new" && !releases.first_bad().empty()) {
    change.status = "confirmed";
  }
  return change;
}

int run_verify(const VerifyArguments& arguments) {
  auto link = open_database(arguments.database);
  if (!link) return refuse(link.error());
  std::vector<Bug> bugs;
  if (!arguments.bug.empty()) {
    auto bug = (*link)->find_bug(arguments.bug);
    if (!bug) return refuse(bug.error());
    bugs.push_back(std::move(*bug));
  } else {
    store::BugFilter all;
    all.limit = ~0u;
    auto page = (*link)->list_bugs(all);
    if (!page) return refuse(page.error());
    bugs = std::move(page->bugs);
    std::erase_if(bugs, [](const Bug& bug) { return triage::is_dismissed(bug.status); });
  }
  nlohmann::json list = nlohmann::json::array();
  for (const Bug& bug : bugs) {
    const application::Releases releases = application::ask_releases(bug.best);
    const store::BugChange change = change_for(bug, releases);
    if (!arguments.dry && !change.status.empty())
      if (Status bad = (*link)->change_bug(change)) return refuse(bad->message);
    const std::string fixed = releases.fixed_in();
    list.push_back({{"bug", bug.id},
                    {"before", bug.status},
                    {"status", change.status.empty() ? bug.status : change.status},
                    {"first_bad", releases.first_bad()},
                    {"fixed_in", fixed}});
    if (arguments.json) continue;
    print(bug.id + "  " + bug.status + (change.status.empty() ? "" : " -> " + change.status) + "  " + releases.text() +
          (fixed.empty() ? "" : ", fixed in " + fixed) + "  " + bug.title + "\n");
    std::fflush(stdout);
  }
  if (arguments.json) std::printf("%s\n", dump({{"bugs", list}}).c_str());
  return kSuccess;
}

}  // namespace

void add_verify(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<VerifyArguments>();
  CLI::App* verb =
      app.add_subcommand("verify", "ask all installed releases again whether bugs are there, and update their states");
  verb->description(
      "Runs the case of each bug that is not invalid, a duplicate or not to be fixed with all releases installed here. "
      "A new one\n"
      "that shows becomes confirmed; one that shows in an older release and in none from some release on becomes fixed "
      "in that.\n\n"
      "Exit code: 0, or 2 for bad usage, no database, no such bug, or a change that is not allowed.");
  add_database_options(*verb, arguments->database);
  verb->add_option("bug", arguments->bug, "the id of the bug, or of a finding of it, or a unique prefix (all bugs)");
  verb->add_flag("--dry-run", arguments->dry, "change nothing");
  verb->add_flag("--json", arguments->json, "print one JSON object");
  verb->callback([arguments, &action] { action = [arguments] { return run_verify(*arguments); }; });
}

void add_findings(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<FindingsArguments>();
  CLI::App* verb = app.add_subcommand("findings", "list all findings of a bug");
  verb->description(
      "Lists the findings of a bug, those that were checked again first, then the smallest. `assay show BUG "
      "--finding=ID` shows one.\n\n"
      "Exit code: 0, or 2 for bad usage, no database or no such bug.");
  add_database_options(*verb, arguments->database);
  verb->add_option("bug", arguments->bug, "the id of the bug, or of a finding of it, or a unique prefix")->required();
  verb->add_option("--limit", arguments->limit, "how many at most")->capture_default_str();
  verb->add_option("--filter", arguments->filter,
                   "conditions, such as 'checked = true compiler = 19' (docs/queries.md)");
  verb->add_flag("--json", arguments->json, "print one JSON object");
  verb->callback([arguments, &action] { action = [arguments] { return run_findings(*arguments); }; });
}

void add_recheck(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<RecheckArguments>();
  CLI::App* verb = app.add_subcommand("recheck", "ask again whether what workers reported happens");
  verb->description(
      "Runs reported cases with the compilers of this machine, the smallest first. A case that others reported "
      "represents its bug\n"
      "only once it was confirmed here; before, the bug's first case does.\n\n"
      "Exit code: 0, or 2 for bad usage, no database or no such bug.");
  verb->add_option("--db", arguments->file, "SQLite file")->capture_default_str();
  verb->add_option("bug", arguments->bug, "the id of the bug, or of a finding of it, or a unique prefix (all bugs)");
  verb->add_flag("--json", arguments->json, "print one JSON object");
  verb->callback([arguments, &action] { action = [arguments] { return run_recheck(*arguments); }; });
}

}  // namespace assay::cli
