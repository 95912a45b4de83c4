#include <gtest/gtest.h>

#include "tests/unit/refine/pair.h"

/// Funclets, and callbr.
namespace assay::refine {
namespace {

const std::string kDeclarations =
    "declare i32 @__CxxFrameHandler3(...) declare i32 @__C_specific_handler(...) declare void @f() declare void @seen(i32) nounwind "
    "declare i1 @c(ptr) @A = external constant i8 @B = external constant i8 ";

std::string pair_of(const std::string& source, const std::string& target, const std::string& personality = "__CxxFrameHandler3") {
  const std::string of = "(ptr noundef %p, i8 noundef %x) personality ptr @" + personality + " { ";
  return kDeclarations + "define i8 @src" + of + source + " } define i8 @tgt" + of + target + " }";
}
std::string word(const std::string& source, const std::string& target) { return verdict(pair_of(source, target)); }
bool is_refuted(const std::string& source, const std::string& target) { return word(source, target).starts_with("incorrect"); }

const std::string kInvoke = "invoke void @f() to label %n unwind label %s n: ret i8 0 ";
const std::string kCall = "call void @f() ret i8 0 ";
const std::string kCleanup = "s: %k = cleanuppad within none [] store i8 7, ptr %p cleanupret from %k unwind to caller ";

/// Two pads; each gives a number of its own.
std::string switched(const std::string& first, const std::string& second, const std::string& unwind = "to caller",
                     const std::string& a = "1", const std::string& b = "2") {
  return kInvoke + "s: %cs = catchswitch within none [label %a, label %b] unwind " + unwind + " a: %q = catchpad within %cs [" + first +
         "] catchret from %q to label %x1 b: %r = catchpad within %cs [" + second + "] catchret from %r to label %x2 x1: ret i8 " + a +
         " x2: ret i8 " + b + " ";
}

TEST(RefineFunclets, ACleanupIsRunAndPassesTheExceptionOn) {
  EXPECT_EQ(word(kInvoke + kCleanup, kInvoke + kCleanup + "t: unreachable "), "correct");
  EXPECT_EQ(word(kInvoke + "s: %k = cleanuppad within none [] cleanupret from %k unwind to caller", kCall), "correct");
  EXPECT_EQ(word(kCall, kInvoke + "s: %k = cleanuppad within none [] cleanupret from %k unwind to caller"), "correct");
  EXPECT_EQ(word(kInvoke + kCleanup, kCall), "incorrect: memory-mismatch");
  EXPECT_TRUE(is_refuted(kInvoke + kCleanup, kInvoke + "s: %k = cleanuppad within none [] unreachable"));
}

TEST(RefineFunclets, CallsInAFuncletAreKept) {
  const auto calls = [](const std::string& number) {
    return kInvoke + "s: %k = cleanuppad within none [] call void @seen(i32 " + number + ") [ \"funclet\"(token %k) ] cleanupret from %k unwind to caller";
  };
  EXPECT_EQ(word(calls("1"), calls("1")), "correct");
  EXPECT_TRUE(is_refuted(calls("1"), calls("2")));
  EXPECT_TRUE(is_refuted(calls("1"), kCall));
}

TEST(RefineFunclets, TheFirstPadThatTakesTheExceptionHasIt) {
  EXPECT_EQ(word(switched("ptr @A", "ptr @B"), switched("ptr @A", "ptr @B")), "correct");
  EXPECT_EQ(word(switched("ptr @A", "ptr @A"), switched("ptr @A", "ptr @A", "to caller", "1", "9")), "correct");
  EXPECT_EQ(word(switched("ptr @A", "ptr @B", "to caller", "1", "1"), switched("ptr @B", "ptr @A", "to caller", "1", "1")), "correct");
  EXPECT_TRUE(is_refuted(switched("ptr @A", "ptr @B"), switched("ptr @B", "ptr @A")));
  EXPECT_TRUE(is_refuted(switched("ptr @A", "ptr @B"), switched("ptr @A", "ptr @B", "to caller", "1", "3")));
  EXPECT_TRUE(is_refuted(switched("ptr @A, i32 0", "ptr @B"), switched("ptr @A, i32 1", "ptr @B")));
  EXPECT_TRUE(is_refuted(switched("ptr @A", "ptr @B"), kCall));
}

TEST(RefineFunclets, WhatNoPadTakesGoesOn) {
  const std::string on = "c: %k = cleanuppad within none [] store i8 9, ptr %p cleanupret from %k unwind to caller ";
  const std::string quiet = "c: %k = cleanuppad within none [] cleanupret from %k unwind to caller ";
  EXPECT_EQ(word(switched("ptr @A", "ptr @B", "label %c") + on, switched("ptr @A", "ptr @A", "label %c", "1", "5") + on).substr(0, 9), "incorrect");
  EXPECT_EQ(word(switched("ptr @A", "ptr @B", "label %c") + quiet, switched("ptr @A", "ptr @B")), "correct");
  EXPECT_TRUE(is_refuted(switched("ptr @A", "ptr @B", "label %c") + on, switched("ptr @A", "ptr @B")));
}

TEST(RefineFunclets, ValuesMeetInPads) {
  const std::string two = "%t = icmp eq i8 %x, 3 br i1 %t, label %i, label %j i: invoke void @f() to label %n unwind label %s "
                          "j: invoke void @f() to label %n unwind label %s n: ret i8 0 s: %v = phi i8 [ 1, %i ], [ ";
  const std::string rest = ", %j ] %cs = catchswitch within none [label %a] unwind to caller a: %q = catchpad within %cs [ptr @A] catchret from %q to label %y y: ret i8 %v ";
  EXPECT_EQ(word(two + "2" + rest, two + "2" + rest), "correct");
  EXPECT_TRUE(is_refuted(two + "2" + rest, two + "4" + rest));
}

TEST(RefineFunclets, NothingUnwindsToTheCallerOutOfAPadThatUnwindsWithin) {
  const std::string within = kInvoke + "s: %cs = catchswitch within none [label %a] unwind label %c a: %q = catchpad within %cs [ptr @A] "
                             "call void @f() [ \"funclet\"(token %q) ] catchret from %q to label %y y: ret i8 1 "
                             "c: %k = cleanuppad within none [] cleanupret from %k unwind to caller ";
  const std::string goes = "invoke void @f() to label %n unwind label %s n: ret i8 0 s: %cs = catchswitch within none [label %a] unwind to caller "
                           "a: %q = catchpad within %cs [ptr @A] call void @f() [ \"funclet\"(token %q) ] catchret from %q to label %y y: ret i8 1 ";
  EXPECT_EQ(word(within, goes), "correct");
  EXPECT_EQ(word(goes, within), "incorrect: more-ub");
}

TEST(RefineFunclets, FunctionsWithThemAreRun) {
  const std::string inner = "define internal void @inner(ptr %p) personality ptr @__CxxFrameHandler3 { invoke void @f() to label %n unwind label %s n: ret void "
                            "s: %k = cleanuppad within none [] store i8 7, ptr %p cleanupret from %k unwind to caller } ";
  EXPECT_EQ(verdict(inner + pair_of("call void @inner(ptr %p) ret i8 0", kInvoke + kCleanup)), "correct");
  EXPECT_EQ(verdict(inner + pair_of("call void @inner(ptr %p) ret i8 0", kCall)), "incorrect: memory-mismatch");
}

TEST(RefineFunclets, WhatIsNotKnownOfAPadIsNotJudged) {
  const std::string text = switched("ptr @A", "ptr @B");
  EXPECT_EQ(verdict(pair_of(text, text, "__C_specific_handler")), "@src against itself: unsupported: filters of structured exceptions");
  const std::string copies = "%o = alloca ptr " + switched("ptr @A, i32 0, ptr %o", "ptr @B");
  EXPECT_EQ(word(copies, copies), "@src against itself: unsupported: a catchpad that copies the exception");
}

std::string branching(const std::string& fall, const std::string& first, const std::string& second, const std::string& text = "jz") {
  return "callbr void asm sideeffect \"" + text + "\", \"r,!i,!i\"(i8 %x) to label %a [label %b, label %d] a: ret i8 " + fall + " b: ret i8 " + first +
         " d: ret i8 " + second + " ";
}

TEST(RefineCallBr, GoesEitherWayAndTheSameOnBothSides) {
  EXPECT_EQ(word(branching("1", "2", "3"), branching("1", "2", "3")), "correct");
  EXPECT_EQ(word(branching("1", "%x", "3"), "%y = add i8 %x, 0 " + branching("1", "%y", "3")), "correct");
  EXPECT_TRUE(is_refuted(branching("1", "2", "3"), branching("9", "2", "3")));
  EXPECT_TRUE(is_refuted(branching("1", "2", "3"), branching("1", "9", "3")));
  EXPECT_TRUE(is_refuted(branching("1", "2", "3"), branching("1", "2", "9")));
  EXPECT_TRUE(is_refuted(branching("1", "2", "3"), branching("1", "2", "3", "jnz")));
  EXPECT_TRUE(is_refuted(branching("1", "2", "3"), "ret i8 1"));
}

TEST(RefineCallBr, BlocksMayBeJoined) {
  const std::string one = "callbr void asm sideeffect \"jz\", \"r,!i,!i\"(i8 %x) to label %a [label %b, label %b] a: ret i8 1 b: ret i8 2 ";
  EXPECT_EQ(word(branching("1", "2", "2"), one), "correct");
  EXPECT_EQ(word(one, branching("1", "2", "2")), "correct");
  EXPECT_TRUE(is_refuted(branching("1", "2", "3"), one));
}

TEST(RefineCallBr, ItsValueIsKnownBehindIt) {
  const auto valued = [](const std::string& result) {
    return "%v = callbr i8 asm \"x\", \"=r,r,!i\"(i8 %x) to label %a [label %b] a: ret i8 " + result + " b: ret i8 0 ";
  };
  EXPECT_EQ(word(valued("%v"), valued("%v")), "correct");
  EXPECT_TRUE(is_refuted(valued("%v"), valued("7")));
}

}  // namespace
}  // namespace assay::refine
