#include <gtest/gtest.h>

#include "tests/unit/check/pairs.h"

/// Intrinsics of which only the attributes are known (coroutines before they are split, Objective-C, counters), and
/// guards.
namespace assay::check {
namespace {

std::string judged(const std::string& module) {
  Options options;
  options.smt_timeout_ms = 20'000;
  const Verdict verdict = judge(module, options);
  return verdict.kind == VerdictKind::Incorrect ? "incorrect" : word(verdict);
}

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
  EXPECT_EQ(of_guards(guard("%a"), ""), "unknown: approximation");
  EXPECT_EQ(of_guards("", guard("%a")), "unknown: approximation");
  EXPECT_EQ(of_guards(guard("%a"), guard("%b")), "unknown: approximation");
  EXPECT_EQ(of_guards(guard("%a"), guard("%a", "i32 1")), "unknown: approximation");
  EXPECT_EQ(of_guards(guard("%a") + guard("%b", "i32 1"), "%c = and i1 %a, %b " + guard("%c")), "correct")
      << "the first may fail though it holds, but not with the other's state";
}

TEST(CheckGuards, OfOneModuleAlone) {
  const std::string with = "declare void @llvm.experimental.guard(i1, ...) " + guarded("f", guard("true")),
                    without = guarded("f", "");
  Checker checker{Options()};
  EXPECT_EQ(word(check_texts(checker, with, without)), "correct");
  EXPECT_EQ(word(check_texts(checker, without, with)), "unknown: approximation");
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
  EXPECT_EQ(of_coroutines(coroutine("src", "", ""), "define ptr @tgt(ptr %p, i32 noundef %x) { ret ptr null } "),
            "unknown: approximation");
  const std::string saves = "%a = call token @llvm.coro.save(ptr %h) %b = call token @llvm.coro.save(ptr %h) ";
  const auto suspends = [&](const std::string& token) {
    return saves + "%t = call i8 @llvm.coro.suspend(token " + token + ", i1 false) ";
  };
  EXPECT_EQ(of_coroutines(coroutine("src", suspends("%a"), ""), coroutine("tgt", suspends("%b"), "")),
            "unknown: approximation");
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
  EXPECT_EQ(both(pair, ""), "unknown: approximation");
  EXPECT_EQ(
      both(pair, "%r = call ptr @llvm.objc.retain(ptr %q) store i8 1, ptr %q call void @llvm.objc.release(ptr %p)"),
      "unknown: approximation");
}

// Tokens are numbers that nobody knows, so each suspension has the one of its own.
TEST(CheckCoroutines, SeveralTokensOfOneKindAreToldApart) {
  const std::string saves = "%a = call token @llvm.coro.save(ptr %h) %b = call token @llvm.coro.save(ptr %h) ";
  const auto suspends = [&](const std::string& first, const std::string& second) {
    return saves + "%t = call i8 @llvm.coro.suspend(token " + first +
           ", i1 false) %u = call i8 @llvm.coro.suspend(token " + second + ", i1 false) ";
  };
  const auto of = [&](const std::string& before, const std::string& after) {
    return of_coroutines(coroutine("src", before, "%y = mul i32 %x, 2 store i32 %y, ptr %p"),
                         coroutine("tgt", after, "%y = shl i32 %x, 1 store i32 %y, ptr %p"));
  };
  EXPECT_EQ(of(suspends("%a", "%b"), suspends("%a", "%b")), "correct");
  EXPECT_EQ(of(suspends("%a", "%b"), suspends("%b", "%a")), "unknown: approximation");
  EXPECT_EQ(of(suspends("%a", "%b"), suspends("%a", "%a")), "unknown: approximation");
}

std::string safepoint(const std::string& token, const std::string& live, const std::string& callee = "@f",
                      const std::string& bundles = "") {
  return token +
         " = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr "
         "elementtype(void ()) " +
         callee + ", i32 0, i32 0, i32 0, i32 0) [ " + bundles + "\"gc-live\"(" + live + ") ] ";
}
std::string relocated(const std::string& name, const std::string& token, int base, int derived) {
  return name + " = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token " + token + ", i32 " +
         std::to_string(base) + ", i32 " + std::to_string(derived) + ") ";
}
std::string of_safepoints(const std::string& source, const std::string& target) {
  const auto function = [](const std::string& name, const std::string& body) {
    return "define ptr addrspace(1) @" + name +
           "(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 noundef %x) gc \"statepoint-example\" { " + body +
           " ret ptr addrspace(1) %r } ";
  };
  return judged(
      "declare void @f() declare void @g() "
      "declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...) "
      "declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32) " +
      function("src", source) + function("tgt", target));
}

// Where an object is after a safepoint depends on the safepoint and on the pointers, not on their place in its bundle.
// CALL-37
TEST(CheckSafepoints, RelocateWhatTheirBundlesName) {
  const std::string p = "ptr addrspace(1) %p", q = "ptr addrspace(1) %q", both = p + ", " + q,
                    source = safepoint("%t", both) + relocated("%r", "%t", 0, 0);
  EXPECT_EQ(of_safepoints(source, safepoint("%t", q + ", " + p) + relocated("%r", "%t", 1, 1)), "correct");
  EXPECT_EQ(of_safepoints(source, safepoint("%t", p) + relocated("%r", "%t", 0, 0)), "correct");
  EXPECT_EQ(of_safepoints(safepoint("%t", both + ", " + p) + relocated("%r", "%t", 2, 0), source), "correct");
  EXPECT_EQ(of_safepoints(source, safepoint("%t", both) + relocated("%r", "%t", 1, 1)), "unknown: approximation");
  EXPECT_EQ(of_safepoints(source, safepoint("%t", both) + relocated("%r", "%t", 0, 1)), "unknown: approximation");
  EXPECT_EQ(of_safepoints(source, safepoint("%t", both) + "%r = getelementptr i8, ptr addrspace(1) %p, i64 0"),
            "unknown: approximation")
      << "the object may have moved";
  EXPECT_EQ(of_safepoints(source, safepoint("%t", p, "@g") + relocated("%r", "%t", 0, 0)), "unknown: approximation");
  EXPECT_EQ(of_safepoints(source, safepoint("%t", p) + relocated("%r", "%t", 0, 0)), "correct");
}

TEST(CheckSafepoints, AreToldApart) {
  const std::string p = "ptr addrspace(1) %p", two = safepoint("%t", p) + relocated("%m", "%t", 0, 0) +
                                                     safepoint("%u", "ptr addrspace(1) %m, " + p);
  EXPECT_EQ(of_safepoints(two + relocated("%r", "%u", 0, 0), two + "%y = add i32 %x, 1 " + relocated("%r", "%u", 0, 0)),
            "correct");
  EXPECT_EQ(of_safepoints(two + relocated("%r", "%u", 0, 0), two + relocated("%r", "%t", 0, 0)),
            "unknown: approximation");
  EXPECT_EQ(of_safepoints(two + relocated("%r", "%u", 0, 0), two + relocated("%r", "%u", 1, 1)),
            "unknown: approximation");
  EXPECT_EQ(of_safepoints(two + relocated("%r", "%u", 0, 0), safepoint("%t", p) + relocated("%r", "%t", 0, 0)),
            "unknown: approximation");
  EXPECT_EQ(of_safepoints(safepoint("%t", p) + relocated("%r", "%t", 0, 0), two + relocated("%r", "%u", 0, 0)),
            "unknown: approximation");
}

TEST(CheckSafepoints, PassTheirDeoptimizationStateAndADifferenceRefutesNothing) {
  const auto with = [](const std::string& state) {
    return safepoint("%t", "ptr addrspace(1) %p", "@f", "\"deopt\"(i32 " + state + "), ") + relocated("%r", "%t", 0, 0);
  };
  EXPECT_EQ(of_safepoints(with("%x"), "%y = add i32 %x, 0 " + with("%y")), "correct");
  EXPECT_EQ(of_safepoints(with("%x"), with("7")), "unknown: approximation");
  EXPECT_EQ(of_safepoints(with("%x"), "%r = getelementptr i8, ptr addrspace(1) %p, i64 0"), "unknown: approximation");
}

TEST(CheckRuntimes, TypeIdentifiersAreToldApartByTheirNames) {
  const auto both = [](const std::string& source, const std::string& target) {
    return judged("declare i1 @llvm.type.test(ptr, metadata) define i1 @src(ptr noundef %p, i32 %x) { " + source +
                  " ret i1 %r } define i1 @tgt(ptr noundef %p, i32 %x) { " + target + " ret i1 %r } !0 = distinct !{}");
  };
  const auto test = [](const std::string& name, const std::string& of) {
    return name + " = call i1 @llvm.type.test(ptr %p, metadata " + of + ") ";
  };
  const std::string a = test("%r", "!\"A\"");
  EXPECT_EQ(both(a, "%y = add i32 %x, 1 " + a), "correct");
  EXPECT_EQ(both(test("%s", "!\"A\"") + test("%t", "!\"A\"") + "%r = and i1 %s, %t ", a), "correct");
  EXPECT_EQ(both(a, test("%r", "!\"B\"")), "unknown: approximation");
  EXPECT_EQ(both(test("%s", "!\"A\"") + test("%t", "!\"B\"") + "%r = and i1 %s, %t ", a), "unknown: approximation");
  EXPECT_EQ(both(a, "%r = icmp eq ptr %p, null "), "unknown: approximation");
  EXPECT_EQ(both(test("%r", "!0"), "%y = add i32 %x, 1 " + test("%r", "!0")), "unsupported: intrinsic llvm.type.test");
}

TEST(CheckRuntimes, TrampolinesAreMadeOfWhatTheyAreGiven) {
  const auto both = [](const std::string& function, const std::string& chain) {
    const auto body = [](const std::string& name, const std::string& given, const std::string& with) {
      return "define i32 @" + name +
             "(ptr %c, ptr %d) { %t = alloca [32 x i8] call void @llvm.init.trampoline(ptr %t, ptr " + given +
             ", ptr " + with + ") %a = call ptr @llvm.adjust.trampoline(ptr %t) %r = call i32 %a(i32 1) ret i32 %r } ";
    };
    return judged(
        "declare void @llvm.init.trampoline(ptr, ptr, ptr) declare ptr @llvm.adjust.trampoline(ptr) "
        "declare i32 @f(ptr nest, i32) declare i32 @g(ptr nest, i32) " +
        body("src", "@f", "%c") + body("tgt", function, chain));
  };
  EXPECT_EQ(both("@f", "%c"), "correct");
  EXPECT_EQ(both("@g", "%c"), "unknown: approximation");
  EXPECT_EQ(both("@f", "%d"), "unknown: approximation");
}

/// What is called in source and target, `declared` being what `@src` and `@tgt` call.
std::string with_calls(const std::string& declared, const std::string& source, const std::string& target) {
  return judged(declared + " declare void @g() define i64 @src(ptr %p, i64 noundef %x) { " + source +
                " } define i64 @tgt(ptr %p, i64 noundef %x) { " + target + " } ");
}

// CALL-40: the linker, the machine or a later pass decides what these do.
TEST(CheckRuntimes, WhatOnlyAttributesAreKnownOfStaysWhereItIs) {
  const auto signs = [](const std::string& key) {
    return "%s = call i64 @llvm.ptrauth.sign(i64 %x, i32 " + key + ", i64 7) ret i64 %s";
  };
  const std::string sign = "declare i64 @llvm.ptrauth.sign(i64, i32, i64)";
  EXPECT_EQ(with_calls(sign, "%y = add i64 %x, 0 " + signs("1"), signs("1")), "correct");
  EXPECT_EQ(with_calls(sign, signs("1"), signs("2")), "unknown: approximation");
  EXPECT_EQ(with_calls(sign, signs("1"), "ret i64 %x"), "unknown: approximation");

  const std::string loop = "declare void @llvm.set.loop.iterations.i64(i64)";
  const std::string counts = "call void @llvm.set.loop.iterations.i64(i64 %x) ";
  EXPECT_EQ(with_calls(loop, counts + "%y = mul i64 %x, 2 ret i64 %y", counts + "%y = shl i64 %x, 1 ret i64 %y"),
            "correct");
  EXPECT_EQ(with_calls(loop, counts + "ret i64 %x", "ret i64 %x"), "unknown: approximation");
  EXPECT_EQ(with_calls(loop, "ret i64 %x", counts + "ret i64 %x"), "unknown: approximation");
}

// CALL-40: older and newer modules have intrinsics that the linked LLVM does not know.
TEST(CheckRuntimes, IntrinsicsOfOtherVersionsAreUnknownFunctions) {
  const std::string declared = "declare i64 @llvm.of.another.version(i64) declare void @llvm.of.some.version()";
  const std::string call = "%r = call i64 @llvm.of.another.version(i64 %x) call void @llvm.of.some.version() ";
  EXPECT_EQ(with_calls(declared, call + "%y = mul i64 %r, 2 ret i64 %y", call + "%y = shl i64 %r, 1 ret i64 %y"),
            "correct");
  EXPECT_EQ(with_calls(declared, call + "ret i64 %r", "ret i64 %x"), "unknown: approximation");
  EXPECT_EQ(with_calls(declared, "ret i64 %x", call + "ret i64 %x"), "unknown: approximation");
}

// CALL-41
TEST(CheckRuntimes, WhereMemoryBecomesInvariantItsContentsAreSeenAndKept) {
  const std::string declared = "declare ptr @llvm.invariant.start.p0(i64, ptr nocapture)";
  const std::string starts = "%i = call ptr @llvm.invariant.start.p0(i64 8, ptr %p) ", ends = "ret i64 %r";
  const std::string loads = "%r = load i64, ptr %p ", stores = "store i64 %x, ptr %p ";
  const auto both = [&](const std::string& source, const std::string& target) {
    return with_calls(declared, source, target);
  };
  EXPECT_EQ(both(stores + starts + loads + ends, stores + starts + "ret i64 %x"), "correct");
  EXPECT_EQ(both(stores + starts + "call void @g() ret i64 1", stores + starts + "call void @g() ret i64 1"),
            "correct");
  EXPECT_EQ(both(stores + starts + "ret i64 1", starts + stores + "ret i64 1"), "unknown: approximation")
      << "stored too late";
  EXPECT_EQ(both(stores + "ret i64 1", stores + starts + "ret i64 1"), "unknown: approximation");
  EXPECT_EQ(both(stores + starts + loads + ends, stores + starts + "ret i64 1"), "unknown: approximation");
}

}  // namespace
}  // namespace assay::check
