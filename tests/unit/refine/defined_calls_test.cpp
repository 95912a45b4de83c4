#include <gtest/gtest.h>

#include "tests/unit/refine/pair.h"

namespace assay::refine {
namespace {

TEST(RefineDefinedCalls, WhatACalledFunctionComputesIsKnown) {
  const std::string callee = "define i8 @f(i8 %x) { %y = add i8 %x, 1 ret i8 %y }";
  const std::string source = "define i8 @src(i8 %x) { %r = call i8 @f(i8 %x) ret i8 %r }";
  EXPECT_EQ(verdict(callee + source + "define i8 @tgt(i8 %x) { %r = add i8 %x, 1 ret i8 %r }"), "correct");
  EXPECT_EQ(verdict(callee + source + "define i8 @tgt(i8 %x) { %r = add i8 %x, 2 ret i8 %r }"),
            "incorrect: value-mismatch");
  EXPECT_EQ(verdict(callee + source + "define i8 @tgt(i8 %x) { %r = add nsw i8 %x, 1 ret i8 %r }"),
            "incorrect: more-poisonous");
}

TEST(RefineDefinedCalls, WhatACalledFunctionMakesForItselfItsCallersAttributesDoNotForbid) {
  const std::string inner = "declare void @free(ptr) declare ptr @malloc(i64) define void @g() { %a = alloca i8 store i8 1, ptr %a ret void } "
                            "define void @h() { %p = call ptr @malloc(i64 4) call void @free(ptr %p) ret void } ";
  const auto pair = [&](const std::string& body, const std::string& attribute, const std::string& given) {
    return inner + "define i8 @f(ptr %p) " + attribute + " { " + body + " ret i8 0 } define i8 @src(ptr %p) { %r = call i8 @f(ptr %p) ret i8 %r } " +
           "define i8 @tgt(ptr %p) { ret i8 " + given + " }";
  };
  EXPECT_EQ(verdict(pair("call void @g()", "memory(none)", "1")), "incorrect: value-mismatch");
  EXPECT_EQ(verdict(pair("call void @g()", "memory(none)", "0")), "correct");
  EXPECT_EQ(verdict(pair("call void @h()", "nofree", "1")), "incorrect: value-mismatch");
  EXPECT_EQ(verdict(pair("store i8 1, ptr %p", "memory(none)", "1")), "correct") << "undefined";
}

TEST(RefineDefinedCalls, AFunctionThatTheLinkerMayReplaceStaysUnknown) {
  EXPECT_EQ(verdict("define weak i8 @f(i8 %x) { ret i8 3 }"
                    "define i8 @src(i8 %x) { %r = call i8 @f(i8 %x) ret i8 %r }"
                    "define i8 @tgt(i8 %x) { %r = call i8 @f(i8 %x) ret i8 3 }")
                .substr(0, 9),
            "incorrect");
}

TEST(RefineDefinedCalls, OneThatIsToBeInlinedEvenSoIsRefutedOnlyIfItsBodyIsToo) {
  const auto inlined = [](const std::string& attribute, const std::string& site, const std::string& result) {
    const std::string declared = "define linkonce i8 @f(i8 %x) " + attribute + " { %y = add i8 %x, 3 ret i8 %y } define i8 @g(i8 %x) { ret i8 %x } ";
    return verdict(declared + "define i8 @src(i8 %x) { %a = call i8 @g(i8 %x) %r = call i8 @f(i8 %a) " + site + " ret i8 %r }"
                   "define i8 @tgt(i8 %x) { %r = add i8 %x, " + result + " ret i8 %r }");
  };
  EXPECT_EQ(inlined("alwaysinline", "", "3"), "unknown: approximation");
  EXPECT_EQ(inlined("", "alwaysinline", "3"), "unknown: approximation");
  EXPECT_EQ(inlined("alwaysinline", "", "4").substr(0, 9), "incorrect");
  EXPECT_EQ(inlined("", "", "3").substr(0, 9), "incorrect");
  EXPECT_EQ(verdict("define weak i8 @f(i8 %x) alwaysinline { ret i8 3 }"
                    "define i8 @src(i8 %x) { %r = call i8 @f(i8 %x) ret i8 %r }"
                    "define i8 @tgt(i8 %x) { %y = add i8 %x, 0 %r = call i8 @f(i8 %y) ret i8 %r }"),
            "correct");
}

TEST(RefineDefinedCalls, BranchesLoopsAndMemoryOfTheCalleeAreRun) {
  EXPECT_EQ(
      verdict(
          "define i8 @f(i8 %n, ptr %p) { entry: br label %head "
          "head: %i = phi i8 [ 0, %entry ], [ %j, %body ] %c = icmp ult i8 %i, %n br i1 %c, label %body, label %out "
          "body: store i8 %i, ptr %p %j = add i8 %i, 1 br label %head "
          "out: ret i8 %i }"
          "define i8 @src(ptr %p) { %a = call i8 @f(i8 2, ptr %p) %b = call i8 @f(i8 3, ptr %p) %r = add i8 %a, %b ret "
          "i8 %r }"
          "define i8 @tgt(ptr %p) { store i8 2, ptr %p ret i8 5 }"),
      "correct");
  EXPECT_EQ(
      verdict("define i8 @f(i1 %c, ptr %p) { br i1 %c, label %a, label %b "
              "a: store i8 1, ptr %p ret i8 1 b: store i8 2, ptr %p ret i8 2 }"
              "define i8 @src(i1 noundef %c, ptr %p) { %a = call i8 @f(i1 %c, ptr %p) ret i8 %a }"
              "define i8 @tgt(i1 noundef %c, ptr %p) { %v = select i1 %c, i8 2, i8 1 store i8 %v, ptr %p ret i8 %v }")
          .substr(0, 9),
      "incorrect");
}

TEST(RefineDefinedCalls, UndefinedBehaviourOfTheCalleeIsTheCallers) {
  const std::string callee = "define i8 @f(i8 %x) { %y = udiv i8 8, %x ret i8 %y }";
  EXPECT_EQ(verdict(callee + "define i8 @src(i8 noundef %x) { %r = call i8 @f(i8 %x) ret i8 0 }"
                             "define i8 @tgt(i8 noundef %x) { ret i8 0 }"),
            "correct");
  EXPECT_EQ(verdict(callee + "define i8 @src(i8 noundef %x) { ret i8 0 }"
                             "define i8 @tgt(i8 noundef %x) { %r = call i8 @f(i8 %x) ret i8 0 }"),
            "incorrect: more-ub");
}

TEST(RefineDefinedCalls, AnUndefResultIsPickedAnewAtEachUse) {
  EXPECT_EQ(verdict("define i8 @f() { ret i8 undef }"
                    "define i8 @src() { %a = call i8 @f() %r = sub i8 %a, %a ret i8 %r }"
                    "define i8 @tgt() { ret i8 7 }"),
            "correct");
  EXPECT_EQ(verdict("define noundef i8 @f() { ret i8 undef }"
                    "define i8 @src() { %a = call i8 @f() ret i8 %a }"
                    "define i8 @tgt() { unreachable }"),
            "correct");
}

TEST(RefineDefinedCalls, ObjectsOfTheCalleesStackDieWithIt) {
  EXPECT_EQ(verdict("define ptr @f() { %p = alloca i8 store i8 1, ptr %p ret ptr %p }"
                    "define void @src() { %p = call ptr @f() store i8 2, ptr %p ret void }"
                    "define void @tgt() { unreachable }"),
            "correct");
  EXPECT_EQ(verdict("define i8 @f(ptr %q) { %p = alloca i8 store i8 1, ptr %p %v = load i8, ptr %q ret i8 %v }"
                    "define i8 @src() { %p = alloca i8 store i8 5, ptr %p %v = call i8 @f(ptr %p) %w = load i8, ptr %p "
                    "%r = add i8 %v, %w ret i8 %r }"
                    "define i8 @tgt() { ret i8 10 }"),
            "correct");
}

TEST(RefineDefinedCalls, TheCalleeOfATailCallDoesNotAccessTheCallersStack) {
  const std::string callee = "define i8 @f(ptr %q) { %v = load i8, ptr %q ret i8 %v }";
  const std::string target = "define i8 @tgt() { unreachable }";
  EXPECT_EQ(
      verdict(callee + "define i8 @src() { %p = alloca i8 store i8 5, ptr %p %v = tail call i8 @f(ptr %p) ret i8 %v }" +
              target),
      "correct");
  EXPECT_EQ(
      verdict(callee + "define i8 @src() { %p = alloca i8 store i8 5, ptr %p %v = call i8 @f(ptr %p) ret i8 %v }" +
              target),
      "incorrect: more-ub");
}

TEST(RefineDefinedCalls, WhatACalledFunctionPromisesOfMemoryIsFollowed) {
  const auto callee = [](const std::string& attributes) {
    return "define void @f(ptr %p) " + attributes +
           " { %q = alloca i8 store i8 1, ptr %q store i8 1, ptr %p ret void }";
  };
  const std::string pair =
      "define void @src(ptr %p) { call void @f(ptr %p) ret void } define void @tgt(ptr %p) { unreachable }";
  EXPECT_EQ(verdict(callee("memory(none)") + pair), "correct");
  EXPECT_EQ(verdict(callee("memory(read)") + pair), "correct");
  EXPECT_EQ(verdict(callee("memory(argmem: write)") + pair), "incorrect: more-ub");
}

TEST(RefineDefinedCalls, APromiseThatIsNotFollowedRefutesNothing) {
  EXPECT_EQ(verdict("define i8 @f(ptr noalias %p, ptr %q) { store i8 1, ptr %p store i8 2, ptr %q %v = load i8, ptr %p "
                    "ret i8 %v }"
                    "define i8 @src(ptr %p, ptr %q) { %v = call i8 @f(ptr %p, ptr %q) ret i8 %v }"
                    "define i8 @tgt(ptr %p, ptr %q) { store i8 1, ptr %p store i8 2, ptr %q ret i8 1 }"),
            "unknown: approximation");
}

TEST(RefineDefinedCalls, RecursionIsAnUnknownCall) {
  const std::string callee =
      "define i8 @f(i8 %n) { %c = icmp eq i8 %n, 0 br i1 %c, label %a, label %b a: ret i8 1 "
      "b: %m = sub i8 %n, 1 %r = call i8 @f(i8 %m) %s = mul i8 %r, 3 ret i8 %s }";
  EXPECT_EQ(verdict(callee + "define i8 @src(i8 noundef %n) { %r = call i8 @f(i8 %n) %s = add i8 %r, %r ret i8 %s }"
                             "define i8 @tgt(i8 noundef %n) { %r = call i8 @f(i8 %n) %s = shl i8 %r, 1 ret i8 %s }"),
            "correct");
  EXPECT_EQ(verdict(callee + "define i8 @src() { %r = call i8 @f(i8 4) ret i8 %r }"
                             "define i8 @tgt() { ret i8 80 }"),
            "unknown: approximation");
}

}  // namespace
}  // namespace assay::refine
