#include "services/application/pull_request.h"

#include <algorithm>
#include <set>

#include "services/application/hunt.h"
#include "services/application/releases.h"
#include "services/application/replay.h"
#include "services/application/touched_passes.h"
#include "services/common/fields_json.h"
#include "services/common/text.h"
#include "services/worker/optimize/optimize.h"

namespace assay::application {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint32_t kReplaySeconds = 30;
constexpr std::chrono::seconds kFinish{30};  // reductions that were cut short
constexpr double kLeastMs = 10;              // a function that compiles in less says nothing of time and memory

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

std::vector<std::string> passes_for(const PullRequest& request, const PatchHunt& patch) {
  std::vector<std::string> passes = request.passes;
  const auto add = [&](const std::vector<std::string>& more) {
    for (const std::string& each : more)
      if (std::find(passes.begin(), passes.end(), each) == passes.end()) passes.push_back(each);
  };
  if (request.passes.empty()) {
    add(patch.pipelines());
    add(passes_of_files(patch.files()));
  }
  return passes;
}

/// What a RUN line of another age asks for may be no pipeline of today, and beside an opt may lie no llc.
void drop_refused(const PullRequest& request, optimize::Compiler& compiler, PrReport& report) {
  std::vector<std::string> accepted;
  for (const std::string& pipeline : report.passes) {
    HuntRequest tried;
    Status bad = hunt_in(tried, request.branch, pipeline);
    if (!bad && !is_codegen(pipeline) &&
        !compiler.expand(
            optimize::spell_pipeline(optimize::parse_invocation(pipeline).passes, compiler.major_version())))
      bad = Error{"refused by " + compiler.id().version};
    if (bad)
      report.skipped.push_back("passes '" + pipeline + "': " + bad->message);
    else
      accepted.push_back(pipeline);
  }
  report.passes = std::move(accepted);
}

/// What the patch's tests go through: code generation by each of its configurations.
Result<std::vector<std::string>> with_configurations(const std::vector<std::string>& passes) {
  std::vector<std::string> pipelines;
  for (const std::string& each : passes) {
    if (!is_codegen(each)) {
      pipelines.push_back(each);
      continue;
    }
    auto configurations = codegen_pipelines(each);
    if (!configurations) return configurations;
    pipelines.insert(pipelines.end(), configurations->begin(), configurations->end());
  }
  return pipelines;
}

/// The hunts: one in all passes, and one in each code generation.
std::vector<HuntRequest> hunts_for(const PullRequest& request, const std::vector<std::string>& passes) {
  std::vector<HuntRequest> hunts;
  HuntRequest of_passes;
  for (const std::string& each : passes) {
    HuntRequest one;
    if (hunt_in(one, request.branch, each)) continue;  // dropped before
    if (is_codegen(each))
      hunts.push_back(std::move(one));
    else
      of_passes.settings.passes.push_back(each);
  }
  if (of_passes.settings.passes.empty()) return hunts;
  of_passes.settings.compilers = {request.branch};
  of_passes.settings.opt_args = request.opt_args;
  hunts.insert(hunts.begin(), std::move(of_passes));
  return hunts;
}

/// They share the time that is left, and each makes as many mutants as were asked for.
Status hunt_all(const PullRequest& request, const PatchHunt& patch, const Shares& shares, const std::string& database,
                PrReport& report) {
  std::vector<HuntRequest> hunts = hunts_for(request, report.passes);
  for (std::size_t i = 0; i < hunts.size(); ++i) {
    const auto left = std::chrono::duration_cast<std::chrono::seconds>(shares.hunt_end() - Clock::now());
    const auto seconds = left.count() / static_cast<std::int64_t>(hunts.size() - i);
    HuntRequest& wanted = hunts[i];
    if (seconds < 1) {
      report.skipped.push_back(
          "a hunt in " +
          (wanted.codegen.empty() ? joined(wanted.settings.passes, ", ") : "code generation of " + wanted.codegen) +
          ": no time was left for it");
      continue;
    }
    if (patch.functions() != 0) wanted.settings.seeds = patch.folder();
    wanted.seconds = static_cast<std::uint32_t>(seconds);
    wanted.mutants = request.mutants;
    wanted.jobs = request.jobs;
    wanted.seed = request.seed;
    wanted.finish = kFinish;
    auto hunt = hunt_apart(wanted, database);
    if (!hunt) return hunt.wrap("the hunt");
    report.hunts.push_back(std::move(*hunt));
  }
  return std::nullopt;
}

/// The cases that represent the bugs of the hunts. A duplicate is told by the bug that it is one of.
Result<std::vector<Finding>> found_by(const std::vector<nlohmann::json>& hunts, const std::string& database) {
  std::vector<Finding> findings;
  if (hunts.empty()) return findings;
  auto link = open_file(database)();
  if (!link) return Error{link.error()};
  for (const nlohmann::json& hunt : hunts) {
    store::BugFilter filter;
    filter.hunt = hunt.value("hunt", "");
    filter.limit = ~0u;
    auto page = (*link)->list_bugs(filter);
    if (!page) return Error{page.error()};
    for (Bug& bug : page->bugs)
      if (bug.status != BugStatus::Duplicate) findings.push_back(std::move(bug.best));
  }
  return findings;
}

/// Each failure once, replayed in the baseline.
void judge(const PullRequest& request, const triage::Roots& roots, std::vector<Finding> of_hunts, PrReport& report) {
  std::set<std::string> signatures;
  const auto take = [&](const Finding& finding, const char* from, const PatchTest& test, const std::string& example) {
    if (!signatures.insert(finding.signature).second) return;
    const Replay said = replay_apart(request.baseline, finding, kReplaySeconds);
    const triage::Standing standing = roots.standing_of(finding);
    report.findings.push_back({finding, from, test.file, test.function, example, said.kind,
                               said.kind == Replay::Kind::Undecided ? said.why : "", standing.root, standing.kind});
  };
  for (const TestFailure& each : report.tests.failures)
    take(each.finding, "a test of the patch", each.test, each.example);
  for (const Finding& finding : of_hunts) take(finding, "the hunt", {}, "");
}

void add_costs(const PullRequest& request, const PatchHunt& patch, const Shares& shares, PrReport& report) {
  if (request.no_costs) return void(report.no_costs = "it was not asked for");
  if (patch.functions() == 0) return void(report.no_costs = "the patch has no test that can be compiled");
  auto inputs = compare::read_inputs({patch.folder()});
  if (!inputs) return void(report.no_costs = inputs.error());
  for (compare::Input& input : *inputs)  // the files are named by their content
    if (std::string function = function_of(input.ir); !function.empty()) input.name = std::move(function);
  compare::Options options;
  options.runs = 3;
  options.least_ms = kLeastMs;
  options.stop = [&] { return Clock::now() >= shares.costs_end(); };
  auto costs = compare::compare(request.baseline, request.branch, *inputs, options);
  if (costs)
    report.costs = std::move(*costs);
  else
    report.no_costs = costs.error();
}

}  // namespace

