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

TEST(RefineControl, AnIndirectBranchGoesToTheBlockWhoseAddressItIsGiven) {
  const std::string blocks = "[label %a, label %b, label %d] a: ret i8 1 b: ret i8 2 d: ret i8 3 ";
  const auto source = [&](const std::string& name) {
    return "define i8 @" + name + "(i1 noundef %c) { %p = select i1 %c, ptr blockaddress(@" + name + ", %a), ptr blockaddress(@" +
           name + ", %b) indirectbr ptr %p, " + blocks + "} ";
  };
  EXPECT_EQ(verdict(source("src") + "define i8 @tgt(i1 noundef %c) { %r = select i1 %c, i8 1, i8 2 ret i8 %r }"), "correct");
  EXPECT_EQ(verdict(source("src") + "define i8 @tgt(i1 noundef %c) { br i1 %c, label %b, label %a a: ret i8 1 b: ret i8 2 }"),
            "incorrect: value-mismatch");
  EXPECT_EQ(verdict(source("src") + source("tgt")), "correct");
  // To no block of the list: undefined.
  EXPECT_EQ(verdict("define i8 @src() { indirectbr ptr blockaddress(@src, %b), [label %a] a: ret i8 1 b: ret i8 2 } "
                    "define i8 @tgt() { ret i8 7 }"),
            "correct");
}

TEST(RefineControl, AnIndirectBranchByATableOrAVariableIsFollowed) {
  const std::string table = "@t = internal constant [2 x ptr] [ptr blockaddress(@src, %a), ptr blockaddress(@src, %b)] ";
  const std::string source =
      "define i8 @src(i64 noundef %i) { %q = getelementptr inbounds [2 x ptr], ptr @t, i64 0, i64 %i %p = load ptr, ptr %q "
      "indirectbr ptr %p, [label %a, label %b] a: ret i8 1 b: ret i8 2 } ";
  EXPECT_EQ(verdict(table + source + "define i8 @tgt(i64 noundef %i) { %c = icmp eq i64 %i, 0 %r = select i1 %c, i8 1, i8 2 ret i8 %r }"),
            "correct");
  EXPECT_EQ(verdict(table + source + "define i8 @tgt(i64 noundef %i) { %c = icmp eq i64 %i, 0 %r = select i1 %c, i8 2, i8 1 ret i8 %r }"),
            "incorrect: value-mismatch");
  const std::string stored =
      "define i8 @src(i1 noundef %c) { %v = alloca ptr %p = select i1 %c, ptr blockaddress(@src, %a), ptr blockaddress(@src, %b) "
      "store ptr %p, ptr %v %q = load ptr, ptr %v indirectbr ptr %q, [label %a, label %b] a: ret i8 1 b: ret i8 2 } ";
  EXPECT_EQ(verdict(stored + "define i8 @tgt(i1 noundef %c) { %r = select i1 %c, i8 1, i8 2 ret i8 %r }"), "correct");
}

TEST(RefineControl, OfABlocksAddressFromElsewhereOrGivenAwayNothingIsRefutedOrProved) {
  const std::string source = "define i8 @src(ptr %p) { indirectbr ptr %p, [label %a] a: ret i8 1 } ";
  EXPECT_NE(verdict(source + "define i8 @tgt(ptr %p) { ret i8 2 }"), "correct");
  EXPECT_EQ(verdict("define ptr @src() { br label %a a: ret ptr blockaddress(@src, %a) } "
                    "define ptr @tgt() { br label %b b: ret ptr blockaddress(@tgt, %b) }"),
            "unknown: approximation");
}

/// A loop that counts to `n`, which is given as text.
std::string counting(const std::string& n) {
  return "entry: br label %loop loop: %i = phi i16 [ 0, %entry ], [ %j, %loop ] %j = add i16 %i, 1 "
         "%more = icmp ult i16 %j, " + n + " br i1 %more, label %loop, label %exit exit: ";
}

TEST(RefineControl, TheBoundGrowsUntilTheLoopEnds) {
  const std::string pair =
      "define i16 @src() { " + counting("50") + "ret i16 %j } define i16 @tgt() { ret i16 50 }";
  EXPECT_EQ(bound(pair), "correct");
  Options few;
  few.unroll = 8;
  EXPECT_EQ(bound(pair, few), "correct: loops unrolled 8 times");
}

TEST(RefineControl, EachProofWithinABoundIsTold) {
  const std::string pair = "define i16 @src(i16 noundef %n) { " + counting("%n") + "ret i16 %j } "
                           "define i16 @tgt(i16 noundef %n) { " + counting("%n") + "%k = add i16 %i, 1 ret i16 %k }";
  std::vector<std::string> told;
  Options options;
  options.smt_timeout_ms = 600'000;  // growth takes a part of it
  options.proved = [&](const RefineResult& result) { told.push_back(result.bound); };
  EXPECT_EQ(bound(pair, options), "correct: " + told.back());
  EXPECT_GE(told.size(), 2u);
  EXPECT_EQ(told.front(), "loops unrolled 8 times");
}

TEST(RefineControl, ACounterexampleWithinALowBoundEndsTheSearch) {
  // Loops within loops: eight rounds of each would be too many blocks.
  std::string body = "entry: br label %h0 ", tail;
  for (int i = 0; i < 5; ++i) {
    const std::string n = std::to_string(i), next = std::to_string(i + 1);
    body += "h" + n + ": br label %h" + next + " ";
    tail = "l" + n + ": %c" + n + " = icmp eq i8 %x, " + n + " br i1 %c" + n + ", label %h" + n + ", label %" +
           (i == 0 ? "exit" : "l" + std::to_string(i - 1)) + " " + tail;
  }
  const std::string nest = body + "h5: br label %l4 " + tail + "exit: ";
  const std::string source = "define i8 @src(i8 noundef %x) { " + nest + "ret i8 %x } ";
  EXPECT_EQ(verdict(source + "define i8 @tgt(i8 noundef %x) { " + nest + "%y = add i8 %x, 1 ret i8 %y }"),
            "incorrect: value-mismatch");
}

TEST(RefineControl, ABranchOnWhatVariesIsUndefinedForBothAlike) {
  // Between the two, the branch is decided by what does not vary.
  const auto branch = [](const std::string& name, const std::string& condition) {
    return "define i8 @" + name + "(i8 %x, i8 noundef %y) { " + condition +
           " br i1 %c, label %then, label %else then: ret i8 1 else: ret i8 2 } ";
  };
  const std::string both = branch("src", "%a = icmp ult i8 %x, 10 %b = icmp ugt i8 %y, 9 %c = and i1 %a, %b");
  EXPECT_EQ(verdict(both + branch("tgt", "%a = icmp ult i8 %x, 10 %b = icmp ugt i8 %y, 9 %c = select i1 %b, i1 %a, i1 false")),
            "correct");
  EXPECT_EQ(verdict(both + branch("tgt", "%a = icmp ult i8 %x, 11 %b = icmp ugt i8 %y, 9 %c = and i1 %a, %b")).substr(0, 9),
            "incorrect");
  // An undef condition that does not matter is no excuse for one that does.
  EXPECT_EQ(verdict(both + branch("tgt", "%c = icmp ult i8 %x, 10")).substr(0, 9), "incorrect");
}

}  // namespace
}  // namespace assay::refine
