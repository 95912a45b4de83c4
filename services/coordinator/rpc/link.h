#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "services/common/finding.h"
#include "services/common/status.h"
#include "services/common/work.h"
#include "services/coordinator/store/sql.h"
#include "services/coordinator/store/store.h"

/// Talking to a coordinator, whether it is embedded in this process or at the other end of a wire.
namespace assay::rpc {

struct WorkerInfo {
  std::string name;     ///< for a reader, e.g. the host's name
  std::string token;    ///< random, once per start: tells two workers of one name apart
  std::string version;  ///< assay_version()
  std::uint32_t jobs = 1;
  WorkerOffer offer;  ///< what it can hunt with: it is handed out nothing else
};
ASSAY_FIELDS(WorkerInfo, name, token, version, jobs, offer);

/// What became of asking for work.
struct LeaseAnswer {
  enum class Kind {
    Leased,         ///< there is work, in `unit`
    Wait,           ///< none at the moment: ask again after retry_after_ms
    Ended,          ///< the hunt that was asked for has ended
    UnknownWorker,  ///< register again
  };
  Kind kind = Kind::Wait;
  std::optional<WorkUnit> unit;
  std::uint32_t retry_after_ms = 0;
};
ASSAY_FIELDS(LeaseAnswer, kind, unit, retry_after_ms);
const char* name_of(LeaseAnswer::Kind kind);
std::optional<LeaseAnswer::Kind> enumerator_of(std::string_view name, std::type_identity<LeaseAnswer::Kind>);

enum class LeaseState {
  Held,     ///< renewed
  Lost,     ///< the batch belongs to another worker now: drop it; its findings may still be reported
  Stopped,  ///< renewed, but the hunt was stopped: complete it with what is done so far
};
const char* name_of(LeaseState state);
std::optional<LeaseState> enumerator_of(std::string_view name, std::type_identity<LeaseState>);

struct NewHunt {
  HuntSettings settings;
  std::uint64_t seed = 0;
  std::uint64_t mutant_limit = 0;  ///< 0: none
  std::uint32_t time_limit_s = 0;  ///< for how long work is handed out; 0: no limit
  std::uint64_t batch_size = 0;    ///< mutants in a lease; 0: the coordinator's default
  bool exclusive = false;          ///< its work goes only to those who ask for this hunt by its id
  std::string token;               ///< random: a request that is repeated with the same token makes one hunt
};
ASSAY_FIELDS(NewHunt, settings, seed, mutant_limit, time_limit_s, batch_size, exclusive, token);

/// What became of handing in a finding.
struct HandedIn {
  std::optional<store::Recorded> recorded;
  std::string refused;  ///< otherwise why it is not accepted, by field: whoever hands in the same hears the same
};

/// A hunt and what became of its batches.
struct HuntReport {
  store::Hunt hunt;
  store::LeaseCounts leases;
  store::HuntBugs bugs;
};

/// Some of the bugs that a filter lets through, and how many there are of them.
struct BugPage {
  std::vector<Bug> bugs;
  std::uint64_t total = 0;
};

/// Everything that a worker or a person asks of a coordinator. All calls may be made from any thread. What a call
/// has answered is on the coordinator's disk. Each call may be repeated when its answer did not come.
class CoordinatorLink {
 public:
  virtual ~CoordinatorLink() = default;

  /// The worker's id.
  virtual Result<std::string> register_worker(const WorkerInfo& worker) = 0;
  /// One batch: of the given hunt, or of any open one if `hunt_id` is empty. Asking for a hunt that the worker can't
  /// run is an error; among the open ones such hunts are passed by.
  virtual Result<LeaseAnswer> lease_work(const std::string& worker_id, const std::string& hunt_id) = 0;
  /// Renews a lease. Never tried again by itself: the next heartbeat does that.
  virtual Result<LeaseState> heartbeat(const std::string& worker_id, const std::string& lease_id) = 0;
  /// Gives a batch back that the worker can't run: it gets no other one of that hunt. A hunt that nobody is left to run
  /// fails with that reason.
  virtual Status refuse_work(const std::string& worker_id, const std::string& lease_id, const std::string& reason) = 0;
  virtual Result<store::Completion> complete_work(const std::string& worker_id, const std::string& lease_id,
                                                  const HuntStatistics& statistics) = 0;
  /// The error may pass: nobody knows whether the finding would be accepted.
  virtual Result<HandedIn> hand_in(const Finding& finding) = 0;
  /// The same for who makes no difference between a refusal and an error.
  Result<store::Recorded> report_finding(const Finding& finding) {
    auto handed = hand_in(finding);
    if (!handed) return Error{handed.error()};
    if (!handed->recorded) return Error{handed->refused};
    return *handed->recorded;
  }

  /// The hunt's id. An error if workers are connected and none of them can run it.
  virtual Result<std::string> create_hunt(const NewHunt& hunt) = 0;
  virtual Result<std::optional<HuntReport>> find_hunt(const std::string& hunt_id) = 0;
  /// Newest first; those that a filter lets through (filter_text.h).
  virtual Result<std::vector<HuntReport>> list_hunts(std::uint32_t limit, std::uint32_t offset = 0,
                                                     const std::string& filter = {}) = 0;
  /// An error if there is no such hunt; stopping one that has ended changes nothing.
  virtual Status stop_hunt(const std::string& hunt_id) = 0;
  /// Goes on with a hunt that was stopped or has failed; an error for one that has finished, or whose time is over.
  virtual Status resume_hunt(const std::string& hunt_id) = 0;

  /// A value of the filter that no bug can have is an error that names what there is.
  virtual Result<BugPage> list_bugs(const store::BugFilter& filter) = 0;
  virtual Result<Bug> find_bug(const std::string& id_or_prefix) = 0;
  virtual Result<std::vector<Finding>> findings_of(const std::string& bug_id, std::uint32_t limit,
                                                   const std::string& filter = {}) = 0;
  virtual Status change_bug(const store::BugChange& change) = 0;
  virtual Result<store::BugCare> care_of(const std::string& bug_id) = 0;

  /// Those that were heard of last first.
  virtual Result<std::vector<store::Worker>> list_workers() = 0;
  virtual Result<store::Statistics> statistics() = 0;
  /// SQL that only reads.
  virtual Result<store::SqlAnswer> ask(const std::string& sql, const store::SqlLimits& limits) = 0;
  /// Tells what happens from now on to bugs that a filter lets through, or, without one, everywhere; until `told` gives
  /// false. It is called with nothing, too, when the telling begins. What happens while a coordinator is away is told
  /// when it is back.
  virtual Status watch_news(const store::BugFilter& filter,
                            const std::function<bool(const std::vector<store::News>&)>& told) = 0;
};

}  // namespace assay::rpc
