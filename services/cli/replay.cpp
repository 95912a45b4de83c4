#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "services/application/releases.h"
#include "services/application/replay.h"
#include "services/cli/database.h"
#include "services/cli/render.h"
#include "services/cli/settings.h"
#include "services/cli/verbs.h"
#include "services/worker/codegen/compiler.h"
#include "services/worker/hunt/equipment.h"
#include "services/worker/ir/ir.h"
#include "services/worker/optimize/optimize.h"
#include "services/worker/report/report.h"

namespace assay::cli {
namespace {

struct ReplayArguments {
  DatabaseOptions database;
  std::string what;      ///< a bug's id, or a bundle's path
  std::string compiler;  ///< empty: the finding's own
  Question said;         ///< in place of what was asked when the bug was found
  bool json = false;
};

Result<Finding> find(const DatabaseOptions& database, const std::string& what) {
  if (std::filesystem::exists(what)) return report::load_bundle(what);
  auto bug = find_bug(database, what);
  if (!bug) return Error{bug.error()};
  if (bug->best.title.empty()) bug->best.title = bug->title;  // a finding of an older version
  return std::move(bug->best);
}

void print_answer(const Finding& finding, const optimize::Compiler& compiler, const hunt::Answer& answer) {
  std::string text = "compiler   " + compiler_name(compiler.id()) + " (" + compiler.id().path + ")\npipeline   " +
                     finding.reduced_run() + "\n\n; source\n" + ir::without_head(answer.run.given) + "\n; target\n" +
                     ir::without_head(answer.run.ir) + "\n";
  if (answer.verdict) text += render(*answer.verdict) + "\n";
  if (!answer.run.message.empty()) text += answer.run.message + "\n";
  if (answer.complaint) text += answer.complaint->detail + "\n";
  print(text + name_of(answer.kind) + " with " + compiler.id().version + ": " + answer.text + "\n");
}

void print_json(const Finding& finding, const optimize::Compiler& compiler, const hunt::Answer& answer) {
  nlohmann::json json{
      {"reproduces", answer.kind == hunt::Answer::Kind::Reproduces},
      {"answer", name_of(answer.kind)},
      {"outcome", answer.text},
      {"compiler", {{"path", compiler.id().path}, {"version", compiler.id().version}, {"build", compiler.id().build}}},
      {"pipeline", finding.reduced_pipeline},
      {"source", answer.run.given},
      {"target", answer.run.ir},
      {"verdict", nullptr}};
  if (!finding.question.opt_args.empty()) json["opt_args"] = finding.question.opt_args;
  if (answer.verdict) json["verdict"] = to_json(*answer.verdict, finding.function);
  std::printf("%s\n", dump(json).c_str());
}

int exit_code(hunt::Answer::Kind kind) {
  switch (kind) {
    case hunt::Answer::Kind::Reproduces:
      return kSuccess;
    case hunt::Answer::Kind::DoesNot:
      return kNegative;
    case hunt::Answer::Kind::Undecided:
      return kInconclusive;
  }
  return kInconclusive;
}

int run_replay(const ReplayArguments& arguments) {
  auto finding = find(arguments.database, arguments.what);
  if (!finding) return refuse(finding.error());
  // The finding's own path is what somebody reported: it is not run.
  auto compiler = arguments.compiler.empty() ? hunt::installed_compiler(finding->compiler)
                                             : codegen::open_compiler(arguments.compiler);
  if (!compiler)
    return refuse(compiler.error() + "; name another compiler with --compiler=linked or --compiler=PATH_TO_OPT");
  change(finding->question, arguments.said);
  if (const auto semantics = semantics::parse_variant(finding->question.semantics); !semantics)
    return refuse("the query of this finding: " + semantics.error());
  const hunt::Answer answer = application::replay(**compiler, *finding).answer;
  if (answer.run.end == optimize::OptimizeResult::End::Rejected)
    return refuse("the compiler refuses the case: " + answer.run.message);
  arguments.json ? print_json(*finding, **compiler, answer) : print_answer(*finding, **compiler, answer);
  return exit_code(answer.kind);
}

struct ExportArguments {
  DatabaseOptions database;
  std::string id;
  std::string folder;
  std::string update_test_checks;
};

int run_export(const ExportArguments& arguments) {
  auto finding = find(arguments.database, arguments.id);
  if (!finding) return refuse(finding.error());
  const auto notes = application::export_bundle(*finding, arguments.folder, arguments.update_test_checks);
  if (!notes) return refuse(notes.error());
  for (const std::string& note : *notes) complain(note);
  std::printf("%s\n", arguments.folder.c_str());
  return kSuccess;
}

}  // namespace

void add_replay(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<ReplayArguments>();
  CLI::App* verb = app.add_subcommand("replay", "does a bug still happen?");
  verb->description(
      "Runs the stored pipeline on the reduced case with a compiler of this machine and asks what was asked when the\n"
      "bug was found. Prints source, target, counterexample and both traces.\n\n"
      "Exit code: 0 it reproduces, 1 it does not, 2 bad usage, no such bug, or the compiler can't be run, 3 undecided: "
      "the\n"
      "oracle gave no answer, or the compiler failed in another way.");
  add_database_options(*verb, arguments->database);
  verb->add_option("bug", arguments->what, "the bug's id, or the folder of a bundle")->required();
  verb->add_option(
      "--compiler", arguments->compiler,
      "linked, the path of an opt, or llc:22 (the installed one with the version and build it was found in)");
  add_settings(*verb, kReplay, arguments->said);
  verb->add_flag("--json", arguments->json, "print one JSON object");
  verb->callback([arguments, &action] { action = [arguments] { return run_replay(*arguments); }; });
}

void add_export(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<ExportArguments>();
  CLI::App* verb = app.add_subcommand("export", "write a bug as a folder that replays offline");
  verb->description(
      "Writes a bundle: the case, the pipeline, the compiler's version, the counterexample, a script that needs only "
      "opt\n"
      "and assay, the text of an issue, and a regression test. The issue tells which of the releases installed here "
      "are affected.\n\n"
      "Exit code: 0, or 2 for bad usage, no such bug, or a folder that can't be written.");
  add_database_options(*verb, arguments->database);
  verb->add_option("bug", arguments->id, "the bug's id")->required();
  verb->add_option("-o,--output", arguments->folder, "folder to write")->required();
  verb->add_option("--update-test-checks", arguments->update_test_checks,
                   "LLVM's update_test_checks.py, which writes the checks of the regression test (the one in PATH)")
      ->envname("ASSAY_UPDATE_TEST_CHECKS")
      ->check(CLI::ExistingFile);
  verb->callback([arguments, &action] { action = [arguments] { return run_export(*arguments); }; });
}

}  // namespace assay::cli
