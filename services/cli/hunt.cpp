#include <llvm/Config/llvm-config.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "services/application/hunt.h"
#include "services/application/patch_hunt.h"
#include "services/cli/database.h"
#include "services/cli/hunt_missed.h"
#include "services/cli/options.h"
#include "services/cli/render.h"
#include "services/cli/roots.h"
#include "services/cli/settings.h"
#include "services/cli/signals.h"
#include "services/cli/verbs.h"
#include "services/common/environment.h"
#include "services/common/text.h"
#include "services/worker/codegen/target.h"

namespace assay::cli {
namespace {

struct HuntArguments {
  application::HuntRequest request;
  std::string time;
  DatabaseOptions database;
  RootOptions roots;
  std::string finish = "30s";
  std::string patch;
  std::string checkout;
  MissedOptions missed;
  bool json = false;
};

/// The seeds of a patch, which live as long as the hunt; null if there is none.
Result<std::unique_ptr<application::PatchHunt>> open_patch(HuntArguments& arguments) {
  if (arguments.patch.empty()) return std::unique_ptr<application::PatchHunt>();
  if (!arguments.database.coordinator.empty())
    return Error{"--diff: its seeds are on this machine only, not on a coordinator's workers"};
  if (!arguments.request.settings.seeds.empty()) return Error{"--diff and --seeds exclude each other"};
  auto patch = application::PatchHunt::open(arguments.patch, arguments.checkout);
  if (!patch) return patch.wrap("--diff");
  if ((*patch)->functions() == 0) {
    std::string reasons;
    for (const std::string& each : (*patch)->skipped()) reasons += "\n  " + each;
    return Error{"--diff: " + arguments.patch + ": no usable function in the .ll files that it touches" + reasons};
  }
  arguments.request.settings.seeds = (*patch)->folder();
  if (arguments.request.settings.passes.empty()) arguments.request.settings.passes = (*patch)->pipelines();
  if (arguments.json) return patch;
  const std::size_t functions = (*patch)->functions();
  std::fprintf(stderr, "assay: %zu %s of the patch, passes:", functions, functions == 1 ? "function" : "functions");
  for (const std::string& pipeline : arguments.request.settings.passes) std::fprintf(stderr, " %s", pipeline.c_str());
  std::fprintf(stderr, "\n");
  for (const std::string& each : (*patch)->skipped()) std::fprintf(stderr, "assay: skipped %s\n", each.c_str());
  return patch;
}

/// One line on a terminal, rewritten; a line each ten seconds elsewhere. On stderr, so that stdout stays a program's.
class ProgressLine {
 public:
  void tick(const application::WorkMonitor& monitor, double seconds) {
    if (!terminal_ && seconds - last_ < 10) return;
    last_ = seconds;
    const HuntStatistics s = monitor.statistics();
    std::fprintf(stderr,
                 "%s%6.0f s  %llu mutants (%.0f/s)  %llu unchanged  %llu checked  %llu unknown  %llu unsupported  "
                 "%llu failures  %llu new bugs%s",
                 terminal_ ? "\r\033[K" : "", seconds, number(s.mutants), static_cast<double>(s.mutants) / seconds,
                 number(s.unchanged),
                 number(s.checked_syntax + s.checked_exhaustive + s.checked_interpreter + s.checked_smt),
                 number(s.unknown), number(s.unsupported), number(s.failures), number(monitor.new_bugs()),
                 terminal_ ? "" : "\n");
    std::fflush(stderr);
  }
  void finish() const {
    if (terminal_) std::fputs("\r\033[K", stderr);
  }

