#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "services/cli/database.h"
#include "services/cli/render.h"
#include "services/cli/verbs.h"
#include "services/worker/check/check.h"
#include "services/worker/optimize/optimize.h"
#include "services/worker/report/report.h"

namespace assay::cli {
namespace {

struct ReplayArguments {
  DatabaseOptions database;
  std::string what;      ///< a bug's id, or a bundle's path
  std::string compiler;  ///< empty: the finding's own
  bool undef_inputs = false;
  bool json = false;
};

Result<Finding> find(const DatabaseOptions& database, const std::string& what) {
  if (std::filesystem::exists(what)) return report::load_bundle(what);
  auto bug = find_bug(database, what);
  if (!bug) return Error{bug.error()};
  return std::move(bug->best);
}

/// What a compiler does with the case today.
struct Outcome {
  bool reproduces = false;
  std::string text;         ///< one line
  optimize::OptimizeResult run;
  std::optional<Verdict> verdict;
};

Outcome replay(const Finding& finding, optimize::Compiler& compiler, bool undef_inputs) {
  using End = optimize::OptimizeResult::End;
  Outcome outcome;
  const std::string pipeline = optimize::spell_pipeline(finding.reduced_pipeline, compiler.major_version());
  outcome.run = compiler.run(finding.reduced, pipeline, {});
  if (outcome.run.end != End::Ok) {
    outcome.text = std::string("the compiler's run ended: ") + optimize::name_of(outcome.run.end);
    outcome.reproduces = (finding.kind == FindingKind::Crash && outcome.run.end == End::Crashed) ||
                         (finding.kind == FindingKind::Hang && outcome.run.end == End::TimedOut) ||
                         (finding.kind == FindingKind::InvalidIr && outcome.run.end == End::InvalidIr);
    return outcome;
  }
  check::Options options;
  options.undef_input = undef_inputs;
  check::Checker checker(options);
  outcome.verdict = check::check_texts(checker, outcome.run.given, outcome.run.ir);
  outcome.reproduces =
      finding.kind == FindingKind::Miscompile && outcome.verdict->kind == VerdictKind::Incorrect;
  outcome.text = std::string("the check says ") + name_of(outcome.verdict->kind);
  return outcome;
}

void print(const Finding& finding, const optimize::Compiler& compiler, const Outcome& outcome) {
  std::printf("compiler   %s (%s)\npipeline   %s\n\n; source\n%s\n; target\n%s\n", compiler.id().version.c_str(),
              compiler.id().path.c_str(), finding.reduced_pipeline.c_str(), outcome.run.given.c_str(),
              outcome.run.ir.c_str());
  if (outcome.verdict) std::printf("%s\n", render(*outcome.verdict).c_str());
  if (!outcome.run.message.empty()) std::printf("%s\n", outcome.run.message.c_str());
  std::printf("%s with %s: %s\n", outcome.reproduces ? "REPRODUCES" : "does not reproduce",
              compiler.id().version.c_str(), outcome.text.c_str());
}

void print_json(const Finding& finding, const optimize::Compiler& compiler, const Outcome& outcome) {
  nlohmann::json json{{"reproduces", outcome.reproduces},
                      {"outcome", outcome.text},
                      {"compiler", {{"path", compiler.id().path}, {"version", compiler.id().version}}},
                      {"pipeline", finding.reduced_pipeline},
                      {"source", outcome.run.given},
                      {"target", outcome.run.ir},
                      {"verdict", nullptr}};
  if (outcome.verdict) json["verdict"] = to_json(*outcome.verdict, finding.function);
  std::printf("%s\n", dump(json).c_str());
}

int run_replay(const ReplayArguments& arguments) {
  auto finding = find(arguments.database, arguments.what);
  if (!finding) return refuse(finding.error());
  const std::string path = arguments.compiler.empty() ? finding->compiler.path : arguments.compiler;
  auto compiler = optimize::open_compiler(path);
  if (!compiler) return refuse(compiler.error() + "; name another compiler with --compiler=linked or --compiler=PATH_TO_OPT");
  const Outcome outcome = replay(*finding, **compiler, arguments.undef_inputs);
  if (outcome.run.end == optimize::OptimizeResult::End::Rejected)
    return refuse("the compiler refuses the case: " + outcome.run.message);
  arguments.json ? print_json(*finding, **compiler, outcome) : print(*finding, **compiler, outcome);
  return outcome.reproduces ? kSuccess : kNegative;
}

struct ExportArguments {
  DatabaseOptions database;
  std::string id;
  std::string folder;
};

int run_export(const ExportArguments& arguments) {
  auto finding = find(arguments.database, arguments.id);
  if (!finding) return refuse(finding.error());
  if (Status bad = report::write_bundle(*finding, arguments.folder)) return refuse(bad->message);
  std::printf("%s\n", arguments.folder.c_str());
  return kSuccess;
}

}  // namespace

void add_replay(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<ReplayArguments>();
  CLI::App* verb = app.add_subcommand("replay", "does a bug still happen?");
  verb->description(
      "Runs the stored pipeline on the reduced case with a compiler of this machine and checks the result again. Prints\n"
      "source, target, counterexample and both traces.\n\n"
      "Exit code: 0 it reproduces, 1 it does not, 2 bad usage, no such bug, or the compiler can't be run.");
  add_database_options(*verb, arguments->database);
  verb->add_option("bug", arguments->what, "the bug's id, or the folder of a bundle")->required();
  verb->add_option("--compiler", arguments->compiler, "linked, or the path of an opt (the one it was found in)");
  verb->add_flag("--undef-inputs", arguments->undef_inputs, "arguments may be undef");
  verb->add_flag("--json", arguments->json, "print one JSON object");
  verb->callback([arguments, &action] { action = [arguments] { return run_replay(*arguments); }; });
}

void add_export(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<ExportArguments>();
  CLI::App* verb = app.add_subcommand("export", "write a bug as a folder that replays offline");
  verb->description(
      "Writes a bundle: the case, the pipeline, the compiler's version, the counterexample, a script that needs only opt\n"
      "and assay, the text of an issue, and a regression test.\n\n"
      "Exit code: 0, or 2 for bad usage, no such bug, or a folder that can't be written.");
  add_database_options(*verb, arguments->database);
  verb->add_option("bug", arguments->id, "the bug's id")->required();
  verb->add_option("-o,--output", arguments->folder, "folder to write")->required();
  verb->callback([arguments, &action] { action = [arguments] { return run_export(*arguments); }; });
}

}  // namespace assay::cli
