#include <gtest/gtest.h>

#include "tests/unit/prove/outcomes.h"

/// Targets with other blocks: the source is written along them, and then compared part by part.
namespace assay::prove {
namespace {

constexpr Asked kShort{.milliseconds = 200};
bool is_wrong(Outcome outcome) { return outcome != Outcome::Proved && outcome != Outcome::Malformed; }

Outcome of(const std::string& parameters, const std::string& source, const std::string& target) {
  const auto function = [&](const std::string& name, const std::string& body) {
    return "define i32 @" + name + "(" + parameters + ") { " + body + " } ";
  };
  return outcome_of("declare void @out(i32) declare i32 @in() declare void @llvm.assume(i1) " +
                        function("src", source) + function("tgt", target) +
                        "!0 = distinct !{!0, !1} !1 = !{!\"llvm.loop.mustprogress\"}",
                    kShort);
}

/// Calls at both ends, so that nobody but parts proves it: rounds are as many as somebody outside says.
const std::string kTopTested =
    "e: br label %h h: %i = phi i32 [ 0, %e ], [ %n, %b ] %k = call i32 @in() %c = icmp slt i32 %i, %k "
    "br i1 %c, label %b, label %x b: call void @out(i32 %i) %n = add i32 %i, 1 br label %h x: ret i32 %i";
std::string bottom_tested(const std::string& first, const std::string& bound, const std::string& result) {
  return "e: %k0 = call i32 @in() %c0 = icmp slt i32 0, %k0 br i1 %c0, label %b, label %x "
         "b: %i = phi i32 [ " +
         first +
         ", %e ], [ %n, %b ] call void @out(i32 %i) %n = add i32 %i, 1 "
         "%k = call i32 @in() %c = icmp slt i32 " +
         bound +
         ", %k br i1 %c, label %b, label %x "
         "x: %r = phi i32 [ 0, %e ], [ " +
         result + ", %b ] ret i32 %r";
}

TEST(TargetShape, ALoopMayBeRotated) {
  EXPECT_EQ(of("i32 %a", kTopTested, bottom_tested("0", "%n", "%n")), Outcome::Proved);
}
TEST(TargetShape, ButCountsAndEndsAsBefore) {
  EXPECT_TRUE(is_wrong(of("i32 %a", kTopTested, bottom_tested("1", "%n", "%n"))));
  EXPECT_TRUE(is_wrong(of("i32 %a", kTopTested, bottom_tested("0", "%i", "%n"))));
  EXPECT_TRUE(is_wrong(of("i32 %a", kTopTested, bottom_tested("0", "%n", "%i"))));
}
TEST(TargetShape, TheTestThatIsMadeOnceMoreIsASteps) {
  // The target asks once less.
  EXPECT_TRUE(is_wrong(of("i32 %a", kTopTested,
                          "e: br label %b b: %i = phi i32 [ 0, %e ], [ %n, %b ] call void @out(i32 %i) "
                          "%n = add i32 %i, 1 %k = call i32 @in() %c = icmp slt i32 %n, %k "
                          "br i1 %c, label %b, label %x x: ret i32 %n")));
}

/// A switch on what was chosen: the target goes on by what it was chosen on.
std::string chosen(const std::string& numbers, const std::string& branch) {
  return "e: call void @out(i32 0) %k = call i32 @in() %c = icmp slt i32 %k, %a br i1 %b, label %s, label %j "
         "s: call void @out(i32 1) " +
         branch + " j: %w = phi i32 [ 5, %e ], " + numbers +
         "switch i32 %w, label %x [ i32 3, label %y i32 5, label %z ] "
         "x: call void @out(i32 2) br label %z y: call void @out(i32 3) br label %z z: ret i32 %k";
}
std::string unfolded(const std::string& first, const std::string& second) {
  return "e: call void @out(i32 0) %k = call i32 @in() %c = icmp slt i32 %k, %a br i1 %b, label %s, label %z "
         "s: call void @out(i32 1) br i1 %c, label %" +
         first + ", label %" + second +
         " x: call void @out(i32 2) br label %z y: call void @out(i32 3) br label %z z: ret i32 %k";
}
TEST(TargetShape, AChoiceOfNumbersMayBeABranch) {
  const std::string parameters = "i32 %a, i1 %b";
  const auto source = [](const std::string& one, const std::string& other) {
    return chosen("[ %n, %s ] ", "%n = select i1 %c, i32 " + one + ", i32 " + other + " br label %j");
  };
  EXPECT_EQ(of(parameters, source("3", "1"), unfolded("y", "x")), Outcome::Proved);
  EXPECT_EQ(of(parameters, source("7", "5"), unfolded("x", "z")), Outcome::Proved);
  EXPECT_TRUE(is_wrong(of(parameters, source("3", "1"), unfolded("x", "y"))));
  EXPECT_TRUE(is_wrong(of(parameters, source("3", "1"), unfolded("y", "z"))));
  EXPECT_TRUE(is_wrong(of(parameters, source("3", "%k"), unfolded("y", "x"))));
}
/// One of two steps is made twice; what is known after the first branch decides the second.
const std::string kAskedTwice =
    "e: br i1 %c, label %one, label %two one: call void @out(i32 1) br label %m two: call void @out(i32 2) "
    "br label %m m: %v = phi i32 [ 7, %one ], [ %y, %two ] call void @out(i32 %v) "
    "br i1 %c, label %three, label %four three: call void @out(i32 3) br label %x "
    "four: call void @out(i32 4) br label %x x: ret i32 %v";
std::string threaded(const std::string& first, const std::string& second, const std::string& results) {
  return "e: br i1 %c, label %one, label %two one: call void @out(i32 1) call void @out(i32 7) call void @out(i32 " +
         first + ") br label %x two: call void @out(i32 2) call void @out(i32 %y) call void @out(i32 " + second +
         ") br label %x x: %v = phi i32 [ " + results + " ] ret i32 %v";
}
TEST(TargetShape, WaysMayBeThreaded) {
  EXPECT_EQ(of("i1 %c, i32 %y", kAskedTwice, threaded("3", "4", "7, %one ], [ %y, %two")), Outcome::Proved);
}
TEST(TargetShape, ToWhereTheyLead) {
  EXPECT_TRUE(is_wrong(of("i1 %c, i32 %y", kAskedTwice, threaded("4", "3", "7, %one ], [ %y, %two"))));
  EXPECT_TRUE(is_wrong(of("i1 %c, i32 %y", kAskedTwice, threaded("3", "3", "7, %one ], [ %y, %two"))));
  EXPECT_TRUE(is_wrong(of("i1 %c, i32 %y", kAskedTwice, threaded("3", "4", "%y, %one ], [ 7, %two"))));
}
TEST(TargetShape, OnlyIfTheSecondBranchAsksTheSame) {
  for (const char* other : {"%d", "%z"}) {
    const std::string source =
        replaced(kAskedTwice, "br i1 %c, label %three", std::string("br i1 ") + other + ", label %three");
    EXPECT_TRUE(is_wrong(of("i1 %c, i32 %y, i1 %d, i1 %z", source, threaded("3", "4", "7, %one ], [ %y, %two"))));
  }
}
TEST(TargetShape, ANumberThatWasFoundToBeAConstantDecides) {
  const auto source = [](const std::string& found) {
    return "e: %f = icmp eq i32 %y, 5 br i1 %f, label %one, label %two one: call void @out(i32 1) br label %m "
           "two: call void @out(i32 2) br label %m m: call void @out(i32 6) %g = icmp ult i32 %y, " +
           found + " br i1 %g, label %three, label %x three: call void @out(i32 3) br label %x x: ret i32 0";
  };
  const std::string target =
      "e: %f = icmp eq i32 %y, 5 br i1 %f, label %one, label %two one: call void @out(i32 1) call void @out(i32 6) "
      "call void @out(i32 3) br label %x two: call void @out(i32 2) call void @out(i32 6) %g = icmp ult i32 %y, 6 "
      "br i1 %g, label %three, label %x three: call void @out(i32 3) br label %x x: ret i32 0";
  EXPECT_EQ(of("i32 %y", source("6"), target), Outcome::Proved);
  EXPECT_TRUE(is_wrong(of("i32 %y", source("5"), replaced(target, "ult i32 %y, 6", "ult i32 %y, 5"))));
}

TEST(TargetShape, ANumberOfALaterRoundIsNoneOfAnEarlierOne) {
  const std::string source =
      "e: br label %h h: %i = phi i32 [ 0, %e ], [ %k, %m ] %f = icmp eq i32 %i, 0 "
      "br i1 %f, label %one, label %two one: call void @out(i32 1) br label %m two: call void @out(i32 2) br label %m "
      "m: %k = call i32 @in() %g = icmp eq i32 %k, 9 br i1 %g, label %x, label %h x: ret i32 0";
  EXPECT_TRUE(is_wrong(of("i32 %a", source,
                          "e: br label %h h: call void @out(i32 1) %k = call i32 @in() %g = icmp eq i32 %k, 9 "
                          "br i1 %g, label %x, label %h x: ret i32 0")));
  EXPECT_EQ(of("i32 %a", source,
               "e: call void @out(i32 1) %k0 = call i32 @in() %g0 = icmp eq i32 %k0, 9 br i1 %g0, label %x, label %h "
               "h: %i = phi i32 [ %k0, %e ], [ %k, %m ] %f = icmp eq i32 %i, 0 br i1 %f, label %one, label %two "
               "one: call void @out(i32 1) br label %m two: call void @out(i32 2) br label %m "
               "m: %k = call i32 @in() %g = icmp eq i32 %k, 9 br i1 %g, label %x, label %h x: ret i32 0"),
            Outcome::Proved);
}

TEST(TargetShape, AnEmptyRoundOfTheTargetIsNoneOfTheSource) {
  EXPECT_TRUE(is_wrong(of("i32 %a", kTopTested, "e: br label %h h: br label %h")));
  EXPECT_TRUE(is_wrong(of("i32 %a", kTopTested, "e: br label %h h: br label %b b: br label %h")));
}

TEST(TargetShape, AnotherLoadMayBeMadeOnOneOfTheWays) {
  const std::string source =
      "e: %k = call i32 @in() %c = icmp eq i32 %k, 0 br i1 %c, label %one, label %m one: store i32 %k, ptr %p "
      "br label %m m: %v = load i32, ptr %p call void @out(i32 %v) ret i32 %v";
  const auto target = [](const std::string& stored) {
    return "e: %k = call i32 @in() %c = icmp eq i32 %k, 0 br i1 %c, label %one, label %two one: store i32 %k, ptr %p "
           "br label %m two: %l = load i32, ptr %p br label %m m: %v = phi i32 [ " +
           stored +
           ", %one ], [ %l, %two ] "
           "call void @out(i32 %v) ret i32 %v";
  };
  EXPECT_EQ(of("ptr %p", source, target("%k")), Outcome::Proved);
  EXPECT_EQ(of("ptr %p", source, target("0")), Outcome::Proved);
  EXPECT_TRUE(is_wrong(of("ptr %p", source, target("1"))));
  EXPECT_TRUE(is_wrong(of("ptr %p, ptr %q", source, replaced(target("%k"), "load i32, ptr %p", "load i32, ptr %q"))));
}

TEST(TargetShape, PointersMayBeComparedTheOtherWayRound) {
  const std::string source =
      "e: call void @out(i32 0) %n = icmp eq ptr %p, null %z = zext i1 %n to i32 call void @out(i32 %z) ret i32 0";
  const auto target = [](const std::string& compare, const std::string& and_then) {
    return "e: call void @out(i32 0) %n = icmp " + compare + " " + and_then +
           " %z = zext i1 %x to i32 "
           "call void @out(i32 %z) ret i32 0";
  };
  EXPECT_EQ(of("ptr %p", source, target("ne ptr %p, null", "%x = xor i1 %n, true")), Outcome::Proved);
  EXPECT_TRUE(is_wrong(of("ptr %p", source, target("ne ptr %p, null", "%x = xor i1 %n, false"))));
  EXPECT_TRUE(is_wrong(of("ptr %p", source, target("ugt ptr %p, null", "%x = xor i1 %n, false"))));
}

/// Two ways that each end with a store.
std::string storing(const std::string& first, const std::string& second, const std::string& behind) {
  return "e: call void @out(i32 0) %k = call i32 @in() %a = add i32 %k, 1 br i1 %c, label %one, label %two one: " +
         first + " br label %m two: " + second + " br label %m m: " + behind + " call void @out(i32 %k) ret i32 %k";
}
TEST(TargetShape, StoresThatMeetMayBeOne) {
  const std::string source = storing("store i32 %a, ptr %p", "store i32 7, ptr %p", "");
  const auto target = [](const std::string& values, const std::string& pointer) {
    return storing("", "", "%v = phi i32 [ " + values + " ] store i32 %v, ptr " + pointer);
  };
  EXPECT_EQ(of("i1 %c, ptr %p, ptr %q", source, target("%a, %one ], [ 7, %two", "%p")), Outcome::Proved);
  EXPECT_TRUE(is_wrong(of("i1 %c, ptr %p, ptr %q", source, target("7, %one ], [ %a, %two", "%p"))));
  EXPECT_TRUE(is_wrong(of("i1 %c, ptr %p, ptr %q", source, target("%a, %one ], [ 7, %two", "%q"))));
  EXPECT_TRUE(is_wrong(
      of("i1 %c, ptr %p, ptr %q", storing("store i32 %a, ptr %p", "", ""), target("%a, %one ], [ 7, %two", "%p"))));
  EXPECT_TRUE(is_wrong(of("i1 %c, ptr %p, ptr %q", storing("store i32 %a, ptr %p", "store i32 7, ptr %q", ""),
                          target("%a, %one ], [ 7, %two", "%p"))));
  EXPECT_TRUE(is_wrong(of("i1 %c, ptr %p, ptr %q",
                          storing("store i32 %a, ptr %p call void @out(i32 1)", "store i32 7, ptr %p", ""),
                          storing("call void @out(i32 1)", "",
                                  "%v = phi i32 [ %a, %one ], [ 7, %two ] "
                                  "store i32 %v, ptr %p"))));
}

TEST(TargetShape, AStoreThatIsOverwrittenOnAllWaysMayGo) {
  const auto pair = [](const std::string& dropped, const std::string& first, const std::string& second) {
    const auto whole = [&](const std::string& store) {
      return "e: %k = call i32 @in() " + store + " br i1 %c, label %one, label %two one: " + first +
             " br label %m two: " + second + " br label %m m: call void @out(i32 %k) ret i32 %k";
    };
    return of("i1 %c, ptr %p, ptr %q", whole(dropped), whole(""));
  };
  const std::string over = "store i32 8, ptr %p";
  EXPECT_EQ(pair("store i32 7, ptr %p", over, over), Outcome::Proved);
  EXPECT_EQ(pair("store i32 7, ptr %p", over, "store i64 8, ptr %p"), Outcome::Proved);
  for (const char* other : {"", "store i32 8, ptr %q", "store i16 8, ptr %p",
                            "%z = load i32, ptr %q store i32 %z, ptr %p", "call void @out(i32 5) store i32 8, ptr %p",
                            "%s = getelementptr i8, ptr %p, i64 1 store i32 8, ptr %s, align 1"})
    EXPECT_TRUE(is_wrong(pair("store i32 7, ptr %p", over, other))) << other;
  EXPECT_TRUE(is_wrong(pair("store volatile i32 7, ptr %p", over, over)));
}

TEST(TargetShape, TheTargetsStoreIsDroppedOnlyWhereItCannotBeUndefinedAlone) {
  // Nothing else says that %p is aligned, or that it may be accessed.
  const auto wholes = [](const std::string& store, const std::string& over) {
    return "e: %k = call i32 @in() " + store + " br label %m m: " + over + " call void @out(i32 %k) ret i32 %k";
  };
  EXPECT_TRUE(is_wrong(of("ptr %p", wholes("", "store i32 8, ptr %p, align 1"),
                          wholes("store i32 7, ptr %p, align 8", "store i32 8, ptr %p, align 1"))));
  EXPECT_TRUE(is_wrong(of("ptr %p", wholes("", ""), wholes("store i32 7, ptr %p", ""))));
}

TEST(TargetShape, WhatComparesDefinedArgumentsIsNoPoison) {
  const std::string source =
      "e: call void @out(i32 0) %n = icmp eq ptr %p, null %v = select i1 %c, i1 true, i1 %n %z = zext i1 %v to i32 "
      "call void @out(i32 %z) ret i32 0";
  const std::string target = replaced(source, "select i1 %c, i1 true, i1 %n", "or i1 %c, %n");
  EXPECT_EQ(of("i1 %c, ptr noundef %p", source, target), Outcome::Proved);
  EXPECT_TRUE(is_wrong(of("i1 %c, ptr %p", source, target)));
  EXPECT_TRUE(is_wrong(of("i1 %c, ptr noundef %p", source, replaced(target, "or i1 %c, %n", "and i1 %c, %n"))));
}

TEST(TargetShape, ASwitchOfTwoWaysMayBeABranch) {
  const std::string source =
      "e: call void @out(i32 0) switch i32 %y, label %two [ i32 1, label %one i32 2, label %one ] "
      "one: call void @out(i32 1) br label %x two: call void @out(i32 2) br label %x x: ret i32 0";
  const auto target = [](const std::string& most) {
    return "e: call void @out(i32 0) %o = add i32 %y, -1 %f = icmp ult i32 %o, " + most +
           " br i1 %f, label %one, label %two one: call void @out(i32 1) br label %x two: call void @out(i32 2) "
           "br label %x x: ret i32 0";
  };
  EXPECT_EQ(of("i32 %y", source, target("2")), Outcome::Proved);
  EXPECT_TRUE(is_wrong(of("i32 %y", source, target("3"))));
}

/// A loop that may run for ever without a step that is seen, beside one that promises to end.
TEST(TargetShape, ALoopMustMakeProgressOnlyWhereTheSourcesMust) {
  const auto source = [](const std::string& promise) {
    return "e: br label %h h: %i = phi i32 [ 0, %e ], [ %n, %b ] %l = load i32, ptr %p %c = icmp slt i32 %i, %l "
           "br i1 %c, label %b, label %x b: %n = xor i32 %i, 1 br label %h" +
           promise + " x: ret i32 %i";
  };
  const auto target = [](const std::string& promise) {
    return "e: %l0 = load i32, ptr %p %c0 = icmp slt i32 0, %l0 br i1 %c0, label %b, label %x "
           "b: %i = phi i32 [ 0, %e ], [ %n, %b ] %n = xor i32 %i, 1 %l = load i32, ptr %p "
           "%c = icmp slt i32 %n, %l br i1 %c, label %b, label %x" +
           promise + " x: %r = phi i32 [ 0, %e ], [ %n, %b ] ret i32 %r";
  };
  const std::string asks = ", !llvm.loop !0";
  EXPECT_EQ(of("ptr %p", source(""), target("")), Outcome::Proved);
  EXPECT_EQ(of("ptr %p", source(asks), target(asks)), Outcome::Proved);
  EXPECT_EQ(of("ptr %p", source(asks), target("")), Outcome::Proved);
  EXPECT_TRUE(is_wrong(of("ptr %p", source(""), target(asks))));
}

/// The inner loop promises to end, the one around it does not; the target's loop goes through both.
TEST(TargetShape, APromiseOfAnInnerLoopIsNoneOfTheOneAround) {
  const auto blocks = [](const std::string& inner, const std::string& outer) {
    return "e: br label %h h: br label %b b: %l = load volatile i32, ptr %p %c = icmp eq i32 %l, 0 "
           "br i1 %c, label %b, label %m" +
           inner +
           " m: call void @out(i32 1) %d = call i32 @in() "
           "%f = icmp eq i32 %d, 0 br i1 %f, label %h, label %x" +
           outer + " x: ret i32 0";
  };
  const std::string asks = ", !llvm.loop !0";
  EXPECT_TRUE(is_wrong(of("ptr %p", blocks(asks, ""), blocks(asks, asks))));
}

TEST(TargetShape, WhatMayBeUndefinedOnOneWayIsNotBeforeTheBranch) {
  // On the way to %j the source has a block that the target lacks: what it says is not so on the other way.
  const auto source = [](const std::string& step, const std::string& value) {
    return "e: br i1 %c, label %a, label %b a: " + step + " br label %j b: " + value +
           " call void @out(i32 %v) br label %j j: %r = phi i32 [ 0, %a ], [ 1, %b ] call void @out(i32 %r) ret i32 %r";
  };
  const auto target = [](const std::string& value) {
    return "e: br i1 %c, label %j, label %b b: " + value +
           " call void @out(i32 %v) br label %j j: %r = phi i32 [ 0, %e ], [ 1, %b ] call void @out(i32 %r) ret i32 %r";
  };
  const std::string parameters = "i1 noundef %c, i1 noundef %y, i32 noundef %x, ptr noundef %p";
  const std::string assumes = "call void @llvm.assume(i1 %y)", divides = "%q = udiv i32 1, %x";
  const std::string is_true = "%v = zext i1 %y to i32", is_no_zero = "%z = icmp ne i32 %x, 0 %v = zext i1 %z to i32";
  const std::string one = "%v = add i32 0, 1";
  EXPECT_EQ(of(parameters, source(assumes, is_true), target(is_true)), Outcome::Proved);
  EXPECT_TRUE(is_wrong(of(parameters, source(assumes, is_true), target(one))));
  EXPECT_EQ(of(parameters, source(divides, is_no_zero), target(is_no_zero)), Outcome::Proved);
  EXPECT_TRUE(is_wrong(of(parameters, source(divides, is_no_zero), target(one))));
}

TEST(TargetShape, BothWaysOfABranchMayBeComputedBefore) {
  const auto source = [](const std::string& other) {
    return "e: call void @out(i32 0) br i1 %c, label %one, label %two one: %a = add i32 %y, 1 br label %m "
           "two: %b = " +
           other +
           " br label %m m: %v = phi i32 [ %a, %one ], [ %b, %two ] call void @out(i32 %v) "
           "%k = call i32 @in() ret i32 %v";
  };
  const auto target = [](const std::string& chosen) {
    return "e: call void @out(i32 0) %a = add i32 %y, 1 %b = shl i32 %y, 3 %v = select i1 %c, i32 " + chosen +
           " call void @out(i32 %v) %k = call i32 @in() ret i32 %v";
  };
  EXPECT_EQ(of("i1 %c, i32 %y", source("shl i32 %y, 3"), target("%a, i32 %b")), Outcome::Proved);
  EXPECT_TRUE(is_wrong(of("i1 %c, i32 %y", source("shl i32 %y, 3"), target("%b, i32 %a"))));
  EXPECT_TRUE(is_wrong(of("i1 %c, i32 %y", source("call i32 @in()"), target("%a, i32 %b"))));
}

}  // namespace
}  // namespace assay::prove
