// Clients that mean harm: what they send costs them their connection and a coordinator some memory, and keeps nobody
// else from being served. Bytes over the loopback, for some seconds each. ASSAY_ATTACK_SECONDS makes longer ones.
#include <thread>

#include "services/coordinator/rpc/rpc.h"
#include "services/coordinator/store/store.h"
#include "tests/e2e/running.h"
#include "tests/support/attacks.h"

namespace assay::e2e {
namespace {

using std::chrono::seconds;

constexpr std::size_t kMostMb = 200;  // beyond what it has before

seconds attack_time() {
  const char* text = std::getenv("ASSAY_ATTACK_SECONDS");
  return seconds(text == nullptr ? 2 : std::atoi(text));
}

Finding reported(std::uint64_t number) {
  Finding finding;
  finding.compiler = {"linked", "22.1.8", "0123456789ab", ""};
  finding.pipeline = finding.reduced_pipeline = finding.culprit = "gvn";
  finding.function = "f";
  finding.original = finding.reduced = finding.reduced_target =
      "define i64 @f() {\n  ret i64 " + std::to_string(number) + "\n}\n";
  finding.reason = "value-mismatch";
  finding.found_at = "2026-01-02T03:04:05Z";
  return finding;
}

class Attacks : public TestWithFolder {
 protected:
  void start(std::vector<std::string> more = {}) {
    more.insert(more.begin(), "--http=127.0.0.1:0");
    coordinator_ = std::make_unique<Coordinator>(path("a.db"), path("serve"), more);
    target_ = {coordinator_->port(), coordinator_->pages_port()};
    before_mb_ = coordinator_->peak_mb();
    ASSERT_GT(before_mb_, 0u);
  }
  rpc::ClientOptions client_options() const {
    rpc::ClientOptions options;
    options.address = coordinator_->address();
    options.patience = seconds(300);
    return options;
  }
  /// Reports a case of 1.5 MB, so that there is a large page.
  void report_a_large_one() {
    Finding finding = reported(1'000'000);
    finding.original += std::string(std::size_t{1'500'000}, ';') + "\n";
    rpc::CoordinatorClient client(client_options());
    const auto done = client.hand_in(finding);
    ASSERT_TRUE(done && done->recorded) << (done ? done->refused : done.error());
    target_.large = "/bugs/" + done->recorded->bug_id + "/original.ll";
    before_mb_ = coordinator_->peak_mb();
  }
  /// Somebody new is served by both doors, and nothing was lost.
  void expect_it_serves(std::size_t findings) {
    EXPECT_TRUE(wait_for([&] { return !rpc::check_health(coordinator_->address()); })) << coordinator_->errors();
    const std::string page = attacks::exchange(
        target_.pages, "GET /style.css HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", seconds(60));
    EXPECT_TRUE(page.starts_with("HTTP/1.1 200")) << page.substr(0, 100);
    rpc::CoordinatorClient client(client_options());
    const auto statistics = client.statistics();
    ASSERT_TRUE(statistics) << statistics.error();
    EXPECT_EQ(statistics->findings, findings);
    EXPECT_LE(coordinator_->peak_mb(), before_mb_ + kMostMb);
    EXPECT_TRUE(coordinator_->runs());
  }

  std::unique_ptr<Coordinator> coordinator_;
  attacks::Target target_;
  std::size_t before_mb_ = 0;
};

class EachAttack : public Attacks, public testing::WithParamInterface<attacks::Attack> {};

TEST_P(EachAttack, KeepsNobodyFromReportingAndTakesLittleMemory) {
  start();
  report_a_large_one();
  std::atomic<bool> over = false;
  std::size_t acknowledged = 1;
  std::thread honest([&] {
    rpc::CoordinatorClient client(client_options());
    for (std::uint64_t i = 0; !over || i == 0; ++i) {
      const auto done = client.hand_in(reported(i));
      ASSERT_TRUE(done) << done.error();
      ASSERT_TRUE(done->recorded) << done->refused;
      ++acknowledged;
    }
  });
  GetParam().run(target_, std::chrono::steady_clock::now() + attack_time());
  over = true;
  honest.join();
  expect_it_serves(acknowledged);
}

INSTANTIATE_TEST_SUITE_P(All, EachAttack, testing::ValuesIn(attacks::all()), [](const auto& info) {
  std::string name;
  for (const char c : std::string(info.param.name)) name += c == ' ' ? '_' : c;
  return name;
});

TEST_F(Attacks, HardQuestionsEndByThemselvesAndNobodyWaitsForThemAtTheEnd) {
  start();
  std::vector<std::thread> askers;
  for (int i = 0; i < 12; ++i)
    askers.emplace_back([&, i] {
      rpc::ClientOptions options = client_options();
      options.patience = seconds(0);
      rpc::CoordinatorClient client(options);
      const char* const hard[] = {
          "SELECT instr(hex(zeroblob(3000000)), hex(zeroblob(1500000)) || 'x')",
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 200) SELECT zeroblob(30000000) FROM n",
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n"};
      (void)client.ask(hard[i % 3], {.time = seconds(10), .rows = 1000});
    });
  expect_it_serves(0);
  EXPECT_EQ(coordinator_->end(SIGTERM), 0);
  for (std::thread& asker : askers) asker.join();
}

TEST_F(Attacks, ThePageForSqlRunsNothingThatAnotherSiteHasAskedFor) {
  start();
  const auto ask = [&](const std::string& header) {
    return attacks::exchange(
        target_.pages,
        "GET /query?sql=SELECT+6*7 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + header + "\r\n",
        seconds(60));
  };
  for (const char* own : {"", "Sec-Fetch-Site: same-origin\r\n", "Sec-Fetch-Site: none\r\n"})
    EXPECT_NE(ask(own).find(">42<"), std::string::npos) << own;
  for (const char* foreign : {"Sec-Fetch-Site: cross-site\r\n", "Sec-Fetch-Site: same-site\r\n"}) {
    EXPECT_EQ(ask(foreign).find(">42<"), std::string::npos) << foreign;
    EXPECT_NE(ask(foreign).find("A page of elsewhere"), std::string::npos) << foreign;
  }
}

TEST_F(Attacks, WhoIsOneTooManyIsToldAndServedOnceThereIsRoom) {
  start({"--connections=20", "--connections-per-address=20"});
  rpc::ClientOptions hasty = client_options();
  hasty.patience = std::chrono::milliseconds(1);
  {
    const attacks::Crowd one(target_.calls, 30), more(target_.calls, 30);
    std::string told;
    EXPECT_TRUE(wait_for([&] {
      rpc::CoordinatorClient client(hasty);
      const auto answer = client.statistics();
      told = answer ? "" : answer.error();
      return !answer;
    }));
    EXPECT_NE(told, "");
  }
  rpc::CoordinatorClient patient(client_options());
  EXPECT_TRUE(patient.statistics());
}

TEST_F(Attacks, TwoCoordinatorsDoNotShareADatabase) {
  start();
  const auto second = assay({"serve", "--db=" + path("a.db"), "--listen=127.0.0.1:0"});
  EXPECT_EQ(second.code, 2);
  EXPECT_NE(second.error_output.find("another coordinator"), std::string::npos) << second.error_output;
  expect_it_serves(0);
}

}  // namespace
}  // namespace assay::e2e
