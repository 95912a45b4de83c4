#include <gtest/gtest.h>

#include <string>

#include "tests/unit/prove/outcomes.h"

/// Loops around others of which several rounds became one, with the inner loops jammed together or one behind the
/// other (docs/adr/0054-rounds-in-another-order.md).
namespace assay::prove {
namespace {

constexpr Asked kLong{.milliseconds = 30'000};

/// In each round `i` the sum over all `q[j]` goes to `p[i]`. `before`: what is done first in a round.
std::string source(const std::string& arguments, const std::string& before = "", const std::string& last = "%n") {
  return "define void @src(" + arguments +
         ") { entry: %y = icmp ne i64 %n, 0 %z = icmp ne i64 %m, 0"
         " %yz = and i1 %y, %z br i1 %yz, label %outer, label %out"
         " outer: %i = phi i64 [ 0, %entry ], [ %k, %latch ] " +
         before +
         " br label %inner"
         " inner: %j = phi i64 [ 0, %outer ], [ %l, %inner ] %s = phi i32 [ 0, %outer ], [ %t, %inner ]"
         " %qj = getelementptr inbounds i32, ptr %q, i64 %j %v = load i32, ptr %qj %t = add i32 %s, %v"
         " %l = add nuw nsw i64 %j, 1 %c = icmp eq i64 %l, %m br i1 %c, label %latch, label %inner"
         " latch: %pi = getelementptr inbounds i32, ptr %p, i64 %i store i32 %t, ptr %pi"
         " %k = add nuw nsw i64 %i, 1 %d = icmp eq i64 %k, " +
         last +
         " br i1 %d, label %out, label %outer"
         " out: ret void } ";
}
constexpr const char* kInner =
    " inner: %j = phi i64 [ 0, %outer ], [ %l, %inner ] %s = phi i32 [ 0, %outer ], [ %t, %inner ]"
    " %j.1 = phi i64 [ 0, %outer ], [ %l.1, %inner ] %s.1 = phi i32 [ 0, %outer ], [ %t.1, %inner ]"
    " %qj = getelementptr inbounds i32, ptr %q, i64 %j %v = load i32, ptr %qj %t = add i32 %s, %v"
    " %l = add nuw nsw i64 %j, 1"
    " %qj.1 = getelementptr inbounds i32, ptr %q, i64 %j.1 %v.1 = load i32, ptr %qj.1 %t.1 = add i32 %s.1, %v.1"
    " %l.1 = add nuw nsw i64 %j.1, 1"
    " %c.1 = icmp eq i64 %l.1, %m br i1 %c.1, label %latch, label %inner"
    " latch: %pi = getelementptr inbounds i32, ptr %p, i64 %i store i32 %t, ptr %pi";
constexpr const char* kOneBehindTheOther =
    " inner: %j = phi i64 [ 0, %outer ], [ %l, %inner ] %s = phi i32 [ 0, %outer ], [ %t, %inner ]"
    " %qj = getelementptr inbounds i32, ptr %q, i64 %j %v = load i32, ptr %qj %t = add i32 %s, %v"
    " %l = add nuw nsw i64 %j, 1 %c = icmp eq i64 %l, %m br i1 %c, label %between, label %inner"
    " between: %pi = getelementptr inbounds i32, ptr %p, i64 %i store i32 %t, ptr %pi br label %inner.1"
    " inner.1: %j.1 = phi i64 [ 0, %between ], [ %l.1, %inner.1 ] %s.1 = phi i32 [ 0, %between ], [ %t.1, %inner.1 ]"
    " %qj.1 = getelementptr inbounds i32, ptr %q, i64 %j.1 %v.1 = load i32, ptr %qj.1 %t.1 = add i32 %s.1, %v.1"
    " %l.1 = add nuw nsw i64 %j.1, 1 %c.1 = icmp eq i64 %l.1, %m br i1 %c.1, label %latch, label %inner.1"
    " latch:";
/// Two rounds in one, and at most one that is left.
std::string target(const std::string& arguments, const std::string& inner, const std::string& before = "",
                   const std::string& before_rest = "") {
  return "define void @tgt(" + arguments +
         ") { entry: %y = icmp ne i64 %n, 0 %z = icmp ne i64 %m, 0"
         " %yz = and i1 %y, %z br i1 %yz, label %pre, label %out"
         " pre: %x = and i64 %n, 1 %u = sub i64 %n, %x %few = icmp ult i64 %n, 2"
         " br i1 %few, label %rest, label %outer"
         " outer: %i = phi i64 [ 0, %pre ], [ %k.1, %latch ] %i.1 = add nuw nsw i64 %i, 1 " +
         before + " br label %inner" + inner +
         " %pi.1 = getelementptr inbounds i32, ptr %p, i64 %i.1 store i32 %t.1, ptr %pi.1"
         " %k.1 = add nuw nsw i64 %i, 2 %d.1 = icmp eq i64 %k.1, %u br i1 %d.1, label %rest, label %outer"
         " rest: %i.epil.init = phi i64 [ 0, %pre ], [ %k.1, %latch ] %some = icmp ne i64 %x, 0"
         " br i1 %some, label %outer.epil, label %out"
         " outer.epil: " +
         before_rest +
         " br label %inner.epil"
         " inner.epil: %j.epil = phi i64 [ 0, %outer.epil ], [ %l.epil, %inner.epil ]"
         " %s.epil = phi i32 [ 0, %outer.epil ], [ %t.epil, %inner.epil ]"
         " %qj.epil = getelementptr inbounds i32, ptr %q, i64 %j.epil %v.epil = load i32, ptr %qj.epil"
         " %t.epil = add i32 %s.epil, %v.epil %l.epil = add nuw nsw i64 %j.epil, 1"
         " %c.epil = icmp eq i64 %l.epil, %m br i1 %c.epil, label %latch.epil, label %inner.epil"
         " latch.epil: %pi.epil = getelementptr inbounds i32, ptr %p, i64 %i.epil.init"
         " store i32 %t.epil, ptr %pi.epil br label %out out: ret void } ";
}
const std::string kApart = "ptr noalias %p, ptr noalias %q, i64 %n, i64 %m";

TEST(Jammed, RoundsOfALoopAroundOthersAreMadeTogether) {
  EXPECT_EQ(outcome_of(source(kApart) + target(kApart, kInner), kLong), Outcome::Proved);
  EXPECT_EQ(outcome_of(source(kApart) + target(kApart, kOneBehindTheOther), kLong), Outcome::Proved);
}

TEST(Jammed, NotIfALaterRoundReadsWhatAnEarlierOneWrites) {
  const std::string may_meet = "ptr %p, ptr %q, i64 %n, i64 %m";
  EXPECT_NE(outcome_of(source(may_meet) + target(may_meet, kInner)), Outcome::Proved);
}

TEST(Jammed, WhatIsDoneBeforeTheInnerLoopMayHaveToWait) {
  const auto writes = [](const std::string& to, const std::string& number, const std::string& end) {
    return " %w" + end + " = getelementptr inbounds i32, ptr %" + to + ", i64 " + number + " store i32 7, ptr %w" + end;
  };
  const auto pair = [&](const std::string& to) {
    return source(kApart, writes(to, "%i", "")) +
           target(kApart, kInner, writes(to, "%i", "") + writes(to, "%i.1", ".1"), writes(to, "%i.epil.init", ".epil"));
  };
  EXPECT_EQ(outcome_of(pair("p"), kLong), Outcome::Proved) << "p[i + 1] is not p[i]";
  EXPECT_NE(outcome_of(pair("q")), Outcome::Proved) << "the sum of round i has q[i + 1]";
}

/// Two rounds in all, so that no loop around is left.
constexpr const char* kNoneAround =
    "define void @tgt(ptr noalias %p, ptr noalias %q, i64 %n, i64 %m) { entry: %y = icmp ne i64 %n, 0 %z = icmp ne i64 "
    "%m, 0 %yz = and i1 %y, %z br i1 %yz, label %outer, label %out outer: br label %inner"
    " inner: %j = phi i64 [ 0, %outer ], [ %l, %inner ] %s = phi i32 [ 0, %outer ], [ %t, %inner ]"
    " %j.1 = phi i64 [ 0, %outer ], [ %l.1, %inner ] %s.1 = phi i32 [ 0, %outer ], [ %t.1, %inner ]"
    " %qj = getelementptr inbounds i32, ptr %q, i64 %j %v = load i32, ptr %qj %t = add i32 %s, %v"
    " %l = add nuw nsw i64 %j, 1"
    " %qj.1 = getelementptr inbounds i32, ptr %q, i64 %j.1 %v.1 = load i32, ptr %qj.1 %t.1 = add i32 %s.1, %v.1"
    " %l.1 = add nuw nsw i64 %j.1, 1 %c.1 = icmp eq i64 %l.1, %m br i1 %c.1, label %latch, label %inner"
    " latch: store i32 %t, ptr %p %pi.1 = getelementptr inbounds i32, ptr %p, i64 1 store i32 %t.1, ptr %pi.1"
    " br label %out out: ret void } ";

TEST(Jammed, AllRoundsMayBeMadeTogether) {
  const std::string right = kNoneAround;
  EXPECT_EQ(outcome_of(source(kApart, "", "2") + right, kLong), Outcome::Proved);
  EXPECT_NE(outcome_of(source(kApart, "", "3") + right, kLong), Outcome::Proved);
  const std::string may_meet = "ptr %p, ptr %q, i64 %n, i64 %m";
  EXPECT_NE(outcome_of(source(may_meet, "", "2") + replaced(right, kApart, may_meet)), Outcome::Proved);
  for (const auto& [what, by] : {std::pair{"ptr %p, i64 1 store", "ptr %p, i64 2 store"},
                                 std::pair{"store i32 %t.1, ptr %pi.1", "store i32 %t, ptr %pi.1"},
                                 std::pair{"%s.1 = phi i32 [ 0,", "%s.1 = phi i32 [ 1,"},
                                 std::pair{"%j.1 = phi i64 [ 0,", "%j.1 = phi i64 [ 1,"}})
    EXPECT_NE(outcome_of(source(kApart, "", "2") + replaced(right, what, by)), Outcome::Proved) << what << " -> " << by;
}

TEST(Jammed, ANumberOfWhichTheNextOneIsComputedFirstIsStillTheOldOne) {
  // %k is known where the inner loop begins, %i needed behind it only as an address.
  const auto early = [](std::string text) {
    for (const char* late : {" %pi = getelementptr inbounds i32, ptr %p, i64 %i", " %k = add nuw nsw i64 %i, 1"})
      text = replaced(text, late, "");
    return replaced(
        text, " br label %inner inner:",
        " %pi = getelementptr inbounds i32, ptr %p, i64 %i %k = add nuw nsw i64 %i, 1 br label %inner inner:");
  };
  const std::string right = target(kApart, kInner);
  EXPECT_EQ(outcome_of(early(source(kApart)) + right, kLong), Outcome::Proved);
  EXPECT_NE(outcome_of(early(source(kApart)) + replaced(right, "i64 %i store", "i64 %i.1 store")), Outcome::Proved);
}

TEST(Jammed, WrongCopiesAreNotProved) {
  const std::string right = target(kApart, kInner);
  for (const auto& [what, by] :
       {std::pair{"i64 %i.1 store", "i64 %i store"}, std::pair{"%s.1 = phi i32 [ 0,", "%s.1 = phi i32 [ 1,"},
        std::pair{"store i32 %t.1", "store i32 %t"}, std::pair{"icmp eq i64 %k.1, %u", "icmp eq i64 %k.1, %n"},
        std::pair{"%few = icmp ult i64 %n, 2", "%few = icmp ult i64 %n, 3"},
        std::pair{"%x = and i64 %n, 1", "%x = and i64 %n, 3"},
        std::pair{"i64 [ 0, %pre ], [ %k.1, %latch ] %some", "i64 [ 0, %pre ], [ %i.1, %latch ] %some"},
        std::pair{"%j.1 = phi i64 [ 0,", "%j.1 = phi i64 [ 1,"}})
    EXPECT_NE(outcome_of(source(kApart) + replaced(right, what, by)), Outcome::Proved) << what << " -> " << by;
}

}  // namespace
}  // namespace assay::prove
