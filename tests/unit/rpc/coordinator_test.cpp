#include <map>
#include <set>
#include <thread>

#include "tests/unit/rpc/rpc_fixture.h"

namespace assay::rpc {
namespace {

using Kind = LeaseAnswer::Kind;

class CoordinatorTest : public RpcTest {
 protected:
  WorkUnit lease(const std::string& worker, const std::string& hunt = "") {
    auto answer = coordinator_->lease_work(worker, hunt);
    if (!answer || answer->kind != Kind::Leased) {
      ADD_FAILURE() << (answer ? "no work" : answer.error());
      return {};
    }
    return *answer->unit;
  }
  Kind ask(const std::string& worker, const std::string& hunt = "") {
    auto answer = coordinator_->lease_work(worker, hunt);
    if (!answer) ADD_FAILURE() << answer.error();
    return answer ? answer->kind : Kind::Wait;
  }
  store::Completion complete(const std::string& worker, const WorkUnit& unit, std::uint64_t mutants) {
    HuntStatistics statistics;
    statistics.mutants = mutants;
    auto completion = coordinator_->complete_work(worker, unit.lease_id, statistics);
    if (!completion) ADD_FAILURE() << completion.error();
    return completion ? *completion : store::Completion::Lost;
  }
};

TEST_F(CoordinatorTest, BatchSeedsAreAFunctionOfHuntSeedAndNumberAndDiffer) {
  std::set<std::uint64_t> seeds;
  for (std::uint64_t hunt = 0; hunt < 50; ++hunt)
    for (std::uint64_t batch = 0; batch < 200; ++batch) seeds.insert(batch_seed(hunt, batch));
  EXPECT_EQ(seeds.size(), 50u * 200u);
  EXPECT_EQ(batch_seed(42, 7), batch_seed(42, 7));
  // These must never change: a stored hunt could not be repeated any more.
  EXPECT_EQ(batch_seed(0, 0), 0x890acd8dd443c47cu);
  EXPECT_EQ(batch_seed(42, 1000), 0xc8b8059abbbf72fdu);
}

TEST_F(CoordinatorTest, AHuntIsHandedOutInBatchesUpToItsLimitAndThenFinishes) {
  const std::string worker = register_worker(*coordinator_, "w");
  NewHunt hunt = make_hunt();
  hunt.mutant_limit = 250;
  const std::string id = *coordinator_->create_hunt(hunt);
  std::vector<WorkUnit> units = {lease(worker), lease(worker), lease(worker)};
  for (std::uint64_t i = 0; i < 3; ++i) {
    EXPECT_EQ(units[i].batch, i);
    EXPECT_EQ(units[i].mutants, i < 2 ? 100u : 50u);
    EXPECT_EQ(units[i].seed, batch_seed(42, i));
    EXPECT_EQ(units[i].settings, hunt.settings);
  }
  EXPECT_EQ(ask(worker, id), Kind::Wait);
  for (const WorkUnit& unit : units) EXPECT_EQ(complete(worker, unit, unit.mutants), store::Completion::Counted);
  EXPECT_EQ(ask(worker, id), Kind::Ended);
  const HuntReport report = **coordinator_->find_hunt(id);
  EXPECT_EQ(report.hunt.state, store::HuntState::Finished);
  EXPECT_EQ(report.hunt.statistics.mutants, 250u);
  EXPECT_EQ(report.leases.done, 3u);
}

TEST_F(CoordinatorTest, TheLastBatchesAreSmallerSoThatAllWorkersEndTogether) {
  const std::string one = register_worker(*coordinator_, "a"), other = register_worker(*coordinator_, "b");
  const auto batches = [&](const std::string& token, const std::vector<std::string>& workers) {
    NewHunt hunt = make_hunt(token);
    hunt.mutant_limit = 2'000;
    hunt.batch_size = 1'000;
    const std::string id = *coordinator_->create_hunt(hunt);
    std::vector<std::uint64_t> sizes;
    for (std::uint64_t all = 0; all < hunt.mutant_limit; all += sizes.back())
      sizes.push_back(lease(workers[sizes.size() % workers.size()], id).mutants);
    return sizes;
  };
  const std::vector<std::uint64_t> alone = batches("t1", {one});
  EXPECT_EQ(alone, (std::vector<std::uint64_t>{500, 375, 281, 211, 158, 128, 128, 128, 91}));
  EXPECT_EQ(batches("t2", {one, other}), alone) << "a hunt is the same however many share it";
}

TEST_F(CoordinatorTest, ASilentWorkersBatchGoesToAnother) {
  const std::string dead = register_worker(*coordinator_, "dead"), alive = register_worker(*coordinator_, "alive");
  const std::string id = *coordinator_->create_hunt(make_hunt());
  const WorkUnit lost = lease(dead);
  now_ms_ += 1001;
  const WorkUnit again = lease(alive);
  EXPECT_EQ(again.batch, lost.batch);
  EXPECT_EQ(again.seed, lost.seed);
  EXPECT_EQ(again.attempt, 2u);
  EXPECT_NE(again.lease_id, lost.lease_id);
  EXPECT_EQ(*coordinator_->heartbeat(dead, lost.lease_id), LeaseState::Lost);
  EXPECT_EQ(complete(dead, lost, 100), store::Completion::Lost);
  EXPECT_EQ(complete(alive, again, 100), store::Completion::Counted);
  EXPECT_EQ((**coordinator_->find_hunt(id)).hunt.statistics.mutants, 100u);
}

TEST_F(CoordinatorTest, HeartbeatsKeepALease) {
  const std::string holder = register_worker(*coordinator_, "a"), other = register_worker(*coordinator_, "b");
  NewHunt hunt = make_hunt();
  hunt.mutant_limit = 100;
  ASSERT_TRUE(coordinator_->create_hunt(hunt));
  const WorkUnit unit = lease(holder);
  for (int i = 0; i < 5; ++i) {
    now_ms_ += 900;
    EXPECT_EQ(*coordinator_->heartbeat(holder, unit.lease_id), LeaseState::Held);
    EXPECT_EQ(ask(other), Kind::Wait);
  }
  EXPECT_EQ(*coordinator_->heartbeat(other, unit.lease_id), LeaseState::Lost);
}

TEST_F(CoordinatorTest, ABatchThatKillsEveryWorkerIsGivenUpAndTheHuntFinishes) {
  const std::string worker = register_worker(*coordinator_, "w");
  NewHunt hunt = make_hunt();
  hunt.mutant_limit = 100;
  const std::string id = *coordinator_->create_hunt(hunt);
  for (std::uint32_t attempt = 1; attempt <= 3; ++attempt) {
    EXPECT_EQ(lease(worker).attempt, attempt);
    now_ms_ += 1001;
  }
  EXPECT_EQ(ask(worker, id), Kind::Ended);
  EXPECT_EQ((**coordinator_->find_hunt(id)).leases.abandoned, 1u);
}

TEST_F(CoordinatorTest, AfterTheTimeLimitNothingIsHandedOut) {
  const std::string worker = register_worker(*coordinator_, "w");
  NewHunt hunt = make_hunt();
  hunt.time_limit_s = 10;
  const std::string id = *coordinator_->create_hunt(hunt);
  const WorkUnit unit = lease(worker);
  now_ms_ += 9'500;
  EXPECT_EQ(*coordinator_->heartbeat(worker, unit.lease_id), LeaseState::Held);
  now_ms_ += 500;
  EXPECT_EQ(ask(worker, id), Kind::Wait);  // the batch under way may still be completed
  EXPECT_EQ(complete(worker, unit, 100), store::Completion::Counted);
  EXPECT_EQ(ask(worker, id), Kind::Ended);
}

TEST_F(CoordinatorTest, AStoppedHuntTellsItsWorkersAndTakesTheirAccounts) {
  const std::string worker = register_worker(*coordinator_, "w");
  const std::string id = *coordinator_->create_hunt(make_hunt());
  const WorkUnit unit = lease(worker);
  ASSERT_FALSE(coordinator_->stop_hunt(id));
  EXPECT_EQ(*coordinator_->heartbeat(worker, unit.lease_id), LeaseState::Stopped);
  EXPECT_EQ(complete(worker, unit, 37), store::Completion::Counted);
  EXPECT_EQ(complete(worker, unit, 37), store::Completion::CountedBefore);
  EXPECT_EQ(ask(worker, id), Kind::Ended);
  EXPECT_EQ(ask(worker), Kind::Wait);
  EXPECT_EQ((**coordinator_->find_hunt(id)).hunt.statistics.mutants, 37u);
  EXPECT_TRUE(coordinator_->stop_hunt("nothing"));
}

TEST_F(CoordinatorTest, AnExclusiveHuntsWorkGoesOnlyToThoseWhoAskForIt) {
  const std::string worker = register_worker(*coordinator_, "w");
  NewHunt hunt = make_hunt();
  hunt.exclusive = true;
  const std::string id = *coordinator_->create_hunt(hunt);
  EXPECT_EQ(ask(worker), Kind::Wait);
  EXPECT_EQ(ask(worker, id), Kind::Leased);
}

TEST_F(CoordinatorTest, OpenHuntsTakeTurns) {
  const std::string worker = register_worker(*coordinator_, "w");
  ASSERT_TRUE(coordinator_->create_hunt(make_hunt("a")));
  ASSERT_TRUE(coordinator_->create_hunt(make_hunt("b")));
  std::map<std::string, int> units;
  for (int i = 0; i < 10; ++i) ++units[lease(worker).hunt_id];
  ASSERT_EQ(units.size(), 2u);
  for (const auto& [hunt, count] : units) EXPECT_EQ(count, 5);
}

TEST_F(CoordinatorTest, RepeatedRequestsMakeOneHuntAndOneWorker) {
  EXPECT_EQ(*coordinator_->create_hunt(make_hunt("t")), *coordinator_->create_hunt(make_hunt("t")));
  EXPECT_EQ(coordinator_->list_hunts(10)->size(), 1u);
  EXPECT_EQ(register_worker(*coordinator_, "t"), register_worker(*coordinator_, "t"));
  EXPECT_NE(register_worker(*coordinator_, "t"), register_worker(*coordinator_, "u"));
}

TEST_F(CoordinatorTest, AnUnknownWorkerIsToldSo) { EXPECT_EQ(ask("stranger"), Kind::UnknownWorker); }

TEST_F(CoordinatorTest, ManyThreadsNeverGetTheSameBatch) {
  NewHunt hunt = make_hunt();
  hunt.mutant_limit = 4000;
  const std::string id = *coordinator_->create_hunt(hunt);
  std::vector<std::vector<std::uint64_t>> batches(4);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      const std::string worker = register_worker(*coordinator_, std::to_string(t));
      while (true) {
        auto answer = coordinator_->lease_work(worker, id);
        ASSERT_TRUE(answer) << answer.error();
        if (answer->kind != Kind::Leased) break;
        batches[t].push_back(answer->unit->batch);
        EXPECT_EQ(complete(worker, *answer->unit, answer->unit->mutants), store::Completion::Counted);
      }
    });
  for (std::thread& thread : threads) thread.join();
  std::multiset<std::uint64_t> all;
  for (const auto& some : batches) all.insert(some.begin(), some.end());
  ASSERT_EQ(all.size(), 40u);
  for (std::uint64_t batch = 0; batch < 40; ++batch) EXPECT_EQ(all.count(batch), 1u);
  EXPECT_EQ((**coordinator_->find_hunt(id)).hunt.statistics.mutants, 4000u);
}

