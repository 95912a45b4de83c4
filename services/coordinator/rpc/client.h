#pragma once

#include <chrono>
#include <memory>

#include "services/coordinator/rpc/link.h"

namespace assay::rpc {

/// What a client shows a coordinator, and expects of it; PEM texts.
struct Credentials {
  std::string ca;           ///< the authority of the coordinator's certificate; empty: no encryption
  std::string certificate;  ///< the client's own, where the coordinator wants one
  std::string key;
  std::string token;  ///< empty: none
};

struct ClientOptions {
  std::string address;  ///< HOST:PORT
  Credentials credentials;
  std::chrono::milliseconds call_deadline{15'000};  ///< of one attempt
  std::chrono::milliseconds patience{60'000};       ///< how long a call is tried again before it is an error
  std::chrono::milliseconds later_patience{0};      ///< the same once a call got through; 0: no other
  std::chrono::milliseconds first_pause{100};       ///< between attempts; doubles up to `longest_pause`
  std::chrono::milliseconds longest_pause{5'000};
  std::uint64_t seed = 0;  ///< spreads the pauses of many workers; give each its own
};

/// A coordinator at the other end of a wire. A call that does not get through is tried again, with growing pauses,
/// until the patience is over; a call that is refused is an error at once.
class CoordinatorClient final : public CoordinatorLink {
 public:
  /// Does not connect yet: that happens with the first call.
  explicit CoordinatorClient(const ClientOptions& options);
  ~CoordinatorClient() override;

  /// Makes calls under way and all later ones fail at once. From any thread.
  void cancel();

  Result<std::string> register_worker(const WorkerInfo& worker) override;
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

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Asks a server's standard health service; an error if it does not serve or does not answer in time.
Status check_health(const std::string& address, const Credentials& credentials = {},
                    std::chrono::milliseconds deadline = std::chrono::seconds(5));

}  // namespace assay::rpc
