#include "services/application/verify.h"

#include <gmock/gmock.h>

#include "services/common/scratch_folder.h"
#include "services/coordinator/rpc/rpc.h"
#include "services/worker/hunt/ask.h"
#include "services/worker/optimize/optimize.h"

namespace assay::application {
namespace {

TEST(ReleasesTest, WhereTheOldestThatAnswersShowsItTheFirstBadOneMayBeOlder) {
  Releases releases;
  releases.asked = {{"14.0.6", true, true}, {"16.0.6", true, true}, {"22.1.8", true, false}};
  EXPECT_EQ(releases.first_bad(), "14.0.6");
  EXPECT_TRUE(releases.shows_in_oldest());
  EXPECT_EQ(releases.fixed_in(), "22.1.8");
  releases.asked[0] = {"14.0.6", false, false};
  EXPECT_TRUE(releases.shows_in_oldest()) << "one that gives no answer says nothing";
  releases.asked[0] = {"14.0.6", true, false};
  EXPECT_EQ(releases.first_bad(), "16.0.6");
  EXPECT_FALSE(releases.shows_in_oldest());
}

/// InstCombine of 14 keeps nsw of one subtraction for its negation; it is right in 22.
constexpr const char* kNegated = R"(define i4 @f(i1 %x, i4 %y) {
  %a = sub nsw i4 0, %y
  %b = select i1 %x, i4 %y, i4 %a
  %c = sub i4 0, %b
  ret i4 %c
}
)";

class VerifyTest : public ::testing::Test {
 protected:
  Verified verify_found_in(const std::string& compiler) {
    auto store = store::Store::open(folder_.file("assay.db"));
    EXPECT_TRUE(store) << store.error();
    rpc::Coordinator link(std::move(*store));
    Finding finding;
    finding.compiler = (*optimize::open_compiler(compiler))->id();
    finding.pipeline = finding.reduced_pipeline = finding.culprit = "instcombine";
    finding.function = "f";
    finding.original = finding.reduced = kNegated;
    finding.question.oracle = hunt::oracle_for(FindingKind::Miscompile);
    finding.reason = "more-poisonous";
    finding.signature = "miscompile found in " + compiler;
    finding.found_at = "2026-01-02T03:04:05Z";
    finding.checked = true;
    auto recorded = link.report_finding(finding);
    EXPECT_TRUE(recorded) << recorded.error();
    Verified seen;
    EXPECT_FALSE(verify(link, recorded->bug_id, true, [&](const Verified& verified) { seen = verified; }));
    status_ = link.find_bug(recorded->bug_id)->status;
    return seen;
  }

  ScratchFolder folder_{"assay-verify-test-"};
  BugStatus status_ = BugStatus::New;
};

TEST_F(VerifyTest, WhatShowsWhereItWasFoundAndNoLongerInANewerReleaseIsFixed) {
  const Verified verified = verify_found_in("/usr/lib/llvm-14/bin/opt");
  EXPECT_FALSE(verified.is_gone_where_found);
  EXPECT_EQ(status_, BugStatus::Fixed);
}

TEST_F(VerifyTest, AFalseAlarmOfTheCompilerItWasFoundInIsNotMadeFixed) {
  const Verified verified = verify_found_in("/usr/lib/llvm-22/bin/opt");
  EXPECT_NE(verified.releases.fixed_in(), "") << "older releases show it";
  EXPECT_TRUE(verified.is_gone_where_found);
  EXPECT_FALSE(verified.change.status);
  EXPECT_EQ(status_, BugStatus::New);
}

}  // namespace
}  // namespace assay::application
