#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "tests/unit/prove/outcomes.h"

/// Unrolled loops that end in more than one place, or make rounds before them (docs/adr/0044-loops-that-became-two.md).
namespace assay::prove {
namespace {

using Changes = std::vector<std::pair<const char*, const char*>>;

/// Uses numbers below n up to one that is told: nobody looks at n if that is 0.
const std::string kSearch =
    "declare void @use(i32) declare void @llvm.assume(i1) define i32 @src(i32 %n, i32 %stop) { e: br label %l l: %i = "
    "phi i32 [ 0, %e ], [ %j, %m ] call void @use(i32 %i) %c = icmp eq i32 %i, %stop br i1 %c, label %out, label %m m: "
    "%j = add i32 %i, 1 %d = icmp eq i32 %j, %n br i1 %d, label %end, label %l out: ret i32 %i end: ret i32 -1 } ";

/// In rounds of two. `turns`: by how many of them, or by what it counts.
std::string loop_of_twos(const std::string& from, const std::string& start, bool turns) {
  return "l: %i = phi i32 [ " + start + ", %" + from + " ], [ %j1, %m1 ] " +
         (turns ? "%turn = phi i32 [ 0, %w ], [ %turns, %m1 ] " : "") +
         "call void @use(i32 %i) %c = icmp eq i32 %i, %stop br i1 %c, label %out, label %m m: %j = add i32 %i, 1 call "
         "void @use(i32 %j) %c1 = icmp eq i32 %j, %stop br i1 %c1, label %out, label %m1 m1: %j1 = add i32 %i, 2 " +
         (turns ? "%turns = add i32 %turn, 2 %d = icmp eq i32 %turns, %most br i1 %d, label %y, label %l "
                : "%d = icmp eq i32 %j1, %n br i1 %d, label %end, label %l ");
}
const std::string kFrozen =
    "define i32 @tgt(i32 %n, i32 %stop) { e: %fr = freeze i32 %n %less = add i32 %fr, -1 %odd = and i32 %fr, 1 ";
const std::string kFewOrTwos =
    "%few = icmp ult i32 %less, 1 br i1 %few, label %q, label %w w: %most = sub i32 %fr, "
    "%odd br label %l ";
const std::string kIsOneLeft =
    "y: %some = icmp ne i32 %odd, 0 br i1 %some, label %q, label %end q: %i.from = phi i32 "
    "[ 0, %e ], [ %j1, %y ] %is.odd = icmp ne i32 %odd, 0 call void @llvm.assume(i1 "
    "%is.odd) ";
const std::string kRest =
    kFrozen + kFewOrTwos + loop_of_twos("w", "0", true) + kIsOneLeft +
    "call void @use(i32 %i.from) %c.q = icmp eq i32 %i.from, %stop br i1 %c.q, label %out, label %end out: %r = phi "
    "i32 [ %i, %l ], [ %j, %m ], [ %i.from, %q ] ret i32 %r end: ret i32 -1 } ";
const std::string kRestLoop =
    kFrozen + kFewOrTwos + loop_of_twos("w", "0", true) + kIsOneLeft +
    "br label %l.q l.q: %i.q = phi i32 [ %i.from, %q ], [ %j.q, %m.q ] %left = phi i32 [ 0, %q ], [ %leaves, %m.q ] "
    "call void @use(i32 %i.q) %c.q = icmp eq i32 %i.q, %stop br i1 %c.q, label %out, label %m.q m.q: %j.q = add i32 "
    "%i.q, 1 %leaves = add i32 %left, 1 %d.q = icmp eq i32 %leaves, %odd br i1 %d.q, label %end, label %l.q out: %r = "
    "phi i32 [ %i, %l ], [ %j, %m ], [ %i.q, %l.q ] ret i32 %r end: ret i32 -1 } ";
const std::string kProlog =
    kFrozen +
    "%some = icmp ne i32 %odd, 0 br i1 %some, label %p, label %h p: call void @use(i32 0) %c.p = icmp eq i32 %stop, 0 "
    "br i1 %c.p, label %out, label %h h: %i.from = phi i32 [ 0, %e ], [ 1, %p ] %few = icmp ult i32 %less, 1 br i1 "
    "%few, label %end, label %l " +
    loop_of_twos("h", "%i.from", false) +
    "out: %r = phi i32 [ %i, %l ], [ %j, %m ], [ 0, %p ] ret i32 %r end: ret i32 -1 } ";

/// A hash of the numbers below n; and in rounds of four, with up to three before.
const std::string kHash =
    "define i32 @src(i32 noundef %n, i32 %z) { e: br label %l l: %i = phi i32 [ 0, %e ], [ %j, %l ] %s = phi i32 [ %z, "
    "%e ], [ %t, %l ] %w = shl i32 %s, 1 %t = xor i32 %w, %i %j = add i32 %i, 1 %d = icmp eq i32 %j, %n br i1 %d, "
    "label %end, label %l end: ret i32 %t } ";
const std::string kHashOfFours =
    "define i32 @tgt(i32 noundef %n, i32 %z) { e: %less = add i32 %n, -1 %rest = and i32 %n, 3 %some = icmp ne i32 "
    "%rest, 0 br i1 %some, label %p, label %h p: %w.p = shl i32 %z, 1 %d.p = icmp eq i32 %rest, 1 br i1 %d.p, label "
    "%u, label %p1 p1: %w.p1 = shl i32 %w.p, 1 %t.p1 = xor i32 %w.p1, 1 %d.p1 = icmp eq i32 %rest, 2 br i1 %d.p1, "
    "label %u, label %p2 p2: %w.p2 = shl i32 %t.p1, 1 %t.p2 = xor i32 %w.p2, 2 br label %u u: %i.u = phi i32 [ 1, %p "
    "], [ 2, %p1 ], [ 3, %p2 ] %s.u = phi i32 [ %w.p, %p ], [ %t.p1, %p1 ], [ %t.p2, %p2 ] br label %h h: %i.from = "
    "phi i32 [ 0, %e ], [ %i.u, %u ] %s.from = phi i32 [ %z, %e ], [ %s.u, %u ] %few = icmp ult i32 %less, 3 br i1 "
    "%few, label %end, label %l l: %i = phi i32 [ %i.from, %h ], [ %j3, %l ] %s = phi i32 [ %s.from, %h ], [ %t3, %l ] "
    "%w = shl i32 %s, 1 %t = xor i32 %w, %i %j = add i32 %i, 1 %w1 = shl i32 %t, 1 %t1 = xor i32 %w1, %j %j1 = add i32 "
    "%i, 2 %w2 = shl i32 %t1, 1 %t2 = xor i32 %w2, %j1 %j2 = add i32 %i, 3 %w3 = shl i32 %t2, 1 %t3 = xor i32 %w3, %j2 "
    "%j3 = add i32 %i, 4 %d = icmp eq i32 %j3, %n br i1 %d, label %end, label %l end: %r = phi i32 [ %s.from, %h ], [ "
    "%t3, %l ] ret i32 %r } ";

void expect_only_right(const std::string& source, const std::string& right, const Changes& changes) {
  EXPECT_EQ(outcome_of(source + right, {.milliseconds = 5'000}), Outcome::Proved);
  for (const auto& [what, by] : changes)
    EXPECT_NE(outcome_of(source + replaced(right, what, by), {.milliseconds = 1'500}), Outcome::Proved) << what;
}

TEST(SeveralExits, WhatIsLeftMayBeMadeWithoutALoop) {
  expect_only_right(kSearch, kRest,
                    {{"[ %j1, %y ]", "[ %j, %y ]"},
                     {"[ %i.from, %q ] ret", "[ 0, %q ] ret"},
                     {"icmp eq i32 %i.from, %stop", "icmp eq i32 %i.from, %n"},
                     {"ult i32 %less, 1", "ult i32 %less, 2"},
                     {"%is.odd = icmp ne", "%is.odd = icmp eq"},
                     {"icmp eq i32 %j, %stop", "icmp eq i32 %i, %stop"},
                     {"%some = icmp ne", "%some = icmp eq"},
                     {"freeze i32 %n", "add i32 %n, 0"}});
}

TEST(SeveralExits, WhatIsLeftMayBeALoop) {
  expect_only_right(kSearch, kRestLoop,
                    {{"[ %j1, %y ]", "[ %j, %y ]"},
                     {"[ %i.q, %l.q ] ret", "[ %left, %l.q ] ret"},
                     {"icmp eq i32 %leaves, %odd", "icmp eq i32 %left, %odd"},
                     {"%left = phi i32 [ 0, %q ]", "%left = phi i32 [ -1, %q ]"},
                     {"icmp eq i32 %i.q, %stop", "icmp eq i32 %j.q, %stop"},
                     {"ult i32 %less, 1", "ult i32 %less, 2"},
                     {"freeze i32 %n", "add i32 %n, 0"}});
}

TEST(SeveralExits, FirstRoundsMayBeMadeWithoutALoop) {
  expect_only_right(kSearch, kProlog,
                    {{"[ 1, %p ]", "[ 2, %p ]"},
                     {"[ 1, %p ]", "[ 0, %p ]"},
                     {"@use(i32 0)", "@use(i32 1)"},
                     {"[ 0, %p ] ret", "[ 1, %p ] ret"},
                     {"icmp eq i32 %stop, 0", "icmp eq i32 %stop, 1"},
                     {"ult i32 %less, 1", "ult i32 %less, 2"},
                     {"and i32 %fr, 1", "and i32 %fr, 3"},
                     {"icmp eq i32 %j1, %n", "icmp eq i32 %j, %n"},
                     {"freeze i32 %n", "freeze i32 %stop"},
                     {"freeze i32 %n", "add i32 %n, 0"}});
}

TEST(RoundsBeforeLoops, EachIsOne) {
  expect_only_right(kHash, kHashOfFours,
                    {{"[ 2, %p1 ]", "[ 1, %p1 ]"},
                     {"[ 3, %p2 ]", "[ 2, %p2 ]"},
                     {"[ 3, %p2 ]", "[ 7, %p2 ]"},
                     {"xor i32 %w.p2, 2", "xor i32 %w.p2, 1"},
                     {"[ %t.p1, %p1 ]", "[ %w.p1, %p1 ]"},
                     {"[ %w.p, %p ]", "[ %z, %p ]"},
                     {"icmp eq i32 %rest, 1", "icmp eq i32 %rest, 2"},
                     {"and i32 %n, 3", "and i32 %n, 7"},
                     {"ult i32 %less, 3", "ult i32 %less, 2"}});
}

}  // namespace
}  // namespace assay::prove
