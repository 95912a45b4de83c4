#include "tests/unit/store/store_fixture.h"

namespace assay::store {
namespace {

class Hunts : public StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    store_.emplace(open());
    ASSERT_FALSE(store_->create_hunt(make_hunt("h1")));
    for (const char* id : {"w1", "w2", "w3"})
      ASSERT_FALSE(store_->register_worker({id, "name", "0.1.0", 2, utc_now(), utc_now()}));
  }
  void TearDown() override {
    store_.reset();
    StoreTest::TearDown();
  }

  static Hunt make_hunt(const std::string& id) {
    Hunt hunt;
    hunt.id = id;
    hunt.settings = {{"instcombine", "default<O2>"}, {"linked"}, "corpus/seeds", true, 4, 500};
    hunt.seed = 0xffffffffffffffffu;
    hunt.mutant_limit = 1000;
    hunt.batch_size = 100;
    hunt.created_at = "2026-01-01T00:00:00Z";
    return hunt;
  }
  static Lease make_lease(std::uint64_t batch, const std::string& worker, std::int64_t expires) {
    return {"h1", batch, 77 + batch, 100, worker, 1, expires};
  }

  std::optional<Store> store_;
};

TEST_F(Hunts, AHuntComesBackAsItWentAndOnlyOnce) {
  Hunt other = make_hunt("h1");
  other.batch_size = 5;
  EXPECT_FALSE(store_->create_hunt(other));
  auto hunt = store_->find_hunt("h1");
  ASSERT_TRUE(hunt && *hunt);
  EXPECT_EQ((*hunt)->settings, make_hunt("h1").settings);
  EXPECT_EQ((*hunt)->seed, 0xffffffffffffffffu);
  EXPECT_EQ((*hunt)->batch_size, 100u);
  EXPECT_EQ((*hunt)->state, HuntState::Running);
  EXPECT_FALSE(*store_->find_hunt("h2"));
}

TEST_F(Hunts, OnlyRunningSharedHuntsAreOpen) {
  Hunt exclusive = make_hunt("h2");
  exclusive.exclusive = true;
  ASSERT_FALSE(store_->create_hunt(exclusive));
  ASSERT_FALSE(store_->create_hunt(make_hunt("h3")));
  ASSERT_FALSE(store_->set_hunt_state("h3", HuntState::Stopped));
  auto hunts = store_->open_hunts();
  ASSERT_TRUE(hunts);
  ASSERT_EQ(hunts->size(), 1u);
  EXPECT_EQ((*hunts)[0].id, "h1");
  EXPECT_EQ(store_->list_hunts(10)->size(), 3u);
}

TEST_F(Hunts, ABatchIsLeasedOnceAndInOrder) {
  EXPECT_FALSE(store_->add_lease(make_lease(0, "w1", 1000)));
  EXPECT_TRUE(store_->add_lease(make_lease(0, "w2", 1000)));
  EXPECT_TRUE(store_->add_lease(make_lease(2, "w2", 1000)));
  auto hunt = store_->find_hunt("h1");
  EXPECT_EQ((*hunt)->next_batch, 1u);
  EXPECT_EQ((*hunt)->mutants_leased, 100u);
}

TEST_F(Hunts, ALeaseNeedsAKnownWorkerAndHunt) {
  EXPECT_TRUE(store_->add_lease(make_lease(0, "nobody", 1000)));
  EXPECT_EQ((*store_->find_hunt("h1"))->next_batch, 0u);
  Lease lease = make_lease(0, "w1", 1000);
  lease.hunt_id = "nothing";
  EXPECT_TRUE(store_->add_lease(lease));
}

