#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "services/application/finishing.h"
#include "services/application/observe.h"
#include "services/application/releases.h"
#include "services/cli/database.h"
#include "services/cli/file_guard.h"
#include "services/cli/options.h"
#include "services/cli/render.h"
#include "services/cli/settings.h"
#include "services/cli/verbs.h"
#include "services/common/text.h"
#include "services/worker/codegen/compiler.h"
#include "services/worker/hunt/analyse.h"
#include "services/worker/ir/ir.h"

namespace assay::cli {
namespace {

struct ReduceArguments {
  application::Case wanted{.passes = "instcombine"};
  std::string compiler = "linked";
  hunt::AnalysisOptions analysis;
  DatabaseOptions database;
  std::string folder;  ///< for a bundle; empty: none
  std::string update_test_checks;
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

std::string bytes(const Finding& finding) { return std::to_string(finding.reduced.size()) + " bytes"; }

/// What became of the bug, in a sentence.
std::string outcome_of(const Bug& bug, const application::Finished& finished) {
  if (!finished.recorded)
    return bug.id + " is reduced already: nothing smaller than its " + bytes(bug.best) +
           " came out, nothing is recorded";
  std::string text = "recorded as finding " + finished.finding.id().substr(0, 12) + " of bug " + finished.bug_id +
                     ", " + bytes(bug.best) + " before, " + bytes(finished.finding) + " now (assay show " +
                     finished.bug_id + ")";
  if (finished.bug_id == bug.id) return text;
  return text + "; " + bug.id +
         (finished.is_duplicate ? " is a duplicate of it now" : std::string(" stays ") + name_of(bug.status));
}

/// Goes on with a bug's case where a limit ended the reduction, and looks for a smaller one of any other.
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
  complain(outcome_of(*bug, *finished));
  if (arguments.json) {
    nlohmann::json json = to_json(finished->finding);
    json["bug"] = finished->bug_id;
    json["recorded"] = finished->recorded;
    std::printf("%s\n", dump(json).c_str());
  } else {
    print_finding(finished->finding, false);
  }
  return kSuccess;
}

/// The case shows no failure: what it does instead, and what to do next.
std::string no_failure(const ReduceArguments& arguments, optimize::Compiler& compiler,
                       const application::Observed& seen) {
  const std::string here = compiler.id().version + " with -passes='" + arguments.wanted.passes + "'";
  const application::Otherwise other = application::observe_otherwise(arguments.wanted, compiler);
  if (other.finding)
    return here + " shows no failure, but with --passes='" + other.passes + "' it shows one (" +
           name_of(other.finding->kind) + ", " + other.finding->reason + "): give that";
  const std::string others = other.right.empty() ? "" : ", also with " + joined(other.right, ", ");
  if (seen.is_right)
    return here + " compiles it correctly" + others + ". Name what it was seen with: --passes, --compiler, --opt-args";
  return "whether " + here + " compiles it correctly can't be told: " + seen.why +
         (other.right.empty() ? "" : "; it does with " + joined(other.right, ", ")) +
         ". assay check says more, --smt-timeout and --unroll give the judge more";
}

int run_reduce(ReduceArguments arguments) {
  if (arguments.wanted.file != "-" && !std::filesystem::exists(arguments.wanted.file)) return run_finish(arguments);
  auto compiler = codegen::open_compiler(arguments.compiler);
  if (!compiler) {
    complain("--compiler: " + compiler.error());
    return kUsage;
  }
  if (arguments.wanted.file == "-") {  // it can be read once, and may be asked of more than once
    auto text = ir::read_file("-");
    if (!text) return refuse(text.error());
    arguments.wanted.text = std::move(text->text);
  }
  auto seen = [&] {
    const FileGuard guard(arguments.wanted.file, "looking at it");
    return application::observe(arguments.wanted, **compiler);
  }();
  if (!seen) {
    complain(seen.error());
    return kUsage;
  }
  if (!seen->finding) {
    complain(arguments.wanted.file + ": nothing to reduce: " + no_failure(arguments, **compiler, *seen));
    return kNegative;
  }
  Finding finding = std::move(*seen->finding);
  if (hunt::analyse(finding, **compiler, arguments.analysis) == hunt::Analysis::NotShown) {
    complain(arguments.wanted.file + ": " + name_of(finding.kind) + " (" + finding.reason +
             ") was seen once, but does not show again: nothing to reduce. Run it again; it may depend on the "
             "machine's load, or on where the compiler's memory lies");
    return kNegative;
  }
  if (!arguments.folder.empty()) {
    const auto notes = application::export_bundle(finding, arguments.folder, arguments.update_test_checks);
    if (!notes) return refuse(notes.error());
    for (const std::string& note : *notes) complain(note);
  }
  print_finding(finding, arguments.json);
  return kSuccess;
}

}  // namespace

void add_reduce(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<ReduceArguments>();
  CLI::App* verb = app.add_subcommand("reduce", "find the smallest case that still shows the same bug");
  verb->description(
      "Runs an optimizer over a file. If what comes out is wrong, makes the case as small as it can while it fails in "
      "the same way, and prints it. Wrong is also that the optimizer crashes, hangs, breaks the module, or makes "
      "something else of it when it is run again or with debug info. A program (@main) that is compiled wrongly is "
      "reduced to one of its functions, if one is wrong by itself.\n\n"
      "With a bug's id in place of a file: goes on from the bug's case. If that gets smaller, or its reduction had "
      "been "
      "cut short, the case, its pass and its cause are recorded in the database.\n\n"
      "Exit code: 0 reduced, 1 the file shows no failure, or not twice, 2 bad input or usage.");
  verb->add_option("file", arguments->wanted.file, "textual IR or bitcode, - is standard input; or the id of a bug")
      ->required();
  add_database_options(*verb, arguments->database);
  verb->add_option("--passes", arguments->wanted.passes, "-passes string")->capture_default_str();
  verb->add_option("--compiler", arguments->compiler,
                   "linked, the path of an opt, or llc:22 and the like for pipelines as codegen<aarch64;O2;dag>")
      ->capture_default_str();
  as_duration(verb->add_option("--time-limit", arguments->analysis.reduce_ms,
                               "for how long: 90s, 5m or 2h; a number alone is milliseconds"),
              1)
      ->capture_default_str();
  add_settings(*verb, kReduce, arguments->wanted.question);
  verb->add_option("-o,--output", arguments->folder, "also write a bundle there, as assay export does");
  verb->add_option("--update-test-checks", arguments->update_test_checks,
                   "LLVM's update_test_checks.py, which writes the checks of the regression test (the one in PATH)")
      ->envname("ASSAY_UPDATE_TEST_CHECKS")
      ->check(CLI::ExistingFile);
  verb->add_flag("--json", arguments->json, "print the finding as one JSON object");
  verb->callback([arguments, &action] { action = [arguments] { return run_reduce(*arguments); }; });
}

}  // namespace assay::cli
