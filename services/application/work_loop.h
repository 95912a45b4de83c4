#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "services/coordinator/rpc/link.h"
#include "services/worker/hunt/equipment.h"
#include "services/worker/hunt/hunt.h"

/// A worker: jobs that lease batches from a coordinator, hunt them, and report. The same for an embedded coordinator
/// and one at the other end of a wire.
namespace assay::application {

struct WorkLoopOptions {
  std::string hunt_id;         ///< only batches of this hunt, until it ends; empty: of any, for ever
  std::string name;            ///< the worker's, for a reader
  std::string token;           ///< random, once per start
  bool over_the_wire = false;  ///< what is to be run is what somebody elsewhere has asked for
};

/// What a worker tells a coordinator of itself.
rpc::WorkerInfo worker_info(const WorkLoopOptions& options, std::size_t jobs, const hunt::Equipment& equipment);
/// Tells two starts of one program apart.
std::string random_token();

/// What the workers have done so far; safe to read at any time.
class WorkMonitor {
 public:
  /// Told of a finding that is the first of its bug, from any thread, by one at a time.
  using Told = std::function<void(const Finding&, const store::Recorded&)>;
  explicit WorkMonitor(Told told = {}) : told_(std::move(told)) {}
  void add(const HuntStatistics& delta);
  void add_finding(const Finding& finding, const store::Recorded& recorded);
  /// A finding that is not accepted, whoever hands it in.
  void add_refusal(const std::string& reason);
  HuntStatistics statistics() const;
  std::uint64_t new_bugs() const { return new_bugs_; }
  /// Why findings were not accepted, and how many for each reason.
  Counts refused() const;

 private:
  Told told_;
  mutable std::mutex mutex_;
  HuntStatistics statistics_;
  Counts refused_;
  std::atomic<std::uint64_t> new_bugs_{0};
};

/// Runs until the hunt ends or `stop` is set; every finding is acknowledged by the coordinator before its batch is
/// completed. Batches that this machine can't run are given back with the reason; one whose process died, or whose
/// findings can't be handed in for long, is left to another worker. A finding that is not accepted would not be from
/// another worker either: it is logged and counted with the reason. The error is the first that can't be waited out.
Status run_work_loop(rpc::CoordinatorLink& link, std::vector<std::unique_ptr<hunt::Job>>& jobs,
                     const hunt::Equipment& equipment, const WorkLoopOptions& options, const std::atomic<bool>& stop,
                     WorkMonitor& monitor);

/// Forks the jobs, which share the folders and what findings they have met; to be called before the first thread is
/// started.
Result<std::vector<std::unique_ptr<hunt::Job>>> start_jobs(unsigned count, const hunt::Folders& folders = {});

}  // namespace assay::application
