// Hostile IR in findings, a few KB that cost the parser seconds: who reports it is refused with the budget that it
// breaks, and nobody else waits for it. A real coordinator, real calls.
#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include "services/coordinator/rpc/rpc.h"
#include "tests/e2e/running.h"

namespace assay::e2e {
namespace {

Finding reported(const std::string& module) {
  Finding finding;
  finding.compiler = {"linked", "22.1.8", "0123456789ab", ""};
  finding.pipeline = finding.reduced_pipeline = finding.culprit = "gvn";
  finding.function = "f";
  finding.original = finding.reduced = finding.reduced_target = module;
  finding.reason = "value-mismatch";
  finding.found_at = "2026-01-02T03:04:05Z";
  return finding;
}

Finding honest(int number) { return reported("define i64 @f() {\n  ret i64 " + std::to_string(number) + "\n}\n"); }

/// Each insertion folds all of the elements: 7 KB of text, some 20 s of a processor.
Finding slow(int number) {
  constexpr const char* kVector = "<2097152 x i8>";
  std::string value = std::string(kVector) + " zeroinitializer";
  for (int i = 0; i < 150; ++i)
    value = std::string(kVector) + " insertelement (" + value + ", i8 " + std::to_string(number + 1) + ", i32 " +
            std::to_string(i) + ")";
  return reported("define " + std::string(kVector) + " @f() {\n  ret " + value + "\n}\n");
}

class Clerks : public TestWithFolder {
 protected:
  void SetUp() override {
    TestWithFolder::SetUp();
    coordinator_ = std::make_unique<Coordinator>(path("a.db"), path("serve"));
  }
  rpc::ClientOptions options() const {
    rpc::ClientOptions options;
    options.address = coordinator_->address();
    options.call_deadline = std::chrono::minutes(5);  // each call is made once
    return options;
  }
  /// The processes that the coordinator has made, and those that these have.
  std::vector<pid_t> processes_below(pid_t process) const {
    std::vector<pid_t> all;
    for (const auto& thread : std::filesystem::directory_iterator("/proc/" + std::to_string(process) + "/task")) {
      std::ifstream children(thread.path() / "children");
      for (pid_t child = 0; children >> child;) {
        all.push_back(child);
        for (const pid_t below : processes_below(child)) all.push_back(below);
      }
    }
    return all;
  }
  std::unique_ptr<Coordinator> coordinator_;
};

TEST_F(Clerks, HostileModulesDelayNeitherHeartbeatsNorHonestFindingsAndAreRefusedByTheirBudget) {
  constexpr int kHostile = 3;  // one less than there are clerks
  std::atomic<int> sent{0}, answered{0};
  std::vector<std::jthread> threads;
  std::vector<std::string> refusals(kHostile);
  for (int i = 0; i < kHostile; ++i)
    threads.emplace_back([&, i] {
      rpc::CoordinatorClient client(options());
      ++sent;
      const auto handed = client.hand_in(slow(i));
      refusals[i] = !handed ? handed.error() : handed->recorded ? "recorded" : handed->refused;
      ++answered;
    });
  rpc::CoordinatorClient client(options());
  EXPECT_TRUE(wait_for([&] { return sent == kHostile; }));
  std::this_thread::sleep_for(std::chrono::milliseconds(200));  // so that they have arrived
  const auto worker = client.register_worker({"w", "token", "test", 1, {}});
  ASSERT_TRUE(worker) << worker.error();
  for (int i = 0; i < 5; ++i) {
    const auto recorded = client.hand_in(honest(i));
    ASSERT_TRUE(recorded) << recorded.error();
    EXPECT_TRUE(recorded->recorded) << recorded->refused;
  }
  EXPECT_EQ(answered, 0) << "all that was while the hostile ones were examined";
  threads.clear();
  for (const std::string& refusal : refusals)
    EXPECT_NE(refusal.find("more than 2000 ms of processor time, which is the limit"), std::string::npos) << refusal;
  EXPECT_TRUE(client.hand_in(honest(9))->recorded);
}

TEST_F(Clerks, MoreHostileModulesThanThereAreClerksDelayNoHeartbeat) {
  constexpr int kHostile = 20;
  std::atomic<int> sent{0}, answered{0};
  std::vector<std::jthread> threads;
  for (int i = 0; i < kHostile; ++i)
    threads.emplace_back([&, i] {
      rpc::CoordinatorClient client(options());
      ++sent;
      (void)client.hand_in(slow(i));
      ++answered;
    });
  rpc::CoordinatorClient client(options());
  EXPECT_TRUE(wait_for([&] { return sent == kHostile; }));
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  const auto worker = client.register_worker({"w", "token", "test", 1, {}});
  ASSERT_TRUE(worker) << worker.error();
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(client.heartbeat(*worker, "h.0.1")) << i;
  EXPECT_LT(answered, kHostile / 2) << "most of them still wait";
  threads.clear();
}

TEST_F(Clerks, WhoeverKillsThemCostsOneAnswerAtMost) {
  rpc::CoordinatorClient client(options());
  ASSERT_TRUE(client.hand_in(honest(0))->recorded);
  for (int i = 1; i < 4; ++i) {
    const auto all = processes_below(coordinator_->process());
    ASSERT_GE(all.size(), 2u) << "a keeper and a clerk";
    for (const pid_t each : all) kill(each, SIGKILL);
    const auto handed = client.hand_in(honest(i));
    ASSERT_TRUE(handed) << handed.error();
    EXPECT_TRUE(handed->recorded) << handed->refused;
  }
}

}  // namespace
}  // namespace assay::e2e
