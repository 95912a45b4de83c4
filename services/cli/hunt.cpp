#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>
#include <semaphore>
#include <thread>

#include "services/application/bug_facts.h"
#include "services/application/finishing.h"
#include "services/application/patch_hunt.h"
#include "services/application/work_loop.h"
#include "services/cli/database.h"
#include "services/cli/options.h"
#include "services/cli/render.h"
#include "services/cli/roots.h"
#include "services/cli/signals.h"
#include "services/cli/verbs.h"
#include "services/common/text.h"
#include "services/coordinator/rpc/rpc.h"
#include "services/worker/hunt/equipment.h"
#include "services/worker/hunt/mix.h"

namespace assay::cli {
namespace {

using Clock = std::chrono::steady_clock;

struct HuntArguments {
  HuntSettings settings;
  std::string time;
  std::uint64_t mutants = 0;
  unsigned jobs = default_jobs();
  DatabaseOptions database;
  RootOptions roots;
  std::string finish = "30s";
  std::optional<std::uint64_t> seed;
  std::string patch;
  std::string checkout;
  hunt::Folders folders;
  bool json = false;
};

/// "mix" among the passes stands for the pipelines of the mix.
void expand_mix(std::vector<std::string>& passes) {
  std::vector<std::string> expanded;
  for (const std::string& pipeline : passes)
    if (pipeline == "mix")
      expanded.insert(expanded.end(), hunt::pipeline_mix().begin(), hunt::pipeline_mix().end());
    else
      expanded.push_back(pipeline);
  passes = std::move(expanded);
}

/// The seeds of a patch, which live as long as the hunt; null if there is none.
Result<std::unique_ptr<application::PatchHunt>> open_patch(HuntArguments& arguments) {
  if (arguments.patch.empty()) return std::unique_ptr<application::PatchHunt>();
  if (!arguments.database.coordinator.empty())
    return Error{"--diff: its seeds are on this machine only, not on a coordinator's workers"};
  if (!arguments.settings.seeds.empty()) return Error{"--diff and --seeds exclude each other"};
  auto patch = application::PatchHunt::open(arguments.patch, arguments.checkout);
  if (!patch) return patch.wrap("--diff");
  if ((*patch)->functions() == 0) {
    std::string reasons;
    for (const std::string& each : (*patch)->skipped()) reasons += "\n  " + each;
    return Error{"--diff: " + arguments.patch + ": no usable function in the .ll files that it touches" + reasons};
  }
  arguments.settings.seeds = (*patch)->folder();
  if (arguments.settings.passes.empty()) arguments.settings.passes = (*patch)->pipelines();
  if (arguments.json) return patch;
  std::fprintf(stderr, "assay: %zu functions of the patch, passes:", (*patch)->functions());
  for (const std::string& pipeline : arguments.settings.passes) std::fprintf(stderr, " %s", pipeline.c_str());
  std::fprintf(stderr, "\n");
  for (const std::string& each : (*patch)->skipped()) std::fprintf(stderr, "assay: skipped %s\n", each.c_str());
  return patch;
}

Status complete_settings(HuntSettings& settings, const std::string& corpus) {
  if (!corpus.empty() && (settings.feedback.empty() || settings.feedback == "off"))
    return Error{"--feedback-corpus: nothing is learned without --feedback=features or --feedback=coverage"};
  if (settings.passes.empty()) settings.passes = {"instcombine"};
  expand_mix(settings.passes);
  if (settings.compilers.empty()) settings.compilers = {"linked"};
  for (std::string& compiler : settings.compilers)
    if (compiler.find('/') != std::string::npos) compiler = std::filesystem::absolute(compiler).string();
  if (settings.seeds.empty()) return std::nullopt;
  if (!std::filesystem::exists(settings.seeds)) return Error{"--seeds=" + settings.seeds + ": no such file or folder"};
  settings.seeds = std::filesystem::absolute(settings.seeds).string();
  return std::nullopt;
}

/// One line on a terminal, rewritten; a line each ten seconds elsewhere. On stderr, so that stdout stays a program's.
class ProgressLine {
 public:
  explicit ProgressLine(const application::WorkMonitor& monitor)
      : monitor_(monitor), terminal_(isatty(STDERR_FILENO) != 0) {}

