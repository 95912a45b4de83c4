// What can be asked of the list of bugs.
#include <chrono>

#include "services/coordinator/store/dates.h"
#include "services/coordinator/store/sqlite.h"
#include "tests/unit/store/store_fixture.h"

namespace assay::store {
namespace {

class Filters : public StoreTest {
 protected:
  static std::string refusal(Store& store, auto change) {
    BugFilter filter;
    change(filter);
    auto unknown = store.resolve(filter);
    if (!unknown) return "failed: " + unknown.error();
    return *unknown ? (*unknown)->message : "accepted";
  }
  static std::vector<std::string> titles(Store& store, auto change) {
    BugFilter filter;
    change(filter);
    auto bugs = store.list_bugs(filter);
    if (!bugs) ADD_FAILURE() << bugs.error();
    std::vector<std::string> all;
    if (bugs)
      for (const Bug& bug : *bugs) all.push_back(bug.title);
    return all;
  }
  static Finding titled(int number, const std::string& title) {
    Finding finding = make_finding(number, "signature " + std::to_string(number));
    finding.title = title;
    return finding;
  }
};

TEST_F(Filters, ANulByteIsRefusedWithTheFieldThatHoldsIt) {
  Store store = open();
  ASSERT_TRUE(store.record_finding(make_finding(1)));
  const std::string nul("add\0i8", 6);
  EXPECT_EQ(refusal(store, [&](BugFilter& f) { f.text = nul; }), "text: holds a NUL byte");
  EXPECT_EQ(refusal(store, [&](BugFilter& f) { f.tag = nul; }), "tag: holds a NUL byte");
}

TEST_F(Filters, TimesAreReadAsPeopleSayThem) {
  using namespace std::chrono;
  const auto now = sys_days(2026y / November / 22) + hours(15) + minutes(4) + seconds(5);
  const std::pair<const char*, const char*> good[] = {
      {"2026-11-01", "2026-11-01T00:00:00Z"}, {"2026-11-01T12:34:56Z", "2026-11-01T12:34:56Z"},
      {"today", "2026-11-22T00:00:00Z"},      {"yesterday", "2026-11-21T00:00:00Z"},
      {"30m", "2026-11-22T14:34:05Z"},        {"12h", "2026-11-22T03:04:05Z"},
      {"7d", "2026-11-15T15:04:05Z"},         {"2w", "2026-11-08T15:04:05Z"}};
  for (const auto& [text, utc] : good) {
    auto read = utc_of(text, now);
    ASSERT_TRUE(read) << read.error();
    EXPECT_EQ(*read, utc);
  }
  for (const char* bad : {"", "soon", "7", "d", "-7d", "7y", "2026-02-30", "2026-13-01", "2026-1-1", "26-11-01",
                          "2026-11-01T24:00:00Z", "2026-11-01 12:00:00Z", "2026-11-01x", "99999999999d", "2026-+1-01"})
    EXPECT_FALSE(utc_of(bad, now)) << bad;
}

TEST_F(Filters, WhatNoBugCanHaveIsRefusedWithWhatThereIs) {
  Store store = open();
  EXPECT_EQ(refusal(store, [](BugFilter& f) { f.pass = "gvn"; }), "accepted") << "nothing is known yet";
  ASSERT_TRUE(store.record_finding(make_finding(1)));
  EXPECT_EQ(refusal(store, [](BugFilter& f) { f.pass = "gvm"; }), "pass: 'gvm' is not known; known: instcombine");
  EXPECT_EQ(refusal(store, [](BugFilter& f) { f.compiler = "99"; }),
            "compiler: '99' is not known; known: 16.0.6@0123456789ab");
  EXPECT_EQ(
      refusal(store, [](BugFilter& f) { f.status = "opened"; }),
      "status: 'opened' is not known; known: new, confirmed, reported, fixed, regressed, duplicate, invalid, wont-fix");
  EXPECT_EQ(refusal(store, [](BugFilter& f) { f.sort = "colour"; }),
            "sort: 'colour' is not known; known: last-seen, first-seen, count, title, culprit, status, news");
  EXPECT_EQ(refusal(store, [](BugFilter& f) { f.hunt = "h"; }), "hunt: 'h' is not known; known: nothing");
  EXPECT_EQ(refusal(store, [](BugFilter& f) { f.since = "soon"; }).substr(0, 6), "since:");
  for (const char* compiler : {"16", "16.0", "16.0.6", "16.0.6@0123456789ab", "/usr/lib/llvm-16/bin/opt"})
    EXPECT_EQ(refusal(store, [&](BugFilter& f) { f.compiler = compiler; }), "accepted") << compiler;
  EXPECT_EQ(refusal(store, [](BugFilter& f) { f.compiler = "1"; }).substr(0, 9), "compiler:");
  EXPECT_EQ(refusal(store, [](BugFilter& f) { f.pass = "instcombine"; }), "accepted");
}

TEST_F(Filters, SearchFindsAnyPartOfWhatIsShownAndOnlyThat) {
  Store store = open();
  Finding large = titled(1, "Miscompile of \"ctpop\"");
  large.reduced = "define i8 @old() { ret i8 AND }";
  ASSERT_TRUE(store.record_finding(large));
  ASSERT_TRUE(store.record_finding(titled(2, "Crash in select*")));
  const auto found = [&](const std::string& text) { return titles(store, [&](BugFilter& f) { f.text = text; }); };
  const std::vector<std::string> first = {large.title}, second = {"Crash in select*"}, none;
  EXPECT_EQ(found("\"CTPOP\""), first);
  EXPECT_EQ(found("iscompile o"), first);
  EXPECT_EQ(found("elect*"), second);
  EXPECT_EQ(found("signature 2"), second);
  EXPECT_EQ(found("i8 %x, 2"), second);
  EXPECT_EQ(found("ret i8 AND"), first) << "no operator of the index";
  for (const char* nothing : {"select OR ctpop", "title:crash", "NEAR(a b)", "\"", "sel*ct", "%%%", "___"})
    if (std::string(nothing) != "\"") EXPECT_EQ(found(nothing), none) << nothing;
  EXPECT_EQ(found("\""), first) << "shorter than a word of the index";
  EXPECT_EQ(found("*"), second);
  EXPECT_EQ(found("%x"), second);

  Finding small = large;
  small.original = "define i8 @new() { ret i8 0 }";
  small.reduced = "define i8 @new()";
  small.title = "A smaller case";
  ASSERT_TRUE(store.record_finding(small));
  EXPECT_EQ(found("smaller case"), (std::vector<std::string>{"A smaller case"}));
  EXPECT_EQ(found("ctpop\""), none) << "the title that is no longer shown";
  EXPECT_EQ(found("@new"), (std::vector<std::string>{"A smaller case"}));
  EXPECT_EQ(found("@old"), none);
}

TEST_F(Filters, SearchIsExactHoweverManyBugsHaveTheText) {
  constexpr int kBugs = 2'300;
  Store store = open();
  for (int i = 0; i < kBugs; ++i)
    ASSERT_TRUE(store.record_finding(titled(i, std::string(i % 2 == 0 ? "Even handed" : "Oddly") +
                                                   " words of the index" + (i == 77 ? " of the words" : ""))));
  const auto ask = [&](const std::string& text, const std::string& filter) {
    BugFilter asked;
    asked.text = text;
    asked.filter = filter;
    asked.limit = 7;
    const Result<Status> fault = store.resolve(asked);
    EXPECT_TRUE(fault && !*fault) << text;
    auto selection = store.select_bugs(asked);
    EXPECT_TRUE(selection) << selection.error();
    const auto part = selection->part(asked);
    EXPECT_TRUE(part) << part.error();
    return std::pair(*selection->total(), part->size());
  };
  using Answer = std::pair<std::uint64_t, std::size_t>;
  for (const char* filter : {"", "status = new", "status = new AND count >= 1", "NOT status = fixed"}) {
    EXPECT_EQ(ask("words OF the Index", filter), Answer(kBugs, 7)) << filter;
    EXPECT_EQ(ask("Even handed words", filter), Answer(kBugs / 2, 7)) << filter;
    EXPECT_EQ(ask("index of the words", filter), Answer(1, 1)) << filter << ": all of its parts are in every title";
    EXPECT_EQ(ask("words of the even", filter), Answer(0, 0)) << filter;
    EXPECT_EQ(ask("the", filter), Answer(kBugs, 7)) << filter;
    EXPECT_EQ(ask("Ev", filter), Answer(kBugs / 2, 7)) << filter;
    EXPECT_EQ(ask("title 77", filter).first, 0u) << filter;
  }
  EXPECT_EQ(ask("words of", "text:\"even handed\""), Answer(kBugs / 2, 7));
  EXPECT_EQ(ask("", "text:\"even handed\" OR text:oddly"), Answer(kBugs, 7));
  EXPECT_EQ(ask("", "NOT text:\"even handed\""), Answer(kBugs / 2, 7));
  EXPECT_EQ(ask("", "NOT text:\"index of the words\""), Answer(kBugs - 1, 7));
}

TEST_F(Filters, EveryOrderIsCompleteAndPagesCutItUp) {
  Store store = open();
  for (int i = 0; i < 9; ++i) {
    Finding finding = titled(i, "title " + std::to_string(i * 5 % 9));
    finding.found_at = "2026-01-0" + std::to_string(1 + i * 7 % 9) + "T00:00:00Z";
    ASSERT_TRUE(store.record_finding(finding));
  }
  for (const char* sort : {"", "last-seen", "first-seen", "count", "title", "culprit", "status"}) {
    auto all = titles(store, [&](BugFilter& f) { f.sort = sort; });
    std::vector<std::string> pages;
    for (std::uint32_t offset = 0; offset < 9; offset += 2)
      for (const std::string& title : titles(store, [&](BugFilter& f) {
             f.sort = sort;
             f.limit = 2;
             f.offset = offset;
           }))
        pages.push_back(title);
    EXPECT_EQ(pages, all) << sort;
    EXPECT_EQ(all.size(), 9u);
  }
  const auto ascending = titles(store, [](BugFilter& f) { f.sort = "title"; });
  EXPECT_TRUE(std::is_sorted(ascending.begin(), ascending.end()));
  const auto descending = titles(store, [](BugFilter& f) { f.sort = "-title"; });
  EXPECT_TRUE(std::is_sorted(descending.rbegin(), descending.rend()));
  BugFilter limited;
  limited.limit = 2;
  EXPECT_EQ(*store.select_bugs(limited)->total(), 9u);
  limited.until = "2026-01-04T00:00:00Z";
  EXPECT_EQ(*store.select_bugs(limited)->total(), 3u);
}

TEST_F(Filters, ReadersNeitherWaitForAWriterNorSeeHalfOfWhatItWrites) {
  Store store = open();
  ASSERT_TRUE(store.record_finding(make_finding(1)));
  auto writer = Database::open(path(), false);
  ASSERT_TRUE(writer) << writer.error();
  ASSERT_FALSE((*writer)->execute("BEGIN IMMEDIATE; UPDATE bugs SET title = 'half'"));
  // Who waits for a writer gives up after a while, with an error.
  auto bugs = store.list_bugs({});
  ASSERT_TRUE(bugs) << bugs.error();
  EXPECT_NE(bugs->front().title, "half");
  ASSERT_TRUE(store.find_bug(bugs->front().id));
  ASSERT_TRUE(store.statistics());
  ASSERT_FALSE((*writer)->execute("COMMIT"));
  EXPECT_EQ(store.list_bugs({})->front().title, "half");
}

}  // namespace
}  // namespace assay::store
