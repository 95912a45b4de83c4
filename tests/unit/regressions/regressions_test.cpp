#include "services/worker/regressions/regressions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/optimize/testing.h"

namespace assay::regressions {
namespace {

using cost::Measure;
using ::testing::HasSubstr;
using ::testing::Not;

Build build_of(int release) {
  auto build = open_build("/usr/lib/llvm-" + std::to_string(release) + "/bin/opt");
  if (!build) throw std::runtime_error(build.error());
  return std::move(*build);
}

Looked look(const std::string& text, int baseline, int branch, const Options& options = {}) {
  Build one = build_of(baseline), other = build_of(branch);
  return look_at(text, one, other, options);
}

/// LLVM 19 sees that the select is not needed, LLVM 22 does not. The sum has nothing to do with it.
const std::string kSimplerLater = R"(define i32 @f(i32 %x, i32 %y, i32 %z) {
  %a = and i32 %x, %y
  %c = icmp eq i32 %a, %z
  %o = or i32 %x, %y
  %n = xor i32 %x, %y
  %b = or i32 %n, %z
  %r = select i1 %c, i32 %o, i32 %b
  %s = add i32 %r, %z
  ret i32 %s
}
)";

TEST(Regressions, WhatTheBranchMissesIsProvedReducedAndBlamed) {
  const Looked looked = look(kSimplerLater, 19, 22);
  ASSERT_EQ(looked.kind, Kind::Regression) << looked.reason;
  ASSERT_TRUE(looked.regression);
  const Regression& found = *looked.regression;
  EXPECT_TRUE(found.reduced);
  EXPECT_THAT(found.source, Not(HasSubstr("add"))) << found.source;
  EXPECT_THAT(found.original, HasSubstr("add"));
  EXPECT_THAT(found.source, HasSubstr("x86_64")) << "the target stays";
  EXPECT_EQ(found.blame, Blame::Missed);
  EXPECT_EQ(found.pass, "instcombine");
  EXPECT_THAT(found.key, HasSubstr("missed instcombine: ret(select("));
  for (const Side* side : {&found.baseline, &found.branch}) {
    EXPECT_EQ(side->proof.kind, VerdictKind::Correct);
    EXPECT_EQ(side->proof.bound, "");
    for (const cost::Row& row : cost::rows())
      EXPECT_EQ(cost::value_of(side->costs, row.measure).has_value(), row.family != cost::Family::Run) << row.name;
  }
  for (const Measure measure : {Measure::Instructions, Measure::MachineInstructions})
    EXPECT_GT(cost::value_of(found.branch.costs, measure), cost::value_of(found.baseline.costs, measure));
}

TEST(Regressions, TheOtherWayRoundIsNone) { EXPECT_EQ(look(kSimplerLater, 22, 19).kind, Kind::IrNoDearer); }

TEST(Regressions, ABuildIsNeverDearerThanItself) { EXPECT_EQ(look(kSimplerLater, 22, 22).kind, Kind::Same); }

TEST(Regressions, TheSameRootHasTheSameKeyForOtherNamesAndWidths) {
  std::string other = kSimplerLater;
  for (std::size_t at = 0; (at = other.find("i32", at)) != std::string::npos;) other.replace(at, 3, "i64");
  other.replace(other.find("@f"), 2, "@g");
  const Looked one = look(kSimplerLater, 19, 22), two = look(other, 19, 22);
  ASSERT_TRUE(one.regression && two.regression);
  EXPECT_EQ(one.regression->key, two.regression->key);
  EXPECT_THAT(two.regression->source, Not(HasSubstr("i32"))) << "no other widths than the source's";
}

/// An opt of LLVM 22 that does not vectorize loops.
class WithoutVectors {
 public:
  WithoutVectors() {
    auto build = open_build(folder_.script("opt", "exec /usr/lib/llvm-22/bin/opt -vectorize-loops=0 \"$@\"\n"));
    if (!build) throw std::runtime_error(build.error());
    build_ = std::move(*build);
  }
  Build& build() { return build_; }

 private:
  optimize::testing::TemporaryFolder folder_;
  Build build_;
};

const std::string kSum = R"(target triple = "x86_64-unknown-linux-gnu"
define internal i32 @sum(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %s = phi i32 [ 0, %entry ], [ %s1, %loop ]
  %q = getelementptr inbounds i32, ptr %p, i64 %i
  %v = load i32, ptr %q
  %s1 = add i32 %s, %v
  %i1 = add nuw nsw i64 %i, 1
  %d = icmp ult i64 %i1, %n
  br i1 %d, label %loop, label %exit
exit:
  ret i32 %s1
}
)";