/// It was away for a day, or somebody has set its clock in the meantime: nobody could renew a lease.
TEST_F(CoordinatorTest, AfterARestartALeaseHasItsWholeTimeWhateverTheClockSays) {
  const std::string holder = register_worker(*coordinator_, "a"), other = register_worker(*coordinator_, "b");
  NewHunt hunt = make_hunt();
  hunt.mutant_limit = 100;
  ASSERT_TRUE(coordinator_->create_hunt(hunt));
  const WorkUnit held = lease(holder);
  for (const std::int64_t change : {864'000'000, -86'400'000, -3 * 86'400'000}) {
    now_ms_ += change;
    start();
    EXPECT_EQ(ask(other), Kind::Wait) << change;
    now_ms_ += 900;
    EXPECT_EQ(*coordinator_->heartbeat(holder, held.lease_id), LeaseState::Held) << change;
  }
  now_ms_ -= 86'400'000;
  start();
  now_ms_ += 1001;
  EXPECT_EQ(lease(other).batch, held.batch) << "whoever is silent for that time loses it";
  EXPECT_EQ(*coordinator_->heartbeat(holder, held.lease_id), LeaseState::Lost);
}

TEST_F(CoordinatorTest, AKeeperRenewsTheLeaseAndNoticesItsLoss) {
  const std::string holder = register_worker(*coordinator_, "a"), other = register_worker(*coordinator_, "b");
  NewHunt hunt = make_hunt();
  hunt.mutant_limit = 100;
  ASSERT_TRUE(coordinator_->create_hunt(hunt));
  WorkUnit unit = lease(holder);
  unit.lease_ms = 4;  // a heartbeat each millisecond; the coordinator's clock is the test's
  LeaseKeeper keeper(*coordinator_, holder, unit);
  now_ms_ += 900;
  // Each heartbeat reads the clock, a few times at most; after ten from here, one has ended that began after the
  // change.
  const int reads = clock_reads_;
  while (clock_reads_ < reads + 10) std::this_thread::yield();
  now_ms_ += 600;
  EXPECT_EQ(ask(other), Kind::Wait);
  EXPECT_EQ(keeper.state(), LeaseState::Held);
  ASSERT_TRUE(*coordinator_->store().retake_expired(unit.hunt_id, other, now_ms_ + 9'000, now_ms_ + 99'000, 99));
  while (keeper.state() != LeaseState::Lost) std::this_thread::yield();
}

