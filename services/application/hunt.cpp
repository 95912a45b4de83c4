#include "services/application/hunt.h"

#include <llvm/Config/llvm-config.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>
#include <semaphore>
#include <set>
#include <thread>

#include "services/application/bug_facts.h"
#include "services/application/finishing.h"
#include "services/application/summary.h"
#include "services/channel/isolated.h"
#include "services/common/fields_json.h"
#include "services/common/text.h"
#include "services/coordinator/rpc/rpc.h"
#include "services/worker/codegen/compiler.h"
#include "services/worker/hunt/equipment.h"
#include "services/worker/hunt/mix.h"

namespace assay::application {
namespace {

namespace fs = std::filesystem;
using SteadyClock = std::chrono::steady_clock;

constexpr std::uint64_t kMostFacts = 1'000;       // an old database may want many more: assay facts writes them all
constexpr std::chrono::seconds kLastBatches{40};  // a stopped worker learns it with its next heartbeat
constexpr std::chrono::milliseconds kTick{200};

constexpr std::string_view kCodegen = "codegen";

/// "codegen=aarch64,x86-64"
std::string targets_in(const std::string& codegen) {
  return codegen == kCodegen ? "all" : codegen.substr(kCodegen.size() + 1);
}

/// "mix" among the passes stands for the pipelines of the mix.
void expand_mix(std::vector<std::string>& passes) {
  std::vector<std::string> expanded;
  for (const std::string& pipeline : passes)
    if (pipeline == HuntSettings::kMix)
      expanded.insert(expanded.end(), hunt::pipeline_mix().begin(), hunt::pipeline_mix().end());
    else
      expanded.push_back(pipeline);
  passes = std::move(expanded);
}

/// A hunt in code generation is one in an llc, whose pipelines are configurations.
Status take_codegen(HuntRequest& request) {
  if (request.codegen.empty()) return request.llcs.empty() ? Status() : Error{"--llc: needs --codegen"};
  HuntSettings& settings = request.settings;
  if (!settings.passes.empty() || !settings.compilers.empty())
    return Error{"--codegen and --passes or --compiler exclude each other"};
  if (!settings.targets.empty()) return Error{"--codegen and --target exclude each other: --codegen=TARGET names it"};
  auto pipelines = codegen::pipelines_of(request.codegen);
  if (!pipelines) return pipelines.wrap("--codegen");
  settings.passes = std::move(*pipelines);
  if (request.llcs.empty()) request.llcs = {std::to_string(LLVM_VERSION_MAJOR)};
  for (const std::string& llc : request.llcs) {
    const bool is_path = llc.find('/') != std::string::npos;
    settings.compilers.push_back(std::string(codegen::kLlc) + (is_path ? fs::absolute(llc).string() : llc));
  }
  return std::nullopt;
}

Status complete_settings(HuntSettings& settings) {
  const bool makes_programs = HuntSettings::is_of_programs(settings.profile);
  if (makes_programs && !settings.seeds.empty()) return Error{"--programs are made, not mutated from --seeds"};
  if (settings.profile == HuntSettings::kCsmith && settings.targets.empty()) settings.targets = "x86-64,avx2,avx512";
  if (settings.passes.empty() && makes_programs)
    settings.passes = {"default<O1>",
                       "default<O2>",
                       "default<O3>",
                       "default<Os>",
                       "lto-pre-link<O2>,lto<O2>",
                       "thinlto-pre-link<O3>,thinlto<O3>"};
  if (settings.passes.empty()) settings.passes = {"instcombine"};
  expand_mix(settings.passes);
  if (settings.compilers.empty()) settings.compilers = {"linked"};
  for (std::string& compiler : settings.compilers)
    if (compiler.find('/') != std::string::npos && !compiler.starts_with(codegen::kLlc))
      compiler = fs::absolute(compiler).string();
  if (settings.seeds.empty()) return std::nullopt;
  if (!fs::exists(settings.seeds)) return Error{"--seeds=" + settings.seeds + ": no such file or folder"};
  settings.seeds = fs::absolute(settings.seeds).string();
  return std::nullopt;
}

/// What all workers of the hunt did and found. Batches that other workers still hold are waited for, but not for ever.
Result<rpc::HuntReport> last_report(rpc::CoordinatorLink& link, const std::string& hunt_id,
                                    const std::atomic<bool>& interrupted) {
  constexpr std::chrono::milliseconds kPause{100};
  const bool was_interrupted = interrupted;
  for (std::chrono::milliseconds waited{0};; waited += kPause) {
    auto report = link.find_hunt(hunt_id);
    if (!report) return Error{report.error()};
    if (!*report) return Error{"hunt " + hunt_id + " is gone"};
    if ((*report)->leases.leased == 0 || waited >= kLastBatches || (interrupted && !was_interrupted))
      return std::move(**report);
    std::this_thread::sleep_for(kPause);
  }
}

/// All that a hunt needs, once it is known to be one that can be run.
struct Hunting {
  std::vector<std::unique_ptr<hunt::Job>> jobs;
  hunt::Equipment equipment;
  std::unique_ptr<Clerk> clerk;  ///< of a hunt with a database of its own
  std::unique_ptr<rpc::CoordinatorLink> link;
  WorkLoopOptions options;
};

Status equip(Hunting& hunting, const HuntRequest& request) {
  auto jobs = start_jobs(request.jobs, request.folders);  // before any thread
  if (!jobs) return Error{jobs.error()};
  hunting.jobs = std::move(*jobs);
  if (!request.shared) {
    auto clerk = Clerk::start();  // before any thread, too
    if (!clerk) return Error{clerk.error()};
    hunting.clerk = std::move(*clerk);
  }
  std::vector<std::string> seeds;
  if (!request.settings.seeds.empty()) seeds.push_back(request.settings.seeds);
  auto equipment = hunt::Equipment::of(request.settings.compilers, seeds);
  if (!equipment) return Error{equipment.error()};
  hunting.equipment = std::move(*equipment);
  return hunting.jobs.front()->prepare(request.settings);
}

/// Settings are tried before anybody else hears of the hunt; then it is created.
Result<Hunting> start(const HuntRequest& request) {
  Hunting hunting;
  if (Status bad = equip(hunting, request)) return *bad;
  auto link = request.open();
  if (!link) return Error{link.error()};
  hunting.link = std::move(*link);
  hunting.options.name = "hunt";
  hunting.options.token = request.token.empty() ? random_token() : request.token;
  // First the worker, so that there is one that can run the hunt.
  auto worker = hunting.link->register_worker(worker_info(hunting.options, hunting.jobs.size(), hunting.equipment));
  if (!worker) return Error{worker.error()};
  rpc::NewHunt wanted;
  wanted.settings = hunting.equipment.named(request.settings);
  wanted.seed = *request.seed;
  wanted.mutant_limit = request.mutants;
  wanted.time_limit_s = request.seconds;
  wanted.exclusive = !request.shared;  // workers elsewhere may share a coordinator's hunt
  wanted.token = hunting.options.token;
  wanted.batch_size = kBatch;
  auto hunt_id = hunting.link->create_hunt(wanted);
  if (!hunt_id) return Error{hunt_id.error()};
  hunting.options.hunt_id = *hunt_id;
  return hunting;
}

/// Works until the hunt's end; for how many seconds.
Result<double> work(Hunting& hunting, const HuntRequest& request, const std::atomic<bool>& interrupted,
                    const HuntTold& told) {
  std::atomic<bool> stop{false};
  std::binary_semaphore over{0};
  WorkMonitor monitor(told.new_bug);
  const auto begun = SteadyClock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(SteadyClock::now() - begun).count(); };
  std::thread clock([&] {
    while (!over.try_acquire_for(kTick)) {
      if (interrupted || (request.seconds != 0 && elapsed() >= request.seconds)) stop = true;
      if (told.goes_on) told.goes_on(monitor, elapsed());
    }
    if (told.ends) told.ends();
  });
  const Status failure = run_work_loop(*hunting.link, hunting.jobs, hunting.equipment, hunting.options, stop, monitor);
  over.release();
  clock.join();
  (void)hunting.link->stop_hunt(hunting.options.hunt_id);
  if (failure) return *failure;
  const double seconds = elapsed();
  if (told.complains)
    for (const auto& [reason, count] : monitor.refused())
      told.complains(std::to_string(count) + (count == 1 ? " finding was" : " findings were") +
                     " not accepted: " + reason);
  return seconds;
}

Result<std::vector<Bug>> bugs_of(rpc::CoordinatorLink& link, const std::string& hunt_id) {
  store::BugFilter filter;
  filter.hunt = hunt_id;
  filter.limit = ~0u;
  auto page = link.list_bugs(filter);
  if (!page) return Error{page.error()};
  return std::move(page->bugs);
}

/// A duplicate of a bug that the hunt has found, too, is told by that bug: so the coordinator counts.
Status leave_out_duplicates(rpc::CoordinatorLink& link, HuntResult& result) {
  std::set<std::string> all, left_out;
  for (const Bug& bug : result.bugs) all.insert(bug.id);
  for (const Bug& bug : result.bugs) {
    if (bug.status != BugStatus::Duplicate) continue;
    const auto care = link.care_of(bug.id);
    if (!care) return Error{care.error()};
    if (all.contains(care->duplicate_of)) left_out.insert(bug.id);
  }
  std::erase_if(result.bugs, [&](const Bug& bug) { return left_out.contains(bug.id); });
  return std::nullopt;
}

/// In the child.
nlohmann::json summary_of(HuntRequest request, const std::string& database) {
  request.open = open_file(database);
  const std::atomic<bool> never{false};
  const auto result = run_hunt(std::move(request), never);
  if (!result) return {{"error", result.error()}};
  if (result->report.hunt.state == store::HuntState::Failed)
    return {{"error", "hunt " + result->report.hunt.id + " failed: " + result->report.hunt.failure}};
  const auto roots = triage::Roots::open("", triage::tolerated_by_default());
  if (!roots) return {{"error", roots.error()}};
  return json_of(*result, *roots);
}

}  // namespace

