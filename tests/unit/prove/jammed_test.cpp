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

/// Four rounds in all, so that no loop around is left.
const std::string kNoneAround = R"(target datalayout = "p:32:32"

define void @src(i32 %I, i32 %E, ptr noalias %A, ptr noalias readonly %B) {
entry:
  %cmp = icmp eq i32 %E, 0
  br i1 %cmp, label %for.end, label %for.preheader

for.preheader:
  br label %for.outer

for.outer:
  %i = phi i32 [ %add8, %for.latch ], [ 0, %for.preheader ]
  br label %for.inner

for.inner:
  %j = phi i32 [ 0, %for.outer ], [ %inc, %for.inner ]
  %sum = phi i32 [ 0, %for.outer ], [ %add, %for.inner ]
  %arrayidx = getelementptr inbounds i32, ptr %B, i32 %j
  %0 = load i32, ptr %arrayidx, align 4
  %sub = add i32 %sum, 10
  %add = sub i32 %sub, %0
  %inc = add nuw i32 %j, 1
  %exitcond = icmp eq i32 %inc, %E
  br i1 %exitcond, label %for.latch, label %for.inner

for.latch:
  %arrayidx6 = getelementptr inbounds i32, ptr %A, i32 %i
  store i32 %add, ptr %arrayidx6, align 4
  %add8 = add nuw nsw i32 %i, 1
  %exitcond23 = icmp eq i32 %add8, 4
  br i1 %exitcond23, label %for.end, label %for.outer

for.end:
  ret void
}

define void @tgt(i32 %I, i32 %E, ptr noalias %A, ptr noalias readonly %B) {
entry:
  %cmp = icmp eq i32 %E, 0
  br i1 %cmp, label %for.end, label %for.preheader

for.preheader:
  br label %for.outer

for.outer:
  br label %for.inner

for.inner:
  %j = phi i32 [ 0, %for.outer ], [ %inc, %for.inner ]
  %sum = phi i32 [ 0, %for.outer ], [ %add, %for.inner ]
  %j.1 = phi i32 [ 0, %for.outer ], [ %inc.1, %for.inner ]
  %sum.1 = phi i32 [ 0, %for.outer ], [ %add.1, %for.inner ]
  %j.2 = phi i32 [ 0, %for.outer ], [ %inc.2, %for.inner ]
  %sum.2 = phi i32 [ 0, %for.outer ], [ %add.2, %for.inner ]
  %j.3 = phi i32 [ 0, %for.outer ], [ %inc.3, %for.inner ]
  %sum.3 = phi i32 [ 0, %for.outer ], [ %add.3, %for.inner ]
  %arrayidx = getelementptr inbounds i32, ptr %B, i32 %j
  %0 = load i32, ptr %arrayidx, align 4
  %sub = add i32 %sum, 10
  %add = sub i32 %sub, %0
  %inc = add nuw i32 %j, 1
  %arrayidx.1 = getelementptr inbounds i32, ptr %B, i32 %j.1
  %1 = load i32, ptr %arrayidx.1, align 4
  %sub.1 = add i32 %sum.1, 10
  %add.1 = sub i32 %sub.1, %1
  %inc.1 = add nuw i32 %j.1, 1
  %arrayidx.2 = getelementptr inbounds i32, ptr %B, i32 %j.2
  %2 = load i32, ptr %arrayidx.2, align 4
  %sub.2 = add i32 %sum.2, 10
  %add.2 = sub i32 %sub.2, %2
  %inc.2 = add nuw i32 %j.2, 1
  %arrayidx.3 = getelementptr inbounds i32, ptr %B, i32 %j.3
  %3 = load i32, ptr %arrayidx.3, align 4
  %sub.3 = add i32 %sum.3, 10
  %add.3 = sub i32 %sub.3, %3
  %inc.3 = add nuw i32 %j.3, 1
  %exitcond.3 = icmp eq i32 %inc.3, %E
  br i1 %exitcond.3, label %for.latch, label %for.inner

for.latch:
  %add.lcssa = phi i32 [ %add, %for.inner ]
  %add.lcssa.1 = phi i32 [ %add.1, %for.inner ]
  %add.lcssa.2 = phi i32 [ %add.2, %for.inner ]
  %add.lcssa.3 = phi i32 [ %add.3, %for.inner ]
  store i32 %add.lcssa, ptr %A, align 4
  %arrayidx6.1 = getelementptr inbounds i32, ptr %A, i32 1
  store i32 %add.lcssa.1, ptr %arrayidx6.1, align 4
  %arrayidx6.2 = getelementptr inbounds i32, ptr %A, i32 2
  store i32 %add.lcssa.2, ptr %arrayidx6.2, align 4
  %arrayidx6.3 = getelementptr inbounds i32, ptr %A, i32 3
  store i32 %add.lcssa.3, ptr %arrayidx6.3, align 4
  br label %for.end.loopexit

for.end.loopexit:
  br label %for.end

for.end:
  ret void
})";

TEST(Jammed, AllRoundsMayBeMadeTogether) {
  EXPECT_EQ(outcome_of(kNoneAround, kLong), Outcome::Proved);
  for (const auto& [what, by] :
       {std::pair{"ptr %A, i32 1", "ptr %A, i32 0"}, std::pair{"%sum.1 = phi i32 [ 0,", "%sum.1 = phi i32 [ 1,"}})
    EXPECT_NE(outcome_of(replaced(kNoneAround, what, by), {.milliseconds = 1'000}), Outcome::Proved) << what;
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
