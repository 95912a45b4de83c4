#include "services/coordinator/store/bug_filter.h"
#include "services/coordinator/store/sqlite.h"
#include "tests/unit/store/store_fixture.h"

namespace assay::store {
namespace {

using Bugs = StoreTest;

std::vector<std::string> signatures(Store& store, const BugFilter& filter) {
  auto bugs = store.list_bugs(filter);
  if (!bugs) {
    ADD_FAILURE() << bugs.error();
    return {};
  }
  std::vector<std::string> found;
  for (const Bug& bug : *bugs) found.push_back(bug.signature);
  return found;
}

TEST_F(Bugs, AFindingComesBackAsItWent) {
  Store store = open();
  Finding finding = make_finding(1);
  finding.detail = std::string("zero \0 inside, 'quotes' and \xff", 30);
  auto recorded = store.record_finding(finding);
  ASSERT_TRUE(recorded) << recorded.error();
  auto findings = store.findings_of(recorded->bug_id);
  ASSERT_TRUE(findings) << findings.error();
  ASSERT_EQ(findings->size(), 1u);
  EXPECT_TRUE(same((*findings)[0], finding));
}

TEST_F(Bugs, ARepeatedReportChangesNothing) {
  Store store = open();
  auto first = store.record_finding(make_finding(1));
  ASSERT_TRUE(first);
  EXPECT_TRUE(first->is_new_bug);
  EXPECT_TRUE(first->is_new_finding);
  Finding again = make_finding(1);
  again.found_at = "2027-01-01T00:00:00Z";  // the same content at another time is the same finding
  auto second = store.record_finding(again);
  ASSERT_TRUE(second);
  EXPECT_EQ(*second, (Recorded{first->bug_id, false, false}));
  auto bug = store.find_bug(first->bug_id);
  ASSERT_TRUE(bug);
  EXPECT_EQ(bug->count, 1u);
  EXPECT_EQ(bug->last_seen, "2026-01-02T03:04:05Z");
}

TEST_F(Bugs, OfTwoCasesOfOneSizeTheOneThatIsReducedToItsEndRepresentsTheBug) {
  for (const bool finished_first : {false, true}) {
    Store store = open();
    const std::string signature = finished_first ? "one way" : "the other way";
    std::string bug_id;
    for (const int number : {1, 2}) {
      Finding finding = make_finding(number + (finished_first ? 2 : 0), signature);
      finding.unfinished = (number == 1) != finished_first;
      auto recorded = store.record_finding(finding);
      ASSERT_TRUE(recorded) << recorded.error();
      bug_id = recorded->bug_id;
    }
    auto bug = store.find_bug(bug_id);
    ASSERT_TRUE(bug) << bug.error();
    EXPECT_FALSE(bug->best.unfinished);
    auto findings = store.findings_of(bug_id);
    ASSERT_TRUE(findings) << findings.error();
    EXPECT_FALSE(findings->front().unfinished) << "the list begins with it";
  }
}

TEST_F(Bugs, ANewFindingOfAKnownSignatureCountsTheBugUp) {
  Store store = open();
  auto first = store.record_finding(make_finding(1));
  Finding later = make_finding(2);
  later.found_at = "2026-05-01T00:00:00Z";
  later.compiler.version = "19.1.7";
  auto second = store.record_finding(later);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(*second, (Recorded{first->bug_id, false, true}));
  auto bug = store.find_bug(first->bug_id);
  ASSERT_TRUE(bug) << bug.error();
  EXPECT_EQ(bug->count, 2u);
  EXPECT_EQ(bug->first_seen, "2026-01-02T03:04:05Z");
  EXPECT_EQ(bug->last_seen, "2026-05-01T00:00:00Z");
  EXPECT_EQ(bug->compilers, (std::vector<std::string>{"16.0.6", "19.1.7"}));
}

TEST_F(Bugs, TheBestCaseIsTheSmallest) {
  Store store = open();
  auto recorded = store.record_finding(make_finding(100));
  ASSERT_TRUE(store.record_finding(make_finding(7)));
  ASSERT_TRUE(store.record_finding(make_finding(55)));
  auto bug = store.find_bug(recorded->bug_id);
  ASSERT_TRUE(bug);
  EXPECT_TRUE(same(bug->best, make_finding(7)));
}

TEST_F(Bugs, AFindingWithoutSignatureIsRefusedByName) {
  Store store = open();
  auto recorded = store.record_finding(make_finding(1, ""));
  ASSERT_FALSE(recorded);
  EXPECT_NE(recorded.error().find("signature"), std::string::npos);
  EXPECT_EQ(store.statistics()->findings, 0u);
}

TEST_F(Bugs, EachFilterSelects) {
  Store store = open();
  Finding crash = make_finding(1, "crash|gvn|assert");
  crash.kind = FindingKind::Crash;
  crash.culprit = "gvn";
  crash.title = "Crash: 100%_sure";
  crash.compiler = {"linked", "22.1.8", "0123456789ab", ""};
  crash.found_at = "2026-03-01T00:00:00Z";
  crash.counterexample.reset();
  auto recorded = store.record_finding(crash);
  ASSERT_TRUE(recorded) << recorded.error();
  ASSERT_TRUE(store.record_finding(make_finding(2, "miscompile|instcombine")));
  BugChange change;
  change.bug_id = recorded->bug_id;
  change.who = "somebody";
  change.status = BugStatus::Confirmed;
  ASSERT_FALSE(*store.change_bug(change));

  const std::vector<std::string> only_crash = {"crash|gvn|assert"}, only_other = {"miscompile|instcombine"};
  const auto with = [&](auto change) {
    BugFilter filter;
    change(filter);
    return signatures(store, filter);
  };
  EXPECT_EQ(signatures(store, {}), (std::vector<std::string>{"crash|gvn|assert", "miscompile|instcombine"}));
  EXPECT_EQ(with([](BugFilter& f) { f.pass = "gvn"; }), only_crash);
  EXPECT_EQ(with([](BugFilter& f) { f.compiler = "16"; }), only_other);
  EXPECT_EQ(with([](BugFilter& f) { f.compiler = "16.0.6"; }), only_other);
  EXPECT_EQ(with([](BugFilter& f) { f.compiler = "1"; }), std::vector<std::string>{});
  EXPECT_EQ(with([](BugFilter& f) { f.compiler = "linked"; }), only_crash);
  EXPECT_EQ(with([](BugFilter& f) { f.kind = FindingKind::Crash; }), only_crash);
  EXPECT_EQ(with([](BugFilter& f) { f.status = "new"; }), only_other);
  EXPECT_EQ(with([](BugFilter& f) { f.since = "2026-02-01"; }), only_crash);
  EXPECT_EQ(with([](BugFilter& f) { f.text = "100%_SURE"; }), only_crash);
  EXPECT_EQ(with([](BugFilter& f) { f.text = "%x, 2"; }), only_other);
  EXPECT_EQ(with([](BugFilter& f) { f.text = "'; DROP TABLE bugs; --"; }), std::vector<std::string>{});
  EXPECT_EQ(with([](BugFilter& f) { f.limit = 1; }), only_crash);
  EXPECT_EQ(with([](BugFilter& f) {
              f.limit = 1;
              f.offset = 1;
            }),
            only_other);
}

TEST_F(Bugs, AFindingsIdLeadsToItsBug) {
  Store store = open();
  const Finding one = make_finding(1, "one"), other = make_finding(2, "other");
  const std::string bug = store.record_finding(one)->bug_id;
  ASSERT_TRUE(store.record_finding(other));
  EXPECT_EQ(store.find_bug(one.id())->id, bug);
  EXPECT_EQ(store.find_bug(one.id().substr(0, 12))->id, bug);
  EXPECT_FALSE(store.find_bug(one.id() + "0"));
}

TEST_F(Bugs, APrefixFindsABugOnlyWhenItIsUnique) {
  Store store = open();
  std::vector<std::string> ids;
  for (int i = 0; i < 17; ++i) {  // more than there are first digits: two of them share theirs
    auto recorded = store.record_finding(make_finding(i, "signature " + std::to_string(i)));
    ASSERT_TRUE(recorded);
    ids.push_back(recorded->bug_id);
  }
  for (const std::string& id : ids) EXPECT_EQ(store.find_bug(id)->id, id);
  int ambiguous = 0;
  for (const char digit : std::string("0123456789abcdef")) {
    auto fitting = store.bug_ids(std::string(1, digit), 100);
    ASSERT_TRUE(fitting);
    auto bug = store.find_bug(std::string(1, digit));
    EXPECT_EQ(static_cast<bool>(bug), fitting->size() == 1);
    if (fitting->size() < 2) continue;
    ++ambiguous;
    EXPECT_NE(bug.error().find("several"), std::string::npos);
  }
  EXPECT_GT(ambiguous, 0);
  EXPECT_NE(store.find_bug("zz").error().find("'zz'"), std::string::npos);
  EXPECT_FALSE(store.find_bug(""));
  EXPECT_FALSE(store.find_bug("%"));
}

TEST_F(Bugs, StatisticsCountByStatusKindAndCulprit) {
  Store store = open();
  ASSERT_TRUE(store.record_finding(make_finding(1, "a")));
  ASSERT_TRUE(store.record_finding(make_finding(2, "a")));
  ASSERT_TRUE(store.record_finding(make_finding(3, "b")));
  auto statistics = store.statistics();
  ASSERT_TRUE(statistics) << statistics.error();
  EXPECT_EQ(statistics->bugs, 2u);
  EXPECT_EQ(statistics->findings, 3u);
  using Counts = std::vector<std::pair<std::string, std::uint64_t>>;
  EXPECT_EQ(statistics->bugs_by_status, (Counts{{"new", 2}}));
  EXPECT_EQ(statistics->bugs_by_kind, (Counts{{"miscompile", 2}}));
  EXPECT_EQ(statistics->bugs_by_culprit, (Counts{{"instcombine", 2}}));
}

TEST_F(Bugs, WhatIsNoNewsComesBehindAllThatIsOnEachPage) {
  Store store = open();
  for (int i = 0; i < 9; ++i) {
    Finding finding = make_finding(i, "signature " + std::to_string(i));
    finding.found_at = "2026-01-0" + std::to_string(i + 1) + "T00:00:00Z";
    ASSERT_TRUE(store.record_finding(finding));
  }
  BugFilter filter;
  filter.sort = "news";
  EXPECT_EQ(signatures(store, filter).front(), "signature 8") << "nobody has said anything: the last one seen";
  // Every third is tolerated; the last one is, too.
  const auto place = [](const Bug& bug) { return bug.signature.back() % 3 == '8' % 3 ? 3u : 0u; };
  EXPECT_EQ(*store.place_bugs("rules", place, 4), 4u);
  EXPECT_EQ(*store.place_bugs("rules", place, 100), 5u);
  EXPECT_EQ(*store.place_bugs("rules", place, 100), 0u) << "all are placed";
  std::vector<std::string> all;
  filter.limit = 4;
  for (filter.offset = 0; filter.offset < 9; filter.offset += 4)
    for (const std::string& each : signatures(store, filter)) all.push_back(each.substr(each.size() - 1));
  EXPECT_EQ(all, (std::vector<std::string>{"7", "6", "4", "3", "1", "0", "8", "5", "2"}));
  EXPECT_EQ(*store.place_bugs("other rules", place, 100), 9u);
}

TEST_F(Bugs, ABugIsPlacedAnewWhenItsStatusOrItsCaseChanges) {
  Store store = open();
  const std::string id = store.record_finding(make_finding(100))->bug_id;
  const auto known = [](const Bug&) { return 2u; };
  ASSERT_EQ(*store.place_bugs("rules", known, 9), 1u);
  ASSERT_TRUE(store.record_finding(make_finding(200)));  // as large, and another case stays what it is
  BugChange change;
  change.bug_id = id;
  change.who = "ada";
  change.status = BugStatus::Confirmed;
  ASSERT_TRUE(store.place_bugs("rules", known, 9));
  ASSERT_FALSE(*store.change_bug(change));
  EXPECT_EQ(*store.place_bugs("rules", known, 9), 1u) << "the status";
  Finding smaller = make_finding(3);
  smaller.reduced = "define void @f() {\n  ret void\n}\n";
  ASSERT_TRUE(store.record_finding(smaller));
  EXPECT_EQ(*store.place_bugs("rules", known, 9), 1u) << "the case that represents it";
}

TEST_F(Bugs, TheOrderOfNewsIsReadFromItsIndex) {
  Store store = open();
  const auto database = Database::open(path(), false);
  ASSERT_TRUE(database);
  Query plan(**database,
             "EXPLAIN QUERY PLAN SELECT id FROM bugs ORDER BY " + order_of("news").column + " DESC, id DESC LIMIT 50");
  ASSERT_TRUE(plan.next());
  EXPECT_NE(plan.text(3).find("bugs_by_place"), std::string::npos) << plan.text(3);
  EXPECT_FALSE(plan.next()) << "no sorting: " << plan.text(3);
}

}  // namespace
}  // namespace assay::store
