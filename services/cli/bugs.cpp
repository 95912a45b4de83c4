#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "services/cli/database.h"
#include "services/cli/render.h"
#include "services/cli/verbs.h"

namespace assay::cli {
namespace {

int fail(const std::string& message) {
  complain(message);
  return kUsage;
}

struct BugsArguments {
  DatabaseOptions database;
  store::BugFilter filter;
  std::string kind;
  bool json = false;
};

int run_bugs(BugsArguments arguments) {
  if (!arguments.kind.empty()) {
    arguments.filter.kind = finding_kind_of(arguments.kind);
    if (!arguments.filter.kind)
      return fail("--kind=" + arguments.kind + ": expected miscompile, crash, hang, invalid-ir, nondeterminism or debug-variance");
  }
  auto link = open_database(arguments.database);
  if (!link) return fail(link.error());
  auto bugs = (*link)->list_bugs(arguments.filter);
  if (!bugs) return fail(bugs.error());
  if (arguments.json) {
    nlohmann::json list = nlohmann::json::array();
    for (const Bug& bug : *bugs) list.push_back(to_json(bug));
    std::printf("%s\n", dump({{"bugs", list}}).c_str());
    return kSuccess;
  }
  for (const Bug& bug : *bugs) {
    std::string compilers;
    for (const std::string& version : bug.compilers) compilers += (compilers.empty() ? "" : ",") + version;
    std::printf("%s  %-8s %-12s %5llu x  %s  [%s]  %s\n", bug.id.c_str(), bug.status.c_str(),
                bug.culprit.empty() ? "?" : bug.culprit.c_str(), static_cast<unsigned long long>(bug.count),
                bug.last_seen.c_str(), compilers.c_str(), bug.title.c_str());
  }
  std::fprintf(stderr, "%zu bugs\n", bugs->size());
  return kSuccess;
}

struct ShowArguments {
  DatabaseOptions database;
  std::string id;
  bool json = false;
};

int run_show(const ShowArguments& arguments) {
  auto bug = find_bug(arguments.database, arguments.id);
  if (!bug) return fail(bug.error());
  std::printf("%s", arguments.json ? (dump(to_json(*bug)) + "\n").c_str() : render(*bug).c_str());
  return kSuccess;
}

struct StatusArguments {
  DatabaseOptions database;
  std::string id;
  std::string status;
};

int run_status(const StatusArguments& arguments) {
  auto link = open_database(arguments.database);
  if (!link) return fail(link.error());
  auto bug = (*link)->find_bug(arguments.id);
  if (!bug) return fail(bug.error());
  if (Status bad = (*link)->set_status(bug->id, arguments.status)) return fail(bad->message);
  return kSuccess;
}

}  // namespace

void add_bugs(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<BugsArguments>();
  store::BugFilter& filter = arguments->filter;
  CLI::App* verb = app.add_subcommand("bugs", "list the bugs found");
  verb->description("Lists bugs, most recently seen first.\n\nExit code: 0, or 2 for bad usage or no database.");
  add_database_options(*verb, arguments->database);
  verb->add_option("--pass", filter.pass, "culprit pass");
  verb->add_option("--compiler", filter.compiler, "version (16 takes 16.0.6 too) or path");
  verb->add_option("--kind", arguments->kind, "miscompile, crash, hang, invalid-ir, nondeterminism or debug-variance");
  verb->add_option("--status", filter.status, "open, reported, fixed or invalid");
  verb->add_option("--since", filter.since, "last seen then or later: 2026-11-01");
  verb->add_option("--text", filter.text, "part of the title, the signature or a reduced case");
  verb->add_option("--limit", filter.limit, "how many at most")->capture_default_str();
  verb->add_flag("--json", arguments->json, "print one JSON object");
  verb->callback([arguments, &action] { action = [arguments] { return run_bugs(*arguments); }; });
}

void add_show(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<ShowArguments>();
  CLI::App* verb = app.add_subcommand("show", "show one bug with its reduced case and counterexample");
  verb->description("Shows one bug.\n\nExit code: 0, or 2 for bad usage, no database or no such bug.");
  add_database_options(*verb, arguments->database);
  verb->add_option("id", arguments->id, "the bug's id or a unique prefix")->required();
  verb->add_flag("--json", arguments->json, "print one JSON object");
  verb->callback([arguments, &action] { action = [arguments] { return run_show(*arguments); }; });
}

void add_status(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<StatusArguments>();
  CLI::App* verb = app.add_subcommand("status", "set a bug's status");
  verb->description("Sets a bug's status.\n\nExit code: 0, or 2 for bad usage, no database or no such bug.");
  add_database_options(*verb, arguments->database);
  verb->add_option("id", arguments->id, "the bug's id or a unique prefix")->required();
  verb->add_option("status", arguments->status, "open, reported, fixed or invalid")->required();
  verb->callback([arguments, &action] { action = [arguments] { return run_status(*arguments); }; });
}

}  // namespace assay::cli
