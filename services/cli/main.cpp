#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "services/cli/render.h"
#include "services/cli/verbs.h"
#include "services/cli/words.h"
#include "services/common/log.h"

namespace {

/// "help check" asks what "check --help" does.
std::vector<std::string> words_of(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty() || words.front() != "help") return words;
  words.erase(words.begin());
  words.emplace_back("--help");
  return words;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Assay hunts miscompilations in LLVM's optimizer.", "assay");
  app.set_version_flag("--version", assay::cli::version_text);
  app.require_subcommand(1);
  app.footer("assay help VERB tells of one verb; assay man VERB has its manual page.");
  assay::cli::show_summaries(app);
  std::string level = "warning";
  app.add_option("--log-level", level, "trace, debug, info, warning, error or off; the log goes to stderr");
  assay::cli::Action action;
  for (auto add :
       {assay::cli::add_hunt,        assay::cli::add_hunts,    assay::cli::add_bugs,    assay::cli::add_show,
        assay::cli::add_findings,    assay::cli::add_recheck,  assay::cli::add_verify,  assay::cli::add_replay,
        assay::cli::add_export,      assay::cli::add_mark,     assay::cli::add_note,    assay::cli::add_merge,
        assay::cli::add_split,       assay::cli::add_check,    assay::cli::add_compare, assay::cli::add_improve,
        assay::cli::add_regressions, assay::cli::add_plugin,   assay::cli::add_pr,      assay::cli::add_run,
        assay::cli::add_reduce,      assay::cli::add_generate, assay::cli::add_mutate,  assay::cli::add_corpus,
        assay::cli::add_serve,       assay::cli::add_work,     assay::cli::add_health,  assay::cli::add_db,
        assay::cli::add_facts,       assay::cli::add_sql,      assay::cli::add_token,   assay::cli::add_completion,
        assay::cli::add_bisect,      assay::cli::add_nightly,  assay::cli::add_night,   assay::cli::add_man,
        assay::cli::add_watch,       assay::cli::add_codegen})
    add(app, action);
  const std::vector<std::string> words = words_of(argc, argv);
  if (!assay::cli::names_a_verb(app, words))  // before --help takes it for a question about all of them
    return assay::cli::refuse(assay::cli::complaint_about(app, words, ""));
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // CLI11 wants the last one first
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return assay::cli::end_output(app.exit(error));
    return assay::cli::refuse(assay::cli::complaint_about(app, words, error.what()));
  }
  assay::LogLevel chosen;
  if (!assay::parse_log_level(level, chosen)) {
    assay::cli::complain("--log-level=" + level + ": expected trace, debug, info, warning, error or off");
    return assay::cli::kUsage;
  }
  assay::configure_log(chosen);
  return assay::cli::end_output(action());
}
