#include <gtest/gtest.h>

#include "tests/unit/check/pairs.h"

/// What an optimizer changed, judged by itself.
namespace assay::check {
namespace {

/// The solver gets no time for the whole, and the interpreter is not asked: only parts are proved.
std::string by_parts(const std::string& module, bool undef = false) {
  Options options;
  options.undef_input = undef;
  options.samples = options.quick_budget = options.exhaustive_budget = 0;
  options.smt_timeout_ms = 4'000;
  options.trust_text = false;
  const Verdict verdict = judge(module, options);
  return word(verdict) + verdict.bound;
}

/// A loop whose rounds nobody can count: proved without a bound only by what changed in it.
std::string loop(const std::string& name, const std::string& body, const std::string& next = "%j") {
  return "define i32 @" + name + "(i32 %x, i32 %y, ptr %p) { e: br label %l l: %i = phi i32 [ %x, %e ], [ " + next +
         ", %l ] " + body +
         " store i32 %j, ptr %p %v = load i32, ptr %p %c = icmp eq i32 %v, %y br i1 %c, label %o, label %l o: ret i32 "
         "%i } ";
}

TEST(CheckCut, ExpressionsInALoopAreProvedForAnyNumberOfRounds) {
  EXPECT_EQ(by_parts(loop("src", "%j = mul i32 %i, 8") + loop("tgt", "%j = shl i32 %i, 3")), "correct");
  EXPECT_EQ(by_parts(loop("src", "%a = and i32 %i, %y %b = or i32 %i, %y %j = add i32 %a, %b") +
                     loop("tgt", "%j = add i32 %y, %i")),
            "correct");
}

TEST(CheckCut, AnInputOfAPartMayBePoisonAndIsMorePoisonousThanNothing) {
  EXPECT_EQ(by_parts(loop("src", "%j = add nsw i32 %i, 1") + loop("tgt", "%j = add i32 %i, 1")), "correct");
  EXPECT_NE(by_parts(loop("src", "%j = add i32 %i, 1") + loop("tgt", "%j = add nsw i32 %i, 1")).substr(0, 7),
            "correct");
}

TEST(CheckCut, AChoiceThatIsMadeOnceCanNotBeMadeInEachRound) {
  const std::string once =
      "define i32 @src(i32 %x, i32 %y, ptr %p) { e: %f = freeze i32 %x br label %l l: "
      "%v = load i32, ptr %p store i32 %f, ptr %p %c = icmp eq i32 %v, %y br i1 %c, label %o, label %l "
      "o: ret i32 %v } ";
  const std::string each =
      "define i32 @tgt(i32 %x, i32 %y, ptr %p) { e: br label %l l: %f = freeze i32 %x "
      "%v = load i32, ptr %p store i32 %f, ptr %p %c = icmp eq i32 %v, %y br i1 %c, label %o, label %l "
      "o: ret i32 %v } ";
  EXPECT_NE(by_parts(once + each), "correct");
}

TEST(CheckCut, TwoChoicesAreNotOne) {
  const std::string one = "define i8 @src(i8 %x) { %f = freeze i8 %x %g = xor i8 %f, %f ret i8 %g } ";
  const std::string two = "define i8 @tgt(i8 %x) { %f = freeze i8 %x %h = freeze i8 %x %g = xor i8 %f, %h ret i8 %g } ";
  EXPECT_EQ(by_parts(one + two).substr(0, 9), "incorrect");
}

TEST(CheckCut, AnUndefInputIsPickedAnewByEachUse) {
  const auto function = [](const std::string& name, const std::string& body) {
    return "define i8 @" + name + "(i8 %x, ptr %p) { %v = load i8, ptr %p %w = shl i8 %x, 1 " + body + " ret i8 %r } ";
  };
  const std::string pair = function("src", "%r = shl i8 %w, 1") + function("tgt", "%r = add i8 %w, %w");
  EXPECT_EQ(by_parts(pair, /*undef=*/false), "correct");
  EXPECT_EQ(by_parts(pair, /*undef=*/true).substr(0, 9), "incorrect");
}

TEST(CheckCut, StoresStayInTheirOrderAndDivisionsInTheirPlace) {
  const std::string head = "(i32 %x, i32 %y, ptr %p, ptr %q) { ";
  EXPECT_EQ(by_parts("define void @src" + head + "store i32 %x, ptr %p store i32 %y, ptr %q ret void } " +
                     "define void @tgt" + head + "store i32 %y, ptr %q store i32 %x, ptr %p ret void }")
                .substr(0, 9),
            "incorrect");
  const auto divides = [](const std::string& name, const std::string& before, const std::string& within) {
    return "define i32 @" + name + "(i1 %c, i32 %x, i32 %y) { e: " + before +
           " br i1 %c, label %t, label %o t: " + within +
           " br label %o o: %r = phi i32 [ 0, %e ], [ %d, %t ] ret i32 %r } ";
  };
  const std::string d = "%d = udiv i32 %x, %y";
  EXPECT_EQ(by_parts(divides("src", "", d) + divides("tgt", d, "")).substr(0, 9), "incorrect");
}

TEST(CheckCut, AttributesThatTheTargetAddsAreNotSkipped) {
  EXPECT_NE(by_parts("define i8 @src(i8 %x) { ret i8 %x } define noundef i8 @tgt(i8 %x) { ret i8 %x }"), "correct");
  EXPECT_NE(by_parts("declare i8 @f(i8) define i8 @src(i8 %x) { %r = call i8 @f(i8 %x) ret i8 %r } "
                     "define i8 @tgt(i8 %x) { %r = call i8 @f(i8 noundef %x) ret i8 %r }"),
            "correct");
}

TEST(CheckCut, WhatBothComputeIsLookedIntoWhereThatIsNeeded) {
  EXPECT_EQ(
      by_parts(loop("src", "%j = shl i32 %i, 1 %d = icmp eq i32 %j, 1 %z = zext i1 %d to i32 store i32 %z, ptr %p") +
               loop("tgt", "%j = shl i32 %i, 1 store i32 0, ptr %p")),
      "correct");
}

/// A loop with a counter that nobody but the source has; what follows stores what it does not depend on, if `step` is
/// 0.
std::string counted(const std::string& name, const std::string& body, const std::string& phi) {
  return "define void @" + name + "(i32 %x, i32 %y, ptr %p) { e: br label %l l: " + phi + body +
         " %v = load i32, ptr %p %c = icmp eq i32 %v, %y br i1 %c, label %o, label %l o: ret void } ";
}

TEST(CheckCut, APhiThatStaysWhatItWasIsThat) {
  const std::string target = counted("tgt", "store i32 %x, ptr %p", "");
  const auto source = [](const std::string& next) {
    return counted("src", "%s = add i32 %x, %i store i32 %s, ptr %p %n = " + next,
                   "%i = phi i32 [ 0, %e ], [ %n, %l ] ");
  };
  EXPECT_EQ(by_parts(source("mul i32 %i, 3") + target), "correct");
  EXPECT_NE(by_parts(source("add i32 %i, 1") + target), "correct");
  EXPECT_EQ(by_parts(counted("src", "%s = add i32 %x, %i store i32 %s, ptr %p", "%i = phi i32 [ 0, %e ], [ 0, %l ] ") +
                     target),
            "correct");
}

TEST(CheckCut, APhiStaysInTheRangeThatItsStepsKeep) {
  const auto function = [](const std::string& name, const std::string& first, const std::string& step,
                           const std::string& gep) {
    return counted(name, "%a = getelementptr " + gep + " i8, ptr %p, i64 %i store i8 1, ptr %a %n = " + step,
                   "%i = phi i64 [ " + first + ", %e ], [ %n, %l ] ");
  };
  const auto verdict = [&](const std::string& first, const std::string& step) {
    return by_parts(function("src", first, step, "inbounds") + function("tgt", first, step, "inbounds nuw"));
  };
  EXPECT_EQ(verdict("3", "add nsw i64 %i, 2"), "correct");
  EXPECT_EQ(verdict("0", "lshr i64 %i, 1"), "correct");
  EXPECT_NE(verdict("3", "add nsw i64 %i, -2"), "correct");
  EXPECT_NE(verdict("-1", "add nsw i64 %i, 2"), "correct");
  EXPECT_NE(verdict("0", "add i64 %i, 2"), "correct");
  // Neither promises anything of signed numbers.
  EXPECT_NE(by_parts(function("src", "3", "add nsw i64 %i, 2", "") + function("tgt", "3", "add nsw i64 %i, 2", "nuw")),
            "correct");
  // Nor does this, but %p and %a are both accessed in each round: a proof by rounds.
  EXPECT_EQ(by_parts(function("src", "3", "add nsw i64 %i, 2", "nuw") +
                     function("tgt", "3", "add nsw i64 %i, 2", "inbounds")),
            "correct");
}

TEST(CheckCut, TheConditionUnderWhichALoopGoesOnBoundsItsPhis) {
  const auto verdict = [](const std::string& labels) {
    const auto function = [&](const std::string& name, const std::string& gep) {
      return "define void @" + name +
             "(ptr %p) { e: br label %l l: %i = phi i64 [ 1, %e ], [ %n, %l ] %a = getelementptr " + gep +
             " i8, ptr %p, i64 %i store i8 1, ptr %a %n = add i64 %i, -2 %c = icmp sgt i64 %n, -1 br i1 %c, " + labels +
             " o: ret void } ";
    };
    return by_parts(function("src", "inbounds") + function("tgt", "inbounds nuw"));
  };
  EXPECT_EQ(verdict("label %l, label %o"), "correct");
  EXPECT_NE(verdict("label %o, label %l"), "correct");
}

TEST(CheckCut, ARangeHoldsForNothingThatMayBeUndef) {
  // With undef for %u the difference is any number, and so is the next one.
  const auto function = [](const std::string& name, const std::string& gep) {
    return counted(name,
                   "%u = load i64, ptr %p %d = sub i64 %u, %u %a = getelementptr " + gep +
                       " i8, ptr %p, i64 %i store i8 1, ptr %a %n = add i64 %d, 1",
                   "%i = phi i64 [ 0, %e ], [ %n, %l ] ");
  };
  EXPECT_NE(by_parts(function("src", "inbounds") + function("tgt", "inbounds nuw")), "correct");
}

TEST(CheckCut, WhereTheTargetNeverComesNothingHasToBeTheSame) {
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
  EXPECT_EQ(by_parts(function("src", "ult i32 %r, 2", "%j") + target("true", "poison")), "correct");
  EXPECT_NE(by_parts(function("src", "ult i32 %r, 2", "%j") + target("false", "poison")), "correct");
  EXPECT_NE(by_parts(function("src", "ult i32 %j, 2", "%j") + target("true", "poison")), "correct");
  EXPECT_NE(by_parts(function("src", "ult i32 %j, 2", "%j") + function("tgt", "ult i32 %j, 2", "poison")), "correct");
}

TEST(CheckCut, APointerThatIsOnlyKeptInAStackObjectIsThatPointer) {
  const std::string head = "(ptr %p, ptr %q, i1 %c) { ";
  const std::string target =
      "define void @tgt" + head + "%a = getelementptr inbounds nuw i8, ptr %p, i64 4 store i32 7, ptr %a ret void }";
  const auto source = [&](const std::string& between) {
    return "define void @src" + head +
           "%s = alloca ptr %a = getelementptr inbounds i8, ptr %p, i64 4 store ptr %a, ptr %s " + between +
           " %b = load ptr, ptr %s store i32 7, ptr %b ret void } ";
  };
  EXPECT_EQ(by_parts(source("") + target), "correct");
  EXPECT_NE(by_parts(source("store ptr %q, ptr %s") + target), "correct");
  EXPECT_NE(by_parts(source("store ptr %s, ptr %q store ptr %q, ptr %p") + target), "correct");
}

}  // namespace
}  // namespace assay::check
