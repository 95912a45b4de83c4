// The life of a bug.
#include "services/coordinator/store/care.h"

#include <algorithm>

#include "services/coordinator/store/schema.h"
#include "services/coordinator/store/sqlite.h"
#include "tests/unit/store/store_fixture.h"

namespace assay::store {
namespace {

class Care : public StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    store_ = std::make_unique<Store>(open());
    bug_ = report(1, "signature");
  }
  std::string report(int number, const std::string& signature, const std::string& version = "16.0.6",
                     bool checked = true) {
    Finding finding = make_finding(number, signature);
    finding.compiler.version = version;
    finding.checked = checked;
    last_ = finding.id();
    auto recorded = store_->record_finding(finding);
    EXPECT_TRUE(recorded) << recorded.error();
    return recorded ? recorded->bug_id : "";
  }
  /// "done", or what was refused.
  std::string change(const std::string& bug, auto set) {
    BugChange change;
    change.bug_id = bug;
    change.who = "ada";
    set(change);
    auto refused = store_->change_bug(change);
    if (!refused) return "failed: " + refused.error();
    return *refused ? (*refused)->message : "done";
  }
  std::string mark(BugStatus status) {
    return change(bug_, [&](BugChange& c) {
      c.status = status;
      if (status == BugStatus::Fixed) c.fixed_in = "19.1.7";
      if (status == BugStatus::Reported) c.upstream = "https://example.org/1";
      if (status == BugStatus::Duplicate) c.duplicate_of = report(99, "the original");
    });
  }
  std::string status(const std::string& bug) { return name_of(store_->find_bug(bug)->status); }
  void force(const std::string& status) {
    auto database = Database::open(path(), false);
    ASSERT_FALSE((*database)->execute("UPDATE bugs SET status = '" + status + "' WHERE id = '" + bug_ + "'"));
  }

  std::unique_ptr<Store> store_;
  std::string bug_, last_;
};

TEST_F(Care, EveryTransitionIsAllowedOrRefusedAsTheTableSays) {
  const std::vector<std::pair<std::string, std::string>> allowed = {
      {"new", "confirmed reported fixed duplicate invalid wont-fix"},
      {"confirmed", "reported fixed duplicate invalid wont-fix"},
      {"reported", "confirmed fixed duplicate invalid wont-fix"},
      {"fixed", "regressed confirmed invalid"},
      {"regressed", "confirmed reported fixed duplicate invalid wont-fix"},
      {"duplicate", "new invalid"},
      {"invalid", "new"},
      {"wont-fix", "new fixed invalid"}};
  ASSERT_EQ(allowed.size(), bug_status_names().size());
  for (const auto& [from, list] : allowed)
    for (const std::string& to : bug_status_names()) {
      force(from);
      const bool may = (" " + list + " ").find(" " + to + " ") != std::string::npos;
      const std::string answer = mark(*enumerator_of(to, std::type_identity<BugStatus>()));
      EXPECT_EQ(answer == "done", may) << from << " to " << to << ": " << answer;
      EXPECT_EQ(status(bug_), may ? to : from);
      if (!may) EXPECT_NE(answer.find(from), std::string::npos) << answer;
    }
}

TEST_F(Care, EveryChangeIsKeptWithWhoWhenAndWhy) {
  const std::string before = utc_now();
  EXPECT_EQ(change(bug_,
                   [](BugChange& c) {
                     c.status = BugStatus::Reported;
                     c.upstream = "https://example.org/1";
                     c.assignee = "grace";
                     c.add_tags = {"vectors"};
                     c.why = "seen in the wild";
                   }),
            "done");
  EXPECT_EQ(change(bug_, [](BugChange& c) { c.why = "only a note"; }), "done");
  EXPECT_EQ(change(bug_,
                   [](BugChange& c) {
                     c.assignee = "none";
                     c.remove_tags = {"vectors", "never-there"};
                   }),
            "done");
  auto care = store_->care_of(bug_);
  ASSERT_TRUE(care) << care.error();
  EXPECT_EQ(care->assignee, "");
  EXPECT_EQ(care->upstream, "https://example.org/1");
  EXPECT_TRUE(care->tags.empty());
  std::vector<std::string> said;
  for (const BugEvent& event : care->history) {
    EXPECT_EQ(event.who, "ada");
    EXPECT_GE(event.at, before);
    said.push_back(event.what + ": " + event.before + " > " + event.after +
                   (event.why.empty() ? "" : " (" + event.why + ")"));
  }
  EXPECT_EQ(said, (std::vector<std::string>{
                      "status: new > reported (seen in the wild)", "assignee:  > grace (seen in the wild)",
                      "upstream:  > https://example.org/1 (seen in the wild)", "tag:  > vectors (seen in the wild)",
                      "note:  >  (only a note)", "assignee: grace > ", "tag: vectors > "}));
}

