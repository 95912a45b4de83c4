#include <gtest/gtest.h>

#include "tests/unit/prove/outcomes.h"

/// Loops of which lanes of vectors make several rounds in one (docs/adr/0044-loops-that-became-two.md).
namespace assay::prove {
namespace {

Outcome outcome_in(const std::string& functions) {
  return outcome_of(
      "@a = external global [4096 x i32] declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>) "
      "declare i32 @llvm.vector.reduce.smax.v4i32(<4 x i32>) " +
          functions,
      {.milliseconds = 10'000});
}

/// Writes 5 i + 3 to a[i], for 1000 i.
const std::string kNumbers =
    "define void @src() { e: br label %l l: %i = phi i64 [ 0, %e ], [ %j, %l ] %n = phi i32 [ 3, %e ], [ %m, %l ] %g = "
    "getelementptr inbounds i32, ptr @a, i64 %i store i32 %n, ptr %g %m = add i32 %n, 5 %j = add nuw nsw i64 %i, 1 %c "
    "= "
    "icmp ne i64 %j, 1000 br i1 %c, label %l, label %o o: ret void } ";
const std::string kNumbersInFours =
    "define void @tgt() { e: br label %v v: %index = phi i64 [ 0, %e ], [ %index.next, %v ] %ns = phi <4 x i32> [ <i32 "
    "3, i32 8, i32 13, i32 18>, %e ], [ %ns.next, %v ] %g = getelementptr inbounds i32, ptr @a, i64 %index store <4 x "
    "i32> %ns, ptr %g, align 4 %ns.next = add <4 x i32> %ns, splat (i32 20) %index.next = add nuw i64 %index, 4 %d = "
    "icmp eq i64 %index.next, 1000 br i1 %d, label %o, label %v o: ret void } ";

TEST(Vectors, LanesMayCountOn) {
  EXPECT_EQ(outcome_in(kNumbers + kNumbersInFours), Outcome::Proved);
  EXPECT_EQ(outcome_in(kNumbers + replaced(kNumbersInFours, "i32 18>", "i32 19>")), Outcome::Refuted);
  EXPECT_EQ(outcome_in(kNumbers + replaced(kNumbersInFours, "splat (i32 20)", "splat (i32 16)")), Outcome::Refuted);
  EXPECT_EQ(outcome_in(kNumbers + replaced(kNumbersInFours, "next, 1000", "next, 996")), Outcome::Refuted);
  EXPECT_NE(outcome_in(kNumbers + replaced(kNumbersInFours, "next, 1000", "next, 1004")), Outcome::Proved);
  EXPECT_EQ(outcome_in(kNumbers + replaced(kNumbersInFours, "ptr @a, i64 %index", "ptr @a, i64 4")), Outcome::Refuted);
}

TEST(Vectors, FlagsOfANumberMustHold) {
  EXPECT_EQ(outcome_in(kNumbers + replaced(kNumbersInFours, "add <4 x i32> %ns", "add nuw nsw <4 x i32> %ns")),
            Outcome::Proved);
  // 2^30 more in each round.
  const std::string source = replaced(kNumbers, "%m = add i32 %n, 5", "%m = add i32 %n, 268435456");
  const std::string target = replaced(replaced(kNumbersInFours, "<i32 3, i32 8, i32 13, i32 18>",
                                               "<i32 3, i32 268435459, i32 536870915, i32 805306371>"),
                                      "splat (i32 20)", "splat (i32 1073741824)");
  EXPECT_EQ(outcome_in(source + target), Outcome::Proved);
  EXPECT_EQ(outcome_in(source + replaced(target, "add <4 x i32> %ns", "add nuw <4 x i32> %ns")), Outcome::Refuted);
}

/// The sum of n numbers.
const std::string kSum =
    "define i32 @src(ptr %p, i64 %n) { e: %g = icmp ne i64 %n, 0 br i1 %g, label %l, label %x l: %i = phi i64 [ "
    "0, %e ], [ %j, %l ] %s = phi i32 [ 7, %e ], [ %t, %l ] %a = getelementptr inbounds i32, ptr %p, i64 %i %v = "
    "load i32, ptr %a %t = add i32 %s, %v %j = add nuw nsw i64 %i, 1 %c = icmp ne i64 %j, %n br i1 %c, label %l, "
    "label %x x: %r = phi i32 [ 7, %e ], [ %t, %l ] ret i32 %r } ";
const std::string kSumInLanes =
    "define i32 @tgt(ptr %p, i64 %n) { e: %g = icmp ne i64 %n, 0 br i1 %g, label %h, label %x h: %few = icmp ult "
    "i64 %n, 4 br i1 %few, label %q, label %w w: %most = and i64 %n, -4 br label %v v: %index = phi i64 [ 0, %w "
    "], [ %index.next, %v ] %s = phi <4 x i32> [ <i32 7, i32 0, i32 0, i32 0>, %w ], [ %t, %v ] %a = "
    "getelementptr inbounds i32, ptr %p, i64 %index %some = load <4 x i32>, ptr %a, align 4 %t = add <4 x i32> "
    "%s, %some %index.next = add nuw i64 %index, 4 %d = icmp eq i64 %index.next, %most br i1 %d, label %y, label "
    "%v y: %sum = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %t) %all = icmp eq i64 %most, %n br i1 %all, "
    "label %x, label %q q: %i.from = phi i64 [ 0, %h ], [ %most, %y ] %s.from = phi i32 [ 7, %h ], [ %sum, %y ] "
    "br label %l l: %i = phi i64 [ %i.from, %q ], [ %j, %l ] %s.l = phi i32 [ %s.from, %q ], [ %t.l, %l ] %a.l = "
    "getelementptr inbounds i32, ptr %p, i64 %i %v.l = load i32, ptr %a.l %t.l = add i32 %s.l, %v.l %j = add nuw "
    "nsw i64 %i, 1 %c = icmp ne i64 %j, %n br i1 %c, label %l, label %x x: %r = phi i32 [ 7, %e ], [ %t.l, %l ], "
    "[ %sum, %y ] ret i32 %r } ";

TEST(Vectors, LanesMayAddUpToWhatTheSourceHas) {
  EXPECT_EQ(outcome_in(kSum + kSumInLanes), Outcome::Proved);
  EXPECT_EQ(outcome_in(kSum + replaced(kSumInLanes, "<i32 7, i32 0, i32 0, i32 0>", "<i32 7, i32 7, i32 0, i32 0>")),
            Outcome::Refuted);
  EXPECT_EQ(outcome_in(kSum + replaced(kSumInLanes, "add.v4i32(<4 x i32> %t)", "add.v4i32(<4 x i32> %s)")),
            Outcome::RefusedAndWrong);
  EXPECT_EQ(outcome_in(kSum + replaced(kSumInLanes, "ult i64 %n, 4", "ult i64 %n, 3")), Outcome::Refuted);
}

/// a[i] becomes what a[i - 1] was.
const std::string kMoved =
    "define void @src(ptr noalias %p, ptr noalias %q) { e: br label %l l: %i = phi i64 [ 0, %e ], [ %j, %l ] %last = "
    "phi i32 [ 9, %e ], [ %x, %l ] %a = getelementptr inbounds i32, ptr %p, i64 %i %x = load i32, ptr %a %b = "
    "getelementptr inbounds i32, ptr %q, i64 %i store i32 %last, ptr %b %j = add nuw nsw i64 %i, 1 %c = icmp ne i64 "
    "%j, "
    "1000 br i1 %c, label %l, label %o o: ret void } ";
const std::string kMovedInFours =
    "define void @tgt(ptr noalias %p, ptr noalias %q) { e: br label %v v: %index = phi i64 [ 0, %e ], [ %index.next, "
    "%v "
    "] %lasts = phi <4 x i32> [ <i32 poison, i32 poison, i32 poison, i32 9>, %e ], [ %xs, %v ] %a = getelementptr "
    "inbounds i32, ptr %p, i64 %index %xs = load <4 x i32>, ptr %a, align 4 %moved = shufflevector <4 x i32> %lasts, "
    "<4 "
    "x i32> %xs, <4 x i32> <i32 3, i32 4, i32 5, i32 6> %b = getelementptr inbounds i32, ptr %q, i64 %index store <4 x "
    "i32> %moved, ptr %b, align 4 %index.next = add nuw i64 %index, 4 %d = icmp eq i64 %index.next, 1000 br i1 %d, "
    "label %y, label %v y: %last.l = extractelement <4 x i32> %xs, i32 3 br label %o o: ret void } ";

TEST(Vectors, ALaneMayBeOfTheRoundBefore) {
  EXPECT_EQ(outcome_in(kMoved + kMovedInFours), Outcome::Proved);
  EXPECT_EQ(outcome_in(kMoved + replaced(kMovedInFours, "<i32 3, i32 4,", "<i32 2, i32 4,")), Outcome::Refuted);
  EXPECT_EQ(outcome_in(kMoved + replaced(kMovedInFours, "i32 5, i32 6>", "i32 5, i32 7>")), Outcome::Refuted);
  EXPECT_EQ(outcome_in(kMoved + replaced(kMovedInFours, "i32 9>", "i32 8>")), Outcome::Refuted);
}

/// Counts by addresses, up to an end.
const std::string kAddresses =
    "define void @src(ptr %p) { e: br label %l l: %i = phi i64 [ 0, %e ], [ %j, %l ] %q = phi ptr [ %p, %e ], [ %q1, "
    "%l "
    "] store i32 1, ptr %q %q1 = getelementptr inbounds i32, ptr %q, i64 1 %j = add nuw nsw i64 %i, 1 %c = icmp ne i64 "
    "%j, 1000 br i1 %c, label %l, label %o o: ret void } ";
const std::string kAddressesInFours =
    "define void @tgt(ptr %p) { e: br label %v v: %index = phi i64 [ 0, %e ], [ %index.next, %v ] %a = getelementptr "
    "i32, ptr %p, i64 %index store <4 x i32> splat (i32 1), ptr %a, align 4 %index.next = add nuw i64 %index, 4 %d = "
    "icmp eq i64 %index.next, 1000 br i1 %d, label %o, label %v o: ret void } ";

TEST(Vectors, AnAddressMayBeToldByANumber) {
  EXPECT_EQ(outcome_in(kAddresses + kAddressesInFours), Outcome::Proved);
  EXPECT_EQ(outcome_in(kAddresses + replaced(kAddressesInFours, "i32, ptr %p, i64 %index", "i64, ptr %p, i64 %index")),
            Outcome::Refuted);
  EXPECT_EQ(outcome_in(kAddresses + replaced(kAddressesInFours, "splat (i32 1)", "<i32 1, i32 1, i32 1, i32 2>")),
            Outcome::Refuted);
  EXPECT_EQ(outcome_in(kAddresses + replaced(kAddressesInFours, "next, 1000", "next, 1004")), Outcome::Refuted);
}

/// q[i] becomes p[i] + 1, n times.
const std::string kCopied =
    "define void @src(i64 %n, ptr %p, ptr %q) { e: %g = icmp sgt i64 %n, 0 br i1 %g, label %l, label %x l: %i = phi "
    "i64 [ 0, %e ], [ %j, %l ] %a = getelementptr inbounds i32, ptr %p, i64 %i %v = load i32, ptr %a, align 4 %w = add "
    "i32 %v, 1 %b = getelementptr inbounds i32, ptr %q, i64 %i store i32 %w, ptr %b, align 4 %j = add i64 %i, 1 %c = "
    "icmp eq i64 %j, %n br i1 %c, label %x, label %l x: ret void } ";
/// In pairs where no lane reads what another one has written.
const std::string kCopiedInPairs =
    "define void @tgt(i64 %n, ptr %p, ptr %q) { e: %p1 = ptrtoint ptr %p to i64 %q1 = ptrtoint ptr %q to i64 %g = icmp "
    "sgt i64 %n, 0 br i1 %g, label %h, label %x h: %few = icmp ult i64 %n, 2 br i1 %few, label %s, label %m m: %d = "
    "sub i64 %q1, %p1 %near = icmp ult i64 %d, 8 br i1 %near, label %s, label %w w: %most = and i64 %n, "
    "9223372036854775806 br label %v v: %index = phi i64 [ 0, %w ], [ %index.next, %v ] %1 = getelementptr inbounds "
    "i32, ptr %p, i64 %index %some = load <2 x i32>, ptr %1, align 4 %2 = add <2 x i32> %some, splat (i32 1) %3 = "
    "getelementptr inbounds i32, ptr %q, i64 %index store <2 x i32> %2, ptr %3, align 4 %index.next = add nuw i64 "
    "%index, 2 %4 = icmp eq i64 %index.next, %most br i1 %4, label %y, label %v y: %all = icmp eq i64 %n, %most br i1 "
    "%all, label %x, label %s s: %from = phi i64 [ %most, %y ], [ 0, %h ], [ 0, %m ] br label %l l: %i = phi i64 [ "
    "%from, %s ], [ %j, %l ] %a = getelementptr inbounds i32, ptr %p, i64 %i %v.l = load i32, ptr %a, align 4 %w.l = "
    "add i32 %v.l, 1 %b = getelementptr inbounds i32, ptr %q, i64 %i store i32 %w.l, ptr %b, align 4 %j = add i64 %i, "
    "1 %c = icmp eq i64 %j, %n br i1 %c, label %x, label %l x: ret void } ";

TEST(Vectors, ADistanceOfAddressesMayTellThatNothingOverlaps) {
  EXPECT_EQ(outcome_in(kCopied + kCopiedInPairs), Outcome::Proved);
  EXPECT_EQ(outcome_in(kCopied + replaced(kCopiedInPairs, "ult i64 %d, 8", "ult i64 %d, 4")), Outcome::Refuted);
}

TEST(Vectors, ALaneMayGiveAnyNanThatItsRoundMayGive) {
  const auto in_floats = [](std::string text, const std::vector<std::pair<std::string, std::string>>& words) {
    for (const auto& [from, to] : words) text = replaced(text, from, to);
    return text;
  };
  const std::string pairs = in_floats(
      kCopiedInPairs, {{"load <2 x i32>", "load <2 x float>"},
                       {"store <2 x i32>", "store <2 x float>"},
                       {"add <2 x i32> %some, splat (i32 1)", "call <2 x float> @llvm.floor.v2f32(<2 x float> %some)"},
                       {"load i32", "load float"},
                       {"store i32", "store float"},
                       {"add i32 %v.l, 1", "call float @llvm.floor.f32(float %v.l)"}});
  const std::string rounds =
      "declare float @llvm.floor.f32(float) declare <2 x float> @llvm.floor.v2f32(<2 x float>) " +
      in_floats(kCopied, {{"load i32", "load float"},
                          {"store i32", "store float"},
                          {"add i32 %v, 1", "call float @llvm.floor.f32(float %v)"}});
  EXPECT_EQ(outcome_in(rounds + pairs), Outcome::Proved);
  EXPECT_EQ(outcome_in(rounds + replaced(pairs, "floor.v2f32(<2 x float> %some)",
                                         "floor.v2f32(<2 x float> splat "
                                         "(float 1.5))")),
            Outcome::Refuted);
}

TEST(Vectors, WhatTheFirstRoundNeedsMayBeBranchedOnBefore) {
  // A run without rounds needs no pointers.
  const std::string early = replaced(kCopiedInPairs, "%g = icmp sgt i64 %n, 0 br i1 %g, label %h, label %x",
                                     "%o = icmp ne ptr %p, %q br i1 %o, label %z, label %z z: %g = icmp sgt i64 %n, 0 "
                                     "br i1 %g, label %h, label %x");
  EXPECT_EQ(outcome_in(kCopied + early), Outcome::Refuted);
  // The first round may not come to the access.
  const auto after_a_call = [](const std::string& function) {
    return replaced(function, "%a = getelementptr", "call void @g() %a = getelementptr");
  };
  const std::string checked =
      replaced(replaced(kCopied, "@src", "@tgt"), "e: %g = icmp sgt i64 %n, 0 br i1 %g, label %l, label %x",
               "e: %g = icmp sgt i64 %n, 0 br i1 %g, label %h, label %x h: %o = icmp eq ptr %p, %q br "
               "i1 %o, label %k, label %k k: br label %l");
  const std::string own = replaced(checked, "[ 0, %e ]", "[ 0, %k ]");
  EXPECT_EQ(outcome_in("declare void @g() " + after_a_call(kCopied) + after_a_call(own)), Outcome::Refuted);
}

}  // namespace
}  // namespace assay::prove
