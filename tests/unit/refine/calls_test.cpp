#include <gtest/gtest.h>

#include "tests/unit/refine/pair.h"

namespace assay::refine {
namespace {

TEST(RefineCalls, ACallWithEffectsMayNotBeDroppedDoubledOrPutIn) {
  const std::string declaration = "declare void @f(i8)";
  const std::string once = "define void @src() { call void @f(i8 1) ret void }";
  EXPECT_EQ(verdict(declaration + once + "define void @tgt() { ret void }").substr(0, 9), "incorrect");
  EXPECT_EQ(verdict(declaration + once + "define void @tgt() { call void @f(i8 1) call void @f(i8 1) ret void }")
                .substr(0, 9),
            "incorrect");
  EXPECT_EQ(verdict(declaration + once + "define void @tgt() { call void @f(i8 2) ret void }").substr(0, 9),
            "incorrect");
}

TEST(RefineCalls, AFunctionWithoutMemoryGivesTheSameTwice) {
  EXPECT_EQ(
      verdict(
          "declare i8 @f(i8) memory(none) willreturn nounwind "
          "define i8 @src(i8 noundef %x) { %a = call i8 @f(i8 %x) %b = call i8 @f(i8 %x) %r = add i8 %a, %b ret i8 %r }"
          "define i8 @tgt(i8 noundef %x) { %a = call i8 @f(i8 %x) %r = add i8 %a, %a ret i8 %r }"),
      "correct");
}

TEST(RefineCalls, AnUnknownFunctionMayChangeWhatItKnowsOf) {
  const std::string functions = "declare void @f() declare void @g(ptr) ";
  EXPECT_EQ(
      verdict(functions +
              "define i8 @src() { %p = alloca i8 store i8 1, ptr %p call void @f() %v = load i8, ptr %p ret i8 %v }"
              "define i8 @tgt() { call void @f() ret i8 1 }"),
      "correct");
  EXPECT_EQ(
      verdict(
          functions +
          "define i8 @src() { %p = alloca i8 store i8 1, ptr %p call void @g(ptr %p) %v = load i8, ptr %p ret i8 %v }"
          "define i8 @tgt() { %p = alloca i8 store i8 1, ptr %p call void @g(ptr %p) ret i8 1 }"),
      "incorrect: value-mismatch");
}

TEST(RefineCalls, WhatFollowsACallThatMayNotReturnStaysBehindIt) {
  EXPECT_EQ(verdict("declare void @f() "
                    "define i8 @src(i8 %a, i8 noundef %b) { call void @f() %d = udiv i8 %a, %b ret i8 %d }"
                    "define i8 @tgt(i8 %a, i8 noundef %b) { %d = udiv i8 %a, %b call void @f() ret i8 %d }"),
            "incorrect: more-ub");
}

TEST(RefineCalls, AnUndefArgumentMayBecomeAValueButNotTheReverse) {
  const std::string declaration = "declare void @f(i8) ";
  EXPECT_EQ(verdict(declaration + "define void @src() { call void @f(i8 undef) ret void }"
                                  "define void @tgt() { call void @f(i8 3) ret void }"),
            "correct");
  EXPECT_EQ(verdict(declaration + "define void @src() { %x = freeze i8 undef call void @f(i8 %x) ret void }"
                                  "define void @tgt() { call void @f(i8 undef) ret void }")
                .substr(0, 9),
            "incorrect");
}

TEST(RefineCalls, AllocationMayBeCountedOnAndUnusedMemoryDropped) {
  EXPECT_EQ(verdict("declare ptr @malloc(i64) declare void @free(ptr) "
                    "define i1 @src() { %p = call ptr @malloc(i64 4) %c = icmp eq ptr %p, null call void @free(ptr %p) "
                    "ret i1 %c }"
                    "define i1 @tgt() { ret i1 false }"),
            "correct");
}

TEST(RefineCalls, EveryOperatorNewGoesWithItsDelete) {
  EXPECT_EQ(verdict("declare ptr @_ZnwmSt11align_val_tRKSt9nothrow_t(i64, i64, ptr) "
                    "declare void @_ZdlPvSt11align_val_tRKSt9nothrow_t(ptr, i64, ptr) define void @src() { "
                    "%p = call ptr @_ZnwmSt11align_val_tRKSt9nothrow_t(i64 4, i64 8, ptr null) "
                    "call void @_ZdlPvSt11align_val_tRKSt9nothrow_t(ptr %p, i64 8, ptr null) ret void }"
                    "define void @tgt() { ret void }"),
            "correct");
}

TEST(RefineCalls, LibraryFunctionsHaveTheirMeaning) {
  EXPECT_EQ(verdict("@s = constant [4 x i8] c\"abc\\00\" declare i64 @strlen(ptr) "
                    "define i64 @src() { %n = call i64 @strlen(ptr @s) ret i64 %n }"
                    "define i64 @tgt() { ret i64 3 }"),
            "correct");
  EXPECT_EQ(verdict("declare i32 @ffs(i32) "
                    "define i32 @src() { %n = call i32 @ffs(i32 8) ret i32 %n }"
                    "define i32 @tgt() { ret i32 3 }"),
            "incorrect: value-mismatch");
}

TEST(RefineCalls, HiddenMemoryThatDiffersIsSeenOnceItsAddressIsGivenAway) {
  const auto pair = [](const std::string& source, const std::string& target) {
    return verdict("declare void @f() declare void @g(ptr) define void @src() { " + source + " ret void } " +
                   "define void @tgt() { " + target + " ret void }");
  };
  const std::string before = "%p = alloca i8 store i8 1, ptr %p call void @f() ";
  EXPECT_EQ(pair(before + "call void @g(ptr %p)",
                 "%p = alloca i8 store i8 2, ptr %p call void @f() call void @g(ptr %p)")
                .substr(0, 9),
            "incorrect");
  EXPECT_EQ(pair(before + "store i8 2, ptr %p call void @g(ptr %p)",
                 "%p = alloca i8 store i8 2, ptr %p call void @f() call void @g(ptr %p)"),
            "correct");
  // What is seen later only if it was not overwritten in between.
  EXPECT_EQ(pair(before + "call void @g(ptr %p) store i8 3, ptr %p call void @f()",
                 before + "call void @g(ptr %p) store i8 4, ptr %p call void @f()")
                .substr(0, 9),
            "incorrect");
}

TEST(RefineCalls, WhatACallMaySeeOfUndefinedMemoryMayBecomeDefinedCellByCell) {
  EXPECT_EQ(verdict("declare void @g(ptr) "
                    "define void @src(ptr %p) { store i32 undef, ptr %p call void @g(ptr %p) ret void }"
                    "define void @tgt(ptr %p) { store i32 66051, ptr %p call void @g(ptr %p) ret void }"),
            "correct");
  EXPECT_EQ(verdict("declare void @g(ptr) "
                    "define void @src(ptr %p) { store i32 66051, ptr %p call void @g(ptr %p) ret void }"
                    "define void @tgt(ptr %p) { store i32 undef, ptr %p call void @g(ptr %p) ret void }")
                .substr(0, 9),
            "incorrect");
  // A frozen value is one for all cells.
  EXPECT_NE(verdict("declare void @g(ptr) "
                    "define void @src(ptr %p) { %x = freeze i8 undef store i8 %x, ptr %p %q = getelementptr i8, ptr %p, "
                    "i64 1 store i8 %x, ptr %q call void @g(ptr %p) ret void }"
                    "define void @tgt(ptr %p) { store i8 1, ptr %p %q = getelementptr i8, ptr %p, i64 1 store i8 2, ptr "
                    "%q call void @g(ptr %p) ret void }"),
            "correct");
}

TEST(RefineCalls, UndefArgumentsOfManyCallsAreMatchedOneByOne) {
  std::string source, target;
  for (const char* name : {"a", "b", "c", "d"}) {
    const std::string n = name;
    source += "%" + n + " = icmp ugt i8 %x, 9 call void @f(i1 %" + n + ") ";
    target += "%" + n + " = icmp uge i8 %x, 10 call void @f(i1 %" + n + ") ";
  }
  EXPECT_EQ(verdict("declare void @f(i1) define void @src(i8 %x) { " + source + " ret void } define void @tgt(i8 %x) { " +
                    target + " ret void }"),
            "correct");
}

TEST(RefineCalls, InlineAssemblyIsAFunctionNamedByItsText) {
  const std::string once = "%r = call i8 asm \"not $0\", \"=r,r\"(i8 %x) ";
  const std::string branches = "define i8 @src(i8 %x, i1 noundef %c) { br i1 %c, label %a, label %b a: " + once +
                               "ret i8 %r b: %s = call i8 asm \"not $0\", \"=r,r\"(i8 %x) ret i8 %s } ";
  EXPECT_EQ(verdict(branches + "define i8 @tgt(i8 %x, i1 noundef %c) { " + once + "ret i8 %r }"), "correct");
  EXPECT_EQ(verdict(branches + "define i8 @tgt(i8 %x, i1 noundef %c) { %r = call i8 asm \"neg $0\", \"=r,r\"(i8 %x) "
                               "ret i8 %r }")
                .substr(0, 9),
            "incorrect");
}

TEST(RefineCalls, ATailCallsCalleeDoesNotLookAtTheCallersStack) {
  const std::string alloca = "declare void @f(ptr) define void @src() { %p = alloca i8 call void @f(ptr %p) ret void }";
  EXPECT_EQ(verdict(alloca + "define void @tgt() { %p = alloca i8 tail call void @f(ptr %p) ret void }"),
            "incorrect: more-ub");
  EXPECT_EQ(verdict("declare void @f(ptr) define void @src(ptr %p) { call void @f(ptr %p) ret void }"
                    "define void @tgt(ptr %p) { tail call void @f(ptr %p) ret void }"),
            "correct");
}

TEST(RefineCalls, AnAllocationOfAnyFamilyGoesWithItsFree) {
  const std::string family =
      "declare noalias ptr @make(i64) allockind(\"alloc,uninitialized\") allocsize(0) \"alloc-family\"=\"own\" "
      "declare void @drop(ptr allocptr) allockind(\"free\") \"alloc-family\"=\"own\" ";
  EXPECT_EQ(verdict(family + "define void @src() { %p = call ptr @make(i64 8) call void @drop(ptr %p) ret void }"
                             "define void @tgt() { ret void }"),
            "correct");
  EXPECT_EQ(verdict(family + "define void @src(ptr %p) { ret void }"
                             "define void @tgt(ptr %p) { call void @drop(ptr %p) ret void }")
                .substr(0, 9),
            "incorrect");
}

TEST(RefineCalls, ExchangedLibraryFunctionsAreNotJudged) {
  const std::string functions =
      "target triple = \"x86_64-unknown-linux-gnu\" @f = constant [4 x i8] c\"hi\\0A\\00\" @g = constant [3 x i8] c\"hi\\00\" "
      "declare i32 @printf(ptr, ...) declare i32 @puts(ptr) declare ptr @strcpy(ptr, ptr) "
      "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1) ";
  const std::string prints = "define void @src() { call i32 (ptr, ...) @printf(ptr @f) ret void } ";
  EXPECT_EQ(verdict(functions + prints + "define void @tgt() { call i32 @puts(ptr @g) ret void }").substr(0, 7),
            "unknown");
  EXPECT_EQ(verdict(functions + prints + "define void @tgt() { ret void }").substr(0, 9), "incorrect");
  EXPECT_EQ(verdict(functions +
                    "define void @src(ptr %p) { call ptr @strcpy(ptr %p, ptr @g) ret void } define void @tgt(ptr %p) { "
                    "call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr @g, i64 3, i1 false) ret void }")
                .substr(0, 7),
            "unknown");
}

TEST(RefineCalls, WhatALibraryFunctionAsksOfItsArgumentsRefutesNothing) {
  const auto pair = [](const std::string& name) {
    const std::string call = "%r = call ptr @" + name + "(ptr ";
    const std::string head = "declare ptr @" + name + "(ptr, i32, i64) define ptr @";
    return verdict(head + "src(ptr %p) { " + call + "%p, i32 0, i64 4) ret ptr %r } define ptr @tgt(ptr %p) { " + call +
                   "noundef nonnull dereferenceable(1) %p, i32 0, i64 4) ret ptr %r }");
  };
  EXPECT_EQ(pair("memchr"), "unknown: approximation");
  EXPECT_EQ(pair("nobody_knows"), "incorrect: more-ub");
}

TEST(RefineCalls, AFortifiedFunctionMayBecomeWhatItDoes) {
  EXPECT_EQ(verdict("declare ptr @__memmove_chk(ptr, ptr, i64, i64) define void @src(ptr %d, ptr %s) { %1 = call ptr "
                    "@__memmove_chk(ptr %d, ptr %s, i64 1, i64 1) ret void }"
                    "define void @tgt(ptr %d, ptr %s) { %v = load i8, ptr %s store i8 %v, ptr %d ret void }"),
            "unknown: approximation");
}

TEST(RefineCalls, HowOftenASpeculatableFunctionIsCalledIsSeen) {
  const std::string source = "define i32 @src(i32 %x) { %r = call i32 @f(i32 %x) ret i32 0 }";
  const std::string target = "define i32 @tgt(i32 %x) { ret i32 0 }";
  EXPECT_EQ(verdict("declare i32 @f(i32) speculatable memory(none) willreturn nounwind " + source + target), "correct");
  EXPECT_EQ(verdict("declare i32 @f(i32) speculatable " + source + target).substr(0, 9), "incorrect");
}

TEST(RefineCalls, AFunctionThatReallocatesIsNotRefuted) {
  EXPECT_EQ(verdict("declare ptr @r(ptr allocptr, i64) allockind(\"realloc\") allocsize(1) \"alloc-family\"=\"x\" "
                    "declare noalias ptr @a(i64) allockind(\"alloc\") allocsize(0) \"alloc-family\"=\"x\" "
                    "define void @src() { %p = call ptr @a(i64 4) %q = call ptr @r(ptr %p, i64 8) ret void }"
                    "define void @tgt() { ret void }"),
            "unknown: approximation");
}

TEST(RefineCalls, AMathematicalFunctionMayBecomeAnInstruction) {
  EXPECT_EQ(verdict("declare double @cabs(double, double) declare double @llvm.fabs.f64(double) "
                    "define double @src(double %x) { %r = call double @cabs(double %x, double 0.0) ret double %r }"
                    "define double @tgt(double %x) { %r = call double @llvm.fabs.f64(double %x) ret double %r }"),
            "unknown: approximation");
}

TEST(RefineCalls, ACalleeDoesNotWriteThroughAReadOnlyArgumentButMayByOtherPointers) {
  const auto pair = [](const std::string& made, const std::string& passed, const std::string& after) {
    const std::string head = made + "store i8 1, ptr %a call void @f(" + passed + ") " + after;
    return "declare void @f(ptr, ptr) declare void @g() define i8 @src(ptr %x) { " + head + "%v = load i8, ptr %a ret i8 %v } "
           "define i8 @tgt(ptr %x) { " + head + "ret i8 1 } ";
  };
  const std::string own = "%a = alloca i8 ", held = own + "%h = alloca ptr store ptr %a, ptr %h ";
  EXPECT_EQ(verdict(pair(own, "ptr readonly %a, ptr %x", "")), "correct");
  EXPECT_EQ(verdict(pair(own, "ptr %a, ptr %x", "")).substr(0, 9), "incorrect");
  EXPECT_EQ(verdict(pair(own, "ptr readonly %a, ptr %a", "")).substr(0, 9), "incorrect");
  EXPECT_EQ(verdict(pair(held, "ptr readonly %a, ptr %h", "")).substr(0, 9), "incorrect");
  EXPECT_EQ(verdict(pair(held, "ptr readonly %h, ptr %x", "")).substr(0, 9), "incorrect");
  // What was captured may be written later.
  EXPECT_EQ(verdict(pair(own, "ptr readonly %a, ptr %x", "call void @g() ")).substr(0, 9), "incorrect");
}

TEST(RefineCalls, APointerMadeOfAnIntegerIsTheObjectsForWhomItIsPassedTo) {
  EXPECT_EQ(verdict("declare void @g(ptr) define void @src() { %a = alloca i32 %i = ptrtoint ptr %a to i64 %p = inttoptr i64 %i to ptr "
                    "call void @g(ptr %p) ret void } define void @tgt() { %a = alloca i32 call void @g(ptr %a) ret void }"),
            "correct");
}

TEST(RefineCalls, WhichOwnObjectIsPassedOnIsADoubtOnlyWhereNothingElseDiffers) {
  const auto slot = [](const std::string& attributes, const std::string& source, const std::string& target) {
    const std::string of = "(ptr " + attributes + " %d) { ", own = "%t = alloca i8 ", copy = "%v = load i8, ptr %t store i8 %v, ptr %d ret void } ";
    return verdict("declare void @f(ptr, i8) nounwind memory(argmem: readwrite) define void @src" + of + own + source +
                   "call void @f(ptr captures(none) %t, i8 0) " + copy + "define void @tgt" + of + target);
  };
  const std::string direct = "call void @f(ptr captures(none) %d, i8 0) ret void }", noalias = "noalias writable dereferenceable(1)";
  // A callee can't tell a new object from an argument that nobody else knows, be it null or not.
  EXPECT_EQ(slot(noalias, "", direct), "unknown: approximation");
  EXPECT_EQ(slot("noalias noundef nonnull writable dereferenceable(1)", "", direct), "unknown: approximation");
  EXPECT_EQ(slot("writable dereferenceable(1)", "", direct).substr(0, 9), "incorrect");
  EXPECT_EQ(slot(noalias, "", "call void @f(ptr captures(none) %d, i8 1) ret void }").substr(0, 9), "incorrect");
  // Two calls that pass different objects on each side are told apart.
  const auto two = [](const std::string& last) {
    return "%a = alloca i8 %b = alloca i8 store i8 1, ptr %a store i8 1, ptr %b call void @f(ptr %a, i8 0) call void @f(ptr %b, i8 0) " + last;
  };
  const std::string declared = "declare void @f(ptr captures(none), i8) define i8 @src() { " + two("ret i8 1 } define i8 @tgt() { ");
  EXPECT_EQ(verdict(declared + two("ret i8 1 }")), "correct");
  EXPECT_EQ(verdict(declared + two("ret i8 2 }")), "incorrect: value-mismatch");
}

TEST(RefineCalls, TwoCallsThatSeeTheSameHaveOneOutcome) {
  const auto twice = [](const std::string& name, const std::string& first) {
    return "define i8 @" + name + "(ptr %l, i8 %x) { " + first + "call void @h(ptr %l) call void @h(ptr %l) %v = load i8, ptr %l ret i8 %v } ";
  };
  const std::string word = verdict("declare void @h(ptr) memory(argmem: readwrite) nounwind willreturn " + twice("src", "") + twice("tgt", "%y = add i8 %x, 1 "));
  EXPECT_EQ(word.find("incorrect"), std::string::npos) << word;
}

TEST(RefineCalls, WhatIsTheSameCallForSureIsNotLookedForAmongOthers) {
  Options options;
  options.smt_timeout_ms = 20'000;  // a search would take longer
  const auto twice = [](const std::string& name, const std::string& first) {
    return "define i8 @" + name + "(ptr noundef %l, i8 %x) { " + first + "call void @h(ptr %l) call void @h(ptr %l) %v = load i8, ptr %l ret i8 %v } ";
  };
  EXPECT_EQ(verdict("declare void @h(ptr) memory(argmem: readwrite) nounwind willreturn " + twice("src", "") + twice("tgt", "%y = add i8 %x, 1 "), options),
            "correct");
  const std::string made = "%a = call noalias ptr @make() %b = call noalias ptr @make() store ptr %b, ptr %a call void @keep(ptr %a) ret void } ";
  EXPECT_EQ(verdict("declare noalias ptr @make() declare void @keep(ptr) define void @src(i8 %x) { " + made +
                        "define void @tgt(i8 %x) { %y = add i8 %x, 1 " + made,
                    options),
            "correct");
}

TEST(RefineCalls, WhatOnlyWritesMemoryMayBeCalledOnce) {
  for (const char* effects : {"memory(argmem: write)", "memory(write)"}) {
    const std::string declared = std::string("declare void @w(ptr) nounwind willreturn ") + effects + " ";
    const std::string once = "call void @w(ptr %p) ret void } ", twice = "call void @w(ptr %p) " + once;
    EXPECT_EQ(verdict(declared + "define void @src(ptr noundef %p) { " + twice + "define void @tgt(ptr noundef %p) { " + once), "correct") << effects;
    EXPECT_EQ(verdict(declared + "define void @src(ptr noundef %p) { " + once + "define void @tgt(ptr noundef %p) { ret void }").substr(0, 9), "incorrect") << effects;
    EXPECT_EQ(verdict(declared + "define void @src(ptr noundef %p) { " + twice + "define void @tgt(ptr noundef %p) { call void @w(ptr %p) store i8 1, ptr %p ret void }").substr(0, 9),
              "incorrect");
  }
}

TEST(RefineCalls, ManyCallsInARowOnSeveralPathsAreComparedStepByStep) {
  Options options;
  options.smt_timeout_ms = 60'000;  // memory at each call would take far longer
  const auto chain = [](const std::string& name, const std::vector<std::string>& passed) {
    std::string text = "define void @" + name + "(i8 %x, i8 %y, i1 %c) { entry: br i1 %c, label %near, label %far near: "
                       "%a = icmp ult i8 %x, 9 %b = icmp ugt i8 %y, 99 %both = and i1 %a, %b br i1 %both, label %in, label %out in: ";
    for (std::size_t i = 0; i < passed.size(); ++i) {
      const std::string n = std::to_string(i);
      text += "%v" + n + " = icmp ult i8 " + (i % 2 == 0 ? "%x, " : "%y, ") + std::to_string(9 - i % 2 + 90 * (i % 2)) +
              " call void @use(i1 " + (passed[i].empty() ? "%v" + n : passed[i]) + ") ";
    }
    return text + "br label %far far: %w = icmp ugt i8 %y, 5 call void @use(i1 %w) ret void out: call void @use(i1 %a) ret void } ";
  };
  const std::vector<std::string> kept(8);
  std::vector<std::string> known(8), wrong(8);
  for (std::size_t i = 0; i < known.size(); i += 2) known[i] = wrong[i] = "true", known[i + 1] = wrong[i + 1] = "false";
  wrong[5] = "true";
  const std::string declared = "declare void @use(i1) ";
  EXPECT_EQ(verdict(declared + chain("src", kept) + chain("tgt", known), options), "correct");
  options.smt_timeout_ms = 500;  // refuting takes long
  EXPECT_NE(verdict(declared + chain("src", kept) + chain("tgt", wrong), options), "correct");
}

/// The verdict's first word on two functions, written `type` and `rest`, that differ in what stands for the question mark.
std::string differing(const std::string& declared, const std::string& type, const std::string& rest, const std::string& source,
                      const std::string& target) {
  const auto function = [&](const std::string& name, const std::string& text) {
    std::string body = rest;
    body.replace(body.find('?'), 1, text);
    return "define " + type + " @" + name + body + " ";
  };
  return verdict(declared + function("src", source) + function("tgt", target)).substr(0, 9);
}

TEST(RefineCalls, TheCalleeOfATailCallDoesNotLookAtTheStack) {
  const auto both = [](const std::string& tail) {
    return differing("declare void @f(ptr) ", "void", "() { %p = alloca i8 ? " + tail + "call void @f(ptr %p) ret void }",
                     "store i8 1, ptr %p", "");
  };
  EXPECT_EQ(both("tail "), "correct");
  EXPECT_EQ(both(""), "incorrect");
}

TEST(RefineCalls, WhatOnlyWritesNeedNotWriteEverythingButWhatItInitializes) {
  const auto both = [](const std::string& promise, const std::string& type) {
    return differing("declare void @f(ptr) memory(argmem: write) nounwind ", "void",
                     "(ptr noundef %p) { ? call void @f(ptr " + promise + " %p) ret void }", "store " + type + " 7, ptr %p, align 1", "");
  };
  // Without the store the object need not be one that may be written.
  EXPECT_EQ(both("", "i32"), "incorrect");
  EXPECT_EQ(both("initializes((0, 4))", "i32"), "correct");
  EXPECT_EQ(both("initializes((0, 4))", "i64"), "incorrect");
}

TEST(RefineCalls, WhatACallInitializesItDoesNotReadBefore) {
  const auto both = [](const std::string& promise) {
    return differing("declare void @f(ptr) ", "i8",
                     "() { %p = alloca i8 ? call void @f(ptr " + promise + " %p) nounwind %v = load i8, ptr %p ret i8 %v }",
                     "store i8 7, ptr %p", "");
  };
  EXPECT_EQ(both("captures(none) initializes((0, 1))"), "correct");
  EXPECT_EQ(both("captures(none)"), "incorrect");
}

TEST(RefineCalls, WhatIsDeadOnReturnIsPoisonAfterTheCall) {
  const auto both = [](const std::string& promise) {
    return differing("declare void @f(ptr) ", "i8",
                     "() { %p = alloca i8 store i8 1, ptr %p call void @f(ptr " + promise + " %p) %v = load i8, ptr %p ret i8 ? }",
                     "%v", "5");
  };
  EXPECT_EQ(both("dead_on_return"), "correct");
  EXPECT_EQ(both(""), "incorrect");
}

TEST(RefineCalls, ACapturedAddressIsNoPointerToWriteThrough) {
  const auto after_call = [](const std::string& captures) {
    return differing("declare void @f(ptr) declare void @g() ", "i8",
                     "() { %p = alloca i8 call void @f(ptr captures(" + captures +
                         ") %p) store i8 1, ptr %p call void @g() %v = load i8, ptr %p ret i8 ? }",
                     "%v", "1");
  };
  EXPECT_EQ(after_call("address"), "correct");
  EXPECT_EQ(after_call("address, provenance"), "incorrect");
  EXPECT_EQ(differing("declare void @f(ptr) declare ptr @g() ", "i1",
                      "() { %p = alloca i8 call void @f(ptr captures(address_is_null) %p) %q = call ptr @g() "
                      "%c = icmp eq ptr %p, %q ret i1 ? }",
                      "%c", "false"),
            "correct");
}

TEST(RefineCalls, WhatIsCapturedByTheResultAloneIsAccessedByItAlone) {
  const auto both = [](const std::string& captures) {
    return differing("declare ptr @f(ptr) ", "i8",
                     "() { %p = alloca i8 store i8 1, ptr %p %q = call ptr @f(ptr captures(" + captures +
                         ") %p) memory(none) store i8 2, ptr %q %v = load i8, ptr %p ret i8 ? }",
                     "%v", "1");
  };
  EXPECT_EQ(both("ret: address, provenance"), "incorrect");
  EXPECT_EQ(both("none"), "correct");
}

TEST(RefineCalls, ACallThatSeesWhatOneThatOnlyReadsHasSeenDoesTheSame) {
  const auto after = [](const std::string& first) {
    return differing("declare void @f(ptr) ", "i8",
                     "(ptr ? %p) { call void @f(ptr %p) " + first + " call void @f(ptr %p) ret i8 0 }", "noundef", "");
  };
  EXPECT_EQ(after("memory(read) nounwind"), "correct");
  EXPECT_EQ(after("memory(argmem: read)"), "correct");
  EXPECT_EQ(after(""), "correct");
}

TEST(RefineCalls, WhatACallSitePromisesMayBeDroppedButNotInvented) {
  for (const std::string promise : {"memory(none)", "memory(read)", "memory(argmem: readwrite)", "memory(inaccessiblemem: readwrite)", "nofree"}) {
    const auto between = [](const std::string& source, const std::string& target) {
      return differing("declare i8 @f(ptr, ptr) declare i8 @g() ", "i8",
                       "(ptr noundef %q) { %p = alloca i8 store i8 1, ptr %p %r = call i8 @f(ptr %p, ptr %q) ? %s = call i8 @g() "
                       "%v = load i8, ptr %p %w = load i8, ptr %q %x = add i8 %v, %w %y = add i8 %x, %r ret i8 %y }",
                       source, target);
    };
    EXPECT_EQ(between(promise, ""), "correct") << promise;
    if (promise != "nofree") EXPECT_EQ(between("", promise), "incorrect") << promise;  // what is freed is not loaded from
  }
  for (const std::string promise : {"readonly", "captures(none)", "readnone"}) {
    const auto between = [](const std::string& source, const std::string& target) {
      return differing("declare void @f(ptr) declare void @g() ", "i8",
                       "() { %p = alloca i8 store i8 1, ptr %p call void @f(ptr ? %p) call void @g() %v = load i8, ptr %p ret i8 %v }",
                       source, target);
    };
    EXPECT_EQ(between(promise, ""), "correct") << promise;
    EXPECT_EQ(between("", promise), "incorrect") << promise;
  }
}

TEST(RefineCalls, ACopyThatMayNotWriteWritesNothing) {
  const auto set = [](const std::string& source, const std::string& target) {
    return differing("declare void @llvm.memset.p0.i64(ptr, i8, i64, i1) ", "void",
                     "(ptr noundef %p, i64 noundef %n) { ? ret void }", source, target);
  };
  const std::string all = "call void @llvm.memset.p0.i64(ptr %p, i8 1, i64 %n, i1 false) ";
  EXPECT_EQ(set(all + "memory(none)", ""), "correct");
  EXPECT_EQ(set(all + "memory(argmem: read)", all), "correct");
  EXPECT_EQ(set(all, all + "memory(argmem: read)"), "incorrect");
  EXPECT_EQ(set(all, all + "memory(argmem: write)"), "correct");
}

TEST(RefineCalls, ACallThatNoLongerSaysSoStillReturnsItsArgument) {
  const auto between = [](const std::string& source, const std::string& target) {
    return differing("declare i8 @f(i8) declare i8 @g(i8) ", "i8", "(i8 %x) { %r = call i8 @f(i8 ? %x) %s = call i8 @g(i8 %r) ret i8 %s }",
                     source, target);
  };
  EXPECT_EQ(between("returned", ""), "correct");
  EXPECT_EQ(between("", "returned"), "incorrect");
}

TEST(RefineCalls, CallsThatPromiseDifferentThingsMayBecomeOne) {
  const auto merged = [](const std::string& one, const std::string& other, const std::string& both) {
    return verdict("declare i8 @f(ptr) define i8 @src(i1 noundef %c, ptr noundef %p) { br i1 %c, label %a, label %b a: %r = call i8 @f(ptr %p) " +
                   one + " ret i8 %r b: %s = call i8 @f(ptr %p) " + other +
                   " ret i8 %s } define i8 @tgt(i1 noundef %c, ptr noundef %p) { %r = call i8 @f(ptr %p) " + both + " ret i8 %r }").substr(0, 9);
  };
  EXPECT_EQ(merged("memory(none)", "", ""), "correct");
  EXPECT_EQ(merged("", "memory(read)", ""), "correct");
  EXPECT_EQ(merged("memory(none)", "", "memory(none)"), "incorrect");
}

TEST(RefineCalls, FastMathFlagsHoldForTheArgumentsToo) {
  const auto flags = [](const std::string& source, const std::string& target) {
    return differing("declare half @f(half, i8) ", "half", "(half %x) { %r = call ? half @f(half %x, i8 0) ret half %r }",
                     source, target);
  };
  EXPECT_EQ(flags("nnan ninf", "nnan"), "correct");
  EXPECT_EQ(flags("", "nnan"), "incorrect");
  EXPECT_EQ(flags("nnan", "ninf"), "incorrect");
  EXPECT_EQ(differing("declare half @f(half) ", "half",
                      "() { %r = call nnan half @f(half 0xH7E00) ret half ? }", "%r", "poison"),
            "correct");
}

TEST(RefineCalls, LibraryFunctionsThatMoveBytesAreIntrinsics) {
  const std::string declared =
      "declare ptr @memset(ptr, i32, i64) declare ptr @memcpy(ptr, ptr, i64) declare ptr @mempcpy(ptr, ptr, i64) "
      "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1) declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1) ";
  const auto both = [&](const std::string& source, const std::string& target) {
    return verdict(declared + "define ptr @src(ptr noundef %p, ptr noundef %q) { " + source +
                   "} define ptr @tgt(ptr noundef %p, ptr noundef %q) { " + target + "} ").substr(0, 9);
  };
  const std::string set = "call void @llvm.memset.p0.i64(ptr %p, i8 1, i64 4, i1 false) ret ptr %p ";
  const std::string copy = "call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 4, i1 false) ";
  EXPECT_EQ(both("%r = call ptr @memset(ptr %p, i32 257, i64 4) ret ptr %r ", set), "correct");
  EXPECT_EQ(both("%r = call ptr @memset(ptr %p, i32 258, i64 4) ret ptr %r ", set), "incorrect");
  EXPECT_EQ(both("%r = call ptr @memcpy(ptr %p, ptr %q, i64 4) ret ptr %r ", copy + "ret ptr %p "), "correct");
  EXPECT_EQ(both("%r = call ptr @mempcpy(ptr %p, ptr %q, i64 4) ret ptr %r ", copy + "%e = getelementptr i8, ptr %p, i64 4 ret ptr %e "), "correct");
  EXPECT_EQ(both("%r = call ptr @mempcpy(ptr %p, ptr %q, i64 4) ret ptr %r ", copy + "ret ptr %p "), "incorrect");
  // What is promised of their arguments counts, too.
  const std::string far = "call void @llvm.memcpy.p0.p0.i64(ptr dereferenceable(8) %p, ptr %q, i64 4, i1 false) ret ptr %p ";
  EXPECT_EQ(both("%r = call ptr @memcpy(ptr dereferenceable(8) %p, ptr %q, i64 4) ret ptr %r ", far), "correct");
  EXPECT_EQ(both("%r = call ptr @memcpy(ptr %p, ptr %q, i64 4) ret ptr %r ", far), "incorrect");
}

}  // namespace
}  // namespace assay::refine
