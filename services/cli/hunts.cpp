#include <CLI/CLI.hpp>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "services/cli/database.h"
#include "services/cli/render.h"
#include "services/cli/verbs.h"
#include "services/common/fields_json.h"
#include "services/common/records_json.h"
#include "services/common/surface.h"
#include "services/common/text.h"

namespace assay::cli {
namespace {

struct HuntsArguments {
  DatabaseOptions database;
  std::string id;
  std::string filter;
  std::uint32_t limit = 100;
  bool json = false;
};

nlohmann::json hunt_json(const rpc::HuntReport& report) {
  nlohmann::json json = report.hunt;
  json["leases"] = {
      {"held", report.leases.leased}, {"done", report.leases.done}, {"abandoned", report.leases.abandoned}};
  json["findings"] = report.bugs.findings;
  json["bugs_seen"] = report.bugs.seen;
  json["bugs_found"] = report.bugs.found;
  return json;
}

/// A hunt by its id or a prefix that only one hunt has.
Result<rpc::HuntReport> find_hunt(rpc::CoordinatorLink& link, const std::string& id) {
  if (auto exact = link.find_hunt(id); exact && *exact) return std::move(**exact);
  auto all = link.list_hunts(~0u);
  if (!all) return Error{all.error()};
  std::optional<rpc::HuntReport> found;
  for (rpc::HuntReport& report : *all) {
    if (!report.hunt.id.starts_with(id)) continue;
    if (found)
      return Error{"the prefix '" + id + "' fits several hunts, among them " + found->hunt.id + " and " +
                   report.hunt.id};
    found = std::move(report);
  }
  if (!found) return Error{"no hunt has the id or prefix '" + id + "'"};
  return std::move(*found);
}

/// The first passes, as many as a line has room for; assay hunts show has all.
std::string some_of(std::vector<std::string> passes) {
  constexpr std::size_t kShown = 3;
  if (passes.size() <= kShown + 1) return joined(passes, ", ");
  const std::size_t more = passes.size() - kShown;
  passes.resize(kShown);
  return joined(passes, ", ") + " and " + std::to_string(more) + " more";
}

int run_list(const HuntsArguments& arguments) {
  auto link = open_database(arguments.database);
  if (!link) return refuse(link.error());
  auto hunts = (*link)->list_hunts(arguments.limit, 0, arguments.filter);
  if (!hunts) return refuse(hunts.error());
  if (arguments.json) {
    nlohmann::json list = nlohmann::json::array();
    for (const rpc::HuntReport& report : *hunts) list.push_back(hunt_json(report));
    std::printf("%s\n", dump({{"hunts", list}}).c_str());
    return kSuccess;
  }
  const auto n = [](std::uint64_t number) { return static_cast<unsigned long long>(number); };
  for (const rpc::HuntReport& report : *hunts) {
    char columns[128];
    std::snprintf(columns, sizeof columns, "  %-8s %s  %10llu mutants  %4llu bugs  ", name_of(report.hunt.state),
                  report.hunt.created_at.c_str(), n(report.hunt.statistics.mutants), n(report.bugs.seen));
    print(report.hunt.id + columns + some_of(report.hunt.settings.passes) + "  [" +
          joined(report.hunt.settings.compilers, ", ") + "]" +
          (report.hunt.failure.empty() ? "" : "  " + report.hunt.failure) + "\n");
  }
  if (hunts->empty()) print("no hunts\n");
  return kSuccess;
}

int run_show_hunt(const HuntsArguments& arguments) {
  auto link = open_database(arguments.database);
  if (!link) return refuse(link.error());
  auto report = find_hunt(**link, arguments.id);
  if (!report) return refuse(report.error());
  if (arguments.json) {
    std::printf("%s\n", dump(hunt_json(*report)).c_str());
    return kSuccess;
  }
  const store::Hunt& hunt = report->hunt;
  const auto n = [](std::uint64_t number) { return static_cast<unsigned long long>(number); };
  print("hunt         " + hunt.id + "\nstate        " + name_of(hunt.state) +
        (hunt.failure.empty() ? "" : ": " + hunt.failure) + "\ncreated      " + hunt.created_at + "\npasses       " +
        joined(hunt.settings.passes, ", ") +
        (hunt.settings.opt_args.empty() ? "" : "\noptions      " + hunt.settings.opt_args) +
        (hunt.settings.targets.empty() ? "" : "\ntargets      " + hunt.settings.targets) + "\ncompilers    " +
        joined(hunt.settings.compilers, ", ") + "\nseeds        " +
        (hunt.settings.seeds.empty() ? "none" : hunt.settings.seeds) + "\nseed         " + std::to_string(hunt.seed) +
        "\n");
  std::printf(
      "batches      %llu done, %llu held, %llu abandoned\n%sfindings     %llu\nbugs         %llu seen, %llu of them "
      "new\n",
      n(report->leases.done), n(report->leases.leased), n(report->leases.abandoned), render(hunt.statistics).c_str(),
      n(report->bugs.findings), n(report->bugs.seen), n(report->bugs.found));
  return kSuccess;
}

std::string share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? "-" : std::to_string((100 * part + whole / 2) / whole) + " %";
}

/// A table for Markdown, which reads well as it is: pass by environment.
std::string surface_table(const std::vector<PassTrials>& all) {
  const std::vector<std::string> columns = environments_of(all);
  std::string table = "| pass | tried on | changed | decided | incorrect |", rule = "|---|---|---|---|---|";
  for (const std::string& column : columns) table += " " + column + " |", rule += "---|";
  table += "\n" + rule;
  std::map<std::string, std::string> cells;
  const auto end_row = [&] {
    for (const std::string& column : columns) table += " " + (cells[column].empty() ? "-" : cells[column]) + " |";
    cells.clear();
  };
  bool begun = false;
  for (const PassTrials& each : all) {
    if (!each.environment.empty()) {
      cells[each.environment] = std::to_string(each.changed) + ", " + share(each.decided, each.changed);
      continue;
    }
    if (begun) end_row();
    begun = true;
    table += "\n| " + each.pipeline + " | " + std::to_string(each.tried) + " | " + share(each.changed, each.tried) +
             " | " + share(each.decided, each.changed) + " | " + std::to_string(each.incorrect) + " |";
  }
  if (begun) end_row();
  return table + "\n";
}

int run_surface(const HuntsArguments& arguments) {
  auto link = open_database(arguments.database);
  if (!link) return refuse(link.error());
  auto report = find_hunt(**link, arguments.id);
  if (!report) return refuse(report.error());
  const std::vector<PassTrials> trials = trials_of(report->hunt.statistics.surface);
  if (arguments.json) {
    std::printf("%s\n", dump({{"hunt", report->hunt.id}, {"passes", trials}}).c_str());
    return kSuccess;
  }
  print(surface_table(trials));
  return kSuccess;
}

int run_change(const HuntsArguments& arguments, Status (rpc::CoordinatorLink::*change)(const std::string&)) {
  auto link = open_database(arguments.database);
  if (!link) return refuse(link.error());
  auto report = find_hunt(**link, arguments.id);
  if (!report) return refuse(report.error());
  if (Status bad = ((**link).*change)(report->hunt.id)) return refuse(bad->message);
  report = find_hunt(**link, report->hunt.id);
  if (!report) return refuse(report.error());
  if (arguments.json) std::printf("%s\n", dump(hunt_json(*report)).c_str());
  return kSuccess;
}

int run_resume(const HuntsArguments& arguments) {
  const int code = run_change(arguments, &rpc::CoordinatorLink::resume_hunt);
  // Of a file nobody may be there who hunts: the process that did has ended.
  if (code == kSuccess && arguments.database.coordinator.empty())
    complain("the hunt is open again; workers go on with it while assay serve --db=" + arguments.database.file +
             " runs, and assay work with what it needs");
  return code;
}

}  // namespace