Result<PrReport> look_at(const PullRequest& request, const triage::Roots& roots) {
  PrReport report;
  const Shares shares{Clock::now(), request.time};
  auto patch = PatchHunt::open(request.patch, request.checkout);
  if (!patch) return Error{patch.error()};
  const auto baseline = open("baseline", request.baseline), branch = open("branch", request.branch);
  if (!baseline) return Error{baseline.error()};
  if (!branch) return Error{branch.error()};
  if (const Status bad = optimize::check_opt_args(request.opt_args)) return Error{"--opt-args: " + bad->message};
  report.baseline = (*baseline)->id();
  report.branch = (*branch)->id();
  report.functions = (*patch)->functions();
  report.skipped = (*patch)->skipped();
  report.passes = passes_for(request, **patch);
  drop_refused(request, **branch, report);
  if (report.passes.empty())
    return Error{request.patch +
                 ": neither a RUN line of opt nor a file of the optimizer or of a target; name what to run with "
                 "--passes"};
  request.say("of the patch " + std::to_string(report.functions) +
              (report.functions == 1 ? " function" : " functions") + ", passes " + joined(report.passes, " "));
  const auto pipelines = with_configurations(report.passes);
  if (!pipelines) return Error{pipelines.error()};
  report.tests = check_tests(**patch, *pipelines, request.opt_args, request.branch, shares.tests_end());
  const ScratchFolder scratch("assay-pr-");
  if (!scratch.is_there()) return Error{"no folder can be made for the hunt's findings"};
  const std::string database = request.database.empty() ? scratch.file("assay.db") : request.database;
  if (Status bad = hunt_all(request, **patch, shares, database, report)) return *bad;
  auto of_hunts = found_by(report.hunts, database);
  if (!of_hunts) return Error{of_hunts.error()};
  request.say("replaying in the baseline");
  judge(request, roots, std::move(*of_hunts), report);
  for (PrFinding& each : report.findings) each.passes = plain_passes(**branch, each.finding);
  add_costs(request, **patch, shares, report);
  report.seconds = std::chrono::duration<double>(Clock::now() - shares.start).count();
  return report;
}

}  // namespace assay::application
