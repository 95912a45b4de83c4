#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "services/application/verify.h"
#include "services/cli/database.h"
#include "services/cli/render.h"
#include "services/cli/verbs.h"
#include "services/coordinator/store/store.h"

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
          compiler_name(finding.compiler) + "  " + finding.reduced_run() + from + "\n");
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

int run_recheck(const RecheckArguments& arguments) {
  auto store = store::Store::open(arguments.file, {.create = false});
  if (!store) return refuse(store.error());
  const auto counts = application::recheck(*store, arguments.bug);
  if (!counts) return refuse(counts.error());
  if (arguments.json)
    std::printf("%s\n", dump({{"confirmed", counts->confirmed},
                              {"not_confirmed", counts->not_confirmed},
                              {"no_compiler", counts->no_compiler}})
                            .c_str());
  else
    std::printf("confirmed %llu, not confirmed %llu, compiler not on this machine %llu\n",
                static_cast<unsigned long long>(counts->confirmed),
                static_cast<unsigned long long>(counts->not_confirmed),
                static_cast<unsigned long long>(counts->no_compiler));
  return kSuccess;
}

struct VerifyArguments {
  DatabaseOptions database;
  std::string bug;
  bool dry = false;
  bool json = false;
};

int run_verify(const VerifyArguments& arguments) {
  auto link = open_database(arguments.database);
  if (!link) return refuse(link.error());
  nlohmann::json list = nlohmann::json::array();
  const auto told = [&](const application::Verified& verified) {
    const auto& [bug, releases, change, gone] = verified;
    const std::string fixed = gone ? "" : releases.fixed_in();
    list.push_back({{"bug", bug.id},
                    {"before", name_of(bug.status)},
                    {"status", name_of(change.status.value_or(bug.status))},
                    {"first_bad", releases.first_bad()},
                    {"gone_where_found", gone},
                    {"fixed_in", fixed}});
    if (arguments.json) return;
    print(bug.id + "  " + name_of(bug.status) + (change.status ? std::string(" -> ") + name_of(*change.status) : "") +
          "  " + releases.text() + (fixed.empty() ? "" : ", fixed in " + fixed) + "  " + bug.title + "\n");
    if (gone)
      print("  " + compiler_name(bug.best.compiler) +
            ", in which it was found, does not show it now: not the compiler has changed but what judges it.\n"
            "  If it was a false alarm: assay mark " +
            bug.id + " invalid\n");
    std::fflush(stdout);
  };
  if (Status bad = application::verify(**link, arguments.bug, !arguments.dry, told)) return refuse(bad->message);
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
      "in that.\n"
      "One that the very compiler in which it was found does not show now keeps its state: no compiler was fixed, it "
      "was\n"
      "a false alarm, or is missed.\n\n"
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
