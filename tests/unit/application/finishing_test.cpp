#include "services/application/finishing.h"

#include <gmock/gmock.h>

#include "services/common/scratch_folder.h"
#include "services/coordinator/rpc/rpc.h"
#include "services/worker/hunt/ask.h"
#include "services/worker/optimize/optimize.h"

namespace assay::application {
namespace {

using ::testing::HasSubstr;

constexpr std::chrono::seconds kLimit{30};

/// A database with a bug as a hunt leaves it that ends before the analysis does: the linked instcombine miscompiles the
/// case, which nobody has reduced.
class FinishingTest : public ::testing::Test {
 protected:
  FinishingTest() {
    auto store = store::Store::open(folder_.file("assay.db"));
    EXPECT_TRUE(store) << store.error();
    link_ = std::make_unique<rpc::Coordinator>(std::move(*store));
    Finding finding;
    finding.compiler = (*optimize::open_compiler("linked"))->id();
    finding.pipeline = finding.reduced_pipeline = "early-cse,instcombine";
    finding.function = "f";
    finding.original = finding.reduced = R"(define i9 @f(i9 noundef %x, i9 %y) {
  %sum = add i9 %x, %y
  %c = icmp ne i9 %x, 4
  %a = call i9 @llvm.abs.i9(i9 %x, i1 false), !range !0
  %r = select i1 %c, i9 %a, i9 4
  %product = mul i9 %sum, 3
  %kept = xor i9 %product, %product
  %result = or i9 %r, %kept
  ret i9 %result
}
declare i9 @llvm.abs.i9(i9, i1)
!0 = !{i9 1, i9 2}
)";
    finding.question.oracle = hunt::oracle_for(FindingKind::Miscompile);
    finding.reason = "more-poisonous";
    finding.signature = "unreduced miscompile";
    finding.found_at = "2026-01-02T03:04:05Z";
    finding.unfinished = finding.checked = true;
    auto recorded = link_->report_finding(finding);
    EXPECT_TRUE(recorded) << recorded.error();
    unreduced_ = recorded->bug_id;
  }

  Bug bug(const std::string& id) {
    auto found = link_->find_bug(id);
    EXPECT_TRUE(found) << found.error();
    return *found;
  }
  Finished finish(const std::string& id) {
    auto finished = finish_reduction(*link_, bug(id), kLimit);
    EXPECT_TRUE(finished) << finished.error();
    return finished ? std::move(*finished) : Finished();
  }
  store::BugCare care(const std::string& id) {
    auto care = link_->care_of(id);
    EXPECT_TRUE(care) << care.error();
    return *care;
  }
  void mark(BugStatus status) {
    store::BugChange change;
    change.bug_id = unreduced_;
    change.who = "somebody";
    change.status = status;
    if (status == BugStatus::Reported) change.upstream = "https://example.org/1";
    EXPECT_FALSE(link_->change_bug(change));
  }

  ScratchFolder folder_{"assay-finishing-test-"};
  std::unique_ptr<rpc::CoordinatorLink> link_;
  std::string unreduced_;
};

TEST_F(FinishingTest, WhatWasReducedIsRecordedWithItsPassAndTheBugBecomesItsDuplicate) {
  const Finished finished = finish(unreduced_);
  EXPECT_TRUE(finished.recorded);
  EXPECT_TRUE(finished.is_duplicate);
  ASSERT_NE(finished.bug_id, unreduced_);
  const Bug reduced = bug(finished.bug_id);
  EXPECT_NE(reduced.culprit, "");
  EXPECT_EQ(reduced.best.id(), finished.finding.id());
  EXPECT_FALSE(reduced.best.unfinished);
  EXPECT_LT(reduced.best.reduced.size(), bug(unreduced_).best.reduced.size());
  EXPECT_EQ(bug(unreduced_).status, BugStatus::Duplicate);
  EXPECT_EQ(care(unreduced_).duplicate_of, reduced.id);
}

TEST_F(FinishingTest, WhatIsReducedToItsEndIsNotRecordedAgain) {
  const std::string reduced = finish(unreduced_).bug_id;
  for (int again = 0; again < 2; ++again) {
    const Finished finished = finish(reduced);
    EXPECT_FALSE(finished.recorded);
    EXPECT_EQ(finished.bug_id, reduced);
    EXPECT_EQ(bug(reduced).count, 1u);
    EXPECT_EQ(bug(reduced).status, BugStatus::New);
  }
}

TEST_F(FinishingTest, ABugThatSomebodyHasDealtWithStaysAndItsHistoryNamesTheOther) {
  mark(BugStatus::Reported);
  const Finished finished = finish(unreduced_);
  EXPECT_TRUE(finished.recorded);
  EXPECT_FALSE(finished.is_duplicate);
  EXPECT_EQ(bug(unreduced_).status, BugStatus::Reported);
  EXPECT_THAT(care(unreduced_).history.back().why, HasSubstr(finished.bug_id));
}

TEST_F(FinishingTest, NothingIsLeftOfWhatCanBeFinishedInTime) {
  EXPECT_THAT(finish_reductions(*link_, {bug(unreduced_)}, kLimit), ::testing::IsEmpty());
  EXPECT_THAT(finish_reductions(*link_, {bug(unreduced_)}, std::chrono::milliseconds(0)), ::testing::IsEmpty())
      << "a duplicate waits for nothing";
}

}  // namespace
}  // namespace assay::application
