#include "services/application/work_loop.h"

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <random>
#include <thread>

#include "services/common/confine.h"
#include "services/common/log.h"
#include "services/common/text.h"
#include "services/coordinator/rpc/rpc.h"

namespace assay::application {
namespace {

constexpr std::size_t kLongestDetail = 1'000;
constexpr int kTries = 5;  // of handing in a finding, beyond the link's own patience
constexpr std::uint32_t kFirstPauseMs = 250;

/// One thread: leases and hunts batches with one job.
class JobLoop {
 public:
  JobLoop(rpc::CoordinatorLink& link, hunt::Job& job, const hunt::Equipment& equipment, const rpc::WorkerInfo& info,
          const WorkLoopOptions& options, const std::function<bool()>& stop, WorkMonitor& monitor)
      : link_(link), job_(job), equipment_(equipment), info_(info), options_(options), stop_(stop), monitor_(monitor) {}

  Status run() {
    if (Status bad = enlist()) return bad;
    while (!stop_()) {
      auto answer = link_.lease_work(worker_id_, options_.hunt_id);
      if (!answer) return Error{answer.error()};
      switch (answer->kind) {
        case rpc::LeaseAnswer::Kind::Ended:
          return std::nullopt;
        case rpc::LeaseAnswer::Kind::UnknownWorker:  // its database was replaced
          if (Status bad = enlist()) return bad;
          break;
        case rpc::LeaseAnswer::Kind::Wait:
          wait(answer->retry_after_ms);
          break;
        case rpc::LeaseAnswer::Kind::Leased:
          if (Status bad = hunt(*answer->unit)) return bad;
          break;
      }
    }
    return std::nullopt;
  }

 private:
  Status enlist() {
    auto id = link_.register_worker(info_);
    if (!id) return Error{id.error()};
    worker_id_ = *id;
    return std::nullopt;
  }

  void wait(std::uint32_t milliseconds) const {
    for (std::uint32_t waited = 0; waited < milliseconds && !stop_(); waited += 50)
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }

  Status hunt(const WorkUnit& unit) {
    for (const std::string& pipeline : unit.settings.passes)
      if (const Status fault = fault_of_foreign_pipeline(pipeline); fault && options_.over_the_wire)
        return link_.refuse_work(worker_id_, unit.lease_id, "passes: " + fault->message);
    auto settings = equipment_.located(unit.settings);
    if (!settings) return link_.refuse_work(worker_id_, unit.lease_id, settings.error());
    WorkUnit here = unit;
    here.settings = std::move(*settings);
    const auto start = std::chrono::steady_clock::now();
    HuntStatistics total;
    hunt::BatchEnd end;
    bool reported = true;
    {
      const rpc::LeaseKeeper keeper(link_, worker_id_, unit);
      hunt::Events events;
      events.progress = [&](const HuntStatistics& delta) {
        total.add(delta);
        monitor_.add(delta);
      };
      events.finding = [&](const Finding& finding) { reported = report(finding, unit) && reported; };
      events.stop = [&] { return stop_() || !reported || keeper.state() != rpc::LeaseState::Held; };
      end = job_.run(here, events);
    }
    if (end.kind == hunt::BatchEnd::Kind::CannotRun) return link_.refuse_work(worker_id_, unit.lease_id, end.reason);
    if (end.kind == hunt::BatchEnd::Kind::Died)
      log_event(LogLevel::Error, "batch-lost", "lease=" + unit.lease_id + " reason=" + end.reason);
    if (end.kind == hunt::BatchEnd::Kind::Died || !reported)
      return std::nullopt;  // the lease runs out, and another worker takes it
    total.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    auto completed = link_.complete_work(worker_id_, unit.lease_id, total);
    if (!completed) return Error{completed.error()};
    return std::nullopt;
  }

  /// Hands it in until it is recorded, or refused for good; false: neither came about in time.
  bool report(Finding finding, const WorkUnit& unit) {
    for (std::string* words :
         {&finding.reason, &finding.detail, &finding.title, &finding.signature})  // a compiler's own, perhaps
      *words = visible(*words);
    finding.hunt_id = unit.hunt_id;
    finding.worker_id = worker_id_;
    auto handed = hand_in(finding);
    if (handed && !handed->recorded && (finding.counterexample || finding.detail.size() > kLongestDetail)) {
      // What is said beside the case may be more than is accepted.
      tell(LogLevel::Warning, "finding-shortened", unit, finding, handed->refused);
      finding.counterexample.reset();
      finding.detail = finding.detail.substr(0, kLongestDetail);
      handed = hand_in(finding);
    }
    if (!handed) {
      tell(LogLevel::Error, "finding-not-recorded", unit, finding, handed.error());
      return false;
    }
    if (handed->recorded) {
      monitor_.add_finding(finding, *handed->recorded);
    } else {
      tell(LogLevel::Error, "finding-refused", unit, finding, handed->refused);
      monitor_.add_refusal(handed->refused);
    }
    return true;
  }