TEST_F(Hunts, AnExpiredLeaseGoesToAnotherAndTheOldHolderLosesIt) {
  const Lease lease = make_lease(0, "w1", 1000);
  ASSERT_FALSE(store_->add_lease(lease));
  EXPECT_FALSE(*store_->retake_expired("h1", "w2", 1000, 2000, 5));
  auto taken = store_->retake_expired("h1", "w2", 1001, 2000, 5);
  ASSERT_TRUE(taken && *taken);
  Lease expected = lease;
  expected.worker_id = "w2";
  expected.attempt = 2;
  expected.expires_ms = 2000;
  EXPECT_EQ(**taken, expected);
  EXPECT_FALSE(*store_->renew(lease, 9000));
  HuntStatistics statistics;
  statistics.mutants = 100;
  EXPECT_EQ(*store_->complete(lease, statistics), Completion::Lost);
  EXPECT_EQ(*store_->complete(**taken, statistics), Completion::Counted);
  EXPECT_EQ((*store_->find_hunt("h1"))->statistics.mutants, 100u);
}

TEST_F(Hunts, ARenewedLeaseDoesNotExpire) {
  const Lease lease = make_lease(0, "w1", 1000);
  ASSERT_FALSE(store_->add_lease(lease));
  EXPECT_TRUE(*store_->renew(lease, 5000));
  EXPECT_FALSE(*store_->retake_expired("h1", "w2", 4000, 9000, 5));
}

TEST_F(Hunts, ABatchThatSilencesItsWorkersIsAbandoned) {
  ASSERT_FALSE(store_->add_lease(make_lease(0, "w1", 1000)));
  ASSERT_TRUE(*store_->retake_expired("h1", "w2", 1001, 2000, 2));
  EXPECT_FALSE(*store_->retake_expired("h1", "w3", 2001, 3000, 2));
  const auto counts = store_->lease_counts("h1");
  EXPECT_EQ(counts->abandoned, 1u);
  EXPECT_EQ(counts->leased, 0u);
}

TEST_F(Hunts, OldCompletedLeasesAreForgottenButStillCount) {
  const Lease old = make_lease(0, "w1", 1000), held = make_lease(1, "w2", 1000), recent = make_lease(2, "w3", 9000);
  for (const Lease& lease : {old, held, recent}) ASSERT_FALSE(store_->add_lease(lease));
  EXPECT_EQ(*store_->complete(old, {}), Completion::Counted);
  EXPECT_EQ(*store_->complete(recent, {}, 5000), Completion::Counted);
  EXPECT_EQ(*store_->complete(old, {}), Completion::Lost);
  EXPECT_EQ(*store_->complete(recent, {}), Completion::CountedBefore);
  auto counts = store_->lease_counts("h1");
  EXPECT_EQ(counts->done, 2u);
  EXPECT_EQ(counts->leased, 1u);
  EXPECT_TRUE(*store_->retake_expired("h1", "w3", 1001, 2000, 5));  // what is not done is never forgotten
}

TEST_F(Hunts, CompletingTwiceCountsOnce) {
  const Lease lease = make_lease(0, "w1", 1000);
  ASSERT_FALSE(store_->add_lease(lease));
  HuntStatistics statistics;
  statistics.mutants = 100;
  statistics.executions = 200;
  statistics.seconds = 1.5;
  statistics.unsupported = 3;
  statistics.unsupported_reasons = {{"load", 2}, {"store", 1}};
  statistics.unknown_reasons = {{"timeout", 4}};
  EXPECT_EQ(*store_->complete(lease, statistics), Completion::Counted);
  EXPECT_EQ(*store_->complete(lease, statistics), Completion::CountedBefore);
  const Lease second = make_lease(1, "w1", 1000);
  ASSERT_FALSE(store_->add_lease(second));
  EXPECT_EQ(*store_->complete(second, statistics), Completion::Counted);
  const HuntStatistics total = (*store_->find_hunt("h1"))->statistics;
  EXPECT_EQ(total.mutants, 200u);
  EXPECT_EQ(total.executions, 400u);
  EXPECT_EQ(total.seconds, 3.0);
  EXPECT_EQ(total.unsupported_reasons, (std::vector<std::pair<std::string, std::uint64_t>>{{"load", 4}, {"store", 2}}));
  EXPECT_EQ(total.unknown_reasons, (std::vector<std::pair<std::string, std::uint64_t>>{{"timeout", 8}}));
}

}  // namespace
}  // namespace assay::store
