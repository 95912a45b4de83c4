#include <gtest/gtest.h>

#include "tests/unit/prove/outcomes.h"

/// Loops that became two, or make several rounds in one (docs/adr/0044-loops-that-became-two.md).
namespace assay::prove {
namespace {

Outcome outcome_in(const std::string& functions) {
  return outcome_of("declare void @use(i32) " + functions, {.milliseconds = 5'000});
}

/// Uses 0 to 999.
const std::string kCount =
    "define void @src() { e: br label %l l: %i = phi i32 [ 0, %e ], [ %j, %l ] call void @use(i32 %i) %j = add nuw nsw "
    "i32 %i, 1 %c = icmp ne i32 %j, 1000 br i1 %c, label %l, label %o o: ret void } ";

TEST(MoreRounds, ARoundOfTheTargetMayBeSeveral) {
  const std::string unrolled =
      "define void @tgt() { e: br label %l l: %i = phi i32 [ 0, %e ], [ %k, %l ] call void @use(i32 %i) %j = add i32 "
      "%i, 1 call void @use(i32 %j) %k = add i32 %i, 2 %c = icmp ne i32 %k, 1000 br i1 %c, label %l, label %o o: ret "
      "void } ";
  EXPECT_EQ(outcome_in(kCount + unrolled), Outcome::Proved);
  EXPECT_EQ(outcome_in(kCount + replaced(unrolled, "i32 %k, 1000", "i32 %k, 1002")), Outcome::Refuted);
  EXPECT_EQ(outcome_in(kCount + replaced(unrolled, "i32 %k, 1000", "i32 %k, 998")), Outcome::Refuted);
  EXPECT_EQ(outcome_in(kCount + replaced(unrolled, "call void @use(i32 %j)", "call void @use(i32 %i)")),
            Outcome::Refuted);
  EXPECT_EQ(outcome_in(kCount + replaced(unrolled, "%j = add i32 %i, 1", "%j = or i32 %i, 1")), Outcome::Proved);
  EXPECT_EQ(outcome_in(kCount + replaced(unrolled, "[ 0, %e ]", "[ 2, %e ]")), Outcome::Refuted);
}

TEST(MoreRounds, FirstRoundsMayBeMadeBeforeTheLoop) {
  const std::string peeled =
      "define void @tgt() { e: call void @use(i32 0) br label %l l: %i = phi i32 [ 1, %e ], [ %j, %l ] call void "
      "@use(i32 %i) %j = add nuw nsw i32 %i, 1 %c = icmp ne i32 %j, 1000 br i1 %c, label %l, label %o o: ret void } ";
  EXPECT_EQ(outcome_in(kCount + peeled), Outcome::Proved);
  EXPECT_EQ(outcome_in(kCount + replaced(peeled, "@use(i32 0)", "@use(i32 1)")), Outcome::Refuted);
  EXPECT_EQ(outcome_in(kCount + replaced(peeled, "call void @use(i32 0)", "")), Outcome::Refuted);
}

/// The sum of n numbers, in rounds of four and the rest.
const std::string kSum =
    "define i32 @src(ptr %p, i32 %n) { e: %g = icmp sgt i32 %n, 0 br i1 %g, label %l, label %x l: %i = phi i32 [ 0, %e "
    "], [ %j, %l ] %s = phi i32 [ 0, %e ], [ %t, %l ] %a = getelementptr inbounds i32, ptr %p, i32 %i %v = load i32, "
    "ptr %a %t = add i32 %s, %v %j = add nuw nsw i32 %i, 1 %c = icmp slt i32 %j, %n br i1 %c, label %l, label %x x: %r "
    "= phi i32 [ 0, %e ], [ %t, %l ] ret i32 %r } ";
const std::string kSumOfFours =
    "define i32 @tgt(ptr %p, i32 %n) { e: %g = icmp sgt i32 %n, 0 br i1 %g, label %h, label %x h: %m = add i32 %n, -1 "
    "%rest = and i32 %n, 3 %few = icmp ult i32 %m, 3 br i1 %few, label %q, label %w w: %most = sub i32 %n, %rest br "
    "label %l l: %i = phi i32 [ 0, %w ], [ %j3, %l ] %s = phi i32 [ 0, %w ], [ %t3, %l ] %turn = phi i32 [ 0, %w ], [ "
    "%turns, %l ] %a = getelementptr inbounds i32, ptr %p, i32 %i %v = load i32, ptr %a %t = add i32 %s, %v %j = add "
    "nuw nsw i32 %i, 1 %a1 = getelementptr inbounds i32, ptr %p, i32 %j %v1 = load i32, ptr %a1 %t1 = add i32 %t, %v1 "
    "%j1 = add nuw nsw i32 %i, 2 %a2 = getelementptr inbounds i32, ptr %p, i32 %j1 %v2 = load i32, ptr %a2 %t2 = add "
    "i32 %t1, %v2 %j2 = add nuw nsw i32 %i, 3 %a3 = getelementptr inbounds i32, ptr %p, i32 %j2 %v3 = load i32, ptr "
    "%a3 %t3 = add i32 %t2, %v3 %j3 = add nuw nsw i32 %i, 4 %turns = add i32 %turn, 4 %d = icmp ne i32 %turns, %most "
    "br i1 %d, label %l, label %y y: %some = icmp ne i32 %rest, 0 br i1 %some, label %q, label %x q: %i.from = phi i32 "
    "[ 0, %h ], [ %j3, %y ] %s.from = phi i32 [ 0, %h ], [ %t3, %y ] br label %l.rest l.rest: %i.rest = phi i32 [ "
    "%i.from, %q ], [ %j.rest, %l.rest ] %s.rest = phi i32 [ %s.from, %q ], [ %t.rest, %l.rest ] %left = phi i32 [ 0, "
    "%q ], [ %leaves, %l.rest ] %a.rest = getelementptr inbounds i32, ptr %p, i32 %i.rest %v.rest = load i32, ptr "
    "%a.rest %t.rest = add i32 %s.rest, %v.rest %j.rest = add nuw nsw i32 %i.rest, 1 %leaves = add i32 %left, 1 %z = "
    "icmp ne i32 %leaves, %rest br i1 %z, label %l.rest, label %x x: %r = phi i32 [ 0, %e ], [ %t3, %y ], [ %t.rest, "
    "%l.rest ] ret i32 %r } ";

TEST(MoreRounds, WhatIsLeftMayBeALoopOfItsOwn) {
  EXPECT_EQ(outcome_in(kSum + kSumOfFours), Outcome::Proved);
  EXPECT_EQ(outcome_in(kSum + replaced(kSumOfFours, "[ %t3, %y ], [ %t.rest", "[ %t2, %y ], [ %t.rest")),
            Outcome::Refuted);
  EXPECT_EQ(outcome_in(kSum + replaced(kSumOfFours, "[ 0, %h ], [ %j3, %y ]", "[ 0, %h ], [ %j2, %y ]")),
            Outcome::Refuted);
  EXPECT_EQ(outcome_in(kSum + replaced(kSumOfFours, "icmp ne i32 %rest, 0", "icmp ne i32 %rest, 1")), Outcome::Refuted);
  EXPECT_EQ(outcome_in(kSum + replaced(kSumOfFours, "icmp ult i32 %m, 3", "icmp ult i32 %m, 2")), Outcome::Refuted);
}

/// The same in rounds of two, so that what is left is at most one round. `wide`: the number counts in 64 bits.
std::string sum_of_twos(bool wide) {
  const std::string i = wide ? "i64" : "i32";
  return "define i32 @tgt(ptr %p, i32 %n) { e: %g = icmp sgt i32 %n, 0 br i1 %g, label %h, label %x h: %m = add i32 "
         "%n, -1 %rest = and i32 %n, 1 %few = icmp ult i32 %m, 1 br i1 %few, label %q, label %w w: %most = sub i32 %n, "
         "%rest br label %l l: %i = phi " +
         i +
         " [ 0, %w ], [ %j1, %l ] %s = phi i32 [ 0, %w ], [ %t1, %l ] %turn = phi i32 [ 0, %w ], [ %turns, %l ] "
         "%a = getelementptr inbounds i32, ptr %p, " +
         i + " %i %v = load i32, ptr %a %t = add i32 %s, %v %j = add nuw nsw " + i +
         " %i, 1 %a1 = getelementptr inbounds i32, ptr %p, " + i +
         " %j %v1 = load i32, ptr %a1 %t1 = add i32 %t, %v1 %j1 = add nuw nsw " + i +
         " %i, 2 %turns = add i32 %turn, 2 %d = icmp ne i32 %turns, %most br i1 %d, label %l, label %y y: %some = icmp "
         "ne i32 %rest, 0 br i1 %some, label %q, label %x q: %i.from = phi " +
         i +
         " [ 0, %h ], [ %j1, %y ] %s.from = phi i32 [ 0, %h ], [ %t1, %y ] %a.rest = getelementptr inbounds i32, "
         "ptr %p, " +
         i +
         " %i.from %v.rest = load i32, ptr %a.rest %t.rest = add i32 %s.from, %v.rest br label %x x: %r = phi i32 "
         "[ 0, %e ], [ %t1, %y ], [ %t.rest, %q ] ret i32 %r } ";
}
const std::string kSumByTruncated =
    "define i32 @src(ptr %p, i32 %n) { e: %g = icmp sgt i32 %n, 0 br i1 %g, label %l, label %x l: %i = phi i64 [ 0, %e "
    "], [ %j, %l ] %s = phi i32 [ 0, %e ], [ %t, %l ] %a = getelementptr inbounds i32, ptr %p, i64 %i %v = load i32, "
    "ptr %a %t = add i32 %s, %v %j = add nuw nsw i64 %i, 1 %k = trunc i64 %j to i32 %c = icmp ne i32 %k, %n br i1 %c, "
    "label %l, label %x x: %r = phi i32 [ 0, %e ], [ %t, %l ] ret i32 %r } ";

TEST(MoreRounds, WhatIsLeftMayBeMadeWithoutALoop) {
  EXPECT_EQ(outcome_in(kSum + sum_of_twos(false)), Outcome::Proved);
  EXPECT_EQ(outcome_in(kSumByTruncated + sum_of_twos(true)), Outcome::Proved);
}
TEST(MoreRounds, WhatIsLeftIsNoOtherRound) {
  const std::string right = sum_of_twos(false);
  for (const auto& [what, by] :
       {std::pair{"[ 0, %h ], [ %j1, %y ]", "[ 0, %h ], [ %j, %y ]"},
        std::pair{"[ 0, %h ], [ %t1, %y ]", "[ 0, %h ], [ %t, %y ]"}, std::pair{"%rest, 0", "%rest, 1"},
        std::pair{"icmp ult i32 %m, 1", "icmp ult i32 %m, 2"}})
    EXPECT_NE(outcome_of(kSum + replaced(right, what, by), {.milliseconds = 1'500}), Outcome::Proved) << what;
}

TEST(MoreRounds, AConditionMayChooseBetweenTwoLoops) {
  const std::string source =
      "define void @src(i1 noundef %y, i32 %n) { e: br label %l l: %i = phi i32 [ 0, %e ], [ %j, %m ] br i1 %y, label "
      "%a, "
      "label %m a: call void @use(i32 %i) br label %m m: %j = add i32 %i, 1 %c = icmp ult i32 %j, %n br i1 %c, label "
      "%l, label %o o: ret void } ";
  const std::string target =
      "define void @tgt(i1 noundef %y, i32 %n) { e: br i1 %y, label %b, label %d b: br label %l.us l.us: %i.us = phi "
      "i32 [ 0, "
      "%b ], [ %j.us, %l.us ] call void @use(i32 %i.us) %j.us = add i32 %i.us, 1 %c.us = icmp ult i32 %j.us, %n br i1 "
      "%c.us, label %l.us, label %o d: br label %l l: %i = phi i32 [ 0, %d ], [ %j, %l ] %j = add i32 %i, 1 %c = icmp "
      "ult i32 %j, %n br i1 %c, label %l, label %o o: ret void } ";
  EXPECT_EQ(outcome_in(source + target), Outcome::Proved);
  EXPECT_EQ(outcome_in(source + replaced(target, "br i1 %y, label %b, label %d", "br i1 %y, label %d, label %b")),
            Outcome::Refuted);
}

TEST(MoreRounds, WhatTheFirstRoundBranchesOnMayBeBranchedOnBefore) {
  const std::string declared = "declare void @other(i32) ";
  const std::string source =
      "define void @src(i1 %y, i1 %z, i32 noundef %n) { e: br label %l l: %i = phi i32 [ 0, %e ], [ %j, %m ] br i1 %y, "
      "label %a, label %b b: br i1 %z, label %c, label %m c: call void @other(i32 %i) br label %m a: call void "
      "@use(i32 %i) br label %m m: %j = add i32 %i, 1 %d = icmp ult i32 %j, %n br i1 %d, label %l, label %o o: ret "
      "void } ";
  const std::string target =
      "define void @tgt(i1 %y, i1 %z, i32 noundef %n) { e: br i1 %y, label %p, label %q p: br label %l.us l.us: %i.us "
      "= phi i32 [ 0, %p ], [ %j.us, %l.us ] call void @use(i32 %i.us) %j.us = add i32 %i.us, 1 %d.us = icmp ult i32 "
      "%j.us, %n br i1 %d.us, label %l.us, label %o q: br i1 %z, label %r, label %s r: br label %l.z l.z: %i.z = phi "
      "i32 [ 0, %r ], [ %j.z, %l.z ] call void @other(i32 %i.z) %j.z = add i32 %i.z, 1 %d.z = icmp ult i32 %j.z, %n br "
      "i1 %d.z, label %l.z, label %o s: br label %l l: %i = phi i32 [ 0, %s ], [ %j, %l ] %j = add i32 %i, 1 %d = icmp "
      "ult i32 %j, %n br i1 %d, label %l, label %o o: ret void } ";
  EXPECT_EQ(outcome_in(declared + source + target), Outcome::Proved);
  // A call may keep the round from coming to the branch, and where %y is true nobody looks at %z.
  EXPECT_EQ(outcome_in(declared + replaced(source, "b: br i1 %z", "b: call void @use(i32 7) br i1 %z") +
                       replaced(replaced(target, "call void @other(i32 %i.z)",
                                         "call void @use(i32 7) call void @other(i32 %i.z)"),
                                "[ %j, %l ] %j", "[ %j, %l ] call void @use(i32 7) %j")),
            Outcome::Refuted);
  EXPECT_EQ(outcome_in(declared + source +
                       replaced(target, "e: br i1 %y, label %p, label %q",
                                "e: br i1 %z, label %k, label %k k: br i1 %y, label %p, label %q")),
            Outcome::Refuted);
}

/// Stops where @ask says so, or where %y is not true and @ask says no.
const std::string kAsks = "declare i1 @ask() ";
const std::string kAskingLoop =
    "define void @src(i1 %y) { e: br label %l l: %v = call i1 @ask() br i1 %v, label %a, label %b a: call void "
    "@use(i32 1) br label %l b: br i1 %y, label %l, label %o o: ret void } ";
const std::string kAskingLoops =
    "define void @tgt(i1 %y) { e: %y.fr = freeze i1 %y br i1 %y.fr, label %l.us, label %l l.us: %v.us = call i1 @ask() "
    "br i1 %v.us, label %a.us, label %l.us a.us: call void @use(i32 1) br label %l.us l: %v = call i1 @ask() br i1 %v, "
    "label %a, label %o a: call void @use(i32 1) br label %l o: ret void } ";

TEST(MoreRounds, WhatIsFrozenMayChooseBetweenLoopsThoughNoRoundMayNeedIt) {
  EXPECT_EQ(outcome_in(kAsks + kAskingLoop + kAskingLoops), Outcome::Proved);
  EXPECT_EQ(outcome_in(kAsks + kAskingLoop + replaced(kAskingLoops, "%y.fr = freeze i1 %y br i1 %y.fr", "br i1 %y")),
            Outcome::Refuted);
  EXPECT_EQ(outcome_in(kAsks + kAskingLoop +
                       replaced(kAskingLoops, "label %l.us, label %l l.us", "label %l, label %l.us l.us")),
            Outcome::Refuted);
}

TEST(MoreRounds, ASwitchMayChooseBetweenLoops) {
  const std::string source =
      "define void @src(i32 noundef %y, i32 noundef %n) { e: br label %l l: %i = phi i32 [ 0, %e ], [ %j, %m ] switch "
      "i32 %y, label %m [ i32 3, label %a i32 4, label %a i32 9, label %b ] a: call void @use(i32 %i) br label %m b: "
      "call void @use(i32 -1) br label %m m: %j = add i32 %i, 1 %c = icmp ult i32 %j, %n br i1 %c, label %l, label %o "
      "o: ret void } ";
  const std::string target =
      "define void @tgt(i32 noundef %y, i32 noundef %n) { e: switch i32 %y, label %l [ i32 3, label %p i32 4, label %p "
      "i32 9, label %l.b ] p: br label %l.a l.a: %i.a = phi i32 [ 0, %p ], [ %j.a, %l.a ] call void @use(i32 %i.a) "
      "%j.a = add i32 %i.a, 1 %c.a = icmp ult i32 %j.a, %n br i1 %c.a, label %l.a, label %o l.b: %i.b = phi i32 [ 0, "
      "%e ], [ %j.b, %l.b ] call void @use(i32 -1) %j.b = add i32 %i.b, 1 %c.b = icmp ult i32 %j.b, %n br i1 %c.b, "
      "label %l.b, label %o l: %i = phi i32 [ 0, %e ], [ %j, %l ] %j = add i32 %i, 1 %c = icmp ult i32 %j, %n br i1 "
      "%c, label %l, label %o o: ret void } ";
  EXPECT_EQ(outcome_in(source + target), Outcome::Proved);
  EXPECT_EQ(outcome_in(source + replaced(target, "i32 4, label %p", "i32 5, label %p")), Outcome::Refuted);
  EXPECT_EQ(outcome_in(source + replaced(target, "i32 9, label %l.b", "i32 8, label %l.b")), Outcome::Refuted);
}

TEST(MoreRounds, AnInnerLoopMayBeGoneOnOneWay) {
  const std::string source =
      "define void @src() { e: br label %a a: %v = call i1 @ask() br label %l l: call void @use(i32 1) br i1 %v, label "
      "%b, label %k k: %w = call i1 @ask() br i1 %w, label %l, label %b b: %x = call i1 @ask() br i1 %x, label %a, "
      "label %o o: ret void } ";
  const std::string target =
      "define void @tgt() { e: br label %a a: %v = call i1 @ask() %v.fr = freeze i1 %v br i1 %v.fr, label %us, label "
      "%l us: call void @use(i32 1) br label %b l: call void @use(i32 1) %w = call i1 @ask() br i1 %w, label %l, label "
      "%b b: %x = call i1 @ask() br i1 %x, label %a, label %o o: ret void } ";
  EXPECT_EQ(outcome_in(kAsks + source + target), Outcome::Proved);
  EXPECT_EQ(outcome_in(kAsks + source + replaced(target, "us: call void @use(i32 1)", "us:")), Outcome::Refuted);
  EXPECT_EQ(outcome_in(kAsks + source + replaced(target, "label %us, label %l us:", "label %l, label %us us:")),
            Outcome::Refuted);
  EXPECT_EQ(outcome_in(kAsks + source + replaced(target, "%v.fr = freeze i1 %v br i1 %v.fr", "br i1 %v")),
            Outcome::Unproved);  // @ask may return poison
}

TEST(MoreRounds, NumbersOfTwoWidthsMayCountAlike) {
  const std::string source =
      "define i32 @src(ptr %p, i32 noundef %n) { e: %g = icmp eq i32 %n, 0 br i1 %g, label %x, label %l l: %i = phi "
      "i64 [ 0, %e ], [ %j, %l ] %s = phi i32 [ 0, %e ], [ %t, %l ] %a = getelementptr inbounds i32, ptr %p, i64 %i %v "
      "= load i32, ptr %a %t = add i32 %s, %v %j = add i64 %i, 1 %low = trunc i64 %j to i32 %c = icmp eq i32 %low, %n "
      "br i1 %c, label %x, label %l x: %r = phi i32 [ 0, %e ], [ %t, %l ] ret i32 %r } ";
  const std::string target =
      "define i32 @tgt(ptr %p, i32 noundef %n) { e: %g = icmp eq i32 %n, 0 br i1 %g, label %x, label %h h: %m = add "
      "i32 %n, -1 %odd = and i32 %n, 1 %some = icmp ne i32 %odd, 0 br i1 %some, label %l.prol, label %q l.prol: "
      "%i.prol = phi i64 [ 0, %h ], [ %j.prol, %l.prol ] %s.prol = phi i32 [ 0, %h ], [ %t.prol, %l.prol ] %turn = phi "
      "i32 [ 0, %h ], [ %turns, %l.prol ] %a.prol = getelementptr inbounds i32, ptr %p, i64 %i.prol %v.prol = load "
      "i32, ptr %a.prol %t.prol = add i32 %s.prol, %v.prol %j.prol = add i64 %i.prol, 1 %turns = add i32 %turn, 1 "
      "%again = icmp ne i32 %turns, %odd br i1 %again, label %l.prol, label %q q: %i.from = phi i64 [ 0, %h ], [ "
      "%j.prol, %l.prol ] %s.from = phi i32 [ 0, %h ], [ %t.prol, %l.prol ] %one = icmp ult i32 %m, 1 br i1 %one, "
      "label %x, label %l l: %i = phi i64 [ %i.from, %q ], [ %j, %l ] %s = phi i32 [ %s.from, %q ], [ %t, %l ] %a = "
      "getelementptr inbounds i32, ptr %p, i64 %i %v = load i32, ptr %a %t1 = add i32 %s, %v %j1 = add i64 %i, 1 %a1 = "
      "getelementptr inbounds i32, ptr %p, i64 %j1 %v1 = load i32, ptr %a1 %t = add i32 %t1, %v1 %j = add i64 %i, 2 "
      "%low = trunc i64 %j to i32 %c = icmp eq i32 %low, %n br i1 %c, label %x, label %l x: %r = phi i32 [ 0, %e ], [ "
      "%s.from, %q ], [ %t, %l ] ret i32 %r } ";
  EXPECT_EQ(outcome_in(source + target), Outcome::Proved);
  EXPECT_EQ(outcome_in(source + replaced(target, "icmp ult i32 %m, 1", "icmp ult i32 %m, 2")), Outcome::Refuted);
  EXPECT_EQ(outcome_in(source + replaced(target, "[ 0, %h ], [ %j.prol, %l.prol ] %s.from",
                                         "[ 0, %h ], [ 0, %l.prol ] %s.from")),
            Outcome::Refuted);
}

/// A loop of 100,000 rounds whose numbers stay what they are from the third round on, and the same with rounds before
/// it and a loop that takes them for `first` and `second`.
std::string settling(unsigned peeled, const std::string& first, const std::string& second) {
  std::string text =
      "declare void @use(i32) define void @src(i32 noundef %n) { e: br label %l l: %i = phi i32 [ 0, %e ], [ %j, %l ] "
      "%a = phi "
      "i32 [ 0, %e ], [ %n, %l ] %y = phi i32 [ 0, %e ], [ %a, %l ] %x = phi i32 [ 3, %e ], [ 5, %l ] %z = phi i32 "
      "[ 0, %e ], [ %w, %l ] call void @use(i32 %z) call void @use(i32 %y) %w = add i32 %x, 1 %j = "
      "add nuw nsw i32 %i, 1 %c = icmp eq i32 %j, 100000 br i1 %c, label %o, label %l o: ret void } define void "
      "@tgt(i32 noundef %n) { e: ";
  for (unsigned round = 0; round < peeled; ++round)
    text += std::string("call void @use(i32 ") +
            (round == 0   ? "0"
             : round == 1 ? "4"
                          : "6") +
            ") call void @use(i32 " + (round < 2 ? "0" : "%n") + ") ";
  return text + "br label %l l: %i = phi i32 [ " + std::to_string(peeled) + ", %e ], [ %j, %l ] call void @use(i32 " +
         first + ") call void @use(i32 " + second +
         ") %j = add nuw nsw i32 %i, 1 %c = icmp eq i32 %j, 100000 br i1 %c, label %o, label %l o: ret void } ";
}

TEST(MoreRounds, WhatSettlesInRoundsThatWerePeeledIsNoNumberOfTheLoop) {
  EXPECT_EQ(outcome_of(settling(2, "6", "%n")), Outcome::Proved);
  EXPECT_EQ(outcome_of(settling(3, "6", "%n")), Outcome::Proved);
  EXPECT_NE(outcome_of(settling(1, "6", "%n")), Outcome::Proved) << "the second round has other numbers";
  EXPECT_NE(outcome_of(settling(2, "4", "%n")), Outcome::Proved);
  EXPECT_NE(outcome_of(settling(2, "6", "0")), Outcome::Proved);
}

/// From 1 on, two rounds in one, of which the first may be the last; `end` is odd or even.
std::string halved(unsigned end, unsigned step) {
  const std::string at = std::to_string(end), by = std::to_string(step);
  const auto body = [](const std::string& number) { return "call void @use(i64 " + number + ") "; };
  return "declare void @use(i64) define void @src() { e: br label %l l: %i = phi i64 [ 1, %e ], [ %j, %l ] " +
         body("%i") + "%j = add i64 %i, 1 %c = icmp eq i64 %j, " + at +
         " br i1 %c, label %o, label %l o: ret void } define void @tgt() { e: br label %l l: %i = phi i64 [ 1, %e ], [ "
         "%k, %m ] " +
         body("%i") + "%j = add i64 %i, 1 %c = icmp eq i64 %j, " + at +
         " br i1 %c, label %o, label %m m: " + body("%j") + "%k = add i64 %i, " + by + " br label %l o: ret void } ";
}

TEST(MoreRounds, NumbersStayOddInEvenSteps) {
  EXPECT_EQ(outcome_of(halved(200, 2)), Outcome::Proved);
  EXPECT_NE(outcome_of(halved(201, 2)), Outcome::Proved) << "the second of two rounds is the last";
  EXPECT_NE(outcome_of(halved(200, 3)), Outcome::Proved);
}

}  // namespace
}  // namespace assay::prove
