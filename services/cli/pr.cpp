#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>

#include "services/application/pull_request.h"
#include "services/cli/options.h"
#include "services/cli/render.h"
#include "services/cli/roots.h"
#include "services/cli/settings.h"
#include "services/cli/verbs.h"

namespace assay::cli {
namespace {

struct PrArguments {
  application::PullRequest request;
  Question said;
  std::string time = "5m";
  std::string output;
  RootOptions roots;
  bool json = false;
};

int run_pr(PrArguments arguments) {
  const auto time = parse_duration(arguments.time);
  if (!time) return refuse(time.wrap("--time").message);
  const auto roots = open_roots(arguments.roots);
  if (!roots) return refuse_each(roots.error());
  arguments.request.opt_args = arguments.said.opt_args;
  arguments.request.time = std::chrono::seconds(*time);
  if (!arguments.json) arguments.request.say = [](const std::string& what) { complain(what); };
  const auto report = application::look_at(arguments.request, *roots);
  if (!report) return refuse(report.error());
  if (!arguments.output.empty()) {
    std::ofstream file(arguments.output);
    file << application::comment_of(*report);
    if (!file.flush()) return refuse(arguments.output + ": can't be written");
  }
  if (arguments.json)
    std::printf("%s\n", dump(application::json_of(*report)).c_str());
  else if (arguments.output.empty())
    print(application::comment_of(*report));
  if (report->has_news()) return kNegative;
  return report->judged() == 0 ? kInconclusive : kSuccess;
}

}  // namespace

void add_pr(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<PrArguments>();
  arguments->request.jobs = default_jobs();
  CLI::App* verb = app.add_subcommand("pr");
  verb->description(
      "Looks at one change to LLVM before it lands and ends with a comment in Markdown. The functions of the tests\n"
      "that the patch adds or changes go through the passes of their RUN lines and those of the source files that it\n"
      "touches, first as they are, then as seeds of a hunt. What fails in the branch is replayed in the baseline: new\n"
      "is what does not fail there. Costs of both are compared on the same functions and told; they do not decide.\n\n"
      "Exit code: 0 nothing new, 1 something new, or a test of the patch is compiled wrongly, whoever else does that,\n"
      "2 bad usage, no such compiler, or a patch with nothing to look at, 3 not one pair was judged.");
  verb->add_option("patch", arguments->request.patch, "unified diff of a compiler (git diff, git format-patch)")
      ->required();
  verb->add_option("--baseline", arguments->request.baseline, "path of an opt without the change")->required();
  verb->add_option("--branch", arguments->request.branch, "path of an opt with it")->required();
  verb->add_option("--checkout", arguments->request.checkout,
                   "tree with the patch applied, for functions that it shows in part")
      ->check(CLI::ExistingDirectory);
  verb->add_option("--passes", arguments->request.passes,
                   "-passes string in place of those that the patch tells of; may be repeated")
      ->allow_extra_args(false);
  add_settings(*verb, kPr, arguments->said);
  verb->add_option("--time", arguments->time, std::string("about how long: ") + kDurations)->capture_default_str();
  verb->add_option("--jobs", arguments->request.jobs, "processes that hunt")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  verb->add_option("--seed", arguments->request.seed, "the same seed makes the same mutants")->capture_default_str();
  at_least_one(verb->add_option("--mutants", arguments->request.mutants,
                                "how many mutants at most (as many as there is time for)"));
  verb->add_option("--db", arguments->request.database, "SQLite file to keep the hunt's findings in (none)");
  verb->add_option("-o,--output", arguments->output, "file for the comment (it is printed)");
  add_root_options(*verb, arguments->roots);
  verb->add_flag("--no-costs", arguments->request.no_costs, "compare no costs");
  verb->add_flag("--json", arguments->json, "print one JSON object, with findings, costs and the comment");
  verb->callback([arguments, &action] { action = [arguments] { return run_pr(*arguments); }; });
}

}  // namespace assay::cli
