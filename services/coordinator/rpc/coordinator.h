#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>

#include "services/coordinator/rpc/link.h"

namespace assay::rpc {

/// What the coordinator works out of a finding itself.
struct Examined {
  std::string fault;  ///< what can't be accepted, after the name of its field; empty: nothing
  std::string signature;
  std::string title;
};

struct CoordinatorOptions {
  std::uint32_t lease_ms = 60'000;       ///< a worker that is silent for so long loses its batch
  std::uint32_t max_attempts = 5;        ///< a batch that silences so many workers is given up
  std::uint64_t batch_size = 2'000;      ///< mutants in a lease, unless the hunt says otherwise
  std::uint32_t wait_ms = 1'000;         ///< told to workers for whom there is no work
  std::int64_t remember_ms = 3'600'000;  ///< for so long a repeated account of a completed batch is recognised
  std::function<std::int64_t()> now_ms;  ///< Unix time; empty: the system's clock
  /// Looks at the findings that strangers report. Empty: all who report are of this program, and their findings count
  /// as checked. An error says why it can't be done now.
  std::function<Result<Examined>(const Finding&)> examine;
  /// Has SQL answered. Empty: it is answered here, which is for those who ask for themselves.
  store::AskSql ask;
};

/// The seed of a hunt's batch. The same on every machine and in every version: a hunt can be repeated.
std::uint64_t batch_seed(std::uint64_t hunt_seed, std::uint64_t batch);

/// The id of the hunt that is created with this token.
std::string hunt_id_of(const std::string& token);

/// What a coordinator does, without any transport: `assay hunt` embeds it, Server puts it on the wire. Arguments that
/// make no sense are errors that name the field. Thread-safe.
class Coordinator final : public CoordinatorLink {
 public:
  explicit Coordinator(store::Store store, CoordinatorOptions options = {});

  Result<std::string> register_worker(const WorkerInfo& worker) override { return register_worker(worker, ""); }
  /// `who`: the token or certificate that it belongs to from now on; empty: to nobody.
  Result<std::string> register_worker(const WorkerInfo& worker, const std::string& who);
  /// May `who` speak for the worker? Whoever has no token or certificate may, and for a worker that nobody knows.
  Result<bool> may_speak_for(const std::string& worker_id, const std::string& who);
  /// Why a batch can't have led to such statistics; nothing if it can, or is not known.
  Result<Status> implausible(const std::string& lease_id, const HuntStatistics& statistics);
  Result<LeaseAnswer> lease_work(const std::string& worker_id, const std::string& hunt_id) override;
  Result<LeaseState> heartbeat(const std::string& worker_id, const std::string& lease_id) override;
  Status refuse_work(const std::string& worker_id, const std::string& lease_id, const std::string& reason) override;
  Result<store::Completion> complete_work(const std::string& worker_id, const std::string& lease_id,
                                          const HuntStatistics& statistics) override;
  Result<HandedIn> hand_in(const Finding& finding) override;

  Result<std::string> create_hunt(const NewHunt& hunt) override;
  Result<std::optional<HuntReport>> find_hunt(const std::string& hunt_id) override;
  Result<std::vector<HuntReport>> list_hunts(std::uint32_t limit, std::uint32_t offset = 0,
                                             const std::string& filter = {}) override;
  Status stop_hunt(const std::string& hunt_id) override;
  Status resume_hunt(const std::string& hunt_id) override;

  Result<BugPage> list_bugs(const store::BugFilter& filter) override;
  Result<Bug> find_bug(const std::string& id_or_prefix) override;
  Result<std::vector<Finding>> findings_of(const std::string& bug_id, std::uint32_t limit,
                                           const std::string& filter = {}) override;
  Status change_bug(const store::BugChange& change) override;
  Result<store::BugCare> care_of(const std::string& bug_id) override;

  Result<std::vector<store::Worker>> list_workers() override;
  Result<store::Statistics> statistics() override;
  Result<store::SqlAnswer> ask(const std::string& sql, const store::SqlLimits& limits) override;
  Status watch_news(const store::BugFilter& filter,
                    const std::function<bool(const std::vector<store::News>&)>& told) override;

  /// What a client reports may come from strangers. The inner status is what can't be accepted, by field.
  Result<Status> admit(const Finding& finding);
  /// Makes of a finding that was admitted what is recorded: signature, title and time are the coordinator's own. An
  /// error says why it can't be examined now; it may be later.
  Result<Status> examine(Finding& finding);
  /// Records a finding that was examined.
  Result<store::Recorded> record(const Finding& finding);
  /// Why no connected worker can run such a hunt; nothing if one can, or if none is connected.
  Result<Status> unrunnable(const HuntSettings& settings);
  /// Why a worker gets no batch of a hunt that it asks for: what it lacks, or that it refused one before; nothing if it
  /// may.
  Result<Status> unrunnable_by(const std::string& worker_id, const std::string& hunt_id);
  /// Why a hunt can't be gone on with; nothing if it can.
  Status unresumable(const store::Hunt& hunt) const;

  /// The database beneath, e.g. for statistics.
  store::Store& store() { return store_; }

 private:
  /// When a worker was last heard of, and the hunt that it asked for, if it takes no others.
  struct Seen {
    std::int64_t at_ms = 0;
    std::string hunt_id;
  };

  /// Milliseconds since 1970 by the clock as it stood at the beginning: who sets it later ends no lease and no hunt.
  std::int64_t now() const;
  void hear_of(const std::string& worker_id, const std::string* asks_for = nullptr);
  Result<std::vector<store::Worker>> connected(const std::string& hunt_id);
  Status fail_if_nobody_is_left(const store::Hunt& hunt);
  Result<std::optional<WorkUnit>> next_unit(const store::Hunt& hunt, const std::string& worker_id);
  static std::uint64_t mutants_of_next_batch(const store::Hunt& hunt);
  Result<std::optional<store::Lease>> new_batch(const store::Hunt& hunt, const std::string& worker_id);
  bool has_more_batches(const store::Hunt& hunt) const;
  Result<HuntReport> report_on(store::Hunt hunt);
  Status finish_if_done(const std::string& hunt_id);

  store::Store store_;
  CoordinatorOptions options_;
  const std::chrono::system_clock::time_point begun_at_ = std::chrono::system_clock::now();
  const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  std::mutex handing_out_;     // one lease at a time, so that batches are handed out once
  std::size_t next_hunt_ = 0;  // open hunts take turns

  // What follows is learned again after a restart: workers ask all the time, and refuse again what they can't run.
  std::mutex workers_;
  std::map<std::string, Seen> seen_;
  struct Refusals {
    std::set<std::string> workers;
    std::string reason;  // the first
  };
  std::map<std::string, Refusals> refusals_;  // by hunt
};

}  // namespace assay::rpc