  void tick(double seconds) {
    if (!terminal_ && seconds - last_ < 10) return;
    last_ = seconds;
    const HuntStatistics s = monitor_.statistics();
    std::fprintf(stderr,
                 "%s%6.0f s  %llu mutants (%.0f/s)  %llu unchanged  %llu checked  %llu unknown  %llu unsupported  "
                 "%llu failures  %llu new bugs%s",
                 terminal_ ? "\r\033[K" : "", seconds, number(s.mutants), static_cast<double>(s.mutants) / seconds,
                 number(s.unchanged),
                 number(s.checked_syntax + s.checked_exhaustive + s.checked_interpreter + s.checked_smt),
                 number(s.unknown), number(s.unsupported), number(s.findings), number(monitor_.new_bugs()),
                 terminal_ ? "" : "\n");
    std::fflush(stderr);
  }
  void finish() const {
    if (terminal_) std::fputs("\r\033[K", stderr);
  }

 private:
  static unsigned long long number(std::uint64_t n) { return n; }
  const application::WorkMonitor& monitor_;
  bool terminal_;
  double last_ = 0;
};

void print_summary(const HuntArguments& arguments, const rpc::HuntReport& report, const std::vector<Bug>& bugs,
                   const triage::Roots& roots, const std::vector<std::string>& unfinished) {
  if (arguments.json) {
    nlohmann::json json = to_json(report.hunt.statistics);
    json["hunt"] = report.hunt.id;
    json["state"] = name_of(report.hunt.state);
    json["seed"] = report.hunt.seed;
    json["passes"] = arguments.settings.passes;
    json["compilers"] = report.hunt.settings.compilers;
    json["assay_version"] = assay_version();
    json["bugs_seen"] = report.bugs.seen;
    json["new_bugs"] = report.bugs.found;
    json["batches_out"] = report.leases.leased;
    json["batches_abandoned"] = report.leases.abandoned;
    json["not_finished"] = unfinished;
    json["bugs"] = nlohmann::json::array();
    for (const Bug& bug : bugs) json["bugs"].push_back(json_of(roots, bug));
    std::printf("%s\n", dump(json).c_str());
    return;
  }
  const auto n = [](std::uint64_t number) { return static_cast<unsigned long long>(number); };
  for (const Bug& bug : bugs)  // of the others, the list tells
    if (roots.standing_of(bug).kind == triage::Standing::Kind::New)
      print("----------------------------------------\n" + render(bug) + "\n");
  std::printf("========================================\nhunt         %s\nseed         %llu\n%s",
              report.hunt.id.c_str(), n(report.hunt.seed), render(report.hunt.statistics).c_str());
  if (report.leases.leased != 0)
    std::printf("still out    %llu batches, not counted here (assay hunts show ID)\n", n(report.leases.leased));
  if (report.leases.abandoned != 0) std::printf("abandoned    %llu batches\n", n(report.leases.abandoned));
  if (!unfinished.empty()) {
    std::string ids;
    for (const std::string& id : unfinished) ids += (ids.empty() ? "" : ", ") + id;
    std::printf("not finished %s: --finish=%s was too short to reduce them to the end (assay reduce ID goes on)\n",
                ids.c_str(), arguments.finish.c_str());
  }
  std::printf("bugs         %llu seen, %llu of them first seen in this hunt; roots: %s", n(report.bugs.seen),
              n(report.bugs.found), summary(roots, bugs).c_str());
  std::printf(bugs.empty() ? "\n" : " (assay bugs; assay show ID; assay replay ID)\n");
}

/// What all workers of the hunt did and found. Batches that other workers still hold are waited for, but not for ever.
Result<rpc::HuntReport> last_report(rpc::CoordinatorLink& link, const std::string& hunt_id,
                                    const std::atomic<bool>& interrupted) {
  constexpr int kPatience =
      40;  // seconds: a stopped worker learns it with its next heartbeat, and completes what it has
  const bool was_interrupted = interrupted;
  for (int tenths = 0;; ++tenths) {
    auto report = link.find_hunt(hunt_id);
    if (!report) return Error{report.error()};
    if (!*report) return Error{"hunt " + hunt_id + " is gone"};
    if ((*report)->leases.leased == 0 || tenths >= kPatience * 10 || (interrupted && !was_interrupted))
      return std::move(**report);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

/// All that a hunt needs, once it is known to be one that can be run.
struct Hunting {
  std::unique_ptr<application::PatchHunt> patch;
  std::vector<std::unique_ptr<hunt::Job>> jobs;
  hunt::Equipment equipment;
  std::unique_ptr<application::Clerk> clerk;  ///< of a hunt with a database of its own
  std::unique_ptr<rpc::CoordinatorLink> link;
  application::WorkLoopOptions options;
  std::uint64_t seed = 0;
  std::uint32_t seconds_limit = 0;
};

/// Settings are tried before anybody else hears of the hunt; then it is created.
Result<Hunting> start_hunt(HuntArguments& arguments) {
  Hunting hunting;
  if (!arguments.time.empty()) {
    auto parsed = parse_duration(arguments.time);
    if (!parsed) return parsed.wrap("--time");
    hunting.seconds_limit = *parsed;
  }
  auto patch = open_patch(arguments);
  if (!patch) return Error{patch.error()};
  hunting.patch = std::move(*patch);
  if (Status bad = complete_settings(arguments.settings, arguments.folders.corpus)) return *bad;
  hunting.seed = arguments.seed ? *arguments.seed : std::random_device()();
  auto jobs = application::start_jobs(arguments.jobs, arguments.folders);  // before any thread
  if (!jobs) return Error{jobs.error()};
  hunting.jobs = std::move(*jobs);
  if (arguments.database.coordinator.empty()) {
    auto clerk = application::Clerk::start();  // before any thread, too
    if (!clerk) return Error{clerk.error()};
    hunting.clerk = std::move(*clerk);
  }
  const HuntSettings& settings = arguments.settings;
  std::vector<std::string> seeds;
  if (!settings.seeds.empty()) seeds.push_back(settings.seeds);
  auto equipment = hunt::Equipment::of(settings.compilers, seeds);
  if (!equipment) return Error{equipment.error()};
  hunting.equipment = std::move(*equipment);
  if (Status bad = hunting.jobs.front()->prepare(settings)) return *bad;

  auto link = open_database(arguments.database, true);
  if (!link) return Error{link.error()};
  hunting.link = std::move(*link);
  hunting.options.name = "hunt";
  hunting.options.token = application::random_token();
  // First the worker, so that there is one that can run the hunt.
  auto worker =
      hunting.link->register_worker(application::worker_info(hunting.options, hunting.jobs.size(), hunting.equipment));
  if (!worker) return Error{worker.error()};
  rpc::NewHunt request;
  request.settings = hunting.equipment.named(settings);
  request.seed = hunting.seed;
  request.mutant_limit = arguments.mutants;
  request.time_limit_s = hunting.seconds_limit;
  request.exclusive = arguments.database.coordinator.empty();  // workers elsewhere may share a coordinator's hunt
  request.token = hunting.options.token;
  request.batch_size = 1'000;  // small batches keep a hunt's end short; a job starts a process for each
  auto hunt_id = hunting.link->create_hunt(request);
  if (!hunt_id) return Error{hunt_id.error()};
  hunting.options.hunt_id = *hunt_id;
  return hunting;
}

int run_hunt(HuntArguments arguments) {
  const std::atomic<bool>& interrupted = stop_on_signals();
  const auto roots = open_roots(arguments.roots);
  if (!roots) return refuse(roots.error());
  const auto finish = parse_duration(arguments.finish, 0);
  if (!finish) return refuse(finish.wrap("--finish").message);
  auto hunting = start_hunt(arguments);
  if (!hunting) return refuse(hunting.error());
  rpc::CoordinatorLink& link = *hunting->link;
  const std::string hunt_id = hunting->options.hunt_id;
  if (!arguments.json)
    std::fprintf(stderr, "assay: hunting with seed %llu\n", static_cast<unsigned long long>(hunting->seed));

  std::atomic<bool> stop{false};
  std::binary_semaphore over{0};
  application::WorkMonitor monitor([&](const Finding& finding, const store::Recorded& recorded) {
    if (arguments.json) return;
    const char* clear = isatty(STDERR_FILENO) != 0 ? "\r\033[K" : "";
    std::fprintf(stderr, "%s  new bug %s  %s\n", clear, recorded.bug_id.c_str(), visible(finding.title).c_str());
  });
  const auto start = Clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  std::thread clock([&] {
    ProgressLine progress(monitor);
    while (!over.try_acquire_for(std::chrono::milliseconds(200))) {
      if (interrupted || (hunting->seconds_limit != 0 && elapsed() >= hunting->seconds_limit)) stop = true;
      if (!arguments.json) progress.tick(elapsed());
    }
    if (!arguments.json) progress.finish();
  });
  const Status failure =
      application::run_work_loop(link, hunting->jobs, hunting->equipment, hunting->options, stop, monitor);
  over.release();
  clock.join();
  (void)link.stop_hunt(hunt_id);
  if (failure) return refuse(failure->message);
  const double seconds = elapsed();
  if (hunting->clerk) {
    const std::atomic<bool> never{false};
    auto& coordinator = static_cast<rpc::Coordinator&>(link);
    constexpr std::uint64_t kMostBugs = 1'000;  // an old database may want many more: assay facts writes them all
    if (auto made = application::complete_bug_facts(coordinator.store(), *hunting->clerk, never, kMostBugs); !made)
      complain(made.error());
  }
  auto report = last_report(link, hunt_id, interrupted);
  if (!report) return refuse(report.error());
  report->hunt.statistics.seconds = seconds;
  store::BugFilter filter;
  filter.hunt = hunt_id;
  filter.limit = ~0u;
  auto page = link.list_bugs(filter);
  if (!page) return refuse(page.error());
  const std::vector<std::string> unfinished =
      application::finish_reductions(link, page->bugs, std::chrono::seconds(*finish));
  page = link.list_bugs(filter);
  if (!page) return refuse(page.error());
  print_summary(arguments, *report, page->bugs, *roots, unfinished);
  if (report->hunt.state != store::HuntState::Failed) return kSuccess;
  return refuse("hunt " + hunt_id + " failed: " + report->hunt.failure);
}

}  // namespace

void add_hunt(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<HuntArguments>();
  HuntSettings& settings = arguments->settings;
  CLI::App* verb = app.add_subcommand("hunt", "hunt miscompilations in one or more compilers");
  verb->description(
      "Makes mutants, runs them through optimizers and checks every result. Failures are reduced, given their culprit\n"
      "pass, and stored. Ends with a summary, also after Ctrl-C; what was found is in the database by then.\n\n"
      "Exit code: 0 the hunt came to its end (whatever it found), 2 bad usage, no such compiler, no coordinator, or it "
      "failed.");
  verb->add_option("--passes", settings.passes,
                   "-passes string; may be repeated: a batch goes through each, or through a few\n"
                   "if there are many; mix: a mix of what LLVM has (instcombine)")
      ->allow_extra_args(false);
  verb->add_option("--compiler", settings.compilers, "linked, or the path of an opt; may be repeated (linked)")
      ->allow_extra_args(false);
  verb->add_option("--seeds", settings.seeds, "folder of .ll and .bc files to mutate; without it all is generated");
  verb->add_option("--diff", arguments->patch,
                   "unified diff of a compiler: its tests' functions are the seeds, their RUN lines the passes");
  verb->add_option("--checkout", arguments->checkout, "tree with the diff applied, for functions that it shows in part")
      ->check(CLI::ExistingDirectory);
  verb->add_option("--profile", settings.profile,
                   "what inputs are like: profiles with weights, \"memory:3,floats\" (what the passes look at)");
  verb->add_option(
          "--feedback", settings.feedback,
          "off, features (what passes rewrote) or coverage (also which of the linked optimizer's blocks ran):\n"
          "mutants that show something new become seeds, so what is made depends on what came before (off)")
      ->check(CLI::IsMember({"off", "features", "coverage"}));
  verb->add_option(
      "--feedback-corpus", arguments->folders.corpus,
      "folder that mutants which have shown something new are kept in and taken from, by all jobs and by later\n"
      "hunts; what crashes or hangs a compiler is put aside there");
  verb->add_option(
      "--undecided", arguments->folders.undecided,
      "folder that up to ten pairs of each reason are kept in for which they were left undecided, as files\n"
      "for assay check");
  verb->add_option(
          "--oracle-every", settings.oracle_every,
          "one mutant in so many is also compiled again, and with debug info, to see whether the same comes out (512)")
      ->check(CLI::Range(1u, HuntSettings::kNever));
  verb->add_flag_callback(
      "--no-costly-oracles", [&settings] { settings.oracle_every = HuntSettings::kNever; }, "none is");
  verb->add_option("--time", arguments->time, "how long: 90, 30s, 2m, 1h (until Ctrl-C)");
  verb->add_option("--finish", arguments->finish,
                   "for how long, at the end, cases are reduced whose reduction was cut short; 0: not at all")
      ->capture_default_str();
  verb->add_option("--mutants", arguments->mutants, "how many mutants (no limit)");
  verb->add_option("--jobs", arguments->jobs, "processes that hunt")->check(CLI::Range(1, 1024))->capture_default_str();
  add_database_options(*verb, arguments->database);
  add_root_options(*verb, arguments->roots);
  verb->add_option("--seed", arguments->seed, "the same seed makes the same mutants (random, printed)");
  verb->add_flag("--undef-inputs", settings.undef_inputs, "mutants and their arguments may hold undef");
  verb->add_option("--unroll", settings.unroll, "how often loops are unrolled for the solver");
  verb->add_option("--smt-timeout", settings.smt_timeout_ms,
                   "milliseconds for one solver query (all of a pair: twice that)");
  verb->add_flag("--json", arguments->json, "end with one JSON object and print nothing else");
  verb->callback([arguments, &action] { action = [arguments] { return run_hunt(*arguments); }; });
}

}  // namespace assay::cli
