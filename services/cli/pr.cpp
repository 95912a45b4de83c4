#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>

#include "services/application/pr_comment.h"
#include "services/application/replay.h"
#include "services/application/touched_passes.h"
#include "services/cli/database.h"
#include "services/cli/options.h"
#include "services/cli/render.h"
#include "services/cli/roots.h"
#include "services/cli/verbs.h"
#include "services/common/fields_json.h"
#include "services/common/text.h"
#include "services/nightly/hunt_apart.h"
#include "services/worker/hunt/equipment.h"

namespace assay::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint32_t kReplaySeconds = 30;

struct PrArguments {
  std::string patch;
  std::string checkout;
  std::string baseline;
  std::string branch;
  std::vector<std::string> passes;
  std::string time = "5m";
  unsigned jobs = default_jobs();
  std::uint64_t seed = 1;
  std::uint64_t mutants = 0;
  std::string database;
  std::string output;
  RootOptions roots;
  bool no_costs = false;
  bool json = false;
};

/// How the time is shared: the tests themselves first, then the hunt; the rest is for the baseline and the costs.
struct Shares {
  Clock::time_point start = Clock::now();
  std::chrono::seconds all;
  Clock::time_point tests_end() const { return start + all * 3 / 10; }
  Clock::time_point hunt_end() const { return start + all * 7 / 10; }
  Clock::time_point costs_end() const { return start + all; }
};

Result<std::unique_ptr<optimize::Compiler>> open(const std::string& what, const std::string& path) {
  auto compiler = optimize::open_compiler(path);
  if (!compiler) return compiler.wrap("--" + what);
  return compiler;
}

std::vector<std::string> passes_for(const PrArguments& arguments, const application::PatchHunt& patch) {
  std::vector<std::string> passes = arguments.passes;
  const auto add = [&](const std::vector<std::string>& more) {
    for (const std::string& each : more)
      if (std::find(passes.begin(), passes.end(), each) == passes.end()) passes.push_back(each);
  };
  if (arguments.passes.empty()) {
    add(patch.pipelines());
    add(application::passes_of_files(patch.files()));
  }
  return passes;
}

/// What a RUN line of another age asks for may be no pipeline of today.
void drop_refused(optimize::Compiler& compiler, application::PrReport& report) {
  std::vector<std::string> accepted;
  for (const std::string& pipeline : report.passes)
    if (const auto expanded = compiler.expand(optimize::spell_pipeline(pipeline, compiler.major_version())))
      accepted.push_back(pipeline);
    else
      report.skipped.push_back("passes '" + pipeline + "': refused by " + compiler.id().version);
  report.passes = std::move(accepted);
}

void say(const PrArguments& arguments, const std::string& what) {
  if (!arguments.json) std::fprintf(stderr, "assay: %s\n", visible(what).c_str());
}

Status hunt_for(const PrArguments& arguments, const application::PatchHunt& patch, const Shares& shares,
                const std::string& database, application::PrReport& report) {
  const auto time = std::chrono::duration_cast<std::chrono::seconds>(shares.hunt_end() - Clock::now());
  if (time.count() < 1) return std::nullopt;
  std::vector<std::string> options{
      "--compiler=" + arguments.branch,           "--db=" + database,
      "--time=" + std::to_string(time.count()),   "--finish=10s",
      "--jobs=" + std::to_string(arguments.jobs), "--seed=" + std::to_string(arguments.seed)};
  if (arguments.mutants != 0) options.push_back("--mutants=" + std::to_string(arguments.mutants));
  if (patch.functions() != 0) options.push_back("--seeds=" + patch.folder());
  for (const std::string& pipeline : report.passes) options.push_back("--passes=" + pipeline);
  auto hunt = nightly::hunt_apart("/proc/self/exe", options);
  if (!hunt) return hunt.wrap("the hunt");
  report.hunt = std::move(*hunt);
  return std::nullopt;
}

/// The cases that represent the bugs of the hunt.
Result<std::vector<Finding>> found_by_hunt(const std::string& database, const nlohmann::json& hunt) {
  if (!hunt.is_object()) return std::vector<Finding>();
  auto link = open_database({database, "", {}});
  if (!link) return Error{link.error()};
  store::BugFilter filter;
  filter.hunt = hunt.value("hunt", "");
  filter.limit = ~0u;
  auto page = (*link)->list_bugs(filter);
  if (!page) return Error{page.error()};
  std::vector<Finding> findings;
  for (Bug& bug : page->bugs) findings.push_back(std::move(bug.best));
  return findings;
}

/// Each failure once, replayed in the baseline.
void judge(const PrArguments& arguments, const triage::Roots& roots, std::vector<Finding> of_hunt,
           application::PrReport& report) {
  std::set<std::string> signatures;
  const auto take = [&](const Finding& finding, const char* from) {
    if (!signatures.insert(finding.signature).second) return;
    const application::Replay said = application::replay_apart(arguments.baseline, finding, kReplaySeconds);
    report.findings.push_back({finding, from, application::name_of(said.kind),
                               said.kind == application::Replay::Kind::Undecided ? said.why : "",
                               roots.standing_of(finding).root});
  };
  for (const Finding& finding : report.tests.findings) take(finding, "a test of the patch");
  for (const Finding& finding : of_hunt) take(finding, "the hunt");
}

