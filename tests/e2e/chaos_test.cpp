// Workers and the coordinator are killed, again and again, while they hunt. What was acknowledged is there afterwards,
// once, and every hunt comes to its end. The same seed kills in the same order; ASSAY_CHAOS_KILLS and ASSAY_CHAOS_SEED
// make longer runs of it:
//   ASSAY_CHAOS_KILLS=250 ASSAY_CHAOS_SEED=3 build/test_e2e --gtest_filter='Chaos.*'
#include <thread>

#include "services/common/rng.h"
#include "services/coordinator/rpc/rpc.h"
#include "tests/e2e/running.h"

namespace assay::e2e {
namespace {

constexpr const char* kOpt14 = "/usr/lib/llvm-14/bin/opt";
constexpr std::uint64_t kMutants = 200, kBatch = 20;
constexpr std::size_t kWorkers = 2;

std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

/// One that miscompiles after few edits beside some that are compiled right, so that few findings have to be reduced.
void write_seeds(const std::filesystem::path& folder) {
  std::filesystem::create_directory(folder);
  std::ofstream(folder / "negated.ll") << "define i4 @f(i1 %x, i4 %y) {\n  %a = sub nsw i4 0, %y\n"
                                          "  %b = select i1 %x, i4 %y, i4 %a\n  %c = sub i4 0, %b\n  ret i4 %c\n}\n";
  for (const char* operation : {"add", "mul", "xor", "or", "and", "shl", "lshr"})
    std::ofstream(folder / (std::string(operation) + ".ll"))
        << "define i8 @f(i8 %x, i8 %y) {\n  %a = " << operation
        << " i8 %x, %y\n  %b = icmp ult i8 %a, %x\n  %c = zext i1 %b to i8\n  ret i8 %c\n}\n";
}

/// What a client was told is recorded.
Finding reported(std::uint64_t reporter, std::uint64_t number) {
  Finding finding;
  finding.compiler = {"linked", "22.1.8", "0123456789ab", ""};
  finding.pipeline = finding.reduced_pipeline = finding.culprit = "gvn";
  finding.function = "f";
  finding.original = finding.reduced = finding.reduced_target =
      "define i64 @f() {\n  ret i64 " + std::to_string(number * 100 + reporter) + "\n}\n";
  finding.reason = "value-mismatch";
  finding.found_at = "2026-01-02T03:04:05Z";
  return finding;
}

/// Processes that are started again when they are killed.
class Farm {
 public:
  Farm(std::filesystem::path folder, std::string database)
      : folder_(std::move(folder)), database_(std::move(database)) {
    {
      Coordinator first(database_, (folder_ / "first").string());
      address_ = first.address();
    }  // its port is taken again by the next
    write_seeds(folder_ / "seeds");
    start_coordinator();
    for (std::size_t i = 0; i < kWorkers; ++i) workers_.push_back(start_worker());
  }
  const std::string& address() const { return address_; }
  void kill_coordinator() {
    coordinator_->end(SIGKILL);
    start_coordinator();
  }
  void kill_worker(std::size_t which) {
    workers_[which]->end(SIGKILL);
    workers_[which] = start_worker();
  }
  bool all_run() {
    return coordinator_->runs() &&
           std::all_of(workers_.begin(), workers_.end(), [](const auto& each) { return each->runs(); });
  }
  std::string errors() const { return coordinator_->errors() + workers_[0]->errors() + workers_[1]->errors(); }

 private:
  std::string files(const char* name) { return (folder_ / (name + std::to_string(started_++ % 8))).string(); }
  void start_coordinator() {
    coordinator_ = std::make_unique<Running>(
        std::vector<std::string>{"serve", "--db=" + database_, "--listen=" + address_, "--lease=2"}, files("serve"));
  }
  std::unique_ptr<Running> start_worker() {
    return std::make_unique<Running>(
        std::vector<std::string>{"work", "--coordinator=" + address_, "--jobs=1", std::string("--compiler=") + kOpt14,
                                 "--compiler=linked", "--seeds=" + (folder_ / "seeds").string()},
        files("work"));
  }