TEST_F(CoordinatorTest, WhatABatchCanNotHaveLedToIsRefused) {
  const std::string worker = register_worker(*coordinator_, "w");
  ASSERT_TRUE(coordinator_->create_hunt(make_hunt()));
  const auto leased = coordinator_->lease_work(worker, "");
  ASSERT_TRUE(leased && leased->kind == LeaseAnswer::Kind::Leased);
  const std::string lease = leased->unit->lease_id;
  const auto refused = [&](const HuntStatistics& statistics) {
    const auto done = coordinator_->complete_work(worker, lease, statistics);
    return done ? "" : done.error();
  };
  HuntStatistics much;
  much.mutants = 101;
  EXPECT_EQ(refused(much), "statistics.mutants: 101 of a batch of 100");
  much.mutants = 100;
  much.failures = std::uint64_t{1} << 40;
  EXPECT_NE(refused(much).find("statistics.failures"), std::string::npos);
  much.failures = 0;
  much.unknown_reasons = {{"a", std::uint64_t{1} << 40}};
  EXPECT_NE(refused(much).find("statistics.unknown_reasons"), std::string::npos);
  much.unknown_reasons = {{"a", 100}};
  EXPECT_EQ(refused(much), "");
}

TEST_F(CoordinatorTest, ReasonsOfAHuntAreFewAndShort) {
  NewHunt hunt = make_hunt();
  const auto id = coordinator_->create_hunt(hunt);
  ASSERT_TRUE(id) << id.error();
  const std::string worker = register_worker(*coordinator_, "w");
  for (int batch = 0; batch < 3; ++batch) {
    const auto leased = coordinator_->lease_work(worker, *id);
    ASSERT_TRUE(leased && leased->kind == LeaseAnswer::Kind::Leased);
    HuntStatistics statistics;
    statistics.mutants = 100;
    for (int i = 0; i < 400; ++i)
      statistics.unknown_reasons.emplace_back(std::to_string(batch * 1000 + i) + std::string(3'000, 'x'), 1);
    const auto done = coordinator_->complete_work(worker, leased->unit->lease_id, statistics);
    ASSERT_TRUE(done) << done.error();
  }
  const auto report = coordinator_->find_hunt(*id);
  ASSERT_TRUE(report && *report);
  std::uint64_t times = 0;
  std::size_t longest = 0;
  for (const auto& [reason, count] : (*report)->hunt.statistics.unknown_reasons) {
    times += count;
    longest = std::max(longest, reason.size());
  }
  EXPECT_EQ(times, 1'200u) << "none is forgotten";
  EXPECT_LE((*report)->hunt.statistics.unknown_reasons.size(), 501u);
  EXPECT_LE(longest, 203u);
}

}  // namespace
}  // namespace assay::rpc
