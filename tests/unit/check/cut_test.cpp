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

}  // namespace
}  // namespace assay::check