  std::filesystem::path folder_;
  std::string database_, address_;
  std::uint64_t started_ = 0;
  std::unique_ptr<Running> coordinator_;
  std::vector<std::unique_ptr<Running>> workers_;
};

using Chaos = TestWithFolder;

TEST_F(Chaos, WhatIsAcknowledgedOutlivesEverySigkillAndEveryHuntEnds) {
  const std::uint64_t kills = number_from("ASSAY_CHAOS_KILLS", 12), seed = number_from("ASSAY_CHAOS_SEED", 1);
  Rng rng(seed);
  Farm farm(folder_, path("a.db"));
  rpc::ClientOptions options;
  options.address = farm.address();
  rpc::CoordinatorClient client(options);
  std::vector<std::string> hunts;
  const auto state_of = [&](const std::string& id) {
    auto hunt = client.find_hunt(id);
    return hunt && *hunt ? std::optional((**hunt).hunt.state) : std::nullopt;
  };
  Rows rows(path("a.db"));
  const auto create_hunt = [&] {
    rpc::NewHunt hunt;
    hunt.settings.passes = {"instcombine"};
    hunt.settings.compilers = {"14", "linked"};
    const std::string offer = rows.ask("SELECT offer FROM workers LIMIT 1");
    hunt.settings.seeds = nlohmann::json::parse(offer)["seeds"][0];
    hunt.seed = rng();
    hunt.mutant_limit = kMutants;
    hunt.batch_size = kBatch;
    hunt.token = "hunt " + std::to_string(hunts.size());
    const auto id = client.create_hunt(hunt);
    ASSERT_TRUE(id) << id.error();
    hunts.push_back(*id);
  };
  ASSERT_TRUE(wait_for([&] { return !rows.ask("SELECT id FROM workers").empty(); })) << farm.errors();

  std::atomic<bool> over{false};
  std::vector<std::vector<std::string>> acknowledged(2);
  std::vector<std::thread> reporters;
  for (std::uint64_t r = 0; r < acknowledged.size(); ++r)
    reporters.emplace_back([&, r] {
      rpc::CoordinatorClient reporter(options);
      for (std::uint64_t i = 0; !over; ++i) {
        const Finding finding = reported(r, i);
        if (reporter.report_finding(finding)) acknowledged[r].push_back(finding.id());
        std::this_thread::sleep_for(std::chrono::milliseconds(20));  // the machine is for the hunts
      }
    });
  for (std::uint64_t done = 0; done < kills && !HasFatalFailure(); ++done) {
    if (hunts.empty() || state_of(hunts.back()) == store::HuntState::Finished) create_hunt();
    std::this_thread::sleep_for(std::chrono::milliseconds(200 + rng.below(800)));
    if (rng.below(3) == 0)
      farm.kill_coordinator();
    else
      farm.kill_worker(rng.below(kWorkers));
  }
  over = true;
  for (std::thread& reporter : reporters) reporter.join();
  for (const std::string& id : hunts)
    EXPECT_TRUE(wait_for([&] { return state_of(id) == store::HuntState::Finished; }, std::chrono::seconds(300)))
        << "hunt " << id << " is stuck\n"
        << rows.ask("SELECT * FROM hunts WHERE id = '" + id + "'") << farm.errors();
  EXPECT_TRUE(farm.all_run()) << farm.errors();

  std::size_t told = 0;
  for (const auto& ids : acknowledged)
    for (const std::string& id : ids) {
      ++told;
      EXPECT_EQ(rows.ask("SELECT COUNT(*) FROM findings WHERE id = '" + id + "'"), "1") << "finding " << id;
    }
  EXPECT_GT(told, 0u);
  EXPECT_EQ(rows.ask("PRAGMA integrity_check"), "ok");
  EXPECT_EQ(rows.ask("SELECT COUNT(*) FROM bugs WHERE count <> (SELECT COUNT(*) FROM findings WHERE bug_id = bugs.id)"),
            "0");
  EXPECT_EQ(rows.ask("SELECT COUNT(*) FROM hunts JOIN hunt_statistics ON hunt_id = hunts.id WHERE mutants + " +
                     std::to_string(kBatch) +
                     " * (SELECT COUNT(*) FROM leases WHERE leases.hunt_id = hunts.id AND"
                     " leases.state = 'abandoned') <> mutant_limit"),
            "0")
      << "each batch counts once";
  std::printf("[ %llu kills, %zu hunts, %zu acknowledged, %s of hunts, %s batches abandoned ]\n",
              static_cast<unsigned long long>(kills), hunts.size(), told,
              rows.ask("SELECT COUNT(*) FROM findings WHERE hunt_id <> ''").c_str(),
              rows.ask("SELECT COUNT(*) FROM leases WHERE state = 'abandoned'").c_str());
}

}  // namespace
}  // namespace assay::e2e