void compare_costs(const PrArguments& arguments, const application::PatchHunt& patch, const Shares& shares,
                   application::PrReport& report) {
  if (arguments.no_costs) return void(report.no_costs = "it was not asked for");
  if (patch.functions() == 0) return void(report.no_costs = "the patch has no test that can be compiled");
  auto inputs = compare::read_inputs({patch.folder()});
  if (!inputs) return void(report.no_costs = inputs.error());
  for (compare::Input& input : *inputs)  // the files are named by their content
    if (std::string function = application::function_of(input.ir); !function.empty()) input.name = std::move(function);
  compare::Options options;
  options.runs = 3;
  options.stop = [&] { return Clock::now() >= shares.costs_end(); };
  auto costs = compare::compare(arguments.baseline, arguments.branch, *inputs, options);
  if (costs)
    report.costs = std::move(*costs);
  else
    report.no_costs = costs.error();
}

Status look(const PrArguments& arguments, const triage::Roots& roots, std::chrono::seconds time,
            application::PrReport& report) {
  const Shares shares{Clock::now(), time};
  auto patch = application::PatchHunt::open(arguments.patch, arguments.checkout);
  if (!patch) return Error{patch.error()};
  const auto baseline = open("baseline", arguments.baseline), branch = open("branch", arguments.branch);
  if (!baseline) return Error{baseline.error()};
  if (!branch) return Error{branch.error()};
  report.baseline = (*baseline)->id();
  report.branch = (*branch)->id();
  report.functions = (*patch)->functions();
  report.skipped = (*patch)->skipped();
  report.passes = passes_for(arguments, **patch);
  drop_refused(**branch, report);
  if (report.passes.empty())
    return Error{arguments.patch +
                 ": neither a RUN line of opt nor a file of the optimizer; name what to run with --passes"};
  say(arguments, std::to_string(report.functions) + " functions of the patch, passes " + joined(report.passes, " "));
  report.tests = application::check_tests(**patch, report.passes, arguments.branch, shares.tests_end());
  const ScratchFolder scratch("assay-pr-");
  if (!scratch.is_there()) return Error{"no folder can be made for the hunt's findings"};
  const std::string database = arguments.database.empty() ? scratch.file("assay.db") : arguments.database;
  if (Status bad = hunt_for(arguments, **patch, shares, database, report)) return bad;
  auto of_hunt = found_by_hunt(database, report.hunt);
  if (!of_hunt) return Error{of_hunt.error()};
  say(arguments, "replaying in the baseline");
  judge(arguments, roots, std::move(*of_hunt), report);
  compare_costs(arguments, **patch, shares, report);
  report.seconds = std::chrono::duration<double>(Clock::now() - shares.start).count();
  return std::nullopt;
}

int run_pr(const PrArguments& arguments) {
  const auto time = parse_duration(arguments.time);
  if (!time) return refuse(time.wrap("--time").message);
  const auto roots = open_roots(arguments.roots);
  if (!roots) return refuse(roots.error());
  application::PrReport report;
  if (Status bad = look(arguments, *roots, std::chrono::seconds(*time), report)) return refuse(bad->message);
  if (!arguments.output.empty()) {
    std::ofstream file(arguments.output);
    file << application::comment_of(report);
    if (!file.flush()) return refuse(arguments.output + ": can't be written");
  }
  if (arguments.json)
    std::printf("%s\n", dump(application::json_of(report)).c_str());
  else if (arguments.output.empty())
    print(application::comment_of(report));
  if (report.new_ones() != 0) return kNegative;
  return report.judged() == 0 ? kInconclusive : kSuccess;
}

}  // namespace

void add_pr(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<PrArguments>();
  CLI::App* verb = app.add_subcommand("pr");
  verb->description(
      "Looks at one change to LLVM before it lands and ends with a comment in Markdown. The functions of the tests\n"
      "that the patch adds or changes go through the passes of their RUN lines and those of the source files that it\n"
      "touches, first as they are, then as seeds of a hunt. What fails in the branch is replayed in the baseline: new\n"
      "is what does not fail there. Costs of both are compared on the same functions and told; they do not decide.\n\n"
      "Exit code: 0 nothing new, 1 something new, 2 bad usage, no such compiler, or a patch with nothing to look at,\n"
      "3 not one pair was judged.");
  verb->add_option("patch", arguments->patch, "unified diff of a compiler (git diff, git format-patch)")->required();
  verb->add_option("--baseline", arguments->baseline, "path of an opt without the change")->required();
  verb->add_option("--branch", arguments->branch, "path of an opt with it")->required();
  verb->add_option("--checkout", arguments->checkout,
                   "tree with the patch applied, for functions that it shows in part")
      ->check(CLI::ExistingDirectory);
  verb->add_option("--passes", arguments->passes,
                   "-passes string in place of those that the patch tells of; may be repeated")
      ->allow_extra_args(false);
  verb->add_option("--time", arguments->time, "about how long: 90, 30s, 2m, 1h")->capture_default_str();
  verb->add_option("--jobs", arguments->jobs, "processes that hunt")->check(CLI::Range(1, 1024))->capture_default_str();
  verb->add_option("--seed", arguments->seed, "the same seed makes the same mutants")->capture_default_str();
  verb->add_option("--mutants", arguments->mutants, "how many mutants at most (as many as there is time for)");
  verb->add_option("--db", arguments->database, "SQLite file to keep the hunt's findings in (none)");
  verb->add_option("-o,--output", arguments->output, "file for the comment (it is printed)");
  add_root_options(*verb, arguments->roots);
  verb->add_flag("--no-costs", arguments->no_costs, "compare no costs");
  verb->add_flag("--json", arguments->json, "print one JSON object, with findings, costs and the comment");
  verb->callback([arguments, &action] { action = [arguments] { return run_pr(*arguments); }; });
}

}  // namespace assay::cli
