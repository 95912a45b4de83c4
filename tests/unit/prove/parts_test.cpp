#include <gtest/gtest.h>

#include "tests/unit/prove/outcomes.h"

/// What an optimizer changed, judged by itself.
namespace assay::prove {
namespace {

Outcome outcome(const std::string& module, bool undef = false) { return outcome_of(module, {.undef = undef}); }

/// A loop whose rounds nobody can count: proved without a bound only by what changed in it.
std::string loop(const std::string& name, const std::string& body, const std::string& next = "%j") {
  return "define i32 @" + name + "(i32 %x, i32 %y, ptr %p) { e: br label %l l: %i = phi i32 [ %x, %e ], [ " + next +
         ", %l ] " + body +
         " store i32 %j, ptr %p %v = load i32, ptr %p %c = icmp eq i32 %v, %y br i1 %c, label %o, label %l o: ret i32 "
         "%i } ";
}

TEST(Parts, ExpressionsInALoopAreProvedForAnyNumberOfRounds) {
  EXPECT_EQ(outcome(loop("src", "%j = mul i32 %i, 8") + loop("tgt", "%j = shl i32 %i, 3")), Outcome::Proved);
  EXPECT_EQ(outcome(loop("src", "%a = and i32 %i, %y %b = or i32 %i, %y %j = add i32 %a, %b") +
                    loop("tgt", "%j = add i32 %y, %i")),
            Outcome::Proved);
}

TEST(Parts, AnInputOfAPartMayBePoisonAndIsMorePoisonousThanNothing) {
  EXPECT_EQ(outcome(loop("src", "%j = add nsw i32 %i, 1") + loop("tgt", "%j = add i32 %i, 1")), Outcome::Proved);
  EXPECT_EQ(outcome(loop("src", "%j = add i32 %i, 1") + loop("tgt", "%j = add nsw i32 %i, 1")), Outcome::Refuted);
}

TEST(Parts, AChoiceThatIsMadeOnceCanNotBeMadeInEachRound) {
  const std::string once =
      "define i32 @src(i32 %x, i32 %y, ptr %p) { e: %f = freeze i32 %x br label %l l: "
      "%v = load i32, ptr %p store i32 %f, ptr %p %c = icmp eq i32 %v, %y br i1 %c, label %o, label %l "
      "o: ret i32 %v } ";
  const std::string each =
      "define i32 @tgt(i32 %x, i32 %y, ptr %p) { e: br label %l l: %f = freeze i32 %x "
      "%v = load i32, ptr %p store i32 %f, ptr %p %c = icmp eq i32 %v, %y br i1 %c, label %o, label %l "
      "o: ret i32 %v } ";
  EXPECT_EQ(outcome(once + each), Outcome::Unproved);
}

TEST(Parts, TwoChoicesAreNotOne) {
  const std::string one = "define i8 @src(i8 %x) { %f = freeze i8 %x %g = xor i8 %f, %f ret i8 %g } ";
  const std::string two = "define i8 @tgt(i8 %x) { %f = freeze i8 %x %h = freeze i8 %x %g = xor i8 %f, %h ret i8 %g } ";
  EXPECT_EQ(outcome(one + two), Outcome::Refuted);
}

TEST(Parts, AnUndefInputIsPickedAnewByEachUse) {
  const auto function = [](const std::string& name, const std::string& body) {
    return "define i8 @" + name + "(i8 %x, ptr %p) { %v = load i8, ptr %p %w = shl i8 %x, 1 " + body + " ret i8 %r } ";
  };
  const std::string pair = function("src", "%r = shl i8 %w, 1") + function("tgt", "%r = add i8 %w, %w");
  EXPECT_EQ(outcome(pair, /*undef=*/false), Outcome::Proved);
  EXPECT_EQ(outcome(pair, /*undef=*/true), Outcome::RefusedAndWrong);
}

TEST(Parts, StoresStayInTheirOrderAndDivisionsInTheirPlace) {
  const std::string head = "(i32 %x, i32 %y, ptr %p, ptr %q) { ";
  const auto stores = [&](const std::string& name, const std::string& body) {
    return "define void @" + name + head + body + " ret void } ";
  };
  const std::string source = stores("src", "%d = mul i32 %x, 2 store i32 %d, ptr %p store i32 %y, ptr %q");
  EXPECT_EQ(outcome(source + stores("tgt", "%d = shl i32 %x, 1 store i32 %d, ptr %p store i32 %y, ptr %q")),
            Outcome::Proved);
  EXPECT_EQ(outcome(source + stores("tgt", "%d = shl i32 %x, 1 store i32 %y, ptr %q store i32 %d, ptr %p")),
            Outcome::RefusedAndWrong);
  const auto divides = [](const std::string& name, const std::string& before, const std::string& within) {
    return "define i32 @" + name + "(i1 %c, i32 %x, i32 %y) { e: " + before +
           " br i1 %c, label %t, label %o t: " + within +
           " br label %o o: %r = phi i32 [ 0, %e ], [ %d, %t ] ret i32 %r } ";
  };
  const std::string d = "%d = udiv i32 %x, %y";
  EXPECT_EQ(outcome(divides("src", "", "%z = mul i32 %x, 2 %d = udiv i32 %z, %y") +
                    divides("tgt", "", "%z = shl i32 %x, 1 %d = udiv i32 %z, %y")),
            Outcome::Proved);
  EXPECT_EQ(outcome(divides("src", "", d) + divides("tgt", d, "")), Outcome::RefusedAndWrong);
}

TEST(Parts, AttributesThatTheTargetAddsAreNotSkipped) {
  const auto calls = [](const std::string& of_result, const std::string& of_argument, const std::string& value) {
    return "define " + of_result + " i8 @" + (value == "mul i8 %x, 2" ? "src" : "tgt") + "(i8 %x) { %v = " + value +
           " %r = call i8 @f(i8 " + of_argument + " %v) ret i8 %r } ";
  };
  const std::string before = "mul i8 %x, 2", after = "shl i8 %x, 1", declared = "declare i8 @f(i8) ";
  for (const std::string kept : {"", "noundef"}) {
    EXPECT_EQ(outcome(declared + calls(kept, kept, before) + calls(kept, kept, after)), Outcome::Proved);
    EXPECT_EQ(outcome(declared + calls("", kept, before) + calls("noundef", kept, after)), Outcome::RefusedAndWrong);
    EXPECT_EQ(outcome(declared + calls(kept, "", before) + calls(kept, "noundef", after)), Outcome::RefusedAndWrong);
  }
}

TEST(Parts, WhatBothComputeIsLookedIntoWhereThatIsNeeded) {
  EXPECT_EQ(
      outcome(loop("src", "%j = shl i32 %i, 1 %d = icmp eq i32 %j, 1 %z = zext i1 %d to i32 store i32 %z, ptr %p") +
              loop("tgt", "%j = shl i32 %i, 1 store i32 0, ptr %p")),
      Outcome::Proved);
}

/// A loop with a counter that nobody but the source has; what follows stores what it does not depend on, if `step` is
/// 0.
std::string counted(const std::string& name, const std::string& body, const std::string& phi) {
  return "define void @" + name + "(i32 %x, i32 %y, ptr %p) { e: br label %l l: " + phi + body +
         " %v = load i32, ptr %p %c = icmp eq i32 %v, %y br i1 %c, label %o, label %l o: ret void } ";
}

TEST(Parts, APhiThatStaysWhatItWasIsThat) {
  const std::string target = counted("tgt", "store i32 %x, ptr %p", "");
  const auto source = [](const std::string& next) {
    return counted("src", "%s = add i32 %x, %i store i32 %s, ptr %p %n = " + next,
                   "%i = phi i32 [ 0, %e ], [ %n, %l ] ");
  };
  EXPECT_EQ(outcome(source("mul i32 %i, 3") + target), Outcome::Proved);
  EXPECT_EQ(outcome(source("add i32 %i, 1") + target), Outcome::Refuted);
  EXPECT_EQ(outcome(counted("src", "%s = add i32 %x, %i store i32 %s, ptr %p", "%i = phi i32 [ 0, %e ], [ 0, %l ] ") +
                    target),
            Outcome::Proved);
}

TEST(Parts, APhiStaysInTheRangeThatItsStepsKeep) {
  const auto function = [](const std::string& name, const std::string& first, const std::string& step,
                           const std::string& gep) {
    return counted(name, "%a = getelementptr " + gep + " i8, ptr %p, i64 %i store i8 1, ptr %a %n = " + step,
                   "%i = phi i64 [ " + first + ", %e ], [ %n, %l ] ");
  };
  const auto verdict = [&](const std::string& first, const std::string& step) {
    return outcome(function("src", first, step, "inbounds") + function("tgt", first, step, "inbounds nuw"));
  };
  EXPECT_EQ(verdict("3", "add nsw i64 %i, 2"), Outcome::Proved);
  EXPECT_EQ(verdict("0", "lshr i64 %i, 1"), Outcome::Proved);
  EXPECT_EQ(verdict("3", "add nsw i64 %i, -2"), Outcome::Unproved);
  EXPECT_EQ(verdict("-1", "add nsw i64 %i, 2"), Outcome::Refuted);
  EXPECT_EQ(verdict("0", "add i64 %i, 2"), Outcome::Unproved);
  // Neither promises anything of signed numbers.
  EXPECT_EQ(outcome(function("src", "3", "add nsw i64 %i, 2", "") + function("tgt", "3", "add nsw i64 %i, 2", "nuw")),
            Outcome::Unproved);
  // Nor does this, but %p and %a are both accessed in each round: a proof by rounds.
  EXPECT_EQ(
      outcome(function("src", "3", "add nsw i64 %i, 2", "nuw") + function("tgt", "3", "add nsw i64 %i, 2", "inbounds")),
      Outcome::Proved);
}

TEST(Parts, TheConditionUnderWhichALoopGoesOnBoundsItsPhis) {
  const auto verdict = [](const std::string& labels) {
    const auto function = [&](const std::string& name, const std::string& gep) {
      return "define void @" + name +
             "(ptr %p) { e: br label %l l: %i = phi i64 [ 1, %e ], [ %n, %l ] %a = getelementptr " + gep +
             " i8, ptr %p, i64 %i store i8 1, ptr %a %n = add i64 %i, -2 %c = icmp sgt i64 %n, -1 br i1 %c, " + labels +
             " o: ret void } ";
    };
    return outcome(function("src", "inbounds") + function("tgt", "inbounds nuw"));
  };
  EXPECT_EQ(verdict("label %l, label %o"), Outcome::Proved);
  EXPECT_EQ(verdict("label %o, label %l"), Outcome::Unproved);
}

TEST(Parts, ARangeHoldsForNothingThatMayBeUndef) {
  // With undef for %u the difference is any number, and so is the next one.
  const auto function = [](const std::string& name, const std::string& gep) {
    return counted(name,
                   "%u = load i64, ptr %p %d = sub i64 %u, %u %a = getelementptr " + gep +
                       " i8, ptr %p, i64 %i store i8 1, ptr %a %n = add i64 %d, 1",
                   "%i = phi i64 [ 0, %e ], [ %n, %l ] ");
  };
  EXPECT_EQ(outcome(function("src", "inbounds") + function("tgt", "inbounds nuw")), Outcome::Unproved);
}

TEST(Parts, WhereTheTargetNeverComesNothingHasToBeTheSame) {
  const auto function = [](const std::string& name, const std::string& condition, const std::string& result) {
    return "define i32 @" + name + "(i32 %x, ptr %p) { e: br label %l l: %i = phi i32 [ %x, %e ], [ %j, %l ] " +
           "%j = add i32 %i, 1 store i32 %j, ptr %p %r = srem i32 %i, 1 %c = icmp " + condition +
           " br i1 %c, label %l, label %o o: ret i32 " + result + " } ";
  };
  const auto target = [](const std::string& condition, const std::string& result) {
    return "define i32 @tgt(i32 %x, ptr %p) { e: br label %l l: %i = phi i32 [ %x, %e ], [ %j, %l ] " +
           std::string("%j = add i32 %i, 1 store i32 %j, ptr %p br i1 ") + condition +
           ", label %l, label %o o: ret i32 " + result + " } ";
  };
  EXPECT_EQ(outcome(function("src", "ult i32 %r, 2", "%j") + target("true", "poison")), Outcome::Proved);
  EXPECT_EQ(outcome(function("src", "ult i32 %r, 2", "%j") + target("false", "poison")), Outcome::Unproved);
  EXPECT_EQ(outcome(function("src", "ult i32 %j, 2", "%j") + target("true", "poison")), Outcome::Unproved);
  EXPECT_EQ(outcome(function("src", "ult i32 %j, 2", "%j") + function("tgt", "ult i32 %j, 2", "poison")),
            Outcome::Refuted);
}

TEST(Parts, APointerThatIsOnlyKeptInAStackObjectIsThatPointer) {
  const std::string head = "(ptr %p, ptr %q, i1 %c) { ";
  const std::string target =
      "define void @tgt" + head + "%a = getelementptr inbounds nuw i8, ptr %p, i64 4 store i32 7, ptr %a ret void }";
  const auto source = [&](const std::string& between) {
    return "define void @src" + head +
           "%s = alloca ptr %a = getelementptr inbounds i8, ptr %p, i64 4 store ptr %a, ptr %s " + between +
           " %b = load ptr, ptr %s store i32 7, ptr %b ret void } ";
  };
  EXPECT_EQ(outcome(source("") + target), Outcome::Proved);
  EXPECT_EQ(outcome(source("store ptr %q, ptr %s") + target), Outcome::RefusedAndWrong);
  EXPECT_EQ(outcome(source("store ptr %s, ptr %q store ptr %q, ptr %p") + target), Outcome::RefusedAndWrong);
}

}  // namespace
}  // namespace assay::prove