bool is_codegen(const std::string& pipeline) {
  return pipeline == kCodegen || pipeline.starts_with(std::string(kCodegen) + "=");
}

Result<std::vector<std::string>> codegen_pipelines(const std::string& pipeline) {
  auto pipelines = codegen::pipelines_of(targets_in(pipeline));
  if (!pipelines) return pipelines.wrap("'" + pipeline + "'");
  return pipelines;
}

Status hunt_in(HuntRequest& request, const std::string& opt, const std::string& pipeline) {
  if (!is_codegen(pipeline)) {
    request.settings.compilers = {opt};
    request.settings.passes = {pipeline};
    return std::nullopt;
  }
  const auto pipelines = codegen_pipelines(pipeline);
  if (!pipelines) return Error{pipelines.error()};
  const auto llc = codegen::runner_of(opt, pipelines->front());
  if (!llc) return Error{llc.error()};
  request.codegen = targets_in(pipeline);
  request.llcs = {llc->substr(codegen::kLlc.size())};
  return std::nullopt;
}

std::function<Result<std::unique_ptr<rpc::CoordinatorLink>>()> open_file(const std::string& file) {
  return [file]() -> Result<std::unique_ptr<rpc::CoordinatorLink>> {
    auto store = store::Store::open(file);
    if (!store) return Error{store.error()};
    return std::unique_ptr<rpc::CoordinatorLink>(std::make_unique<rpc::Coordinator>(std::move(*store)));
  };
}

