// What a coordinator does for very many workers: each takes a batch a minute, says twice in between that it is there,
// tells what came of it, and now and then reports a finding. The workers are simulated, the calls are real.
//   bench_scale ADDRESS WORKERS SECONDS FINDINGS_PER_1000_BATCHES
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <queue>
#include <thread>

#include "services/common/rng.h"
#include "services/coordinator/rpc/rpc.h"

namespace {

using namespace assay;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr unsigned kConnections = 64;
constexpr seconds kBatch{60};
constexpr std::uint64_t kMutants = 2'000;

class Times {
 public:
  void add(const std::string& what, double ms, bool good) {
    const std::lock_guard lock(mutex_);
    all_[what].push_back(ms);
    failed_[what] += good ? 0 : 1;
  }
  void print(double elapsed) {
    for (auto& [what, times] : all_) {
      std::sort(times.begin(), times.end());
      const auto part = [&](double p) {
        return times[std::min(times.size() - 1, static_cast<std::size_t>(p * static_cast<double>(times.size())))];
      };
      std::printf("%-10s %8zu calls, %7.1f a second, p50 %6.1f ms, p99 %7.1f ms, longest %8.1f ms, %zu failed\n",
                  what.c_str(), times.size(), static_cast<double>(times.size()) / elapsed, part(0.5), part(0.99),
                  times.back(), failed_[what]);
    }
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::vector<double>> all_;
  std::map<std::string, std::size_t> failed_;
};

/// One simulated worker, and what it does next.
struct Worker {
  std::string id, lease;
  int heartbeats = 0;
};

Finding finding_of(Rng& rng, std::uint64_t number) {
  const std::uint64_t bug = rng.below(200);
  Finding finding;
  finding.compiler = {"linked", "22.1.8", "0123456789ab", ""};
  finding.pipeline = finding.reduced_pipeline = finding.culprit = "gvn";
  finding.function = "f";
  std::string body;
  for (int i = 0; i < 24; ++i)
    body += "  %v" + std::to_string(i) + " = add i64 %x, " + std::to_string(rng.below(1000)) + "\n";
  finding.original = "define i64 @f(i64 %x) {\n" + body + "  ret i64 %v23\n}\n";
  finding.reduced = "define i64 @f(i64 %x) {\n  %v = shl i64 %x, " + std::to_string(bug) + "\n  ret i64 " +
                    std::to_string(number) + "\n}\n";
  finding.reduced_target = "define i64 @f(i64 %x) {\n  ret i64 " + std::to_string(bug) + "\n}\n";
  finding.reason = "value-mismatch";
  finding.found_at = "2026-01-02T03:04:05Z";
  return finding;
}

class Connection {
 public:
  Connection(const std::string& address, unsigned number, std::size_t workers, unsigned findings, Times& times)
      : findings_(findings), times_(times), rng_(number), workers_(workers) {
    rpc::ClientOptions options;
    options.address = address;
    options.seed = number + 1;
    options.patience = seconds(120);
    client_ = std::make_unique<rpc::CoordinatorClient>(options);
    for (std::size_t i = 0; i < workers; ++i) {
      const auto id = client_->register_worker({"host",
                                                std::to_string(number) + "." + std::to_string(i),
                                                "0.1.0",
                                                1,
                                                {{{"linked", "22.1.8", "0123456789ab", ""}}, {}}});
      if (id) workers_[i].id = *id;
      // Spread over a batch's time, as they are after a while.
      due_.push({Clock::now() + milliseconds(rng_.below(static_cast<std::uint64_t>(milliseconds(kBatch).count()))), i});
    }
  }

  void run(Clock::time_point until) {
    while (Clock::now() < until && !due_.empty()) {
      const auto [at, which] = due_.top();
      due_.pop();
      if (at > Clock::now()) std::this_thread::sleep_until(std::min(at, until));
      act(workers_[which], which);
    }
  }

 private:
  struct Due {
    Clock::time_point at;
    std::size_t worker;
    bool operator<(const Due& other) const { return at > other.at; }
  };

  template <class Call>
  bool timed(const char* what, Call call) {
    const auto start = Clock::now();
    const bool good = call();
    times_.add(what, std::chrono::duration<double, std::milli>(Clock::now() - start).count(), good);
    return good;
  }

  void act(Worker& worker, std::size_t which) {
    if (!worker.lease.empty() && worker.heartbeats < 2) {
      ++worker.heartbeats;
      timed("heartbeat", [&] { return static_cast<bool>(client_->heartbeat(worker.id, worker.lease)); });
    } else {
      if (!worker.lease.empty()) complete(worker);
      timed("lease", [&] {
        const auto answer = client_->lease_work(worker.id, "");
        worker.lease = answer && answer->unit ? answer->unit->lease_id : "";
        return !worker.lease.empty();
      });
      worker.heartbeats = 0;
    }
    due_.push({Clock::now() + kBatch / 3, which});
  }

  void complete(Worker& worker) {
    if (rng_.below(1000) < findings_) {
      const Finding finding = finding_of(rng_, ++reported_ * kConnections);
      timed("report", [&] {
        const auto done = client_->hand_in(finding);
        return done && done->recorded;
      });
    }
    HuntStatistics statistics;
    statistics.mutants = statistics.executions = kMutants;
    statistics.checked_smt = kMutants / 2;
    statistics.unknown = 3;
    statistics.unknown_reasons = {{"time-limit", 2}, {"memory-limit", 1}};
    statistics.seconds = 60;
    timed("complete", [&] { return static_cast<bool>(client_->complete_work(worker.id, worker.lease, statistics)); });
  }

  const unsigned findings_;
  Times& times_;
  Rng rng_;
  std::unique_ptr<rpc::CoordinatorClient> client_;
  std::vector<Worker> workers_;
  std::priority_queue<Due> due_;
  std::uint64_t reported_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  const std::string address = argv[1];
  const auto workers = static_cast<std::size_t>(std::atoi(argv[2]));
  const int time = std::atoi(argv[3]);
  const auto findings = static_cast<unsigned>(std::atoi(argv[4]));
  rpc::ClientOptions options;
  options.address = address;
  rpc::CoordinatorClient admin(options);
  rpc::NewHunt hunt;
  hunt.settings.passes = {"instcombine"};
  hunt.settings.compilers = {"linked"};
  hunt.batch_size = kMutants;
  hunt.token = "scale";
  Times times;
  std::vector<std::unique_ptr<Connection>> connections;
  for (unsigned i = 0; i < kConnections; ++i)
    connections.push_back(std::make_unique<Connection>(address, i, workers / kConnections, findings, times));
  const auto created = admin.create_hunt(hunt);
  if (!created) return std::fprintf(stderr, "bench_scale: %s\n", created.error().c_str()), 1;
  std::vector<std::thread> threads;
  const auto start = Clock::now();
  for (const auto& connection : connections) threads.emplace_back([&] { connection->run(start + seconds(time)); });
  for (std::thread& thread : threads) thread.join();
  times.print(std::chrono::duration<double>(Clock::now() - start).count());
}
