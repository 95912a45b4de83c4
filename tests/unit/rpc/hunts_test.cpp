// Who gets which hunt, and what becomes of hunts that can't be run.
#include "tests/unit/rpc/rpc_fixture.h"

namespace assay::rpc {
namespace {

using Kind = LeaseAnswer::Kind;
using store::HuntState;

class HuntsTest : public RpcTest {
 protected:
  std::string enlist(const std::string& token, const WorkerOffer& offer) {
    auto id = coordinator_->register_worker({"host", token, "0.1.0", 1, offer});
    if (!id) ADD_FAILURE() << id.error();
    return id ? *id : "";
  }
  static WorkerOffer only(const CompilerId& compiler) { return {{compiler}, {}}; }
  static NewHunt hunt_in(const std::string& compiler, const std::string& token = "token") {
    NewHunt hunt = make_hunt(token);
    hunt.settings.compilers = {compiler};
    return hunt;
  }
  LeaseAnswer ask(const std::string& worker, const std::string& hunt = "") {
    auto answer = coordinator_->lease_work(worker, hunt);
    if (!answer) ADD_FAILURE() << answer.error();
    return answer ? *answer : LeaseAnswer();
  }
  void refuse(const std::string& worker, const std::string& reason) {
    const LeaseAnswer answer = ask(worker);
    ASSERT_EQ(answer.kind, Kind::Leased);
    auto error = coordinator_->refuse_work(worker, answer.unit->lease_id, reason);
    ASSERT_FALSE(error) << error->message;
  }
  store::Hunt hunt(const std::string& id) { return (**coordinator_->find_hunt(id)).hunt; }

  const CompilerId old_{"/a/opt", "16.0.6", "aaaaaaaaaaaa", ""};
  const CompilerId new_{"/b/opt", "19.1.7", "bbbbbbbbbbbb", ""};
  const CompilerId other_build_{"/c/opt", "19.1.7", "cccccccccccc", ""};
};

TEST_F(HuntsTest, AWorkerGetsOnlyWhatItOffers) {
  const std::string with_old = enlist("a", only(old_)), with_new = enlist("b", only(new_)),
                    with_build = enlist("c", only(other_build_));
  const std::string id = *coordinator_->create_hunt(hunt_in("19.1.7@bbbbbbbbbbbb"));
  EXPECT_EQ(ask(with_old).kind, Kind::Wait);
  EXPECT_EQ(ask(with_build).kind, Kind::Wait) << "two builds of one version are two compilers";
  EXPECT_EQ(ask(with_new).kind, Kind::Leased);
  auto refused = coordinator_->lease_work(with_old, id);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().find("19.1.7@bbbbbbbbbbbb"), std::string::npos) << refused.error();

