#include <gtest/gtest.h>

#include "tests/unit/refine/pair.h"

namespace assay::refine {
namespace {

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

/// A loop that counts to `n`, which is given as text.
std::string counting(const std::string& n) {
  return "entry: br label %loop loop: %i = phi i16 [ 0, %entry ], [ %j, %loop ] %j = add i16 %i, 1 "
         "%more = icmp ult i16 %j, " +
         n + " br i1 %more, label %loop, label %exit exit: ";
}

TEST(RefineControl, TheBoundGrowsUntilTheLoopEnds) {
  const std::string pair = "define i16 @src() { " + counting("50") + "ret i16 %j } define i16 @tgt() { ret i16 50 }";
  EXPECT_EQ(bound(pair), "correct");
  Options few;
  few.unroll = 8;
  EXPECT_EQ(bound(pair, few), "unknown: unroll-bound") << "no run of the source ends within eight rounds";
}

TEST(RefineControl, EachProofWithinABoundIsTold) {
  const std::string pair = "define i16 @src(i16 noundef %n) { " + counting("%n") +
                           "ret i16 %j } "
                           "define i16 @tgt(i16 noundef %n) { " +
                           counting("%n") + "%k = add i16 %i, 1 ret i16 %k }";
  std::vector<std::string> told;
  Options options;
  options.smt_timeout_ms = 600'000;  // growth takes a part of it
  options.proved = [&](const evidence::Claim& proof) { told.push_back(proof.under().limits()); };
  EXPECT_EQ(bound(pair, options), "correct: " + told.back());
  EXPECT_GE(told.size(), 2u);
  EXPECT_EQ(told.front(), "up to 8 iterations of each loop");
}

}  // namespace
}  // namespace assay::refine