Result<HuntResult> run_hunt(HuntRequest request, const std::atomic<bool>& interrupted, const HuntTold& told) {
  if (Status bad = take_codegen(request)) return *bad;
  if (Status bad = complete_settings(request.settings)) return *bad;
  if (!request.seed) request.seed = std::random_device()();
  auto hunting = start(request);
  if (!hunting) return Error{hunting.error()};
  if (told.begins) told.begins(*request.seed);
  rpc::CoordinatorLink& link = *hunting->link;
  const std::string& hunt_id = hunting->options.hunt_id;
  const auto seconds = work(*hunting, request, interrupted, told);
  if (!seconds) return Error{seconds.error()};
  if (hunting->clerk) {
    const std::atomic<bool> never{false};
    auto& coordinator = static_cast<rpc::Coordinator&>(link);
    auto made = complete_bug_facts(coordinator.store(), *hunting->clerk, never, kMostFacts);
    if (!made && told.complains) told.complains(made.error());
  }
  auto report = last_report(link, hunt_id, interrupted);
  if (!report) return Error{report.error()};
  report->hunt.statistics.seconds = *seconds;
  auto bugs = bugs_of(link, hunt_id);
  if (!bugs) return Error{bugs.error()};
  HuntResult result;
  result.report = std::move(*report);
  result.passes = request.settings.passes;
  result.unfinished = finish_reductions(link, *bugs, request.finish);
  bugs = bugs_of(link, hunt_id);
  if (!bugs) return Error{bugs.error()};
  result.bugs = std::move(*bugs);
  if (Status bad = leave_out_duplicates(link, result)) return *bad;
  const auto counted = link.find_hunt(hunt_id);  // anew: reductions have recorded bugs
  if (!counted) return Error{counted.error()};
  if (*counted) result.report.bugs = (*counted)->bugs;
  return result;
}

Result<nlohmann::json> hunt_apart(const HuntRequest& request, const std::string& database, std::size_t memory_bytes) {
  IsolatedWorker worker(
      [&](const std::string&, const IsolatedWorker::Provisional&) { return json_text(summary_of(request, database)); },
      {std::chrono::milliseconds(0), memory_bytes});
  const IsolatedWorker::Answer answer = worker.ask("");
  if (answer.end != IsolatedWorker::Answer::End::Answered) return Error{"the hunt ended: " + answer.message};
  auto json = nlohmann::json::parse(answer.text, nullptr, false);
  if (!json.is_object()) return Error{"the hunt ended without a summary"};
  if (json.contains("error")) return Error{visible(json["error"].get<std::string>())};
  return json;
}

}  // namespace assay::application