TEST(Regressions, AVectorLoopThatIsLostIsWeighedByWhatRunsExecute) {
  auto with = build_of(22);
  WithoutVectors without;
  Options options;
  options.reduce = false;
  const Looked looked = look_at(kSum, with, without.build(), options);
  ASSERT_EQ(looked.kind, Kind::Regression) << looked.reason;
  EXPECT_TRUE(looked.ir_only) << "machine code is not asked about loops";
  const cost::Costs &cheap = looked.regression->baseline.costs, &dear = looked.regression->branch.costs;
  EXPECT_LT(cost::value_of(dear, Measure::Instructions), cost::value_of(cheap, Measure::Instructions));
  for (const Measure measure : {Measure::Executed, Measure::RunLatency, Measure::RunThroughput})
    EXPECT_GT(*cost::value_of(dear, measure), 1.1 * *cost::value_of(cheap, measure));
  EXPECT_EQ(looked.regression->blame, Blame::Missed);
  EXPECT_EQ(looked.regression->pass, "loop-vectorize");
  EXPECT_EQ(look_at(kSum, without.build(), with, options).kind, Kind::IrNoDearer);
}

TEST(Regressions, TwoLoopsThatCanNotBeRunAreNotWeighed) {
  // More rounds than a run may take. By its size alone the vectorized loop is the dearer one.
  std::string longer = kSum;
  longer.replace(longer.find("%i1, %n"), 7, "%i1, %m");
  longer.replace(longer.find("entry:\n"), 7, "entry:\n  %m = or i64 %n, 1048576\n");
  auto with = build_of(22);
  WithoutVectors without;
  EXPECT_EQ(look_at(longer, without.build(), with, {}).kind, Kind::Unweighed);
}

TEST(Regressions, AFunctionThatNobodyCallsIsNotDroppedWhateverItsLinkage) {
  Options options;
  options.reduce = false;
  for (const char* linkage : {"internal", "private", "linkonce_odr", "available_externally"}) {
    std::string text = kSimplerLater;
    text.insert(text.find("i32 @f"), std::string(linkage) + " ");
    EXPECT_EQ(look(text, 19, 22, options).kind, Kind::Regression) << linkage;
  }
}

TEST(Regressions, ACheaperMiscompileIsToldAsOneAndIsNoBaseline) {
  // LLVM 14 compares offsets, signed, in place of addresses.
  const std::string wrong = R"(define i1 @f(ptr %p, i64 %i, i64 %j) {
  %a = getelementptr inbounds i32, ptr %p, i64 %i
  %b = getelementptr inbounds i8, ptr %p, i64 %j
  %r = icmp ult ptr %a, %b
  ret i1 %r
}
)";
  const Looked looked = look(wrong, 14, 22);
  EXPECT_EQ(looked.kind, Kind::BaselineWrong);
  EXPECT_EQ(looked.reason, "the baseline: value-mismatch");
  EXPECT_FALSE(looked.regression);
}

TEST(Regressions, WithoutAnLlcIrAloneSaysSo) {
  Build baseline = build_of(19), branch = build_of(22);
  branch.llc.reset();
  Options options;
  options.reduce = false;
  const Looked looked = look_at(kSimplerLater, baseline, branch, options);
  ASSERT_EQ(looked.kind, Kind::Regression) << looked.reason;
  EXPECT_TRUE(looked.ir_only);
  EXPECT_TRUE(looked.regression->ir_only);
  EXPECT_EQ(looked.regression->source, looked.regression->original);
}

TEST(Regressions, WhatCanNotBeLookedAtSaysWhy) {
  EXPECT_EQ(look("words", 19, 22).kind, Kind::Failed);
  Options options;
  options.target = "nowhere";
  const Looked looked = look(kSimplerLater, 19, 22, options);
  EXPECT_EQ(looked.kind, Kind::Failed);
  EXPECT_THAT(looked.reason, HasSubstr("nowhere"));
  EXPECT_FALSE(open_build("/nowhere/opt"));
}

TEST(Regressions, KindsAndBlamesHaveNamesAndTheWayBack) {
  for (const Kind kind : {Kind::Same, Kind::IrNoDearer, Kind::Unweighed, Kind::CodeNoDearer, Kind::Regression,
                          Kind::BaselineWrong, Kind::BranchWrong, Kind::Limited, Kind::Undecided, Kind::Failed})
    EXPECT_EQ(enumerator_of(name_of(kind), std::type_identity<Kind>()), kind);
  for (const Blame blame : {Blame::Unknown, Blame::Made, Blame::Missed})
    EXPECT_EQ(enumerator_of(name_of(blame), std::type_identity<Blame>()), blame);
}

}  // namespace
}  // namespace assay::regressions
