#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "services/application/finishing.h"
#include "services/application/releases.h"
#include "services/cli/database.h"
#include "services/cli/render.h"
#include "services/cli/verbs.h"
#include "services/worker/hunt/analyse.h"
#include "services/worker/hunt/ask.h"
#include "services/worker/ir/ir.h"
#include "services/worker/oracles/oracles.h"

namespace assay::cli {
namespace {

struct ReduceArguments {
  std::string file;
  std::string passes = "instcombine";
  std::string compiler = "linked";
  Question question;
  hunt::AnalysisOptions analysis;
  DatabaseOptions database;
  std::string folder;  ///< for a bundle; empty: none
  bool json = false;
};

/// Asks oracles of one kind after the other; true if one complains, which is in the finding then.
bool ask(const std::vector<std::unique_ptr<oracles::Oracle>>& all, const oracles::Run& run, Finding& finding) {
  for (const auto& oracle : all) {
    const auto judgement = oracle->judge(run);
    if (!judgement.complaint) continue;
    finding.kind = oracle->kind();
    finding.reason = judgement.complaint->headline;
    finding.detail = judgement.complaint->detail;
    finding.question.oracle = oracle->name();
    return true;
  }
  return false;
}

/// The failure that the file shows: nothing if the compiler does it right.
Result<std::optional<Finding>> observe(const ReduceArguments& arguments, optimize::Compiler& compiler) {
  llvm::LLVMContext context;
  auto module = ir::parse_file(context, arguments.file);
  if (!module) return Error{module.error()};
  if (Status bad = ir::verify(**module)) return Error{arguments.file + ": " + bad->message};
  Finding finding;
  finding.question = arguments.question;
  finding.compiler = compiler.id();
  finding.pipeline = optimize::spell_pipeline(arguments.passes, compiler.major_version());
  finding.reduced_pipeline = finding.pipeline;
  finding.original = finding.reduced = ir::print(**module);
  finding.found_at = utc_now();
  finding.assay_version = assay_version();
  const optimize::Limits limits = hunt::limits_for(finding.question);
  const optimize::OptimizeResult result = compiler.run(finding.original, finding.pipeline, limits);
  using End = optimize::OptimizeResult::End;
  if (result.end == End::Rejected || result.end == End::OutOfMemory)
    return Error{arguments.file + ": " + optimize::name_of(result.end) + " by the compiler: " + result.message};
  const oracles::Run run{compiler, finding.original, finding.pipeline, limits, result};
  if (ask(oracles::cheap_oracles(), run, finding)) return std::optional(finding);
  if (result.end != End::Ok) return std::optional<Finding>();
  finding.question.confirmed_only =
      true;  // what the interpreter has seen must not shrink into what only the solver sees
  Verdict verdict = hunt::Asker(finding.question, FindingKind::Miscompile).check(result);
  if (verdict.kind != VerdictKind::Incorrect) {
    finding.question.confirmed_only = false;
    verdict = hunt::Asker(finding.question, FindingKind::Miscompile).check(result);
  }
  if (verdict.kind != VerdictKind::Incorrect) {
    if (ask(oracles::costly_oracles(), run, finding)) return std::optional(finding);
    return std::optional<Finding>();
  }
  set_verdict(finding, verdict);
  finding.question.oracle = hunt::oracle_for(finding.kind);
  return std::optional(finding);
}

void print_finding(const Finding& finding, bool json) {
  if (json) {
    std::printf("%s\n", dump(to_json(finding)).c_str());
    return;
  }
  print("; " + std::string(name_of(finding.kind)) + " by " + finding.compiler.version + ", pass " +
        (finding.culprit.empty() ? "not found" : finding.culprit) + ": " + finding.reason +
        (finding.explained_by.empty() ? "" : ", allowed by " + finding.explained_by) +
        "\n; pipeline: " + finding.reduced_pipeline + "\n" +
        (finding.unfinished ? "; not finished: --time-limit was too short\n" : "") + finding.reduced);
}

/// Goes on with a bug's case where a limit ended the reduction.
int run_finish(const ReduceArguments& arguments) {
  auto link = open_database(arguments.database);
  if (!link) return refuse(arguments.file + ": no such file, and no bug: " + link.error());
  auto bug = (*link)->find_bug(arguments.file);
  if (!bug) return refuse(arguments.file + ": no such file, and " + bug.error());
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
  if (arguments.file != "-" && !std::filesystem::exists(arguments.file)) return run_finish(arguments);
  auto compiler = optimize::open_compiler(arguments.compiler);
  if (!compiler) {
    complain("--compiler: " + compiler.error());
    return kUsage;
  }
  auto seen = observe(arguments, **compiler);
  if (!seen) {
    complain(seen.error());
    return kUsage;
  }
  if (!*seen) {
    complain(arguments.file + ": nothing to reduce: " + (*compiler)->id().version +
             " compiles it correctly, or the check "
             "can't tell (see assay check)");
    return kNegative;
  }
  Finding finding = std::move(**seen);
  if (hunt::analyse(finding, **compiler, arguments.analysis) == hunt::Analysis::NotShown) {
    complain(arguments.file + ": " + finding.reason + " was seen once, but does not show again: nothing to reduce");
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
  verb->add_option("file", arguments->file, "textual IR or bitcode, - is standard input; or the id of a bug")
      ->required();
  add_database_options(*verb, arguments->database);
  verb->add_option("--passes", arguments->passes, "-passes string")->capture_default_str();
  verb->add_option("--compiler", arguments->compiler, "linked, or the path of an opt")->capture_default_str();
  verb->add_option("--time-limit", arguments->analysis.reduce_ms, "milliseconds")->capture_default_str();
  verb->add_option("--smt-timeout", arguments->question.smt_timeout_ms,
                   "milliseconds for one solver query (all of a pair: twice that)")
      ->capture_default_str();
  verb->add_flag("--undef-inputs", arguments->question.undef_inputs, "the case and its arguments may hold undef");
  verb->add_option("-o,--output", arguments->folder, "also write a bundle there, as assay export does");
  verb->add_flag("--json", arguments->json, "print the finding as one JSON object");
  verb->callback([arguments, &action] { action = [arguments] { return run_reduce(*arguments); }; });
}

}  // namespace assay::cli
