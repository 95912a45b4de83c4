#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <thread>

#include "tests/support/wait_for.h"
#include "tests/unit/rpc/rpc_fixture.h"

namespace assay::rpc {
namespace {

/// A coordinator in a process of its own.
class Served {
 public:
  explicit Served(const std::string& database) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return;
    process_ = fork();
    if (process_ == 0) {
      dup2(ends[1], STDOUT_FILENO);
      execl("/proc/self/exe", "test_rpc", "--serve", database.c_str(), nullptr);
      _exit(127);
    }
    close(ends[1]);
    FILE* output = fdopen(ends[0], "r");
    if (std::fscanf(output, "%d", &port_) != 1) port_ = 0;
    std::fclose(output);
  }
  ~Served() { kill_now(); }
  void kill_now() {
    if (process_ <= 0) return;
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
    process_ = 0;
  }
  void limit_files(rlim_t bytes) const {
    const rlimit limit{bytes, RLIM_INFINITY};
    ASSERT_EQ(prlimit(process_, RLIMIT_FSIZE, &limit, nullptr), 0);
  }
  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
  int port() const { return port_; }

 private:
  pid_t process_ = 0;
  int port_ = 0;
};

using Killed = RpcTest;

TEST_F(Killed, EveryFindingACoordinatorAcknowledgedSurvivesItsSigkill) {
  coordinator_.reset();
  Served served(path());
  ASSERT_NE(served.port(), 0);
  ClientOptions options;
  options.address = served.address();
  options.patience = std::chrono::milliseconds(1);
  std::atomic<int> total{0};
  std::vector<std::vector<int>> acknowledged(3);
  std::vector<std::thread> reporters;
  for (int r = 0; r < 3; ++r)
    reporters.emplace_back([&, r] {
      CoordinatorClient client(options);
      for (int i = 0;; ++i) {
        const int number = i * 3 + r;
        if (!client.report_finding(make_finding(number, "signature " + std::to_string(number % 5)))) return;
        acknowledged[r].push_back(number);
        ++total;
      }
    });
  while (total < 100) std::this_thread::yield();
  served.kill_now();
  for (std::thread& reporter : reporters) reporter.join();

  auto store = store::Store::open(path());
  ASSERT_TRUE(store) << store.error();
  EXPECT_FALSE(store->verify());
  for (const auto& numbers : acknowledged)
    for (const int number : numbers) {
      auto again = store->record_finding(make_finding(number, "signature " + std::to_string(number % 5)));
      ASSERT_TRUE(again) << again.error();
      EXPECT_FALSE(again->is_new_finding) << "finding " << number << " was lost";
    }
}

TEST_F(Killed, AHuntGoesOnWhereAKilledCoordinatorLeftIt) {
  coordinator_.reset();
  auto first = std::make_unique<Served>(path());
  ASSERT_NE(first->port(), 0);
  ClientOptions options;
  options.address = first->address();
  CoordinatorClient before(options);
  NewHunt hunt = make_hunt();
  hunt.batch_size = 10;
  hunt.mutant_limit = 30;
  const auto id = before.create_hunt(hunt);
  ASSERT_TRUE(id) << id.error();
  const std::string worker = register_worker(before, "w");
  const auto done = before.lease_work(worker, *id), held = before.lease_work(worker, *id);
  ASSERT_TRUE(done && done->unit && held && held->unit);
  HuntStatistics statistics;
  statistics.mutants = 10;
  ASSERT_EQ(*before.complete_work(worker, done->unit->lease_id, statistics), store::Completion::Counted);
  first->kill_now();

  Served second(path());
  ASSERT_NE(second.port(), 0);
  options.address = second.address();
  CoordinatorClient after(options);
  EXPECT_EQ(*after.heartbeat(worker, held->unit->lease_id), LeaseState::Held);
  EXPECT_EQ(*after.complete_work(worker, done->unit->lease_id, statistics), store::Completion::CountedBefore);
  EXPECT_EQ(*after.complete_work(worker, held->unit->lease_id, statistics), store::Completion::Counted);
  const auto last = after.lease_work(worker, *id);
  ASSERT_TRUE(last && last->unit);
  EXPECT_EQ(last->unit->batch, 2u);
  EXPECT_EQ((**after.find_hunt(*id)).hunt.statistics.mutants, 20u);
}

TEST_F(Killed, AFullDiskIsWaitedForAndNothingIsLost) {
  coordinator_.reset();
  Served served(path());
  ASSERT_NE(served.port(), 0);
  ClientOptions options;
  options.address = served.address();
  options.patience = std::chrono::milliseconds(1);
  CoordinatorClient impatient(options);
  ASSERT_TRUE(impatient.report_finding(make_finding(0)));
  served.limit_files(8 << 10);  // less than the file has
  const auto refused = impatient.report_finding(make_finding(1));
  ASSERT_FALSE(refused);
  EXPECT_TRUE(refused.error().find("full") != std::string::npos || refused.error().find("I/O") != std::string::npos)
      << refused.error();
  EXPECT_TRUE(wait_for([&] { return check_health(served.address()).has_value(); }))
      << "it does not serve while it can't write";
  auto bugs = impatient.list_bugs({});
  ASSERT_TRUE(bugs) << bugs.error();
  EXPECT_EQ(bugs->total, 1u) << "what is there can be read";

  options.patience = std::chrono::minutes(5);
  CoordinatorClient patient(options);
  Result<store::Recorded> recorded = Error{"not yet"};
  std::thread waiter([&] { recorded = patient.report_finding(make_finding(1)); });
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  served.limit_files(RLIM_INFINITY);
  waiter.join();
  ASSERT_TRUE(recorded) << recorded.error();
  EXPECT_TRUE(recorded->is_new_finding);
  EXPECT_TRUE(wait_for([&] { return !check_health(served.address()).has_value(); }));
  served.kill_now();
  EXPECT_EQ(store::Store::open(path())->statistics()->findings, 2u);
}

}  // namespace
}  // namespace assay::rpc
