#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "services/application/finishing.h"
#include "services/application/observe.h"
#include "services/application/releases.h"
#include "services/cli/database.h"
#include "services/cli/render.h"
#include "services/cli/settings.h"
#include "services/cli/verbs.h"
#include "services/worker/hunt/analyse.h"

namespace assay::cli {
namespace {

struct ReduceArguments {
  application::Case wanted{.passes = "instcombine"};
  std::string compiler = "linked";
  hunt::AnalysisOptions analysis;
  DatabaseOptions database;
  std::string folder;  ///< for a bundle; empty: none
  bool json = false;
};

void print_finding(const Finding& finding, bool json) {
  if (json) {
    std::printf("%s\n", dump(to_json(finding)).c_str());
    return;
  }
  print("; " + std::string(name_of(finding.kind)) + " by " + finding.compiler.version + ", pass " +
        (finding.culprit.empty() ? "not found" : finding.culprit) + ": " + finding.reason +
        (finding.explained_by.empty() ? "" : ", allowed by " + finding.explained_by) +
        "\n; pipeline: " + finding.reduced_run() + "\n" +
        (finding.unfinished ? "; not finished: --time-limit was too short\n" : "") + finding.reduced);
}

/// Goes on with a bug's case where a limit ended the reduction.
int run_finish(const ReduceArguments& arguments) {
  auto link = open_database(arguments.database);
  if (!link) return refuse(arguments.wanted.file + ": no such file, and no bug: " + link.error());
  auto bug = (*link)->find_bug(arguments.wanted.file);
  if (!bug) return refuse(arguments.wanted.file + ": no such file, and " + bug.error());
  const auto finished =
      application::finish_reduction(**link, *bug, std::chrono::milliseconds(arguments.analysis.reduce_ms));
  if (!finished) {
    complain(bug->id + ": " + finished.error());
    return kNegative;
  }
  if (finished->bug_id != bug->id) complain(bug->id + " is a duplicate of " + finished->bug_id + " now");
  print_finding(finished->finding, arguments.json);
  return kSuccess;
}

int run_reduce(const ReduceArguments& arguments) {
  if (arguments.wanted.file != "-" && !std::filesystem::exists(arguments.wanted.file)) return run_finish(arguments);
  auto compiler = optimize::open_compiler(arguments.compiler);
  if (!compiler) {
    complain("--compiler: " + compiler.error());
    return kUsage;
  }
  auto seen = application::observe(arguments.wanted, **compiler);
  if (!seen) {
    complain(seen.error());
    return kUsage;
  }
  if (!*seen) {
    complain(arguments.wanted.file + ": nothing to reduce: " + (*compiler)->id().version +
             " compiles it correctly, or the check "
             "can't tell (see assay check)");
    return kNegative;
  }
  Finding finding = std::move(**seen);
  if (hunt::analyse(finding, **compiler, arguments.analysis) == hunt::Analysis::NotShown) {
    complain(arguments.wanted.file + ": " + finding.reason +
             " was seen once, but does not show again: nothing to reduce");
    return kNegative;
  }
  if (!arguments.folder.empty()) {
    std::string no_place;
    if (Status bad = application::export_bundle(finding, arguments.folder, no_place)) return refuse(bad->message);
    if (!no_place.empty()) complain(no_place);
  }
  print_finding(finding, arguments.json);
  return kSuccess;
}

}  // namespace

void add_reduce(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<ReduceArguments>();
  CLI::App* verb = app.add_subcommand("reduce", "find the smallest case that still shows the same bug");
  verb->description(
      "Runs an optimizer over a file and, if what comes out is wrong (or it crashes, hangs, breaks the module, or "
      "makes\n"
      "something else of it when run again or with debug info), makes the case as small as it can while it fails in "
      "the\n"
      "same way, and prints it. With a bug's id in place of a file: goes on with a reduction that a limit ended, and "
      "records what comes out.\n\n"
      "Exit code: 0 reduced, 1 the file shows no failure, or not twice, 2 bad input or usage.");
  verb->add_option("file", arguments->wanted.file, "textual IR or bitcode, - is standard input; or the id of a bug")
      ->required();
  add_database_options(*verb, arguments->database);
  verb->add_option("--passes", arguments->wanted.passes, "-passes string")->capture_default_str();
  verb->add_option("--compiler", arguments->compiler, "linked, or the path of an opt")->capture_default_str();
  verb->add_option("--time-limit", arguments->analysis.reduce_ms, "milliseconds")->capture_default_str();
  add_settings(*verb, kReduce, arguments->wanted.question);
  verb->add_option("-o,--output", arguments->folder, "also write a bundle there, as assay export does");
  verb->add_flag("--json", arguments->json, "print the finding as one JSON object");
  verb->callback([arguments, &action] { action = [arguments] { return run_reduce(*arguments); }; });
}

}  // namespace assay::cli
