#pragma once

#include <functional>

namespace CLI {
class App;
}

/// The verbs of the assay command. Each adds its subcommand with options and help, and, when the command line names it,
/// leaves in `action` what main runs; the action's result is the exit code.
namespace assay::cli {

using Action = std::function<int()>;

/// Exit codes, the same for every verb; each verb's help says which it uses.
enum ExitCode : int {
  kSuccess = 0,       ///< check: all correct; replay: reproduces
  kNegative = 1,      ///< check: some incorrect; replay: does not reproduce; health: it is not
  kUsage = 2,         ///< bad input or usage
  kInconclusive = 3,  ///< check: none incorrect, some unknown or unsupported; replay: undecided
  kUndefined = 77,    ///< run: undefined behaviour. A program's own exit code may be any, so it is none of the usual
};

void add_bisect(CLI::App& app, Action& action);
void add_bugs(CLI::App& app, Action& action);
void add_check(CLI::App& app, Action& action);
void add_codegen(CLI::App& app, Action& action);
void add_compare(CLI::App& app, Action& action);
void add_completion(CLI::App& app, Action& action);
void add_corpus(CLI::App& app, Action& action);
void add_db(CLI::App& app, Action& action);
void add_export(CLI::App& app, Action& action);
void add_facts(CLI::App& app, Action& action);
void add_findings(CLI::App& app, Action& action);
void add_generate(CLI::App& app, Action& action);
void add_health(CLI::App& app, Action& action);
void add_hunt(CLI::App& app, Action& action);
void add_hunts(CLI::App& app, Action& action);
void add_improve(CLI::App& app, Action& action);
void add_regressions(CLI::App& app, Action& action);
void add_man(CLI::App& app, Action& action);
void add_mark(CLI::App& app, Action& action);
void add_merge(CLI::App& app, Action& action);
void add_mutate(CLI::App& app, Action& action);
void add_night(CLI::App& app, Action& action);
void add_nightly(CLI::App& app, Action& action);
void add_note(CLI::App& app, Action& action);
void add_plugin(CLI::App& app, Action& action);
void add_pr(CLI::App& app, Action& action);
void add_recheck(CLI::App& app, Action& action);
void add_reduce(CLI::App& app, Action& action);
void add_replay(CLI::App& app, Action& action);
void add_run(CLI::App& app, Action& action);
void add_serve(CLI::App& app, Action& action);
void add_show(CLI::App& app, Action& action);
void add_split(CLI::App& app, Action& action);
void add_sql(CLI::App& app, Action& action);
void add_token(CLI::App& app, Action& action);
void add_verify(CLI::App& app, Action& action);
void add_watch(CLI::App& app, Action& action);
void add_work(CLI::App& app, Action& action);

}  // namespace assay::cli
