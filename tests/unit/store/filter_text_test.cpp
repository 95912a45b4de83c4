// The language of filters: what it says, and what is no filter.
#include "services/coordinator/store/filter_text.h"

#include "services/coordinator/store/bug_filter.h"
#include "tests/unit/store/store_fixture.h"

namespace assay::store {
namespace {

/// A filter as it was understood, with parentheses everywhere.
std::string meaning(const FilterTerm& term) {
  std::string text;
  const auto all = [&](const char* word) {
    for (const FilterTerm& part : term.parts) text += (text.empty() ? "" : word) + meaning(part);
    return "(" + text + ")";
  };
  switch (term.kind) {
    case FilterTerm::Kind::All:
      return all(" & ");
    case FilterTerm::Kind::Any:
      return all(" | ");
    case FilterTerm::Kind::Not:
      return "!" + meaning(term.parts.front());
    case FilterTerm::Kind::Compare:
      return term.field + term.comparator + "<" + term.value + ">";
    case FilterTerm::Kind::Text:
      return "<" + term.value + ">";
  }
  return "";
}
std::string meaning(const std::string& filter) {
  const auto term = parse_filter(filter);
  return term ? meaning(*term) : term.error();
}

TEST(FilterText, OrBindsCloserThanAndAndConditionsSideBySideAreJoined) {
  EXPECT_EQ(meaning(""), "()");
  EXPECT_EQ(meaning(" \t\n "), "()");
  EXPECT_EQ(meaning("a = b"), "a=<b>");
  EXPECT_EQ(meaning("a=b c:d"), "(a=<b> & c:<d>)");
  EXPECT_EQ(meaning("a=b AND c!=d OR e>=f"), "(a=<b> & (c!=<d> | e>=<f>))");
  EXPECT_EQ(meaning("(a=b AND c=d) OR e<f"), "((a=<b> & c=<d>) | e<<f>)");
  EXPECT_EQ(meaning("NOT a=b -c=d -(e OR f)"), "(!a=<b> & !c=<d> & !(<e> | <f>))");
  EXPECT_EQ(meaning("sub nsw"), "(<sub> & <nsw>)");
  EXPECT_EQ(meaning("\"sub nsw\""), "<sub nsw>");
  EXPECT_EQ(meaning(R"(a = "x\"y\\ ) AND")"), "a=<x\"y\\ ) AND>");
  EXPECT_EQ(meaning("last_seen > 2026-11-01T12:00:00Z"), "last_seen><2026-11-01T12:00:00Z>");
  EXPECT_EQ(meaning("ANDROID ORDER"), "(<ANDROID> & <ORDER>)");
}

TEST(FilterText, WhatIsNoFilterIsAnErrorAtItsPlace) {
  EXPECT_EQ(meaning("a ="), "filter: expected a field, a word or text in quotes at character 4");
  EXPECT_EQ(meaning("= b"), "filter: expected a field, a word or text in quotes at character 1");
  EXPECT_EQ(meaning("(a = b"), "filter: expected ')' at character 7");
  EXPECT_EQ(meaning("a = b)"), "filter: expected AND, OR or the end at character 6");
  EXPECT_EQ(meaning("a = b AND"), "filter: expected a field, a word or text in quotes at character 10");
  EXPECT_EQ(meaning("OR a = b"), "filter: expected a condition before 'OR' at character 4");
  EXPECT_EQ(meaning("\"open"), "filter: expected '\"' at character 6");
  EXPECT_NE(meaning(std::string(40, '(') + "a").find("less nesting"), std::string::npos);
  std::string many;
  for (int i = 0; i < 200; ++i) many += "a ";
  EXPECT_NE(meaning(many).find("at most 100 conditions"), std::string::npos);
  EXPECT_NE(meaning(std::string(20'000, 'a')).find("longer than"), std::string::npos);
}

TEST(FilterText, AnyValueIsTheSameAfterItWasQuoted) {
  for (const std::string& value : {std::string("a"), std::string(" "), std::string("\"\\\""), std::string("x\ny"),
                                   std::string("\xff\x80"), std::string("AND")})
    EXPECT_EQ(meaning("a = " + quoted(value)), "a=<" + value + ">");
}

class BugFilters : public StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    store_ = std::make_unique<Store>(open());
    for (int i = 0; i < 4; ++i) {
      Finding finding = make_finding(i, "signature " + std::to_string(i));
      finding.title = "bug " + std::to_string(i);
      finding.culprit = i < 2 ? "gvn" : "licm";
      if (i % 2 == 1) finding.kind = FindingKind::Crash;
      finding.found_at = "2026-01-0" + std::to_string(i + 1) + "T00:00:00Z";
      ASSERT_TRUE(store_->record_finding(finding));
    }
    Finding again = make_finding(10, "signature 3");
    again.title = "bug 3";
    again.found_at = "2026-01-05T00:00:00Z";
    ASSERT_TRUE(store_->record_finding(again));
  }
  void TearDown() override {
    store_.reset();
    StoreTest::TearDown();
  }
  /// The numbers of the bugs that a filter lets through, or what is wrong with it.
  std::string numbers(const std::string& text) {
    BugFilter filter;
    filter.filter = text;
    filter.sort = "first-seen";
    auto bad = store_->resolve(filter);
    if (!bad) return "failed: " + bad.error();
    if (*bad) return (*bad)->message;
    std::string found;
    const auto bugs = store_->list_bugs(filter);
    if (!bugs) return "failed: " + bugs.error();
    for (const Bug& bug : *bugs) found += bug.signature.back();
    EXPECT_EQ(*store_->select_bugs(filter)->total(), bugs->size());
    return found;
  }
  std::unique_ptr<Store> store_;
};

TEST_F(BugFilters, EachFieldLetsThroughWhatItSays) {
  EXPECT_EQ(numbers(""), "3210");
  EXPECT_EQ(numbers("pass = gvn"), "10");
  EXPECT_EQ(numbers("pass != gvn"), "32");
  EXPECT_EQ(numbers("pass:v"), "10");
  EXPECT_EQ(numbers("kind = crash AND (pass = gvn OR count > 1)"), "31");
  EXPECT_EQ(numbers("NOT kind = crash"), "20");
  EXPECT_EQ(numbers("count >= 2"), "3");
  EXPECT_EQ(numbers("first_seen >= 2026-01-03 title:BUG"), "32");
  EXPECT_EQ(numbers("last_seen < 2026-01-02T00:00:00Z"), "0");
  EXPECT_EQ(numbers("compiler = 16 -compiler = 16.0.6@0123456789ab"), "");
  EXPECT_EQ(numbers("\"signature 2\""), "2");
  EXPECT_EQ(numbers("text = \"signature 2\" OR text:\"signature 1\""), "21");
  EXPECT_EQ(numbers("add 8"), "3210") << "each word by itself is searched for";
  EXPECT_EQ(numbers("add -\"i8 %x, 2\""), "310");
  EXPECT_EQ(numbers("%"), "3210") << "a sign that is one of SQL's is itself";
  EXPECT_EQ(numbers("_"), "");
}

TEST_F(BugFilters, WhatNoBugCanHaveIsRefusedWithWhatThereIs) {
  EXPECT_EQ(
      numbers("colour = red"),
      "filter: 'colour' is not known; known: assignee, compiler, count, first_seen, hunt, id, kind, last_seen, pass, "
      "signature, status, tag, text, title");
  EXPECT_EQ(numbers("pass = gvm"), "pass: 'gvm' is not known; known: gvn, licm");
  EXPECT_EQ(numbers("kind = crush").substr(0, 28), "kind: 'crush' is not known; ");
  EXPECT_EQ(numbers("status > new"), "status: '>' does not go with it; = and != do");
  EXPECT_EQ(numbers("count > many"), "count: 'many' is no number");
  EXPECT_EQ(numbers("last_seen > soon").substr(0, 10), "last_seen:");
  EXPECT_EQ(numbers("pass = gvn AND (compiler = 99 OR kind = crash)").substr(0, 9), "compiler:");
}

TEST_F(BugFilters, AnOrderIsTheSameAfterItWasSaidAsAipsSayIt) {
  for (const std::string& sort : bug_orders())
    for (const std::string& each : {sort, "-" + sort}) EXPECT_EQ(*sort_of(order_by_of(each)), each);
  EXPECT_EQ(order_by_of("count"), "count desc");
  EXPECT_EQ(sort_of("colour").error().substr(0, 9), "order_by:");
  EXPECT_FALSE(sort_of("count asc"));
  EXPECT_FALSE(sort_of("count desc "));
}

TEST_F(BugFilters, AListGoesOnBehindABugInAnyOrder) {
  for (const std::string& sort : bug_orders()) {
    BugFilter filter;
    filter.sort = sort;
    const auto all = store_->list_bugs(filter);
    ASSERT_TRUE(all) << all.error();
    for (std::size_t i = 0; i < all->size(); ++i) {
      filter.after_id = (*all)[i].id;
      filter.after_value = *store_->select_bugs({})->value_of(filter.after_id, filter);
      const auto rest = store_->list_bugs(filter);
      ASSERT_TRUE(rest) << rest.error();
      ASSERT_EQ(rest->size(), all->size() - i - 1) << sort;
      if (!rest->empty()) EXPECT_EQ(rest->front().id, (*all)[i + 1].id) << sort;
    }
  }
}

TEST_F(BugFilters, NewsTellWhatHappenedInOrderAndOnlyOfBugsThatFit) {
  const auto span = *store_->news_span();
  EXPECT_EQ(span.first, 1u);
  Finding finding = make_finding(20, "signature new");
  finding.culprit = "gvn";
  const Recorded recorded = *store_->record_finding(finding);
  BugChange change;
  change.bug_id = recorded.bug_id;
  change.who = "ada";
  change.status = BugStatus::Confirmed;
  const auto changed = store_->change_bug(change);
  ASSERT_TRUE(changed && !*changed);
  Hunt hunt;
  hunt.id = "h";
  hunt.batch_size = 1;
  hunt.created_at = "2026-01-01T00:00:00Z";
  ASSERT_FALSE(store_->create_hunt(hunt));
  ASSERT_FALSE(store_->set_hunt_state("h", HuntState::Failed, "why"));
  const auto told = [&](std::uint64_t after, const std::string& text, std::uint32_t limit = 100) {
    BugFilter filter;
    filter.filter = text;
    std::string words;
    const auto part = store_->news_after(after, filter, limit);
    if (!part) return part.error();
    for (const News& news : part->news) words += news.what + "|" + news.detail + "\n";
    return words;
  };
  const std::string of_bug = "bug-found|\nfinding|" + finding.id() + "\nbug-changed|status new -> confirmed\n";
  EXPECT_EQ(told(span.last, ""), of_bug + "hunt-running|\nhunt-failed|why\n");
  EXPECT_EQ(told(span.last, "pass = gvn"), of_bug);
  EXPECT_EQ(told(span.last, "pass = licm"), "");
  EXPECT_EQ(told(span.last, "", 1), "bug-found|\n");
  EXPECT_EQ(store_->news_after(span.last, {}, 2)->last, span.last + 2);
  EXPECT_EQ(store_->news_after(span.last, {}, 100)->last, store_->news_span()->last);
}

TEST_F(BugFilters, TheLastHundredThousandNewsAreKeptAndWhoIsTooLateLearnsIt) {
  {
    auto database = Database::open(path(), false);
    ASSERT_TRUE(database) << database.error();
    const Status failed = (*database)->execute(
        "INSERT INTO news (number, at, what, bug_id, hunt_id, detail) VALUES (200000, '2026', 'finding', '', '', '')");
    ASSERT_FALSE(failed) << failed->message;
  }
  EXPECT_EQ(store_->news_span()->first, 200'000u);
  EXPECT_FALSE(store_->news_after(3, {}, 10)->complete);
  EXPECT_TRUE(store_->news_after(199'999, {}, 10)->complete);
}

}  // namespace
}  // namespace assay::store
