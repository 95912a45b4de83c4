#include <CLI/CLI.hpp>
#include <climits>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "services/cli/database.h"
#include "services/cli/render.h"
#include "services/cli/verbs.h"
#include "services/common/text.h"
#include "services/nightly/faults.h"
#include "services/nightly/night.h"

namespace assay::cli {
namespace {

struct NightlyArguments {
  std::string config;
  std::string format = "text";
  bool check = false;
  bool quiet = false;
};

/// Of a word that the command line has checked.
nightly::ReportFormat format_of(const std::string& word) {
  return enumerator_of(word, std::type_identity<nightly::ReportFormat>()).value_or(nightly::ReportFormat::Text);
}

int run_check(const std::string& file) {
  auto draft = nightly::read_draft(file);
  if (!draft) return refuse(draft.error());
  nightly::find_faults(draft->plan, draft->mistakes);
  if (!draft->mistakes.none()) return refuse_each(draft->mistakes.text());
  const nightly::Plan& plan = draft->plan;
  std::printf("%s: %zu branches, %zu passes: good\n", plan.file.c_str(), plan.branches.size(), plan.passes.size());
  return kSuccess;
}

int run_nightly(const NightlyArguments& arguments) {
  if (arguments.check) return run_check(arguments.config);
  auto plan = nightly::read_plan(arguments.config);
  if (!plan) return refuse_each(plan.error());
  nightly::NightOptions options;
  if (!arguments.quiet) options.tell = [](const std::string& what) { complain(what); };
  auto report = nightly::run_night(*plan, options);
  if (!report) return refuse(report.error());
  std::fputs(nightly::render(*report, format_of(arguments.format)).c_str(), stdout);
  return static_cast<int>(report->exit_code);
}

struct NightArguments {
  std::string file = "assay.db";
  std::string id;
  std::string plan;
  std::string format = "text";
  bool json = false;
};

int run_list(const NightArguments& arguments) {
  auto store = store::Store::open(arguments.file, {.create = false});
  if (!store) return refuse(store.error());
  auto nights = store->list_nights(arguments.plan, ~0u);
  if (!nights) return refuse(nights.error());
  nlohmann::json list = nlohmann::json::array();
  for (const store::Night& night : *nights) {
    const auto report = nightly::report_of_json(night.report).value_or(nightly::NightReport());
    list.push_back({{"id", night.id},
                    {"plan", night.plan},
                    {"state", name_of(night.state)},
                    {"started_at", night.started_at},
                    {"finished_at", night.finished_at},
                    {"exit_code", night.exit_code},
                    {"new", report.new_bugs.size()},
                    {"regressed", report.regressed.size()},
                    {"fixed", report.fixed.size()},
                    {"open", report.open.size()}});
    if (arguments.json) continue;
    print(padded(night.id, 14) + padded(night.plan, 16) + padded(name_of(night.state), 10) + night.started_at + "  " +
          std::to_string(report.new_bugs.size()) + " new, " + std::to_string(report.regressed.size()) + " regressed, " +
          std::to_string(report.fixed.size()) + " fixed, " + std::to_string(report.open.size()) + " open\n");
  }
  if (arguments.json) std::printf("%s\n", dump({{"nights", list}}).c_str());
  if (!arguments.json && nights->empty())
    print(arguments.plan.empty() ? "no nights (assay nightly makes them)\n"
                                 : "no nights of the plan " + arguments.plan + "\n");
  return kSuccess;
}

int run_show(const NightArguments& arguments) {
  auto store = store::Store::open(arguments.file, {.create = false});
  if (!store) return refuse(store.error());
  auto nights = store->list_nights(arguments.plan, ~0u);
  if (!nights) return refuse(nights.error());
  for (const store::Night& night : *nights) {
    if (arguments.id.empty() ? night.report.empty() : night.id != arguments.id) continue;
    const auto report = nightly::report_of_json(night.report);
    if (!report) return refuse("night " + night.id + " is not over: it has no report yet");
    std::fputs(nightly::render(*report, format_of(arguments.format)).c_str(), stdout);
    return kSuccess;
  }
  return refuse(arguments.id.empty() ? "no night is over yet"
                                     : "no night has the id " + arguments.id + " (assay night list)");
}

void add_format(CLI::App& verb, std::string& format) {
  verb.add_option("--format", format, "how the report is written")
      ->check(CLI::IsMember(nightly::report_format_names()))
      ->capture_default_str();
}

}  // namespace

void add_nightly(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<NightlyArguments>();
  CLI::App* verb =
      app.add_subcommand("nightly", "hunt in the branches of a plan, and report what is new, fixed and back");
  verb->description(
      "Runs one night of a plan (docs/nights.md): updates and builds the branches, asks every open bug in each, hunts, "
      "compares with the baseline, and reports. A night that was cut short goes on where it stopped. Two nights never "
      "run at the same time.\n\n"
      "Exit code: 0 nothing new (what only a baseline shows is not new), 1 something is new, has regressed or is still "
      "being analysed, or a branch could not be built or hunted, 2 the night could not be run: a bad plan, another "
      "night that runs, no database, or nothing that could be hunted.");
  verb->add_option("--config", arguments->config, "the plan, a YAML file")->required();
  verb->add_flag("--check", arguments->check, "only look for mistakes in the plan");
  verb->add_flag("--quiet", arguments->quiet, "no progress on standard error");
  add_format(*verb, arguments->format);
  verb->callback([arguments, &action] { action = [arguments] { return run_nightly(*arguments); }; });
}

void add_night(CLI::App& app, Action& action) {
  CLI::App* verb = app.add_subcommand("night", "list nights, or show the report of one");
  verb->description("Lists nights, or shows the report of one.\n\nExit code: 0, or 2 for bad usage or no database.");
  verb->require_subcommand(1);
  auto arguments = std::make_shared<NightArguments>();
  CLI::App* list = verb->add_subcommand("list", "all nights, the newest first");
  list->description("Lists nights, the newest first.\n\nExit code: 0, or 2 for bad usage or no database.");
  CLI::App* show = verb->add_subcommand("show", "the report of a night");
  show->description(
      "Prints the report of a night that is over.\n\nExit code: 0, or 2 for bad usage, no database or no such night.");
  for (CLI::App* each : {list, show}) {
    each->add_option("--db", arguments->file, "SQLite file")->capture_default_str();
    each->add_option("--plan", arguments->plan, "only nights of the plan with this name");
  }
  list->add_flag("--json", arguments->json, "print one JSON object");
  show->add_option("night", arguments->id, "the night's id (the newest)");
  add_format(*show, arguments->format);
  list->callback([arguments, &action] { action = [arguments] { return run_list(*arguments); }; });
  show->callback([arguments, &action] { action = [arguments] { return run_show(*arguments); }; });
}

}  // namespace assay::cli
