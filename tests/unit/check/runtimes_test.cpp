#include <gtest/gtest.h>

#include "tests/unit/check/pairs.h"

/// Intrinsics that stand for functions of a runtime: coroutines before they are split, guards, Objective-C, counters.
namespace assay::check {
namespace {

std::string judged(const std::string& module) { return word(judge(module)).substr(0, 9); }

std::string guarded(const std::string& name, const std::string& body) {
  return "define i32 @" + name + "(i1 noundef %a, i1 noundef %b, i32 noundef %x) { " + body + " ret i32 %x } ";
}
std::string guard(const std::string& condition, const std::string& state = "i32 %x") {
  return "call void (i1, ...) @llvm.experimental.guard(i1 " + condition + ") [ \"deopt\"(" + state + ") ] ";
}
std::string of_guards(const std::string& source, const std::string& target) {
  return judged("declare void @llvm.experimental.guard(i1, ...) " + guarded("src", source) + guarded("tgt", target));
}

// LangRef: a guard leaves the function where its condition does not hold, and may where it does.
TEST(CheckGuards, MayBeWidenedAndLeftOutWhereTheyHoldOnly) {
  EXPECT_EQ(of_guards(guard("%a"), guard("%a") + "%y = add i32 %x, 0 "), "correct");
  EXPECT_EQ(of_guards(guard("true"), ""), "correct");
  EXPECT_EQ(of_guards(guard("%a") + guard("%a"), guard("%a")), "correct");
  EXPECT_EQ(of_guards(guard("%a") + guard("%b"), "%c = and i1 %a, %b " + guard("%c")), "correct");
  EXPECT_NE(of_guards(guard("%a"), ""), "correct");
  EXPECT_NE(of_guards("", guard("%a")), "correct");
  EXPECT_NE(of_guards(guard("%a"), guard("%b")), "correct");
  EXPECT_NE(of_guards(guard("%a"), guard("%a", "i32 1")), "correct");
  EXPECT_NE(of_guards(guard("%a") + guard("%b", "i32 1"), "%c = and i1 %a, %b " + guard("%c")), "incorrect")
      << "the first may fail though it holds, but not with the other's state";
}

TEST(CheckGuards, OfOneModuleAlone) {
  const std::string with = "declare void @llvm.experimental.guard(i1, ...) " + guarded("f", guard("true")),
                    without = guarded("f", "");
  Checker checker{Options()};
  EXPECT_EQ(word(check_texts(checker, with, without)), "correct");
  EXPECT_NE(word(check_texts(checker, without, with)), "correct");
}

std::string coroutine(const std::string& name, const std::string& before, const std::string& after) {
  return "define ptr @" + name +
         "(ptr %p, i32 noundef %x) presplitcoroutine { e: %l = alloca i32 "
         "%id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null) %n = call i32 @llvm.coro.size.i32() "
         "%m = call ptr @malloc(i32 %n) %h = call noalias ptr @llvm.coro.begin(token %id, ptr %m) " +
         before +
         " %s = call i8 @llvm.coro.suspend(token none, i1 false) switch i8 %s, label %o [ i8 0, label %r i8 1, label "
         "%r ] r: " +
         after + " br label %o o: call void @llvm.coro.end(ptr %h, i1 false, token none) ret ptr %h } ";
}
std::string of_coroutines(const std::string& source, const std::string& target) {
  return judged(
      "declare token @llvm.coro.id(i32, ptr readnone, ptr nocapture readonly, ptr) declare i32 @llvm.coro.size.i32() "
      "declare ptr @llvm.coro.begin(token, ptr writeonly) declare i8 @llvm.coro.suspend(token, i1) "
      "declare token @llvm.coro.save(ptr) declare void @llvm.coro.end(ptr, i1, token) declare ptr @malloc(i32) @g = "
      "external global i32 " +
      source + target);
}

TEST(CheckCoroutines, WhatTheyDoBesideSuspendingIsProved) {
  const auto is_correct = [](const std::string& before, const std::string& after, const std::string& other_before,
                             const std::string& other_after) {
    return of_coroutines(coroutine("src", before, after), coroutine("tgt", other_before, other_after)) == "correct";
  };
  EXPECT_TRUE(is_correct("", "%y = mul i32 %x, 2 store i32 %y, ptr %p", "", "%y = shl i32 %x, 1 store i32 %y, ptr %p"));
  EXPECT_TRUE(
      is_correct("store i32 %x, ptr %l", "%y = load i32, ptr %l store i32 %y, ptr %p", "", "store i32 %x, ptr %p"));
  EXPECT_FALSE(
      is_correct("", "%y = mul i32 %x, 2 store i32 %y, ptr %p", "", "%y = shl i32 %x, 2 store i32 %y, ptr %p"));
  EXPECT_FALSE(is_correct("store i32 %x, ptr %p", "", "", "store i32 %x, ptr %p")) << "others look at it meanwhile";
  EXPECT_FALSE(is_correct("store i32 %x, ptr %p", "%y = load i32, ptr %p store i32 %y, ptr @g", "store i32 %x, ptr %p",
                          "store i32 %x, ptr @g"));
}

TEST(CheckCoroutines, ADifferenceRefutesNothingAndTokensAreNotMixedUp) {
  EXPECT_NE(of_coroutines(coroutine("src", "", ""), "define ptr @tgt(ptr %p, i32 noundef %x) { ret ptr null } "),
            "incorrect");
  const std::string saves = "%a = call token @llvm.coro.save(ptr %h) %b = call token @llvm.coro.save(ptr %h) ";
  const auto suspends = [&](const std::string& token) {
    return saves + "%t = call i8 @llvm.coro.suspend(token " + token + ", i1 false) ";
  };
  EXPECT_NE(of_coroutines(coroutine("src", suspends("%a"), ""), coroutine("tgt", suspends("%b"), "")), "correct");
}

TEST(CheckRuntimes, CallsThatAreStillThereAreTheSame) {
  const auto both = [](const std::string& source, const std::string& target) {
    return judged(
        "declare ptr @llvm.objc.retain(ptr) declare void @llvm.objc.release(ptr) define void @src(ptr %p, ptr %q) { " +
        source + " ret void } define void @tgt(ptr %p, ptr %q) { " + target + " ret void } ");
  };
  const std::string pair =
      "%r = call ptr @llvm.objc.retain(ptr %p) store i8 1, ptr %q call void @llvm.objc.release(ptr %p)";
  EXPECT_EQ(both(pair, pair + " %z = getelementptr i8, ptr %q, i64 0"), "correct");
  EXPECT_EQ(both(pair, ""), "unknown: ");
  EXPECT_EQ(
      both(pair, "%r = call ptr @llvm.objc.retain(ptr %q) store i8 1, ptr %q call void @llvm.objc.release(ptr %p)"),
      "unknown: ");
}

}  // namespace
}  // namespace assay::check
