#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "tests/unit/prove/outcomes.h"

/// Unrolled loops that end in more than one place (docs/adr/0044-loops-that-became-two.md).
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

void expect_only_right(const std::string& right, const Changes& changes) {
  EXPECT_EQ(outcome_of(kSearch + right, {.milliseconds = 5'000}), Outcome::Proved);
  for (const auto& [what, by] : changes)
    EXPECT_NE(outcome_of(kSearch + replaced(right, what, by), {.milliseconds = 1'500}), Outcome::Proved) << what;
}

TEST(SeveralExits, WhatIsLeftMayBeMadeWithoutALoop) {
  expect_only_right(kRest, {{"[ %j1, %y ]", "[ %j, %y ]"},
                            {"[ %i.from, %q ] ret", "[ 0, %q ] ret"},
                            {"icmp eq i32 %i.from, %stop", "icmp eq i32 %i.from, %n"},
                            {"ult i32 %less, 1", "ult i32 %less, 2"},
                            {"%is.odd = icmp ne", "%is.odd = icmp eq"},
                            {"icmp eq i32 %j, %stop", "icmp eq i32 %i, %stop"},
                            {"%some = icmp ne", "%some = icmp eq"},
                            {"freeze i32 %n", "add i32 %n, 0"}});
}

TEST(SeveralExits, WhatIsLeftMayBeALoop) {
  expect_only_right(kRestLoop, {{"[ %j1, %y ]", "[ %j, %y ]"},
                                {"[ %i.q, %l.q ] ret", "[ %left, %l.q ] ret"},
                                {"icmp eq i32 %leaves, %odd", "icmp eq i32 %left, %odd"},
                                {"%left = phi i32 [ 0, %q ]", "%left = phi i32 [ -1, %q ]"},
                                {"icmp eq i32 %i.q, %stop", "icmp eq i32 %j.q, %stop"},
                                {"ult i32 %less, 1", "ult i32 %less, 2"},
                                {"freeze i32 %n", "add i32 %n, 0"}});
}

TEST(SeveralExits, FirstRoundsMayBeMadeWithoutALoop) {
  expect_only_right(kProlog, {{"[ 1, %p ]", "[ 2, %p ]"},
                              {"[ 1, %p ]", "[ 0, %p ]"},
                              {"@use(i32 0)", "@use(i32 1)"},
                              {"[ 0, %p ] ret", "[ 1, %p ] ret"},
                              {"icmp eq i32 %stop, 0", "icmp eq i32 %stop, 1"},
                              {"ult i32 %less, 1", "ult i32 %less, 2"},
                              {"and i32 %fr, 1", "and i32 %fr, 3"},
                              {"icmp eq i32 %j1, %n", "icmp eq i32 %j, %n"},
                              {"freeze i32 %n", "add i32 %n, 0"}});
}

}  // namespace
}  // namespace assay::prove