TEST_F(Care, WhatAStatusNeedsIsAskedForAndARefusedChangeChangesNothing) {
  const auto refused = [&](auto set, const std::string& field) {
    const std::string answer = change(bug_, set);
    EXPECT_EQ(answer.substr(0, answer.find(':')), field) << answer;
  };
  refused([](BugChange& c) { c.status = BugStatus::Reported, c.assignee = "grace"; }, "upstream");
  refused([](BugChange& c) { c.status = BugStatus::Fixed; }, "fixed_in");
  refused([](BugChange& c) { c.status = BugStatus::Duplicate; }, "duplicate_of");
  refused([](BugChange& c) { c.who = ""; }, "who");
  refused([](BugChange& c) { c.why = "\x1b[2J"; }, "why");
  refused([](BugChange& c) { c.assignee = "two\nlines"; }, "assignee");
  refused([](BugChange& c) { c.upstream = "javascript:alert(1)"; }, "upstream");
  refused([](BugChange& c) { c.status = BugStatus::Fixed, c.fixed_in = "/usr/bin/opt"; }, "fixed_in");
  refused([](BugChange& c) { c.fixed_in = "19"; }, "fixed_in");
  refused([](BugChange& c) { c.add_tags = {"Large Letters"}; }, "add_tags");
  refused([&](BugChange& c) { c.status = BugStatus::Duplicate, c.duplicate_of = bug_; }, "duplicate_of");
  refused([](BugChange& c) { c.status = BugStatus::Duplicate, c.duplicate_of = "nothing"; }, "duplicate_of");
  refused([](BugChange& c) { c.bug_id = "nothing"; }, "bug_id");
  EXPECT_EQ(*store_->care_of(bug_), BugCare());
  EXPECT_EQ(status(bug_), "new");
}

TEST_F(Care, AFixedBugThatIsSeenAgainInANewerCompilerHasRegressed) {
  ASSERT_EQ(mark(BugStatus::Fixed), "done");  // in 19.1.7
  report(2, "signature", "16.0.6");
  report(3, "signature", "19.1.6");
  report(4, "signature", "22.1.8", false);
  EXPECT_EQ(status(bug_), "fixed") << "in older compilers it is still there, and nobody has checked the newer one";
  ASSERT_FALSE(store_->set_checked(last_));
  EXPECT_EQ(status(bug_), "regressed");
  const BugEvent event = store_->care_of(bug_)->history.back();
  EXPECT_EQ(event.who, "assay");
  EXPECT_NE(event.why.find("22.1.8"), std::string::npos) << event.why;
  ASSERT_EQ(mark(BugStatus::Fixed), "done");
  report(5, "signature", "19.1.7");
  EXPECT_EQ(status(bug_), "regressed") << "the very compiler in which it is said to be fixed";
  EXPECT_TRUE(is_as_new_as("22.1.8@0123456789ab", "19.1.7"));
  EXPECT_TRUE(is_as_new_as("19.1.10", "19.1.7"));
  EXPECT_FALSE(is_as_new_as("9.0.1", "19.1.7"));
}

TEST_F(Care, AMergeIsRememberedForWhatIsFoundLaterUntilItIsSplit) {
  const std::string other = report(10, "another signature");
  ASSERT_EQ(change(other, [&](BugChange& c) { c.status = BugStatus::Duplicate, c.duplicate_of = bug_; }), "done");
  EXPECT_EQ(report(11, "another signature", "22.1.8"), other);
  EXPECT_EQ(status(other), "duplicate");
  EXPECT_EQ(store_->care_of(other)->duplicate_of, bug_);
  const std::string third = report(12, "a third signature");
  EXPECT_EQ(change(third, [&](BugChange& c) { c.status = BugStatus::Duplicate, c.duplicate_of = other; }).substr(0, 13),
            "duplicate_of:");
  EXPECT_EQ(change(bug_, [&](BugChange& c) { c.status = BugStatus::Duplicate, c.duplicate_of = third; }).substr(0, 7),
            "status:")
      << "no circles";
  ASSERT_EQ(change(other, [](BugChange& c) { c.status = BugStatus::New; }), "done");
  EXPECT_EQ(store_->care_of(other)->duplicate_of, "");
}

TEST_F(Care, BugsAreFoundByAssigneeAndTag) {
  report(10, "another signature");
  ASSERT_EQ(change(bug_, [](BugChange& c) { c.assignee = "grace", c.add_tags = {"vectors", "vectors"}; }), "done");
  EXPECT_EQ(store_->care_of(bug_)->history.size(), 2u) << "the same tag twice is one";
  BugFilter filter;
  filter.assignee = "grace";
  filter.tag = "vectors";
  auto bugs = store_->list_bugs(filter);
  ASSERT_TRUE(bugs) << bugs.error();
  ASSERT_EQ(bugs->size(), 1u);
  EXPECT_EQ(bugs->front().id, bug_);
  filter.tag = "vector";
  EXPECT_EQ((**store_->resolve(filter)).message, "tag: 'vector' is not known; known: vectors");
}

TEST_F(Care, WhatWasOpenIsNewAndGoesBackToOpen) {
  store_.reset();
  auto database = Database::open(path("old.db"), true);
  ASSERT_FALSE(migrate(**database, 6));
  ASSERT_FALSE(
      (*database)->execute("INSERT INTO bugs VALUES ('a', 's', 't', 'open', 'crash', 'gvn', 1, '2026', '2026'),"
                           " ('b', 's2', 't', 'fixed', 'crash', 'gvn', 1, '2026', '2026')"));
  const auto statuses = [&] {
    return *(*database)->number("SELECT COUNT(*) FROM bugs WHERE status IN ('new', 'fixed')");
  };
  ASSERT_FALSE(migrate(**database, 7));
  EXPECT_EQ(statuses(), 2);
  ASSERT_FALSE((*database)->execute("UPDATE bugs SET status = 'wont-fix' WHERE id = 'b'"));
  ASSERT_FALSE(migrate(**database, 6));
  EXPECT_EQ(
      *(*database)->number("SELECT COUNT(*) FROM bugs WHERE status = CASE id WHEN 'a' THEN 'open' ELSE 'invalid' END"),
      2);
}

}  // namespace
}  // namespace assay::store