  /// Tries again what may pass.
  Result<rpc::HandedIn> hand_in(const Finding& finding) {
    std::uint32_t pause = kFirstPauseMs;
    for (int tries = 1;; ++tries) {
      auto handed = link_.hand_in(finding);
      if (handed || tries == kTries || stop_()) return handed;
      wait(pause);
      pause *= 2;
    }
  }

  static void tell(LogLevel level, const char* what, const WorkUnit& unit, const Finding& finding,
                   const std::string& why) {
    log_event(level, what, "lease=" + unit.lease_id + " finding=" + finding.id() + " error=" + why);
  }

  rpc::CoordinatorLink& link_;
  hunt::Job& job_;
  const hunt::Equipment& equipment_;
  const rpc::WorkerInfo& info_;
  std::string worker_id_;
  const WorkLoopOptions& options_;
  const std::function<bool()>& stop_;
  WorkMonitor& monitor_;
};

}  // namespace

void WorkMonitor::add(const HuntStatistics& delta) {
  const std::lock_guard lock(mutex_);
  statistics_.add(delta);
}

void WorkMonitor::add_finding(const Finding& finding, const store::Recorded& recorded) {
  if (!recorded.is_new_bug) return;
  ++new_bugs_;
  const std::lock_guard lock(mutex_);
  if (told_) told_(finding, recorded);
}

void WorkMonitor::add_refusal(const std::string& reason) {
  const std::lock_guard lock(mutex_);
  count_reason(refused_, reason);
}

Counts WorkMonitor::refused() const {
  const std::lock_guard lock(mutex_);
  return refused_;
}

HuntStatistics WorkMonitor::statistics() const {
  const std::lock_guard lock(mutex_);
  return statistics_;
}

std::string random_token() {
  std::random_device source;
  std::string token;
  for (int i = 0; i < 4; ++i) token += std::to_string(source());
  return token;
}

rpc::WorkerInfo worker_info(const WorkLoopOptions& options, std::size_t jobs, const hunt::Equipment& equipment) {
  rpc::WorkerInfo info;
  info.name = options.name;
  info.token = options.token;
  info.version = assay_version();
  info.jobs = static_cast<std::uint32_t>(jobs);
  info.offer = equipment.offer();
  return info;
}

Status run_work_loop(rpc::CoordinatorLink& link, std::vector<std::unique_ptr<hunt::Job>>& jobs,
                     const hunt::Equipment& equipment, const WorkLoopOptions& options, const std::atomic<bool>& stop,
                     WorkMonitor& monitor) {
  for (const std::string& each : unheld())  // here, and not before the mistakes of who called
    log_event(LogLevel::Warning, "compiler-not-held", "a compiler under test could " + each);
  const rpc::WorkerInfo info = worker_info(options, jobs.size(), equipment);
  std::mutex mutex;
  Status first_failure;
  std::atomic<bool> failed{false};  // what one job can't wait out, the others can't either
  const std::function<bool()> over = [&] { return stop || failed; };
  std::vector<std::thread> threads;
  for (auto& job : jobs) {
    threads.emplace_back([&, job = job.get()] {
      Status failure = JobLoop(link, *job, equipment, info, options, over, monitor).run();
      if (!failure) return;
      if (!failed.exchange(true) && !stop) log_event(LogLevel::Error, "work-failed", failure->message);
      const std::lock_guard lock(mutex);
      if (!first_failure) first_failure = std::move(failure);
    });
  }
  for (std::thread& thread : threads) thread.join();
  return first_failure;
}

Result<std::vector<std::unique_ptr<hunt::Job>>> start_jobs(unsigned count, const hunt::Folders& folders) {
  std::vector<std::unique_ptr<hunt::Job>> jobs;
  const auto shapes = hunt::SharedCounts::make();
  for (unsigned i = 0; i < count; ++i) {
    auto job = hunt::Job::start({}, folders, shapes);
    if (!job) return Error{job.error()};
    jobs.push_back(std::move(*job));
  }
  return jobs;
}

}  // namespace assay::application
