#include "services/application/regressions.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "services/application/missed_issues.h"
#include "services/cli/options.h"
#include "services/cli/render.h"
#include "services/cli/signals.h"
#include "services/cli/verbs.h"
#include "services/common/fields_json.h"
#include "services/common/records_json.h"
#include "services/nightly/record.h"

namespace assay::cli {
namespace {

using application::NotBegun;
using application::RegressionBuild;
using application::RegressionLook;
using application::RegressionNews;
using regressions::Kind;
using regressions::Regression;

struct RegressionsArguments {
  application::RegressionsRequest request;
  Question question = question_by(AskedBy::Check);
  double timeout_s = 120;
  double reduction_s = 30;
  double percent = 10;
  std::string issues;    ///< a folder
  std::string database;  ///< empty: none
  bool json = false;
  bool quiet = false;
};

/// What became of all functions.
struct RegressionsTally {
  std::size_t functions = 0, ir_only = 0, dearer = 0;
  std::map<Kind, std::map<std::string, int>> kinds;  ///< by the reason
  std::map<std::string, int> news;                   ///< of regressions
  std::map<std::string, int> passes;                 ///< of regressions that are told

  int count(Kind kind) const {
    int sum = 0;
    if (const auto found = kinds.find(kind); found != kinds.end())
      for (const auto& [reason, count] : found->second) sum += count;
    return sum;
  }
  void add(const RegressionLook& look) {
    ++functions;
    ++kinds[look.looked.kind][look.looked.reason.substr(0, look.looked.reason.find('\n'))];
    ir_only += look.looked.ir_only;
    if (!look.looked.regression) return;
    ++news[application::name_of(look.news)];
    if (look.news != RegressionNews::Duplicate)
      ++passes[std::string(regressions::name_of(look.looked.regression->blame)) + " " +
               (look.looked.regression->pass.empty() ? "?" : look.looked.regression->pass)];
  }
};

/// The bodies alone: what else the module says is what the source's says.
std::string functions_in(const std::string& module) {
  std::string text;
  bool body = false;
  for (std::size_t at = 0; at < module.size();) {
    const std::size_t end = std::min(module.find('\n', at), module.size());
    const std::string line = module.substr(at, end - at);
    body = body || line.starts_with("define ");
    if (body) text += line + "\n";
    if (line == "}") body = false;
    at = end + 1;
  }
  return text;
}

std::string table_of(const Regression& regression) {
  std::string text;
  for (const cost::Cost& each : regression.baseline.costs) {
    const auto other = cost::value_of(regression.branch.costs, each.measure);
    if (!other) continue;
    char line[128];
    std::snprintf(line, sizeof line, "  %-22s %8g -> %g %s\n", cost::name_of(each.measure), each.value, *other,
                  std::string(cost::row_of(each.measure).unit).c_str());
    text += line;
  }
  return text;
}

std::string headline(const RegressionLook& look) {
  const Regression& regression = *look.looked.regression;
  const bool made = regression.blame == regressions::Blame::Made;
  std::string text = look.file + ": @" + look.looked.name + ": dearer";
  if (regression.blame != regressions::Blame::Unknown)
    text += made ? ": " + regression.pass + " of the branch makes it so"
                 : ": the branch misses what " + regression.pass + " of the baseline does";
  if (regressions::are_of_runs(regression.branch.costs))
    text += " (by what runs execute)";
  else if (regression.ir_only)
    text += " (IR only: there is no machine code to measure)";
  if (look.news == RegressionNews::Known) text += " (known)";
  return text + "\n";
}

void print_regression(const RegressionLook& look, bool quiet) {
  const Regression& regression = *look.looked.regression;
  if (look.news == RegressionNews::Duplicate) return;
  if (quiet || look.news == RegressionNews::Known) return print(headline(look));
  print("----------------------------------------\n" + headline(look) + functions_in(regression.source) +
        "\n; the baseline:\n" + functions_in(regression.baseline.text) + "\n; the branch:\n" +
        functions_in(regression.branch.text) + "\n" + table_of(regression));
  const auto proof_of = [](const char* who, const Verdict& verdict) {
    std::printf("%s: %s\n", who, in_colour(verdict.kind, one_line(verdict)).c_str());
  };
  proof_of("the baseline", regression.baseline.proof);
  proof_of("the branch", regression.branch.proof);
  print("cause: " + regression.key + (regression.reduced ? "" : " (not reduced to the end)") + "\n\n");
}

void print_look(const RegressionLook& look, bool quiet) {
  const std::string where = look.looked.name.empty() ? "" : look.file + ": @" + look.looked.name + ": ";
  if (look.looked.regression) print_regression(look, quiet);
  if (look.looked.kind == Kind::BaselineWrong || look.looked.kind == Kind::BranchWrong)
    print(where + "a miscompile: " + look.looked.reason + "\n");
  if (look.looked.kind == Kind::Failed) complain(where + look.looked.reason);
  std::fflush(stdout);
}

void print_counts(const char* title, const std::map<std::string, int>& counts) {
  if (counts.empty()) return;
  std::string text = std::string(title) + "\n";
  for (const auto& [name, count] : counts) text += "  " + std::to_string(count) + " " + name + "\n";
  print(text);
}

void print_summary(const RegressionsTally& tally, const NotBegun& left) {
  std::printf("Summary:\n  %zu functions\n", tally.functions);
  if (left.all() != 0) print("  not begun: " + application::text_of(left) + "\n");
  for (const Kind kind : {Kind::Same, Kind::IrNoDearer, Kind::Unweighed, Kind::CodeNoDearer, Kind::Regression,
                          Kind::BaselineWrong, Kind::BranchWrong, Kind::Limited, Kind::Undecided, Kind::Failed})
    std::printf("  %d %s\n", tally.count(kind), regressions::name_of(kind));
  if (tally.ir_only != 0) std::printf("  %zu of these by IR only\n", tally.ir_only);
  print_counts("Regressions:", tally.news);
  print_counts("By pass, each cause once:", tally.passes);
  for (const auto& [kind, title] :
       {std::pair{Kind::Limited, "Limited:"}, {Kind::Undecided, "Undecided:"}, {Kind::Failed, "Failed:"}})
    if (const auto found = tally.kinds.find(kind); found != tally.kinds.end()) print_counts(title, found->second);
}

int exit_code(const RegressionsTally& tally, const NotBegun& left) {
  if (tally.count(Kind::Regression) != 0) return kNegative;
  const int failed = tally.count(Kind::Failed);
  if (static_cast<std::size_t>(failed) == tally.functions && left.all() == 0) return kUsage;
  const bool is_open = left.all() != 0 || failed + tally.count(Kind::Limited) + tally.count(Kind::Undecided) != 0;
  return is_open ? kInconclusive : kSuccess;
}

nlohmann::json settings_of(const RegressionsArguments& arguments) {
  const regressions::Options& options = arguments.request.options;
  return {{"assay", assay_version()},
          {"passes", options.passes},
          {"opt_args", options.opt_args},
          {"target", options.target},
          {"threshold", options.threshold},
          {"seed", arguments.question.seed},
          {"smt_timeout_ms", arguments.question.smt_timeout_ms}};
}

/// As nights keep it.
application::Missed missed_of(const RegressionsTally& tally, const std::vector<Regression>& found,
                              const NotBegun& left) {
  application::Missed missed;
  missed.not_begun = left.all();
  missed.compared = tally.functions;
  missed.undecided =
      static_cast<std::uint64_t>(tally.count(Kind::Undecided) + tally.count(Kind::Limited) + tally.count(Kind::Failed));
  for (const Regression& each : found) missed.regressions.push_back({each.key, each.source});
  return missed;
}

int run_regressions(RegressionsArguments arguments) {
  application::RegressionsRequest& request = arguments.request;
  request.wanted.timeout = std::chrono::milliseconds(static_cast<std::int64_t>(arguments.timeout_s * 1000));
  request.options.reduction_limit = std::chrono::milliseconds(static_cast<std::int64_t>(arguments.reduction_s * 1000));
  request.options.reduce = arguments.reduction_s > 0;
  request.options.threshold = arguments.percent / 100;
  request.options.opt_args = arguments.question.opt_args;
  request.options.judge = check::Options(arguments.question);
  const auto baseline = application::regression_build(request.baseline);
  if (!baseline) return refuse("--baseline: " + baseline.error());
  const auto branch = application::regression_build(request.branch);
  if (!branch) return refuse("--branch: " + branch.error());
  if (!arguments.json && (baseline->llc.empty() || branch->llc.empty()))
    complain("no llc lies beside an opt: IR alone says what is dearer");
  const std::string branch_name = compiler_name(branch->opt) + " against " + compiler_name(baseline->opt);
  const std::string started_at = utc_now();
  if (!arguments.database.empty()) {
    auto keys = nightly::recorded_regressions(arguments.database, "regressions", branch_name);
    if (!keys) return refuse("--db: " + keys.error());
    request.known_keys = std::move(*keys);
  }
  RegressionsTally tally;
  std::vector<Regression> found;
  nlohmann::json functions = nlohmann::json::array();
  request.wanted.stop = &stop_on_signals();
  const auto left = application::find_regressions(request, [&](RegressionLook look) {
    tally.add(look);
    if (look.news == RegressionNews::New) found.push_back(*look.looked.regression);
    if (arguments.json)
      functions.push_back(look);
    else
      print_look(look, arguments.quiet);
  });
  if (!left) return refuse(left.error());
  if (!arguments.database.empty()) {
    const auto recorded = nightly::record_search(
        arguments.database,
        {"regressions", branch_name, branch->opt, started_at, arguments.question.seed, missed_of(tally, found, *left)});
    if (!recorded) return refuse("--db: " + recorded.error());
    if (!arguments.json) print("recorded in " + arguments.database + " as " + recorded->night + "\n");
  }
  if (!arguments.issues.empty())
    if (Status unwritten = application::write_issues(found, request, arguments.issues))
      return refuse("--issues: " + unwritten->message);
  if (arguments.json)
    std::printf("%s\n", dump({{"baseline", *baseline},
                              {"branch", *branch},
                              {"settings", settings_of(arguments)},
                              {"functions", functions},
                              {"left", *left}})
                            .c_str());
  else
    print_summary(tally, *left);
  return exit_code(tally, *left);
}

std::string regressions_help() {
  return "Looks for functions that a branch of LLVM compiles to dearer code than its baseline does. Each definition is "
         "compiled\n"
         "alone by both opts, and what they leave by the llc beside each.\n\n"
         "A regression is dearer by IR (instructions, size, latency and throughput, by LLVM's model of the target) and "
         "by "
         "machine\n"
         "code (bytes, instructions, cycles of LLVM's scheduling model): by more than the threshold in one measure, "
         "and "
         "cheaper in\n"
         "none. Both results must be proved to refine the source, without limits. Nothing is timed. Each regression is "
         "reduced to\n"
         "the smallest function that is one, and the pass to blame is found: one that makes it dearer, or one of the "
         "baseline\n"
         "whose work the branch misses. Of those with one cause the first is printed.\n\n"
         "Loops that go another number of rounds (vectorized or unrolled by one of both) are weighed by what the "
         "interpreter\n"
         "executes, with the same inputs for both; static measures and machine code are not asked then. The inputs "
         "have no undef, "
         "and\n"
         "proofs may leave it out.\n\n"
         "Kinds of functions: same, ir-no-dearer, unweighed (its loops could not be run), code-no-dearer, regression, "
         "baseline-wrong, branch-wrong (a "
         "miscompile), "
         "limited\n"
         "(proved within limits only), undecided, failed.\n\n"
         "--json prints {\"baseline\",\"branch\",\"settings\",\"functions\":[{\"file\",\"news\",\"looked\":{\"name\","
         "\"kind\",\"reason\",\n"
         "\"ir_only\",\"regression\",\"seconds\"}}]}; a regression has source, baseline and branch (each with text, "
         "costs "
         "and proof),\n"
         "blame, pass, key, original and reduced; \"left\" counts what was not begun. --known takes such a file. "
         "--issues writes each cause as a text for "
         "LLVM's\n"
         "tracker.\n\n"
         "Exit code: 0 none is dearer, 1 there are regressions, 2 bad usage, or no function could be compiled, 3 none "
         "is "
         "known, but\n"
         "some could not be compiled or proved, or were not begun before Ctrl-C.";
}

void add_judging_options(CLI::App& verb, RegressionsArguments& arguments) {
  application::RegressionsRequest& request = arguments.request;
  verb.add_option("--seed", arguments.question.seed, "of the judge's sampled inputs")->capture_default_str();
  as_duration(verb.add_option("--smt-timeout", arguments.question.smt_timeout_ms,
                              "for one solver query: 90s or 5m; a number alone is milliseconds"),
              1)
      ->capture_default_str();
  as_duration(
      verb.add_option("--timeout", arguments.timeout_s, std::string("processor time for one function: ") + kDurations))
      ->check(CLI::Range(0.1, 3600.0))
      ->capture_default_str();
  as_duration(verb.add_option("--reduce-time", arguments.reduction_s,
                              std::string("for the reduction of one regression (0: none): ") + kDurations))
      ->check(CLI::Range(0.0, 3600.0))
      ->capture_default_str();
  verb.add_option("--memory", request.wanted.memory_mb, "megabytes for one function")
      ->check(CLI::Range(64u, 1u << 20))
      ->capture_default_str();
  verb.add_option("--jobs", request.wanted.jobs, "functions that are looked at at the same time")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
}

}  // namespace

void add_regressions(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<RegressionsArguments>();
  application::RegressionsRequest& request = arguments->request;
  CLI::App* verb = app.add_subcommand("regressions", "look for functions that a branch compiles to dearer code");
  verb->description(regressions_help());
  stdin_once(
      verb->add_option("files", request.wanted.paths, ".ll and .bc files, and folders of them; - is standard input"))
      ->required();
  verb->add_option("--function", request.wanted.functions, "look at this function only (may be repeated)")
      ->allow_extra_args(false);
  verb->add_option("--baseline", request.baseline, "path of the baseline's opt")->required();
  verb->add_option("--branch", request.branch, "path of the branch's opt")->required();
  verb->add_option("--passes", request.options.passes, "-passes string of both")->capture_default_str();
  verb->add_option("--opt-args", arguments->question.opt_args, "options of the compilers' passes");
  verb->add_option("--target", request.options.target,
                   "what modules without a triple are compiled for: a name as hunt's --target takes it")
      ->capture_default_str();
  verb->add_option("--threshold", arguments->percent, "percent by which a measure must be dearer, or more")
      ->check(CLI::Range(0.0, 1000.0))
      ->capture_default_str();
  verb->add_option("--db", arguments->database,
                   "a database: causes are recorded there as a night's are; those recorded before are known");
  verb->add_option("--issues", arguments->issues,
                   "a folder: an issue for LLVM's tracker of each cause is written there");
  verb->add_option("--known", request.known, "JSON of an earlier run: its regressions are known");
  add_judging_options(*verb, *arguments);
  verb->add_flag("--json", arguments->json, "print one JSON object");
  verb->add_flag("--quiet", arguments->quiet, "print one line for each cause, and the summary");
  verb->callback([arguments, &action] { action = [arguments] { return run_regressions(*arguments); }; });
}

}  // namespace assay::cli
