#include <gtest/gtest.h>

#include "tests/unit/refine/pair.h"

namespace assay::refine {
namespace {

TEST(RefineControl, BranchOnPoisonIsUndefinedInTheTarget) {
  EXPECT_EQ(verdict("define i8 @src(i1 %c) { %r = select i1 %c, i8 1, i8 2 ret i8 %r }"
                    "define i8 @tgt(i1 %c) { br i1 %c, label %a, label %b a: ret i8 1 b: ret i8 2 }"),
            "incorrect: more-ub");
  EXPECT_EQ(verdict("define i8 @src(i1 %c) { br i1 %c, label %a, label %b a: ret i8 1 b: ret i8 2 }"
                    "define i8 @tgt(i1 %c) { %r = select i1 %c, i8 1, i8 2 ret i8 %r }"),
            "correct");
}

TEST(RefineControl, SwitchTakesTheCaseOfItsValue) {
  const std::string source =
      "define i8 @src(i8 %x) { switch i8 %x, label %d [ i8 1, label %a i8 2, label %a ] a: ret i8 7 d: ret i8 9 }";
  EXPECT_EQ(verdict(source + "define i8 @tgt(i8 %x) { %f = add i8 %x, -1 %c = icmp ult i8 %f, 2 %r = select i1 %c, i8 "
                             "7, i8 9 ret i8 %r }"),
            "correct");
  EXPECT_EQ(verdict(source + "define i8 @tgt(i8 %x) { %f = add i8 %x, -1 %c = icmp ult i8 %f, 3 %r = select i1 %c, i8 "
                             "7, i8 9 ret i8 %r }"),
            "incorrect: value-mismatch");
}

TEST(RefineControl, ValuesThatLeaveALoopAreThoseOfTheLastIteration) {
  const std::string source =
      "define i8 @src(i8 noundef %n) { entry: br label %loop loop: %i = phi i8 [ 0, %entry ], [ %j, %loop ] %j = add "
      "i8 %i, 1"
      " %more = icmp ult i8 %j, %n br i1 %more, label %loop, label %exit exit: ret i8 %j }";
  EXPECT_EQ(verdict(source +
                    "define i8 @tgt(i8 noundef %n) { %z = icmp eq i8 %n, 0 %r = select i1 %z, i8 1, i8 %n ret i8 %r }"),
            "correct");
  EXPECT_EQ(verdict(source + "define i8 @tgt(i8 noundef %n) { ret i8 %n }"), "incorrect: value-mismatch");
}

TEST(RefineControl, IterationsBeyondTheBoundAreNotJudged) {
  const std::string pair =
      "define i8 @src(i8 noundef %n) { entry: br label %loop loop: %i = phi i8 [ 0, %entry ], [ %j, %loop ] %j = add "
      "i8 %i, 1"
      " %more = icmp ult i8 %j, %n br i1 %more, label %loop, label %exit exit: ret i8 %j }"
      "define i8 @tgt(i8 noundef %n) { %z = icmp eq i8 %n, 0 %r = select i1 %z, i8 1, i8 %n %w = icmp eq i8 %r, 6"
      " %q = select i1 %w, i8 0, i8 %r ret i8 %q }";
  Options few, many;
  few.unroll = 3;
  many.unroll = 8;
  EXPECT_EQ(verdict(pair, few), "correct");
  EXPECT_EQ(verdict(pair, many), "incorrect: value-mismatch");
}

}  // namespace
}  // namespace assay::refine
