#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "services/application/releases.h"
#include "services/cli/database.h"
#include "services/cli/render.h"
#include "services/cli/verbs.h"
#include "services/common/fields_json.h"
#include "services/nightly/bisect.h"

namespace assay::cli {
namespace {

struct BisectArguments {
  DatabaseOptions database;
  std::string bug;
  std::string config;
  std::string branch;
  std::string good, bad;
  std::vector<std::string> marks;
  bool restart = false;
  bool json = false;
};

int run_releases(const BisectArguments& arguments) {
  auto bug = find_bug(arguments.database, arguments.bug);
  if (!bug) return refuse(bug.error());
  const application::Releases releases = application::ask_releases(bug->best);
  const std::string first = releases.first_bad(), fixed = releases.fixed_in();
  const bool or_before = releases.shows_in_oldest();
  if (arguments.json)
    std::printf("%s\n",
                dump({{"bug", bug->id}, {"first_bad", first}, {"or_before", or_before}, {"fixed_in", fixed}}).c_str());
  else
    print(releases.text() + "\n" +
          (first.empty() ? "no release is bad\n"
                         : "first bad release: " + first +
                               (or_before ? " or before (the oldest here that gives an answer)" : "") + "\n") +
          (fixed.empty() ? "" : "fixed in: " + fixed + "\n"));
  return first.empty() ? kNegative : kSuccess;
}

/// "COMMIT=good"
Result<nightly::BisectStep> mark_of(const std::string& text) {
  const auto at = text.rfind('=');
  const auto state = at == std::string::npos
                         ? std::nullopt
                         : enumerator_of(text.substr(at + 1), std::type_identity<nightly::CommitState>());
  if (at == 0 || !state) return Error{"--mark=" + text + ": expected COMMIT=good, COMMIT=bad or COMMIT=skip"};
  return nightly::BisectStep{text.substr(0, at), *state, ""};
}

int print_result(const BisectArguments& arguments, const nightly::BisectResult& result) {
  if (arguments.json) {
    std::printf("%s\n", dump({{"first_bad", result.first_bad},
                              {"subject", result.subject},
                              {"suspects", result.suspects},
                              {"log", result.log}})
                            .c_str());
  } else if (!result.first_bad.empty()) {
    print("first bad commit: " + result.first_bad + " " + result.subject + "\n");
  } else {
    print("the first bad commit is one of these, which could not be told apart:\n");
    for (const std::string& commit : result.suspects) print("  " + commit + "\n");
  }
  return result.first_bad.empty() ? kInconclusive : kSuccess;
}

int run_commits(const BisectArguments& arguments) {
  auto plan = nightly::read_plan(arguments.config);
  if (!plan) return refuse_each(plan.error());
  const nightly::Branch* branch = plan->branch(arguments.branch);
  if (branch == nullptr) return refuse("--branch=" + arguments.branch + ": the plan has no such branch");
  DatabaseOptions database = arguments.database;
  database.file = plan->database;
  nightly::BisectOptions options;
  options.good = arguments.good;
  options.bad = arguments.bad;
  options.restart = arguments.restart;
  for (const std::string& text : arguments.marks) {
    auto mark = mark_of(text);
    if (!mark) return refuse(mark.error());
    options.marks.push_back(*mark);
  }
  options.tell = [](const nightly::BisectStep& step, std::size_t left) {
    complain(step.commit.substr(0, 12) + " " + name_of(step.state) + " (" + step.how + "), " + std::to_string(left) +
             " left");
  };
  auto bug = find_bug(database, arguments.bug);
  if (!bug) return refuse(bug.error());
  if (options.good.empty()) {
    auto good = nightly::last_good(*plan, branch->name, bug->id);
    if (!good) return refuse(good.error());
    options.good = *good;
  }
  auto result = nightly::bisect(*plan, *branch, bug->id, bug->best, options);
  if (!result) return refuse(result.error());
  if (!result->first_bad.empty()) {
    auto link = open_database(database);
    if (!link) return refuse(link.error());
    const store::BugChange note = nightly::note_of(*result, *branch, bug->id);
    if (Status bad = (*link)->change_bug(note)) return refuse(bad->message);
  }
  return print_result(arguments, *result);
}

}  // namespace

void add_bisect(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<BisectArguments>();
  CLI::App* verb =
      app.add_subcommand("bisect", "the first release, or the first commit of a branch, in which a bug shows");
  verb->description(
      "Without a plan: asks the releases that are installed here; if the oldest shows the bug, the first bad one may "
      "be "
      "older. With one: builds commits of a branch by its recipe, "
      "in a worktree of\n"
      "its own, until the first bad one is found; what does not build or gets no answer is skipped. Each step is in a "
      "log, and the\n"
      "next call goes on from there; --mark corrects a step that was wrong. The commit is noted with the bug.\n\n"
      "Exit code: 0 found, 1 no release is bad, 2 bad usage, no such bug, or the ends do not differ, 3 only a range "
      "was found.");
  add_database_options(*verb, arguments->database);
  verb->add_option("bug", arguments->bug, "the id of the bug, or of a finding of it, or a unique prefix")->required();
  auto* config = verb->add_option("--config", arguments->config, "the plan (assay nightly), whose database is asked");
  auto* branch = verb->add_option("--branch", arguments->branch, "its branch with a checkout")->needs(config);
  config->needs(branch);
  verb->add_option("--good", arguments->good,
                   "a commit in which it is absent (that of the last night in which it was, or the first of all)")
      ->needs(config);
  verb->add_option("--bad", arguments->bad, "one in which it shows (what is checked out)")->needs(config);
  verb->add_option("--mark", arguments->marks,
                   "COMMIT=good, COMMIT=bad or COMMIT=skip: in place of what was measured; may be repeated")
      ->needs(config)
      ->allow_extra_args(false);
  verb->add_flag("--restart", arguments->restart, "forget the log")->needs(config);
  verb->add_flag("--json", arguments->json, "print one JSON object");
  verb->callback([arguments, &action] {
    action = [arguments] { return arguments->config.empty() ? run_releases(*arguments) : run_commits(*arguments); };
  });
}

}  // namespace assay::cli
