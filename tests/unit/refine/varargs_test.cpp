#include <gtest/gtest.h>

#include <vector>

#include "tests/unit/refine/pair.h"

/// Variable arguments.
namespace assay::refine {
namespace {

const std::string kDeclarations =
    "declare void @llvm.va_start.p0(ptr) declare void @llvm.va_end.p0(ptr) declare void @llvm.va_copy.p0(ptr, ptr) "
    "declare void @g(ptr) declare void @llvm.lifetime.start.p0(ptr) declare void @llvm.lifetime.end.p0(ptr) ";
const std::string kList = "%l = alloca [24 x i8], align 8 ";
const std::string kStart = "call void @llvm.va_start.p0(ptr %l) ", kEnd = "call void @llvm.va_end.p0(ptr %l) ";
const std::string kStarted = kList + kStart;

std::string pair_of(const std::string& source, const std::string& target, const std::string& of = "(i32 %n, ...)") {
  return kDeclarations + "define i32 @src" + of + " { " + source + " } define i32 @tgt" + of + " { " + target + " }";
}
std::string word(const std::string& source, const std::string& target) { return verdict(pair_of(source, target)); }
bool is_refuted(const std::string& source, const std::string& target) {
  return word(source, target).starts_with("incorrect");
}

std::string take(const std::string& name, const std::string& type = "i32", const std::string& list = "%l") {
  return name + " = va_arg ptr " + list + ", " + type + " ";
}

TEST(RefineVarArgs, ArgumentsComeInOrder) {
  const std::string both = kStarted + take("%a") + take("%b") + kEnd;
  EXPECT_EQ(word(both + "%r = sub i32 %a, %b ret i32 %r", both + "%c = sub i32 0, %b %r = add i32 %c, %a ret i32 %r"), "correct");
  EXPECT_EQ(word(both + "%r = sub i32 %a, %b ret i32 %r", both + "%r = sub i32 %b, %a ret i32 %r"), "incorrect: value-mismatch");
  EXPECT_EQ(word(both + "%r = freeze i32 %a ret i32 %r", both + "%r = freeze i32 %b ret i32 %r"), "incorrect: value-mismatch");
  EXPECT_TRUE(is_refuted(both + "ret i32 %a", both + "ret i32 %b"));
}

TEST(RefineVarArgs, WhatIsTakenIsSomeValueOfItsType) {
  for (const std::string type : {"i8", "i32", "i64", "float", "double", "ptr", "<4 x i32>", "i128"}) {
    const std::string head = kStarted + take("%a", type) + kEnd + "%p = alloca " + type + " store " + type + " %a, ptr %p ";
    EXPECT_EQ(word(head + "%r = load i8, ptr %p %z = zext i8 %r to i32 ret i32 %z", head + "%r = load i8, ptr %p %z = zext i8 %r to i32 %w = or i32 %z, 0 ret i32 %w"), "correct") << type;
    EXPECT_TRUE(word(head + "%v = freeze " + type + " %a store " + type + " %v, ptr %p %r = load i8, ptr %p %z = zext i8 %r to i32 ret i32 %z",
                     head + "ret i32 7").starts_with("incorrect")) << type;
  }
}

TEST(RefineVarArgs, AnArgumentMayBePoison) {
  const std::string head = kStarted + take("%a") + kEnd;
  EXPECT_EQ(word(head + "ret i32 %a", head + "%r = freeze i32 %a ret i32 %r"), "correct");
  EXPECT_EQ(word(head + "%r = freeze i32 %a ret i32 %r", head + "ret i32 %a"), "incorrect: more-poisonous");
}

TEST(RefineVarArgs, AListThatWasNeverStartedGivesNothing) {
  EXPECT_EQ(word(kList + take("%a") + "ret i32 %a", "unreachable"), "correct");
  EXPECT_EQ(word(kStarted + kEnd + take("%a") + "ret i32 %a", "unreachable"), "correct");
  EXPECT_EQ(word(kStarted + take("%a") + "ret i32 %a", "unreachable"), "incorrect: more-ub");
  EXPECT_EQ(word(kStarted + take("%a") + kEnd + "ret i32 1", kStarted + kEnd + take("%a") + "ret i32 1"), "incorrect: more-ub");
  EXPECT_EQ(word(kStarted + take("%a") + kEnd + kStart + take("%b") + kEnd + "%r = sub i32 %a, %b ret i32 %r",
                 kStarted + take("%a") + kEnd + kStart + take("%b") + kEnd + "ret i32 0"),
            "correct");  // and started again it gives the same
  // Only on one way.
  const std::string some = kList + "%c = icmp eq i32 %n, 0 br i1 %c, label %a, label %b a: " + kStart + "br label %b b: " + take("%v");
  EXPECT_EQ(word(some + "ret i32 1", "%c = icmp eq i32 %n, 0 call void @llvm.assume(i1 %c) " + kStarted + take("%v") + "ret i32 1"), "correct");
}

TEST(RefineVarArgs, ACopyGoesOnWhereTheListIs) {
  const std::string copy = "%k = alloca [24 x i8], align 8 call void @llvm.va_copy.p0(ptr %k, ptr %l) ";
  const std::string head = kStarted + take("%a") + copy + take("%b") + take("%c", "i32", "%k");
  EXPECT_EQ(word(head + "%r = sub i32 %b, %c ret i32 %r", head + "%r = sub i32 %b, %b ret i32 %r"), "correct");
  EXPECT_EQ(word(head + "ret i32 %b", head + "ret i32 %c"), "correct");
  EXPECT_TRUE(is_refuted(head + "ret i32 %a", head + "ret i32 %c"));
}

TEST(RefineVarArgs, ListsThatNobodyTakesFromMayGo) {
  const std::string copy = "%k = alloca [24 x i8], align 8 call void @llvm.va_copy.p0(ptr %k, ptr %l) call void @llvm.va_end.p0(ptr %k) ";
  EXPECT_EQ(word(kStarted + kEnd + "ret i32 1", "ret i32 1"), "correct");
  EXPECT_EQ(word(kStarted + copy + take("%a") + kEnd + "ret i32 %a", kStarted + take("%a") + "ret i32 %a"), "correct");
}

TEST(RefineVarArgs, ArgumentsTakenInALoopAreTold) {
  const std::string loop = kStarted + "br label %h h: %i = phi i32 [ 0, %0 ], [ %j, %d ] %s = phi i32 [ 0, %0 ], [ %t, %d ] "
                           "%c = icmp ult i32 %i, 3 br i1 %c, label %d, label %e d: " + take("%v") +
                           "%t = add i32 %s, %v %j = add i32 %i, 1 br label %h e: " + kEnd;
  EXPECT_EQ(word(loop + "ret i32 %s", loop + "%z = sub i32 0, %s %r = sub i32 0, %z ret i32 %r"), "correct");
  EXPECT_EQ(word(loop + "ret i32 %s", loop + "%z = add i32 %s, 1 ret i32 %z"), "incorrect: value-mismatch");
}

TEST(RefineVarArgs, ArgumentsTakenAsOtherTypesRefuteNothing) {
  EXPECT_EQ(word(kStarted + take("%a", "i64") + "%r = trunc i64 %a to i32 ret i32 %r", kStarted + take("%a") + "ret i32 %a"),
            "unknown: approximation");
}

TEST(RefineVarArgs, AListThatOthersSeeIsMemory) {
  const std::string shown = kStarted + "call void @g(ptr %l) " + take("%a") + kEnd;
  EXPECT_EQ(word(shown + "%r = mul i32 %a, 2 ret i32 %r", shown + "%r = shl i32 %a, 1 ret i32 %r"), "correct");
  EXPECT_EQ(word(shown + "ret i32 %a", shown + "%r = add i32 %a, 1 ret i32 %r"), "unknown: approximation");
  const auto passed = [](const std::string& source, const std::string& target) {
    return verdict(pair_of(source, target, "(i32 %n, ptr %l)"));
  };
  EXPECT_EQ(passed(take("%a") + take("%b") + "%r = sub i32 %a, %b ret i32 %r",
                   take("%a") + take("%b") + "%s = sub i32 %b, %a %r = sub i32 0, %s ret i32 %r"),
            "correct");
  EXPECT_EQ(passed(take("%a") + take("%b") + "ret i32 %a", take("%a") + take("%b") + "ret i32 %b"), "unknown: approximation");
  EXPECT_EQ(passed(take("%a") + "ret i32 %a", take("%a") + take("%b") + "ret i32 %a"), "unknown: approximation");
}

TEST(RefineVarArgs, AListOutsideItsLifetimeIsNotAccessed) {
  const std::string live = kList + "call void @llvm.lifetime.start.p0(ptr %l) " + kStart + take("%a") + kEnd;
  const std::string over = "call void @llvm.lifetime.end.p0(ptr %l) ";
  EXPECT_EQ(word(live + over + "ret i32 %a", live + over + "%r = xor i32 %a, 0 ret i32 %r"), "correct");
  EXPECT_EQ(word(live + over + "ret i32 %a", live + over + kStart + "ret i32 %a"), "incorrect: more-ub");
}

}  // namespace
}  // namespace assay::refine
