#include <CLI/CLI.hpp>
#include <exception>

#include "services/cli/render.h"
#include "services/cli/verbs.h"
#include "services/cli/words.h"
#include "services/common/log.h"

int main(int argc, char** argv) {
  CLI::App app("Assay hunts miscompilations in LLVM's optimizer.", "assay");
  app.set_version_flag("--version", assay::cli::version_text);
  app.require_subcommand(1);
  assay::cli::show_summaries(app);
  std::string level = "warning";
  app.add_option("--log-level", level, "trace, debug, info, warning, error or off; the log goes to stderr");
  assay::cli::Action action;
  for (auto add :
       {assay::cli::add_hunt,     assay::cli::add_hunts,      assay::cli::add_bugs,    assay::cli::add_show,
        assay::cli::add_findings, assay::cli::add_recheck,    assay::cli::add_verify,  assay::cli::add_replay,
        assay::cli::add_export,   assay::cli::add_mark,       assay::cli::add_note,    assay::cli::add_merge,
        assay::cli::add_split,    assay::cli::add_check,      assay::cli::add_compare, assay::cli::add_plugin,
        assay::cli::add_pr,       assay::cli::add_run,        assay::cli::add_reduce,  assay::cli::add_generate,
        assay::cli::add_mutate,   assay::cli::add_corpus,     assay::cli::add_serve,   assay::cli::add_work,
        assay::cli::add_health,   assay::cli::add_db,         assay::cli::add_facts,   assay::cli::add_sql,
        assay::cli::add_token,    assay::cli::add_completion, assay::cli::add_bisect,  assay::cli::add_nightly,
        assay::cli::add_night,    assay::cli::add_man,        assay::cli::add_watch,   assay::cli::add_codegen})
    add(app, action);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (app.exit(error) == 0) return assay::cli::kSuccess;
    const std::string meant = assay::cli::nearest_word(app, {argv + 1, argv + argc});
    if (!meant.empty()) assay::cli::complain(meant);
    return assay::cli::kUsage;
  }
  assay::LogLevel chosen;
  if (!assay::parse_log_level(level, chosen)) {
    assay::cli::complain("--log-level=" + level + ": expected trace, debug, info, warning, error or off");
    return assay::cli::kUsage;
  }
  assay::configure_log(chosen);
  return action();
}