void add_hunts(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<HuntsArguments>();
  CLI::App* group = app.add_subcommand("hunts", "list, show, stop and resume hunts, and what they covered");
  group->description(
      "Looks after the hunts of a database or a coordinator.\n\nExit code: 0, or 2 for bad usage, no database or no "
      "such hunt.");
  group->require_subcommand(1);
  const auto add = [&](const char* name, const char* description, std::function<int(const HuntsArguments&)> run) {
    CLI::App* verb = group->add_subcommand(name, description);
    verb->description(std::string(description) + "\n\nExit code: 0, or 2 for bad usage, no database or no such hunt.");
    add_database_options(*verb, arguments->database);
    verb->add_flag("--json", arguments->json, "print one JSON object");
    verb->callback([arguments, run, &action] { action = [arguments, run] { return run(*arguments); }; });
    return verb;
  };
  CLI::App* list = add("list", "hunts, newest first", run_list);
  list->add_option("--limit", arguments->limit, "how many at most")->capture_default_str();
  list->add_option("--filter", arguments->filter,
                   "conditions, such as 'state = failed AND created_at > 7d' (docs/queries.md)");
  const char* id = "the hunt's id or a unique prefix";
  add("show", "one hunt: its settings, how far it is, what it found", run_show_hunt)
      ->add_option("id", arguments->id, id)
      ->required();
  add("surface", "passes by environments: functions tried on, changed, decided, found incorrect", run_surface)
      ->add_option("id", arguments->id, id)
      ->required();
  add("stop", "hand out no more work of a hunt; its workers complete what they have",
      [](const HuntsArguments& given) { return run_change(given, &rpc::CoordinatorLink::stop_hunt); })
      ->add_option("id", arguments->id, id)
      ->required();
  add("resume", "let workers go on with a hunt that was stopped or has failed", run_resume)
      ->add_option("id", arguments->id, id)
      ->required();
}

}  // namespace assay::cli
