#include "services/worker/triage/standing.h"

#include <gtest/gtest.h>

#include <fstream>

#include "services/common/scratch_folder.h"

namespace assay::triage {
namespace {

constexpr const char* kToday = "2026-11-22";

class StandingTest : public ::testing::Test {
 protected:
  Roots roots(std::vector<std::string> tolerate) {
    const std::string file = folder_.file("rules.yaml");
    std::ofstream(file) << "- id: by-gvn\n  passes: [gvn]\n  state: open\n  reason: it is known\n";
    auto roots = Roots::open(file, std::move(tolerate));
    EXPECT_TRUE(roots) << roots.error();
    return std::move(*roots);
  }
  static Bug bug(const std::string& culprit, const std::string& explained_by = "", BugStatus status = BugStatus::New) {
    Bug bug;
    bug.status = status;
    bug.best.culprit = culprit;
    bug.best.explained_by = explained_by;
    return bug;
  }

 private:
  ScratchFolder folder_{"assay-standing-"};
};

TEST_F(StandingTest, OfWhatNothingIsKnownIsNew) {
  const Standing standing = roots({}).standing_of(bug("licm"), kToday);
  EXPECT_EQ(standing.kind, Standing::Kind::New);
  EXPECT_EQ(standing.rule, nullptr);
  EXPECT_EQ(standing.root, "");
}

TEST_F(StandingTest, OfWhatARuleRecognisesIsKnownByTheRule) {
  const Roots known = roots({});
  const Standing standing = known.standing_of(bug("gvn", "memory=integers"), kToday);
  EXPECT_EQ(standing.kind, Standing::Kind::Known);
  ASSERT_NE(standing.rule, nullptr);
  EXPECT_EQ(standing.root, "by-gvn");
}

TEST_F(StandingTest, OfWhatToleratedReadingsExplainIsTolerated) {
  const Roots known = roots({"memory=integers", "undef-store=nothing"});
  const Standing both = known.standing_of(bug("licm", "memory=integers,undef-store=nothing"), kToday);
  EXPECT_EQ(both.kind, Standing::Kind::Tolerated);
  EXPECT_EQ(both.root, "memory=integers,undef-store=nothing");
  EXPECT_EQ(known.standing_of(bug("licm", "memory=integers,other"), kToday).kind, Standing::Kind::New)
      << "one of the two is not tolerated";
  EXPECT_EQ(roots({}).standing_of(bug("licm", "memory=integers"), kToday).kind, Standing::Kind::New);
}

TEST_F(StandingTest, OfAToleratedRuleIsTolerated) {
  const Roots known = roots({"by-gvn"});
  const Standing standing = known.standing_of(bug("gvn"), kToday);
  EXPECT_EQ(standing.kind, Standing::Kind::Tolerated);
  EXPECT_EQ(standing.root, "by-gvn");
}

TEST_F(StandingTest, OfWhatSomebodyHasDealtWithIsKnownWithoutARoot) {
  const Roots known = roots({});
  using enum BugStatus;
  for (const BugStatus status : {Reported, Fixed, Invalid, Duplicate, WontFix}) {
    const Standing standing = known.standing_of(bug("licm", "", status), kToday);
    EXPECT_EQ(standing.kind, Standing::Kind::Known) << name_of(status);
    EXPECT_EQ(standing.root, "") << name_of(status);
  }
  for (const BugStatus status : {New, Confirmed, Regressed})
    EXPECT_EQ(known.standing_of(bug("licm", "", status), kToday).kind, Standing::Kind::New) << name_of(status);
}

TEST_F(StandingTest, OfWhatNoPassIsKnownYetNothingCanBeSaidUntilItsAnalysisEnds) {
  const Roots known = roots({});
  Bug cut = bug("");
  cut.best.unfinished = true;
  EXPECT_EQ(known.standing_of(cut, kToday).kind, Standing::Kind::Analysing);
  cut.status = BugStatus::Duplicate;
  EXPECT_EQ(known.standing_of(cut, kToday).kind, Standing::Kind::Known) << "somebody has dealt with it";
  Bug large = bug("licm");
  large.best.unfinished = true;
  EXPECT_EQ(known.standing_of(large, kToday).kind, Standing::Kind::New) << "its case may become smaller, no more";
  EXPECT_EQ(known.standing_of(bug(""), kToday).kind, Standing::Kind::New) << "its analysis found no culprit";
}

TEST_F(StandingTest, InListsABugThatNobodyHasDealtWithIsCalledByItsStanding) {
  using Kind = Standing::Kind;
  Standing standing;
  for (const Kind kind : {Kind::New, Kind::Known, Kind::Tolerated, Kind::Analysing}) {
    standing.kind = kind;
    EXPECT_STREQ(word_of(standing, BugStatus::New), name_of(kind));
    EXPECT_STREQ(word_of(standing, BugStatus::Confirmed), "confirmed") << "somebody has said so";
  }
  EXPECT_LT(place_of(Kind::New), place_of(Kind::Analysing));
  EXPECT_LT(place_of(Kind::Analysing), place_of(Kind::Known));
  EXPECT_LT(place_of(Kind::Known), place_of(Kind::Tolerated));
}

TEST_F(StandingTest, WordsThatNothingIsCalledAreNamed) {
  EXPECT_TRUE(roots({"by-gvn", "memory=integers"}).unknown_words().empty());
  EXPECT_EQ(roots({"by-gnv", "by-gvn", "x"}).unknown_words(), (std::vector<std::string>{"by-gnv", "x"}));
  EXPECT_TRUE(roots(tolerated_by_default()).unknown_words().empty()) << "a file need not have the default's rules";
  EXPECT_TRUE(Roots::open("", tolerated_by_default())->unknown_words().empty());
}

TEST_F(StandingTest, WhatIsDismissedIsSettledToo) {
  for (std::size_t i = 0; i < kBugStatuses; ++i) {
    const auto status = static_cast<BugStatus>(i);
    EXPECT_TRUE(is_settled(status) || !is_dismissed(status)) << name_of(status);
  }
  EXPECT_TRUE(is_dismissed(BugStatus::Duplicate));
  EXPECT_FALSE(is_dismissed(BugStatus::Fixed)) << "it may show again";
}

TEST_F(StandingTest, AnEditionIsAnotherOneWhenRulesOrWordsAreOrARuleExpires) {
  const Roots plain = roots({});
  EXPECT_EQ(plain.edition(kToday), roots({}).edition("2026-11-23"));
  EXPECT_NE(plain.edition(kToday), roots({"by-gvn"}).edition(kToday));
  const Roots shipped = *Roots::open("", {});
  EXPECT_NE(plain.edition(kToday), shipped.edition(kToday));
  ScratchFolder folder("assay-standing-");
  const std::string file = folder.file("rules.yaml");
  std::ofstream(file) << "- id: by-gvn\n  passes: [gvn]\n  state: open\n  reason: it is known\n  expires: 2026-11-22\n";
  const Roots expiring = *Roots::open(file, {});
  EXPECT_NE(expiring.edition("2026-11-22"), expiring.edition("2026-11-23"));
}

}  // namespace
}  // namespace assay::triage