  ASSERT_TRUE(coordinator_->create_hunt(hunt_in("19", "t2")));
  EXPECT_EQ(ask(with_build).kind, Kind::Leased) << "a version takes any build";
}

TEST_F(HuntsTest, SeedsAreOfferedByTheirContent) {
  const std::string without = enlist("a", only(new_)), with = enlist("b", {{new_}, {"seeds@0123456789ab"}});
  NewHunt seeded = hunt_in("19");
  seeded.settings.seeds = "seeds@0123456789ab";
  ASSERT_TRUE(coordinator_->create_hunt(seeded));
  EXPECT_EQ(ask(without).kind, Kind::Wait);
  EXPECT_EQ(ask(with).kind, Kind::Leased);
}

TEST_F(HuntsTest, AHuntThatNoConnectedWorkerCanRunIsNotCreated) {
  ASSERT_TRUE(coordinator_->create_hunt(hunt_in("14", "before anybody has come")));
  enlist("a", only(old_));
  auto id = coordinator_->create_hunt(hunt_in("19"));
  ASSERT_FALSE(id);
  for (const char* part : {"'19'", "16.0.6@aaaaaaaaaaaa"})
    EXPECT_NE(id.error().find(part), std::string::npos) << id.error();
  EXPECT_EQ(coordinator_->list_hunts(10)->size(), 1u);
  now_ms_ += 3'000;  // the worker is gone
  EXPECT_TRUE(coordinator_->create_hunt(hunt_in("19")));
}

TEST_F(HuntsTest, AHuntThatAllRefuseFailsWithTheFirstReasonAndOthersGoOn) {
  const std::string first = enlist("a", only(new_)), second = enlist("b", only(new_)), unable = enlist("c", only(old_));
  const std::string bad = *coordinator_->create_hunt(hunt_in("19"));
  refuse(first, "no such pass");
  EXPECT_EQ(hunt(bad).state, HuntState::Running) << "another worker may run it";
  EXPECT_EQ(ask(first).kind, Kind::Wait) << "who has refused a hunt is not asked again";
  EXPECT_FALSE(coordinator_->lease_work(first, bad));
  const std::string good = *coordinator_->create_hunt(hunt_in("19", "good"));
  EXPECT_EQ(ask(first).unit->hunt_id, good);
  refuse(second, "nor here");
  EXPECT_EQ(hunt(bad).state, HuntState::Failed);
  EXPECT_EQ(hunt(bad).failure, "no such pass");
  EXPECT_EQ(hunt(good).state, HuntState::Running);
  EXPECT_EQ(ask(second, bad).kind, Kind::Ended);
}

TEST_F(HuntsTest, TheBatchOfOneWhoRefusesGoesToAnotherAtOnce) {
  const std::string first = enlist("a", only(new_)), second = enlist("b", only(new_));
  ASSERT_TRUE(coordinator_->create_hunt(hunt_in("19")));
  refuse(first, "disk full");
  const LeaseAnswer answer = ask(second);
  ASSERT_EQ(answer.kind, Kind::Leased);
  EXPECT_EQ(answer.unit->batch, 0u);
}

TEST_F(HuntsTest, WorkersThatAreGoneOrTakeOtherHuntsAreNotWaitedFor) {
  const std::string gone = enlist("gone", only(new_)), busy = enlist("busy", only(new_)),
                    worker = enlist("worker", only(new_));
  const std::string bad = *coordinator_->create_hunt(hunt_in("19"));
  now_ms_ += 3'000;
  const std::string good = *coordinator_->create_hunt([] {
    NewHunt hunt = hunt_in("19", "good");
    hunt.exclusive = true;
    return hunt;
  }());
  EXPECT_EQ(ask(busy, good).kind, Kind::Leased);
  refuse(worker, "bad profile");
  EXPECT_EQ(hunt(bad).state, HuntState::Failed);
}

TEST_F(HuntsTest, AFailedHuntTellsTheJobsThatStillHoldABatch) {
  const std::string worker = enlist("two jobs", only(new_));
  const std::string id = *coordinator_->create_hunt(hunt_in("19"));
  const LeaseAnswer held = ask(worker);
  refuse(worker, "no such pass");
  EXPECT_EQ(hunt(id).state, HuntState::Failed);
  EXPECT_EQ(*coordinator_->heartbeat(worker, held.unit->lease_id), LeaseState::Stopped);
}

TEST_F(HuntsTest, AFailedOrStoppedHuntIsResumedAndAFinishedOneIsNot) {
  const std::string worker = enlist("a", only(new_));
  NewHunt request = hunt_in("19");
  request.mutant_limit = 100;
  const std::string id = *coordinator_->create_hunt(request);
  refuse(worker, "no such pass");
  ASSERT_EQ(hunt(id).state, HuntState::Failed);
  ASSERT_FALSE(coordinator_->resume_hunt(id));
  EXPECT_EQ(hunt(id).failure, "");
  ASSERT_FALSE(coordinator_->stop_hunt(id));
  EXPECT_EQ(ask(worker).kind, Kind::Wait);
  ASSERT_FALSE(coordinator_->resume_hunt(id));
  const LeaseAnswer answer = ask(worker);
  ASSERT_EQ(answer.kind, Kind::Leased);
  ASSERT_EQ(*coordinator_->complete_work(worker, answer.unit->lease_id, {}), store::Completion::Counted);
  ASSERT_EQ(hunt(id).state, HuntState::Finished);
  EXPECT_TRUE(coordinator_->resume_hunt(id));
  EXPECT_TRUE(coordinator_->resume_hunt("nothing"));
}

TEST_F(HuntsTest, AHuntThatIsResumedAfterItsTimeIsRefused) {
  enlist("a", only(new_));
  NewHunt request = hunt_in("19");
  request.time_limit_s = 1;
  const std::string id = *coordinator_->create_hunt(request);
  ASSERT_FALSE(coordinator_->stop_hunt(id));
  now_ms_ += 1'000;
  EXPECT_TRUE(coordinator_->resume_hunt(id));
}

TEST_F(HuntsTest, AHuntsBugsAreThoseThatAllItsWorkersReported) {
  const std::string id = *coordinator_->create_hunt(make_hunt());
  const auto report = [&](int number, const std::string& signature, const std::string& hunt_id) {
    Finding finding = make_finding(number, signature);
    finding.hunt_id = hunt_id;
    ASSERT_TRUE(coordinator_->report_finding(finding));
  };
  report(1, "known before", "");
  report(2, "known before", id);
  report(3, "new", id);
  report(4, "new", id);
  report(5, "another's", "");
  const store::HuntBugs bugs = (**coordinator_->find_hunt(id)).bugs;
  EXPECT_EQ(bugs.findings, 3u) << "rows of the table findings, each counted for the hunt that reported it";
  EXPECT_EQ(bugs.seen, 2u);
  EXPECT_EQ(bugs.found, 1u);
  store::BugFilter filter;
  filter.hunt = id;
  EXPECT_EQ(coordinator_->list_bugs(filter)->bugs.size(), 2u);
}

TEST_F(HuntsTest, ADuplicateOfABugThatTheHuntHasFoundTooIsNotCountedBesideIt) {
  const std::string id = *coordinator_->create_hunt(make_hunt());
  const auto report = [&](int number, const std::string& signature, const std::string& hunt_id) {
    Finding finding = make_finding(number, signature);
    finding.hunt_id = hunt_id;
    return coordinator_->report_finding(finding)->bug_id;
  };
  const auto merge = [&](const std::string& bug, const std::string& into) {
    store::BugChange change;
    change.bug_id = bug;
    change.who = "somebody";
    change.status = BugStatus::Duplicate;
    change.duplicate_of = into;
    ASSERT_FALSE(coordinator_->change_bug(change));
  };
  const std::string before = report(1, "known before", "");
  const std::string unreduced = report(2, "unreduced", id), reduced = report(3, "reduced", id);
  const std::string other = report(4, "as the one before", id);
  merge(unreduced, reduced);
  merge(other, before);  // which this hunt has not seen under its own name
  const store::HuntBugs bugs = (**coordinator_->find_hunt(id)).bugs;
  EXPECT_EQ(bugs.seen, 2u);
  EXPECT_EQ(bugs.found, 2u);
}

/// A coordinator that works out signature and title itself.
class Strangers : public RpcTest {
 protected:
  void SetUp() override {
    examine_ = [](const Finding& finding) -> Result<Examined> {
      if (finding.original == "no module") return Examined{"original: is no module", "", ""};
      return Examined{"", "the signature", "the title"};
    };
    RpcTest::SetUp();
  }
};

TEST_F(Strangers, WhatTheCoordinatorCanKnowIsNotBelieved) {
  Finding finding = make_finding(1, "claimed");
  finding.title = "claimed";
  finding.found_at = "2021-01-01T00:00:00Z";
  finding.checked = true;
  const std::string before = utc_now();
  auto recorded = coordinator_->report_finding(finding);
  ASSERT_TRUE(recorded) << recorded.error();
  const Bug bug = *coordinator_->find_bug(recorded->bug_id);
  EXPECT_EQ(bug.signature, "the signature");
  EXPECT_EQ(bug.title, "the title");
  EXPECT_GE(bug.first_seen, before);
  EXPECT_FALSE(bug.best.checked);
  finding.original = "no module";
  auto refused = coordinator_->report_finding(finding);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error(), "original: is no module");
}

TEST_F(Strangers, ACaseRepresentsItsBugOnlyOnceItWasChecked) {
  const auto report = [&](int number, std::size_t size) {
    Finding finding = make_finding(number);
    finding.reduced.append(size, ';');
    auto recorded = coordinator_->report_finding(finding);
    EXPECT_TRUE(recorded) << recorded.error();
    return std::pair(finding.id(), recorded->bug_id);
  };
  const auto [first, bug] = report(1, 500);
  const auto smaller = report(2, 100).first, smallest = report(3, 10).first;
  const auto best = [&, bug = bug] { return coordinator_->find_bug(bug)->best.id(); };
  EXPECT_EQ(best(), first) << "what others claim later does not replace it";
  ASSERT_FALSE(coordinator_->store().set_checked(smaller));
  EXPECT_EQ(best(), smaller);
  ASSERT_FALSE(coordinator_->store().set_checked(smallest));
  EXPECT_EQ(best(), smallest);
  EXPECT_EQ(coordinator_->findings_of(bug, 10)->size(), 3u);
  EXPECT_TRUE(coordinator_->store().set_checked("nothing"));
}

}  // namespace
}  // namespace assay::rpc