 private:
  static unsigned long long number(std::uint64_t n) { return n; }
  bool terminal_ = isatty(STDERR_FILENO) != 0;
  double last_ = 0;
};

void print_summary(const HuntArguments& arguments, const application::HuntResult& result, const triage::Roots& roots) {
  if (arguments.json) {
    std::printf("%s\n", dump(json_of(result, roots)).c_str());
    return;
  }
  const rpc::HuntReport& report = result.report;
  const auto n = [](std::uint64_t number) { return static_cast<unsigned long long>(number); };
  for (const Bug& bug : result.bugs)  // of the others, the list tells
    if (roots.standing_of(bug).kind == triage::Standing::Kind::New)
      print("----------------------------------------\n" + render(bug) + "\n");
  std::printf("========================================\nhunt         %s\nseed         %llu\n%s",
              report.hunt.id.c_str(), n(report.hunt.seed), render(report.hunt.statistics).c_str());
  if (report.leases.leased != 0)
    std::printf("still out    %llu batches, not counted here (assay hunts show ID)\n", n(report.leases.leased));
  if (report.leases.abandoned != 0) std::printf("abandoned    %llu batches\n", n(report.leases.abandoned));
  if (!result.unfinished.empty())
    std::printf("not finished %s: --finish=%s was too short to reduce them to the end (assay reduce ID goes on)\n",
                joined(result.unfinished, ", ").c_str(), arguments.finish.c_str());
  // What a job was at when its time was over is not counted, but what it had found by then is kept.
  const bool has_more = report.bugs.findings > report.hunt.statistics.failures;
  std::printf("findings     %llu%s\nbugs         %llu seen, %llu of them first seen in this hunt; causes: %s",
              n(report.bugs.findings),
              has_more ? ", some of them in mutants that are not counted above: their batch was cut short" : "",
              n(report.bugs.seen), n(report.bugs.found), summary(roots, result.bugs).c_str());
  std::printf(result.bugs.empty() ? "\n" : " (assay bugs; assay show ID; assay replay ID)\n");
}

/// What is told of a hunt while it runs: nothing but complaints where a program reads along.
application::HuntTold told_on_stderr(bool json) {
  application::HuntTold told;
  told.complains = [](const std::string& what) { complain(what); };
  if (json) return told;
  told.begins = [](std::uint64_t seed) {
    std::fprintf(stderr, "assay: hunting with seed %llu\n", static_cast<unsigned long long>(seed));
  };
  told.new_bug = [](const Finding& finding, const store::Recorded& recorded) {
    const char* clear = isatty(STDERR_FILENO) != 0 ? "\r\033[K" : "";
    std::fprintf(stderr, "%s  new bug %s  %s\n", clear, recorded.bug_id.c_str(), visible(finding.title).c_str());
  };
  const auto progress = std::make_shared<ProgressLine>();
  told.goes_on = [progress](const application::WorkMonitor& monitor, double seconds) {
    progress->tick(monitor, seconds);
  };
  told.ends = [progress] { progress->finish(); };
  return told;
}

int run_hunt(HuntArguments arguments) {
  const std::atomic<bool>& interrupted = stop_on_signals();
  const auto roots = open_roots(arguments.roots);
  if (!roots) return refuse_each(roots.error());
  application::HuntRequest& request = arguments.request;
  const auto finish = parse_duration(arguments.finish, 0);
  if (!finish) return refuse(finish.wrap("--finish").message);
  request.finish = std::chrono::seconds(*finish);
  if (!arguments.time.empty()) {
    const auto seconds = parse_duration(arguments.time);
    if (!seconds) return refuse(seconds.wrap("--time").message);
    request.seconds = *seconds;
  }
  if (arguments.missed.folds || !arguments.missed.baseline.empty())
    return hunt_missed(std::move(request), arguments.missed, arguments.database.file, arguments.json);
  const auto patch = open_patch(arguments);
  if (!patch) return refuse(patch.error());
  request.shared = !arguments.database.coordinator.empty();
  request.open = [&] { return open_database(arguments.database, true); };
  const auto result = application::run_hunt(request, interrupted, told_on_stderr(arguments.json));
  if (!result) return refuse(result.error());
  print_summary(arguments, *result, *roots);
  const store::Hunt& hunt = result->report.hunt;
  if (hunt.state != store::HuntState::Failed) return kSuccess;
  return refuse("hunt " + hunt.id + " failed: " + hunt.failure);
}

void add_codegen(CLI::App& verb, application::HuntRequest& request) {
  verb.add_option("--codegen", request.codegen,
                  "hunt in code generation, in place of passes: targets with commas (" + codegen::target_names() +
                      "), or all, as without a value;\neach batch draws levels and selectors (docs/codegen.md)")
      ->expected(0, 1)
      ->default_str("all");
  verb.add_option("--llc", request.llcs,
                  "with --codegen: an installed release (14, 22), or the path of an llc; may be repeated (" +
                      std::to_string(LLVM_VERSION_MAJOR) + ")")
      ->allow_extra_args(false);
}

/// What mutants are like, and what they are compiled for.
void add_inputs(CLI::App& verb, HuntSettings& settings) {
  std::string environments;
  for (const Environment& each : assay::environments())
    environments += (environments.empty() ? "" : ", ") + std::string(each.name);
  verb.add_option("--target", settings.targets,
                  "what mutants are compiled for: names with commas, or all; one is drawn for every 64 (none)\n(" +
                      environments + ")");
  verb.add_option("--profile", settings.profile,
                  "what inputs are like: profiles with weights, \"memory:3,floats\" (what the passes look at)");
  verb.add_option_function<std::string>(
          "--programs",
          [&settings](const std::string& whose) {
            settings.profile = whose == HuntSettings::kCsmith ? HuntSettings::kCsmith : HuntSettings::kPrograms;
          },
          "mutants are whole programs, executed before and after; what differs is narrowed to a function and a pass. "
          "own: Assay's, as without a value; csmith: those that csmith writes in C and clang compiles, for x86-64")
      ->excludes("--profile")
      ->expected(0, 1)
      ->allow_extra_args(false)
      ->default_str("own")
      ->check(CLI::IsMember({"own", HuntSettings::kCsmith}));
}

/// What else a hunt may look for; `verb` has all other options.
void add_missed(CLI::App& verb, MissedOptions& missed) {
  CLI::Option* folds = verb.add_flag("--missed", missed.folds,
                                     "look for folds that the compiler misses on the mutants, in place of "
                                     "miscompilations (assay improve)");
  CLI::Option* baseline = verb.add_option("--regressions", missed.baseline,
                                          "path of another opt: look for mutants that the compiler makes dearer than "
                                          "it does, in place of miscompilations\n(assay regressions); with --missed: "
                                          "both");
  for (const char* other : {"--codegen", "--llc", "--diff", "--checkout", "--programs", "--undecided", "--oracle-every",
                            "--no-costly-oracles", "--finish", "--coordinator"})
    for (CLI::Option* each : {folds, baseline}) each->excludes(verb.get_option(other));
}

}  // namespace

void add_hunt(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<HuntArguments>();
  application::HuntRequest& request = arguments->request;
  request.jobs = default_jobs();
  HuntSettings& settings = request.settings;
  CLI::App* verb = app.add_subcommand("hunt", "hunt miscompilations in one or more compilers");
  verb->description(
      "Makes mutants, runs them through optimizers and checks every result. Failures are reduced, given their culprit\n"
      "pass, and stored. Ends with a summary, also after Ctrl-C; what was found is in the database by then.\n\n"
      "Exit code: 0 the hunt came to its end (whatever it found), 2 bad usage, no such compiler, no coordinator, or it "
      "failed.");
  verb->add_option(
          "--passes", settings.passes,
          "-passes string; may be repeated: a batch goes through each, or through a few\n"
          "if there are many; mix: a mix of what LLVM has;\ntests: what the RUN lines of the seeds run (instcombine)")
      ->allow_extra_args(false);
  verb->add_option("--compiler", settings.compilers, "linked, or the path of an opt; may be repeated (linked)")
      ->allow_extra_args(false);
  add_codegen(*verb, request);
  verb->add_option("--seeds", settings.seeds,
                   "folder of .ll and .bc files to mutate, LLVM's own tests for one; without it all is generated");
  verb->add_option("--diff", arguments->patch,
                   "unified diff of a compiler: its tests' functions are the seeds, their RUN lines the passes");
  verb->add_option("--checkout", arguments->checkout, "tree with the diff applied, for functions that it shows in part")
      ->check(CLI::ExistingDirectory);
  add_inputs(*verb, settings);
  verb->add_option(
      "--undecided", request.folders.undecided,
      "folder that up to ten pairs of each reason are kept in for which they were left undecided, as files\n"
      "for assay check");
  verb->add_option(
          "--oracle-every", settings.oracle_every,
          "one mutant in so many is also compiled again, and with debug info, to see whether the same comes out (512)")
      ->check(CLI::Range(1u, HuntSettings::kNever));
  verb->add_flag_callback(
      "--no-costly-oracles", [&settings] { settings.oracle_every = HuntSettings::kNever; },
      "no mutant is compiled again for that");
  verb->add_flag("--even", settings.even,
                 "draw all passes and targets alike, so that the seed alone says what is made (else those are drawn\n"
                 "more often that have brought more)");
  verb->add_option("--time", arguments->time, std::string("how long: ") + kDurations + " (until Ctrl-C)");
  verb->add_option("--finish", arguments->finish,
                   std::string("for how long, at the end, cases are reduced whose reduction was cut short: ") +
                       kDurations + "; 0: not at all")
      ->capture_default_str();
  at_least_one(verb->add_option("--mutants", request.mutants, "how many mutants (no limit)"));
  verb->add_option("--jobs", request.jobs, "processes that hunt")->check(CLI::Range(1, 1024))->capture_default_str();
  add_database_options(*verb, arguments->database);
  add_root_options(*verb, arguments->roots);
  verb->add_option("--seed", request.seed, "the same seed makes the same mutants (random, printed)");
  add_settings(*verb, settings);
  add_missed(*verb, arguments->missed);
  verb->add_flag("--json", arguments->json, "end with one JSON object and print nothing else");
  verb->callback([arguments, &action] { action = [arguments] { return run_hunt(*arguments); }; });
}

}  // namespace assay::cli
