#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "services/worker/check/check.h"
#include "services/worker/check/preconditions.h"
#include "services/worker/ir/ir.h"
#include "tests/unit/check/pairs.h"

/// Two modules: what one function is depends on the rest of its module.
namespace assay::check {
namespace {

TEST(CheckCallees, AFunctionIsNotBlamedForWhatItCalls) {
  const auto text = [](const std::string& added) {
    return "define i8 @in(i8 noundef %x) noinline { %r = add i8 %x, " + added +
           " ret i8 %r } define i8 @f(i8 noundef %x) { %a = call i8 @in(i8 %x) ret i8 %a }";
  };
  llvm::LLVMContext context;
  const auto source = ir::parse(context, text("1"), "source"), target = ir::parse(context, text("2"), "target");
  ASSERT_TRUE(source && target);
  Options options;
  options.trust_text = false;
  Checker checker(options);
  const auto judged = [&](const char* name) {
    return word(checker.check(*(*source)->getFunction(name), *(*target)->getFunction(name)));
  };
  EXPECT_EQ(judged("f"), "unknown: unsupported: callees that differ");
  EXPECT_EQ(judged("in"), "incorrect: value-mismatch");
}

TEST(CheckModules, WhatAnotherFunctionHoldsIsNoMatterOfThisOne) {
  const std::string copy =
      " declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1) define void @copy(ptr %p, ptr %q) { call "
      "void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 true) ret void } ";
  const auto stores = [](const std::string& value, const std::string& before = "") {
    return "define void @f(ptr %p, ptr %q) { " + before + " store i8 " + value + ", ptr %p ret void } ";
  };
  Options options;
  options.confirmed_only = true;
  const auto judged = [&](const std::string& source, const std::string& target) {
    llvm::LLVMContext context;
    const auto before = ir::parse(context, source, "source"), after = ir::parse(context, target, "target");
    if (!before || !after) return std::string("not read");
    Checker checker(options);
    return word(checker.check(*(*before)->getFunction("f"), *(*after)->getFunction("f")));
  };
  EXPECT_EQ(judged(stores("1") + copy, stores("2") + copy), "incorrect: memory-mismatch");
  const std::string called = "call void @copy(ptr %p, ptr %q)";
  EXPECT_EQ(judged(stores("1", called) + copy, stores("2", called) + copy).substr(0, 7), "unknown")
      << "a copy that the function makes by another does";
}

TEST(CheckModules, MetadataOfAnotherFunctionIsNoMatterOfThisOne) {
  llvm::LLVMContext context;
  const auto module = ir::parse(context,
                                "declare void @use() "
                                "define i8 @has(ptr %p) { %v = load i8, ptr %p, !invariant.group !0 ret i8 %v } "
                                "define i8 @calls(ptr %p) { %v = call i8 @has(ptr %p) ret i8 %v } "
                                "define i8 @through(ptr %p) { %v = call i8 @calls(ptr %p) ret i8 %v } "
                                "define i8 @none(ptr %p) { call void @use() %v = load i8, ptr %p ret i8 %v } !0 = !{}",
                                "module");
  ASSERT_TRUE(module) << module.error();
  for (const char* name : {"has", "calls", "through"})
    EXPECT_TRUE(says_more_than_the_solver_knows(*(*module)->getFunction(name))) << name;
  EXPECT_FALSE(says_more_than_the_solver_knows(*(*module)->getFunction("none")));
}

TEST(CheckConstants, OnlyThoseThatTheFunctionsNeedCount) {
  const auto text = [](const std::string& value, const std::string& read, const std::string& rest) {
    return "@x = internal constant i32 " + value +
           " @y = internal constant i32 5 define i32 @f() { %a = load i32, ptr @" + read + rest + " ret i32 5 }";
  };
  const std::string more = " %b = add i32 %a, 1";
  EXPECT_EQ(verdict(text("1", "y", more), text("2", "y", "")), "correct");
  EXPECT_EQ(verdict(text("1", "x", more), text("2", "x", "")), "unknown: constants-differ");
  EXPECT_EQ(verdict(text("1", "x", more), text("1", "x", "")), "correct");
}

/// What is done with `@a`, of which the target has another one.
std::string merged(const std::string& function, const std::string& constants, const std::string& left,
                   const std::string& in_place, Oracles oracles = Oracles::All) {
  const std::string rest = " declare void @use(ptr) ";
  std::string changed = function;
  for (std::size_t at; (at = changed.find("@a")) != std::string::npos;) changed.replace(at, 2, in_place);
  return verdict(constants + rest + function, left + rest + changed, oracles);
}

// MEM-26
TEST(CheckConstants, ThatArePlacedAnywhereMayBeMerged) {
  const std::string b = " @b = internal unnamed_addr constant i32 2, align 4",
                    both = "@a = internal unnamed_addr constant i32 2, align 4" + b;
  for (const char* body : {
           "ptr @f() { ret ptr @a }",
           "ptr @f(i1 %c) { %p = select i1 %c, ptr @a, ptr @b ret ptr %p }",
           "void @f(ptr %p) { store ptr @a, ptr %p ret void }",
           "void @f() { call void @use(ptr @a) ret void }",
           "ptr @f() { ret ptr getelementptr (i8, ptr @a, i64 2) }",
           "<2 x ptr> @f() { ret <2 x ptr> <ptr @a, ptr @b> }",
           "i32 @f(i32 %n) { %p = getelementptr i8, ptr @a, i32 %n %v = load i32, ptr %p ret i32 %v }",
           "i1 @f(ptr %x) { %r = icmp eq ptr @a, %x ret i1 %r }",
           "i64 @f() { ret i64 ptrtoint (ptr @a to i64) }",
       })
    for (const Oracles oracles : {Oracles::All, Oracles::Smt})
      EXPECT_EQ(merged("define " + std::string(body), both, b, "@b", oracles), "correct") << body;
}

TEST(CheckConstants, ThatAreMergedMustBeEqualAndHaveNoPlaceOfTheirOwn) {
  const std::string function = "define ptr @f() { ret ptr @a }", differs = "incorrect: value-mismatch";
  const auto pair = [&](const std::string& a, const std::string& b, const std::string& left) {
    return merged(function, "@a = " + a + " @b = " + b, "@b = " + left, "@b");
  };
  const std::string free = "internal unnamed_addr constant i32 2, align 4", fixed = "internal constant i32 2, align 4";
  EXPECT_EQ(pair(free, free, free), "correct");
  EXPECT_EQ(pair(free, fixed, fixed), "correct");
  EXPECT_EQ(pair(fixed, free, fixed), "correct");
  EXPECT_EQ(pair(fixed, fixed, fixed), differs);
  EXPECT_EQ(pair("internal unnamed_addr constant i32 3, align 4", free, free), differs);
  EXPECT_EQ(pair("internal unnamed_addr global i32 2, align 4", free, free), differs);
  EXPECT_EQ(pair("internal local_unnamed_addr constant i32 2, align 4", fixed, fixed), differs);
  EXPECT_EQ(pair("unnamed_addr constant i32 2, align 4", free, free), differs) << "others can name it";
  EXPECT_EQ(pair("internal unnamed_addr constant i32 2, align 8", free, free), differs) << "less aligned";
  EXPECT_EQ(
      pair("internal unnamed_addr constant i32 2, align 8", free, "internal unnamed_addr constant i32 2, align 8"),
      "correct");
}

TEST(CheckConstants, ThatCanBeMergedWithSeveralRefuteNothing) {
  const std::string rest = " @b = internal unnamed_addr constant i32 2 @c = internal unnamed_addr constant i32 2 ",
                    source = "@a = internal unnamed_addr constant i32 2" + rest + "define ptr @f() { ret ptr @a }";
  EXPECT_EQ(verdict(source, rest + "define ptr @f() { ret ptr @b }"), "correct");
  EXPECT_EQ(verdict(source, rest + "define ptr @f() { ret ptr @c }"), "unknown: approximation");
}

// CALL-36
TEST(CheckOpenMP, WhatTheRuntimeIsKnownToDoIsNoPromiseOfTheTarget) {
  const auto text = [](const std::string& attributes, const std::string& flags) {
    return "declare i32 @__kmpc_global_thread_num(ptr) define i32 @f(ptr %p) { %r = call i32 "
           "@__kmpc_global_thread_num(ptr %p)" +
           attributes + " ret i32 %r } " + flags;
  };
  const std::string flags = "!llvm.module.flags = !{!0} !0 = !{i32 7, !\"openmp\", i32 50}";
  EXPECT_EQ(verdict(text("", flags), text(" nounwind", flags)), "correct");
  EXPECT_EQ(verdict(text("", ""), text(" nounwind", "")), "incorrect: more-ub");
  const auto twice = [&](const std::string& second, const std::string& rest) {
    return "declare i32 @__kmpc_global_thread_num(ptr) define i32 @f(ptr %p) { %a = call i32 "
           "@__kmpc_global_thread_num(ptr %p) " +
           second + " %r = add i32 %a, %b ret i32 %r } " + rest;
  };
  const std::string again = "%b = call i32 @__kmpc_global_thread_num(ptr %p)", same = "%b = add i32 %a, 0";
  EXPECT_EQ(verdict(twice(again, flags), twice(same, flags)), "unknown: approximation");
  EXPECT_EQ(verdict(twice(again, ""), twice(same, "")).substr(0, 9), "incorrect");
}

TEST(CheckConstants, OfAReadingThatMayNotStandNothingIsToldEarly) {
  const std::string b = " @b = internal unnamed_addr constant i32 2 @c = internal unnamed_addr constant i32 2 ",
                    a = "@a = internal unnamed_addr constant i32 2" + b, rest = " define ptr @f() { ret ptr ";
  const auto told = [](const std::string& source, const std::string& target) {
    Checker checker{Options()};
    unsigned count = 0;
    checker.tell_early([&](const Verdict&) { ++count; });
    (void)check_texts(checker, source, target);
    return count;
  };
  EXPECT_EQ(told(a + rest + "@a }", b + rest + "@c }"), 0u);
  EXPECT_NE(told(b + rest + "@b }", b + rest + "@c }"), 0u) << "its own refutation, before the solver confirms it";
}

TEST(CheckLibraryValues, WhatAnOptimizerComputesOfThemRefutesNothing) {
  const std::string declared =
      "declare half @llvm.log10.f16(half) declare { half, half } @llvm.sincos.f16(half) "
      "declare half @llvm.pow.f16(half, half) declare half @llvm.exp2.f16(half) declare half @llvm.sin.f16(half) "
      "declare half @llvm.cos.f16(half) ";
  const auto pair = [&](const std::string& source, const std::string& target) {
    const std::string head = declared + "define half @f(half %x, half %y) { ";
    return verdict(head + source + " }", head + target + " }");
  };
  EXPECT_EQ(pair("%r = call half @llvm.log10.f16(half 0.0) ret half %r", "ret half 0xHFC00"), "unknown: approximation");
  EXPECT_EQ(
      pair("%p = call { half, half } @llvm.sincos.f16(half 0.0) %r = extractvalue { half, half } %p, 1 ret half %r",
           "ret half 1.0"),
      "unknown: approximation");
  EXPECT_EQ(pair("%r = call half @llvm.pow.f16(half 2.0, half %x) ret half %r",
                 "%r = call half @llvm.exp2.f16(half %x) ret half %r"),
            "unknown: approximation");
  EXPECT_EQ(pair("%n = fneg half %x %r = call half @llvm.cos.f16(half %n) ret half %r",
                 "%r = call half @llvm.cos.f16(half %x) ret half %r"),
            "unknown: approximation");
  EXPECT_EQ(
      pair("%r = call half @llvm.sin.f16(half %x) ret half %r", "%r = call half @llvm.cos.f16(half %x) ret half %r"),
      "incorrect: value-mismatch");
  EXPECT_EQ(
      pair("%r = call half @llvm.sin.f16(half %x) ret half %r", "%r = call half @llvm.sin.f16(half %y) ret half %r"),
      "incorrect: more-poisonous");
}

// CALL-13
TEST(CheckModules, AnInnerFunctionIsAPartOfItsCallers) {
  const auto module = [](const std::string& constant) {
    return "define internal i8 @f(i8 %x) noinline { %y = mul i8 %x, " + constant +
           " ret i8 %y } define i8 @g(i8 %x) { %r = call i8 @f(i8 %x) ret i8 %r }";
  };
  for (const Oracles oracles : {Oracles::All, Oracles::Smt}) {
    EXPECT_EQ(verdict(module("3"), module("3"), oracles), "correct");
    EXPECT_EQ(verdict(module("3"), module("5"), oracles), "incorrect: value-mismatch");
    EXPECT_EQ(verdict(module("3"), module("259"), oracles), "correct");
  }
}

TEST(CheckModules, AnInnerFunctionOfAnInnerFunctionTells) {
  const auto module = [](const std::string& constant) {
    return "define internal i8 @e() { ret i8 " + constant +
           " } define internal i8 @f() { %r = call i8 @e() ret i8 %r } define i8 @g() { %r = call i8 @f() ret i8 %r }";
  };
  EXPECT_EQ(verdict(module("3"), module("3")), "correct");
  EXPECT_EQ(verdict(module("3"), module("4")), "incorrect: value-mismatch");
}

TEST(CheckModules, AnInnerFunctionWhoseAddressIsTakenIsJudgedItself) {
  const auto module = [](const std::string& constant) {
    return "declare void @use(ptr) define internal i8 @f() { ret i8 " + constant +
           " } define void @g() { call void @use(ptr @f) ret void }";
  };
  EXPECT_EQ(verdict(module("3"), module("3")), "correct");
  EXPECT_EQ(verdict(module("3"), module("4")), "incorrect: value-mismatch");
}

TEST(CheckModules, AnInnerFunctionThatNobodyCallsMayBecomeAnything) {
  const std::string dead = "define internal i8 @f() { ret i8 1 } define i8 @g() { ret i8 0 }";
  EXPECT_EQ(verdict(dead, "define internal i8 @f() { unreachable } define i8 @g() { ret i8 0 }"), "correct");
  EXPECT_EQ(verdict("define internal i8 @f() { ret i8 1 }", "define internal i8 @f() { unreachable }"),
            "error: no-pair");
}

/// What whole-module passes know of a variable that is the module's alone.
TEST(CheckModules, AFunctionThatBecameInternalIsNotJudgedAlone) {
  Checker checker{Options()};
  const Verdict verdict =
      check_texts(checker, "define i8 @f() {\n  ret i8 1\n}\n", "define internal i8 @f() {\n  unreachable\n}\n");
  EXPECT_EQ(word(verdict), "unsupported: became internal");
}

TEST(CheckModules, WhatIsAllocatedHasTheAlignmentThatAnArgumentNames) {
  const auto made = [](const std::string& name, const std::string& attributes, const std::string& align) {
    return "define ptr @" + name + "() { %p = call " + attributes + " ptr @make(i32 64, i32 " + align +
           ") ret ptr %p } ";
  };
  const std::string declared = "declare ptr @make(i32, i32 allocalign) ";
  for (const Oracles oracles : {Oracles::All, Oracles::Smt}) {
    Options options;
    options.oracles = oracles;
    EXPECT_EQ(word(judge(declared + made("src", "", "64") + made("tgt", "align 64", "64"), options)), "correct");
    EXPECT_EQ(word(judge(declared + made("src", "", "32") + made("tgt", "align 64", "32"), options)),
              "incorrect: more-poisonous");
  }
}

// MEM-15
TEST(CheckModules, AVariableThatOnlyTheModuleKnowsHoldsWhatTheModuleWrites) {
  const std::string state = "@s = internal global [2 x i8] zeroinitializer ";
  EXPECT_EQ(verdict(state + "define i8 @f() { %v = load i8, ptr @s ret i8 %v }", "define i8 @f() { ret i8 0 }"),
            "correct");
  EXPECT_EQ(verdict(state + "define i8 @f() { %v = load i8, ptr @s ret i8 %v }", "define i8 @f() { ret i8 1 }"),
            "incorrect: value-mismatch");
  EXPECT_EQ(verdict(state + "define i1 @f(ptr %p) { %c = icmp eq ptr %p, @s store i8 3, ptr @s ret i1 %c }",
                    state + "define i1 @f(ptr %p) { %c = icmp eq ptr %p, @s ret i1 %c }"),
            "correct");
  EXPECT_EQ(
      verdict(
          state + "define void @f() { store i8 3, ptr @s ret void } define i8 @g() { %v = load i8, ptr @s ret i8 %v }",
          state + "define void @f() { store i8 4, ptr @s ret void } define i8 @g() { %v = load i8, ptr @s ret i8 %v }"),
      "incorrect: memory-mismatch");
  // Nobody outside has a pointer to it.
  EXPECT_EQ(
      verdict(state + "define i8 @f(ptr %p) { store i8 3, ptr @s store i8 4, ptr %p %v = load i8, ptr @s ret i8 %v }",
              state + "define i8 @f(ptr %p) { store i8 3, ptr @s store i8 4, ptr %p ret i8 3 }"),
      "correct");
}

TEST(CheckModules, AVariableThatOnlyTheModuleKnowsMayBecomeOneOfAnotherNameAndType) {
  const std::string source =
      "@s = internal global [2 x i8] zeroinitializer define i8 @f() { %p = getelementptr i8, ptr @s, i64 1 "
      "%v = load i8, ptr %p store i8 1, ptr %p ret i8 %v }";
  const auto target = [](const std::string& start) {
    return "@s.1 = internal global i1 " + start +
           " define i8 @f() { %b = load i1, ptr @s.1 %v = zext i1 %b to i8 "
           "store i1 true, ptr @s.1 ret i8 %v }";
  };
  for (const Oracles oracles : {Oracles::All, Oracles::Smt}) {
    EXPECT_EQ(verdict(source, target("false"), oracles), "correct");
    EXPECT_EQ(verdict(source, target("true"), oracles), "incorrect: value-mismatch");
  }
  EXPECT_EQ(verdict(source, target("false"), Oracles::Interpreter), "unknown: sampled");
}

TEST(CheckModules, TheAlignmentOfAVariableMayBeRaisedByItsOwner) {
  const auto module = [](const std::string& variable, int align) {
    return "@s = " + variable + " [4 x i8] zeroinitializer, align " + std::to_string(align) +
           " define void @f() { store i16 1, ptr @s, align " + std::to_string(align) +
           " ret void } define i16 @g() { %v = load i16, ptr @s, align 1 ret i16 %v }";
  };
  for (const Oracles oracles : {Oracles::All, Oracles::Smt})
    for (const std::string variable : {"internal global", "dso_local global"})
      EXPECT_EQ(verdict(module(variable, 1), module(variable, 2), oracles), "correct");
  EXPECT_EQ(verdict(module("weak global", 1), module("weak global", 2)), "incorrect: more-ub");
}

/// LangRef, initializes: a function that does not return need not have written, and others may look before it has.
TEST(CheckModules, WhatIsToBeInitializedIsThereUntilThen) {
  const auto module = [](const std::string& attribute) {
    return "declare void @u() define void @f(ptr " + attribute +
           " dereferenceable(4) align 4 %p) { call void @u() store i8 0, ptr %p ret void }";
  };
  EXPECT_EQ(verdict(module(""), module("initializes((0, 1))")), "correct");
  for (const Oracles oracles : {Oracles::All, Oracles::Smt}) {
    EXPECT_EQ(verdict("define void @f(ptr %p) { store i8 0, ptr %p ret void }",
                      "define void @f(ptr initializes((0, 1)) %p) { store i8 0, ptr %p ret void }", oracles),
              "correct");
    EXPECT_EQ(verdict("define i8 @f(ptr %p) { %v = load i8, ptr %p store i8 0, ptr %p ret i8 %v }",
                      "define i8 @f(ptr initializes((0, 1)) %p) { %v = load i8, ptr %p store i8 0, ptr %p ret i8 %v }",
                      oracles),
              "incorrect: more-poisonous");
    EXPECT_EQ(verdict("define void @f(ptr %p) { ret void }", "define void @f(ptr initializes((0, 1)) %p) { ret void }",
                      oracles),
              "incorrect: memory-mismatch");
  }
}

/// LangRef: argument memory is what is accessed by pointers that are based on an argument.
TEST(CheckModules, WhatIsReachedInTwoWaysMayBeAccessedInEither) {
  const std::string global = "@s = global i8 0 ";
  EXPECT_EQ(
      verdict(global + "define void @f(ptr %p) { store i8 3, ptr @s ret void }",
              global + "define void @f(ptr readnone %p) memory(write, argmem: none) { store i8 3, ptr @s ret void }"),
      "correct");
  EXPECT_EQ(verdict("define void @f(ptr %p) { store i8 3, ptr %p ret void }",
                    "define void @f(ptr %p) memory(write, argmem: none) { store i8 3, ptr %p ret void }"),
            "incorrect: more-ub");
}

TEST(CheckModules, RecursiveInnerFunctionsThatDifferAreNeverTakenForEqual) {
  const auto module = [](const std::string& constant) {
    return "declare i8 @h() define internal i8 @f(i8 %n) { %h = call i8 @h() %c = icmp eq i8 %h, 0 br i1 %c, label %a, "
           "label %b "
           "a: ret i8 " +
           constant +
           " b: %r = call i8 @f(i8 %h) ret i8 %r }"
           "define i8 @g(i8 %n) { %r = call i8 @f(i8 %n) ret i8 %r }";
  };
  EXPECT_EQ(verdict(module("1"), module("1")), "correct");
  EXPECT_EQ(verdict(module("1"), module("2")), "incorrect: value-mismatch");
}

TEST(CheckModules, AnAttributeThatAnInnerFunctionGainsIsNotTakenOnTrust) {
  const auto module = [](const std::string& attributes) {
    return "define internal i8 @f(ptr " + attributes +
           " %p, ptr %q) { store i8 1, ptr %p store i8 2, ptr %q %v = load i8, ptr %p ret i8 %v } "
           "define i8 @g(ptr %p) { %v = call i8 @f(ptr %p, ptr %p) ret i8 %v }";
  };
  EXPECT_EQ(verdict(module(""), module("")), "correct");
  EXPECT_EQ(verdict(module(""), module("noalias"), Oracles::Smt), "unknown: approximation");
}

TEST(CheckModules, OneDrawOfAnUnknownFunctionProvesNothing) {
  const auto module = [](const std::string& constant) {
    return "declare i32 @h() define i32 @main() { %r = call i32 @h() %c = icmp eq i32 %r, " + constant +
           " br i1 %c, label %a, label %b a: ret i32 1 b: ret i32 0 }";
  };
  EXPECT_EQ(verdict(module("12345"), module("12345")), "correct");
  EXPECT_EQ(verdict(module("12345"), module("12346")), "incorrect: value-mismatch");
}

// CALL-13
TEST(CheckModules, ExecutionsSayThatMemoryNeverRanOut) {
  const auto module = [](const std::string& result) {
    return "declare ptr @malloc(i64) define i32 @main() { %p = call ptr @malloc(i64 4) %c = icmp eq ptr %p, null "
           "%z = zext i1 %c to i32 ret i32 " +
           result + " }";
  };
  Checker checker(Options{});
  const Verdict verdict = check_texts(checker, module("%z"), module("0"));
  EXPECT_EQ(word(verdict), "correct");
  EXPECT_EQ(verdict.bound, "memory is never exhausted");
}

TEST(CheckModules, TheNamesOfStructuresDoNotMatter) {
  const std::string source =
      "%t = type { i8, [2 x i8] } @c = constant %t { i8 1, [2 x i8] zeroinitializer } "
      "define i8 @f() { %v = load i8, ptr @c ret i8 %v } define %t @g(%t %x) { ret %t %x }";
  // Read into one context, the second %t is called otherwise.
  EXPECT_EQ(verdict(source, source), "correct");
  const std::string other =
      "%t = type { i8, [2 x i8] } @c = constant %t { i8 2, [2 x i8] zeroinitializer } "
      "define i8 @f() { %v = load i8, ptr @c ret i8 %v } define %t @g(%t %x) { ret %t %x }";
  EXPECT_EQ(verdict(source, other).substr(0, 9), "incorrect");
  const std::string shorter = "%t = type { i8, [1 x i8] } define %t @g(%t %x) { ret %t %x }";
  EXPECT_EQ(verdict("%t = type { i8, [2 x i8] } define %t @g(%t %x) { ret %t %x }", shorter),
            "error: signature-mismatch");
}

// MEM-6
TEST(CheckModules, AModuleWithoutADataLayoutIsReadWithTheOthers) {
  const std::string layout = "target datalayout = \"E-i64:64\" ";
  const std::string load = "define i8 @f(ptr %p) { store i16 258, ptr %p %v = load i8, ptr %p ret i8 %v }";
  const auto folded = [](const std::string& value) {
    return "define i8 @f(ptr %p) { store i16 258, ptr %p ret i8 " + value + " }";
  };
  EXPECT_EQ(verdict(load, layout + folded("1")), "correct");
  EXPECT_EQ(verdict(layout + load, folded("1")), "correct");
  EXPECT_EQ(verdict(load, folded("2")), "correct");
  EXPECT_EQ(verdict(layout + load, layout + folded("2")).substr(0, 9), "incorrect");
  EXPECT_EQ(verdict("target datalayout = \"e-i64:64\" " + load, layout + load),
            "unsupported: data layouts that differ");
}

// MEM-14
TEST(CheckModules, WhatAModuleMayNeverStoreInItsVariableRefutesNothing) {
  const auto module = [](const std::string& body) {
    return "@v = internal global [4 x i8] zeroinitializer define i8 @f(i8 %i) { " + body + " ret i8 %r }";
  };
  // The address becomes a number that decides where is read. If nothing of it is left, nobody can know the variable.
  const auto load = [&](const std::string& mask) {
    return module("%a = ptrtoint ptr @v to i8 %z = and i8 %a, " + mask +
                  " %p = getelementptr i8, ptr @v, i8 %z %r = load i8, ptr %p");
  };
  EXPECT_EQ(verdict(load("1"), module("%r = add i8 0, 0")), "unknown: approximation");
  EXPECT_EQ(verdict(load("0"), module("%r = add i8 0, 0")), "correct");
  EXPECT_EQ(verdict(load("0"), module("%r = add i8 0, 1")).substr(0, 9), "incorrect");
}

// CALL-7
TEST(CheckModules, AFunctionThatAccessesNoMemoryMayReadWhatItsModuleKnowsToBeConstant) {
  const std::string body =
      " define i8 @f(i8 %i) ATTRIBUTES { %p = getelementptr i8, ptr @v, i8 %i %r = load i8, ptr %p ret i8 %r }";
  const auto with = [&](const std::string& kind, const std::string& attributes) {
    std::string text = "@v = internal " + kind + " [2 x i8] c\"\\0F\\02\"" + body;
    return text.replace(text.find("ATTRIBUTES"), 10, attributes);
  };
  EXPECT_EQ(verdict(with("global", ""), with("constant", "memory(none)")), "correct");
  EXPECT_EQ(verdict(with("global", ""), with("global", "memory(none)")).substr(0, 9), "incorrect");
}

// CALL-8
TEST(CheckModules, ACallThatDoesNotComeBackSeesWhatItMayRead) {
  const auto pair = [&](const std::string& attributes) {
    const std::string head = "declare void @g(ptr) " + attributes + " define void @f() { %a = alloca i32 ";
    const std::string tail = " call void @g(ptr %a) unreachable }";
    return verdict(head + "store i32 0, ptr %a" + tail, head + tail);
  };
  EXPECT_EQ(pair("memory(inaccessiblemem: readwrite)"), "correct");
  EXPECT_EQ(pair("memory(argmem: read, inaccessiblemem: readwrite)").substr(0, 9), "incorrect");
}

TEST(CheckModules, AVariableThatTheTargetDoesNotNameKeepsWhatItHolds) {
  const std::string computes =
      "define i1 @f() { %x = alloca i32 %y = alloca i32 %i = ptrtoint ptr %x to i64 %j = ptrtoint ptr %y to i64 "
      "%r = icmp ne i64 %i, %j ret i1 %r }";
  for (const Oracles oracles : {Oracles::All, Oracles::Smt})
    EXPECT_EQ(verdict("@v = global i32 7 define i1 @f() { ret i1 true }", computes, oracles), "correct");
}

// CALL-18
TEST(CheckLibraryValues, PoisonForOneThatComputesOnlyRefutesNothing) {
  const std::string declared =
      "declare float @fabsf(float) declare float @llvm.fabs.f32(float) declare i64 @strlen(ptr) ";
  const std::string instruction =
      declared + "define float @f(float %x) { %y = call float @llvm.fabs.f32(float %x) ret float %y }";
  const std::string function = declared + "define float @f(float %x) { %y = call float @fabsf(float %x) ret float %y }";
  EXPECT_EQ(verdict(instruction, function), "correct");
  EXPECT_EQ(verdict(function, instruction), "correct");
  EXPECT_EQ(verdict(declared + "define i64 @f() { ret i64 0 }",
                    declared + "define i64 @f() { %n = call i64 @strlen(ptr poison) ret i64 0 }"),
            "incorrect: more-ub");
}

TEST(CheckLibraryValues, FmaOfTheLibraryIsTheIntrinsic) {
  const std::string declared =
      "declare float @fmaf(float, float, float) declare float @llvm.fma.f32(float, float, float) "
      "define float @f(float %x, float %y, float %z) { %r = call float ";
  const auto of = [&](const std::string& call) { return declared + call + " ret float %r }"; };
  const std::string function = of("@fmaf(float %x, float %y, float %z)");
  EXPECT_EQ(verdict(function, of("@llvm.fma.f32(float %x, float %y, float %z)")), "correct");
  EXPECT_EQ(verdict(function, of("@llvm.fma.f32(float %x, float %z, float %y)")), "incorrect: value-mismatch");
}

}  // namespace
}  // namespace assay::check
