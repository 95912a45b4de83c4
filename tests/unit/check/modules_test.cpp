#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "services/worker/check/blind_spots.h"
#include "services/worker/check/check.h"
#include "services/worker/ir/ir.h"
#include "services/worker/ir/pairs.h"
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

TEST(CheckModules, GuardsAndSafepointsOfAnotherFunctionAreNoMatterOfThisOne) {
  const std::string guard =
      " declare void @llvm.experimental.guard(i1, ...) define void @other(i1 %c) "
      "{ call void (i1, ...) @llvm.experimental.guard(i1 %c) [ \"deopt\"() ] ret void } ";
  const std::string safepoint =
      " declare void @poll() declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...) "
      "define void @other(i1 %c) gc \"statepoint-example\" { %t = call token (i64, i32, ptr, i32, i32, ...) "
      "@llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @poll, i32 0, i32 0, i32 0, i32 0) "
      "ret void } ";
  const auto adds = [](const std::string& value, const std::string& before = "") {
    return "define i8 @f(i8 noundef %x) { " + before + " %r = add i8 %x, " + value + " ret i8 %r } ";
  };
  const auto judged = [&](const std::string& source, const std::string& target) {
    llvm::LLVMContext context;
    const auto before = ir::parse(context, source, "source"), after = ir::parse(context, target, "target");
    if (!before || !after) return std::string("not read");
    Checker checker({});
    return word(checker.check(*(*before)->getFunction("f"), *(*after)->getFunction("f")));
  };
  for (const std::string& other : {guard, safepoint}) {
    EXPECT_EQ(judged(adds("1") + other, adds("2") + other), "incorrect: value-mismatch") << other;
    const std::string called = "call void @other(i1 true)";
    EXPECT_EQ(judged(adds("1", called) + other, adds("2", called) + other).substr(0, 7), "unknown") << other;
  }
}

/// Verdicts of one checker on modules in turn, by the text of source and target.
std::vector<std::string> judged_in_turn(const std::vector<std::pair<std::string, std::string>>& pairs) {
  Options options;
  options.samples = options.quick_budget = options.exhaustive_budget = 0;  // so that parts are asked about
  options.trust_text = false;
  Checker checker(options);
  std::vector<std::string> words;
  for (const auto& [source, target] : pairs) {
    llvm::LLVMContext context;
    const auto before = ir::parse(context, source, "source"), after = ir::parse(context, target, "target");
    words.push_back(!before || !after ? "not read"
                                      : word(checker.check(*(*before)->getFunction("f"), *(*after)->getFunction("f"))));
  }
  return words;
}

TEST(CheckParts, OfOneTextAreOthersWhereBytesLieTheOtherWayRound) {
  const auto pair = [](const std::string& layout) {
    const auto function = [&](const std::string& lane) {
      return "target datalayout = \"" + layout + "\" declare void @use(i16) define void @f(<2 x i16> noundef %v) { " +
             lane + " call void @use(i16 %l) ret void }";
    };
    return std::pair(function("%b = bitcast <2 x i16> %v to i32 %l = trunc i32 %b to i16"),
                     function("%l = extractelement <2 x i16> %v, i64 0"));
  };
  EXPECT_EQ(judged_in_turn({pair("e"), pair("E")}), (std::vector<std::string>{"correct", "incorrect: value-mismatch"}));
}

TEST(CheckParts, OfOneTextAreOthersWhereMetadataSaysSomethingElse) {
  const auto pair = [](const std::string& below) {
    const auto function = [&](const std::string& used) {
      return "declare void @use(i1) declare i8 @llvm.ctpop.i8(i8) define void @f(i8 noundef %x) { "
             "%n = call i8 @llvm.ctpop.i8(i8 %x), !range !0 %c = icmp ult i8 %n, 4 call void @use(i1 " +
             used + ") ret void } !0 = !{i8 0, i8 " + below + "}";
    };
    return std::pair(function("%c"), function("true"));
  };
  EXPECT_EQ(judged_in_turn({pair("4"), pair("9")}).back().substr(0, 7), "incorre");
}

TEST(ClonesForAFunction, KeepBodiesThatNameWhatIsLocalAndItNames) {
  llvm::LLVMContext context;
  const auto module = ir::parse(context,
                                "@counted = internal global i8 0 @alias = internal alias i8, ptr @counted "
                                "@shared = global i8 0 "
                                "define i8 @f() { %v = call i8 @reads() ret i8 %v } "
                                "define internal i8 @reads() { %v = load i8, ptr @counted ret i8 %v } "
                                "define void @writes() { store i8 1, ptr @alias call void @below() ret void } "
                                "define internal void @below() { store i8 1, ptr @shared ret void } "
                                "define void @apart() { store i8 2, ptr @shared ret void } ",
                                "module");
  ASSERT_TRUE(module);
  const llvm::Function& f = *(*module)->getFunction("f");
  const auto clone = ir::clone_for(f, f);
  EXPECT_FALSE(ir::verify(*clone));
  for (const char* kept : {"f", "reads", "writes", "below"})
    EXPECT_FALSE(clone->getFunction(kept)->isDeclaration()) << kept;
  EXPECT_TRUE(clone->getFunction("apart")->isDeclaration());
  EXPECT_TRUE(ir::same_text(*ir::same_in(*clone, f), f));
}

TEST(ClonesForAFunction, KeepBodiesThatNameWhatIsLocalAndTheOtherNames) {
  llvm::LLVMContext context;
  const std::string rest = "@kept = internal global i8 0 define i8 @reads() { %v = load i8, ptr @kept ret i8 %v } ";
  const auto before = ir::parse(context, rest + "define void @f() { store i8 1, ptr @kept ret void }", "before"),
             after = ir::parse(context, rest + "define void @f() { ret void }", "after"),
             both = ir::parse(context,
                              rest +
                                  "define void @src() { store i8 1, ptr @kept ret void } "
                                  "define void @tgt() { ret void }",
                              "both");
  ASSERT_TRUE(before && after && both);
  const llvm::Function &source = *(*before)->getFunction("f"), &target = *(*after)->getFunction("f");
  EXPECT_TRUE(ir::clone_for(target, target)->getFunction("reads")->isDeclaration());
  EXPECT_FALSE(ir::clone_for(target, source)->getFunction("reads")->isDeclaration());
  const auto of_both = ir::clone_for(*(*both)->getFunction("tgt"), *(*both)->getFunction("src"));
  EXPECT_FALSE(of_both->getFunction("reads")->isDeclaration());
  EXPECT_TRUE(of_both->getFunction("src")->isDeclaration());
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

/// The verdict on the @main of two modules.
Verdict judged_as_programs(const std::string& before, const std::string& after) {
  llvm::LLVMContext context;
  const auto source = ir::parse(context, before, "source"), target = ir::parse(context, after, "target");
  EXPECT_TRUE(source && target);
  Checker checker({});
  return checker.check(*(*source)->getFunction("main"), *(*target)->getFunction("main"));
}

const std::string kSeven = "define i32 @main() { ret i32 7 }";

TEST(CheckPrograms, AProofByAnUndefinedExecutionIsToldToBeOne) {
  const std::string bodies[] = {
      "%z = sub i32 1, 1 %r = udiv i32 1, %z ret i32 %r",
      "store i8 1, ptr null ret i32 7",
      "%p = alloca i32 %v = load i32, ptr %p, align 4 %c = icmp eq i32 %v, 1 br i1 %c, label %a, label %b a: ret i32 1 "
      "b: ret i32 2",
  };
  for (const std::string& body : bodies) {
    const Verdict verdict = judged_as_programs("define i32 @main() { " + body + " }", kSeven);
    EXPECT_EQ(word(verdict), "correct") << body;
    EXPECT_EQ(verdict.method, Method::Execution) << body;
    EXPECT_TRUE(
        verdict.bound.starts_with("the source's execution is undefined, so that the target may do anything: "
                                  "immediate undefined behaviour: "))
        << body << verdict.bound;
  }
  EXPECT_EQ(judged_as_programs("define i32 @main() { %z = add i32 3, 4 ret i32 %z }", kSeven).bound, "");
}

// CALL-13: who runs before and behind @main is not executed.
TEST(CheckPrograms, VariablesOfOtherModulesAreNotProvedByOneExecution) {
  const auto program = [](const std::string& variable, const std::string& body) {
    return "@v = " + variable + " i32 5 define i32 @main() { " + body + " }";
  };
  const std::string loads = "%v = load i32, ptr @v ret i32 %v", five = "ret i32 5";
  for (const char* body : {"%v = load i32, ptr @v ret i32 %v", "store i32 1, ptr @v ret i32 5"}) {
    const Verdict verdict = judged_as_programs(program("global", body), program("global", five));
    EXPECT_EQ(word(verdict), "correct") << body;
    EXPECT_NE(verdict.bound.find("if no other module writes or reads @v"), std::string::npos) << verdict.bound;
  }
  for (const char* own : {"internal global", "constant"}) {
    const Verdict verdict = judged_as_programs(program(own, loads), program(own, five));
    EXPECT_EQ(word(verdict), "correct") << own;
    EXPECT_EQ(verdict.bound, "") << own;
  }
}

TEST(CheckPrograms, ProofsOfTheSolverTellItTooWhereEveryExecutionIsUndefined) {
  const auto program = [](const std::string& division) {
    return "define i32 @main(i32 %count, ptr %words) { " + division + " ret i32 0 }";
  };
  const Verdict verdict = judged_as_programs(program("%r = udiv i32 %count, 0"), program(""));
  EXPECT_EQ(word(verdict), "correct");
  EXPECT_NE(verdict.bound.find("division by zero"), std::string::npos) << verdict.bound;
  // Of the command lines that are executed, one has no words.
  const Verdict sometimes = judged_as_programs(program("%n = sub i32 %count, 1 %r = udiv i32 1, %n"), program(""));
  EXPECT_EQ(word(sometimes), "correct");
  EXPECT_EQ(sometimes.bound.find("undefined"), std::string::npos) << sometimes.bound;
}

/// Goes round a loop 2^62 times.
std::string long_program(const std::string& before, const std::string& result) {
  return "declare void @h() define i32 @main() { " + before +
         " br label %l l: %i = phi i64 [ 0, %0 ], [ %n, %l ] %n = add i64 %i, 1 %c = icmp eq i64 %n, "
         "4611686018427387904 br i1 %c, label %e, label %l e: ret i32 " +
         result + " }";
}

TEST(CheckPrograms, AnExecutionThatIsTooLongEndsTheCheckWithTheReason) {
  const Verdict verdict = judged_as_programs(long_program("", "1"), long_program("", "2"));
  EXPECT_EQ(word(verdict), "unknown: timeout");
  EXPECT_EQ(verdict.method, Method::Execution);
  EXPECT_NE(verdict.detail.find("the executions of @main were not compared: after 40000000 instructions one still ran"),
            std::string::npos)
      << verdict.detail;
}

TEST(CheckPrograms, WhoIsAskedNextStillTellsWhyExecutionsWereNotCompared) {
  // What @h does may be another thing in other executions.
  const Verdict verdict = judged_as_programs(long_program("call void @h()", "1"), long_program("call void @h()", "2"));
  EXPECT_EQ(word(verdict), "unknown: unroll-bound");
  EXPECT_TRUE(
      verdict.detail.starts_with("the executions of @main were not compared: after 40000000 instructions one "
                                 "still ran; "))
      << verdict.detail;
}

/// Fills a table, and prints the sum of it, which is added up from the first element on or from the last.
std::string table_program(bool forward, const std::string& initial, const std::string& copy = "") {
  const std::string first = forward ? "0" : "299", step = forward ? "1" : "-1", last = forward ? "299" : "0";
  return R"(
@text = private constant [4 x i8] c"%d\0A\00"
@from = global [4 x i8] c"abcd"
@to = global [4 x i8] zeroinitializer
declare i32 @printf(ptr, ...)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @main(i32 %count, ptr %words) {
  %table = alloca [300 x i32]
  br label %fill
fill:
  %i = phi i32 [ 0, %0 ], [ %i.next, %fill ]
  %a = mul i32 %i, %count
  %b = xor i32 %i, %count
  %product = mul i32 %a, %b
  %place = getelementptr i32, ptr %table, i32 %i
  store i32 %product, ptr %place
  %i.next = add i32 %i, 1
  %filled = icmp eq i32 %i.next, 300
  br i1 %filled, label %add, label %fill
add:
  %k = phi i32 [ )" +
         first + R"(, %fill ], [ %k.next, %add ]
  %sum = phi i32 [ )" +
         initial + R"(, %fill ], [ %more, %add ]
  %element = getelementptr i32, ptr %table, i32 %k
  %value = load i32, ptr %element
  %more = add i32 %sum, %value
  %k.next = add i32 %k, )" +
         step + R"(
  %added = icmp eq i32 %k, )" +
         last + R"(
  br i1 %added, label %end, label %add
end:
)" + copy +
         R"(
  %printed = call i32 (ptr, ...) @printf(ptr @text, i32 %more)
  ret i32 0
})";
}

TEST(CheckPrograms, WhatRunsAlikeWithSomeCommandLinesIsCorrectForThese) {
  const Verdict same = judged_as_programs(table_program(true, "0"), table_program(false, "0"));
  EXPECT_EQ(word(same), "correct");
  EXPECT_EQ(same.method, Method::Execution);
  EXPECT_EQ(same.bound, "the command lines that were run: `program`, `program 1`, `program 7 abc`, `program -3 0 x`");
  const Verdict other = judged_as_programs(table_program(true, "0"), table_program(false, "1"));
  EXPECT_EQ(word(other), "incorrect: value-mismatch");
  EXPECT_EQ(other.method, Method::Execution);
}

TEST(CheckPrograms, WhereAVolatileCopyBecomesAccessesTheRestIsCompared) {
  const std::string copy = "call void @llvm.memcpy.p0.p0.i64(ptr @to, ptr @from, i64 4, i1 true)",
                    accesses = "%c = load volatile i32, ptr @from, align 1 store volatile i32 %c, ptr @to, align 1";
  const Verdict same = judged_as_programs(table_program(true, "0", copy), table_program(false, "0", accesses));
  EXPECT_EQ(word(same), "correct");
  EXPECT_TRUE(same.bound.starts_with("volatile accesses aside, the command lines")) << same.bound;
  const Verdict other = judged_as_programs(table_program(true, "0", copy), table_program(false, "1", accesses));
  EXPECT_EQ(word(other), "incorrect: value-mismatch");
  const auto if_no_words = [](const std::string& what) {
    return "%alone = icmp eq i32 %count, 1 br i1 %alone, label %some, label %none some: " + what +
           " br label %none none: ";
  };
  const Verdict once =
      judged_as_programs(table_program(true, "0", if_no_words(copy)), table_program(false, "0", if_no_words(accesses)));
  EXPECT_TRUE(once.bound.starts_with("volatile accesses aside, the command lines")) << once.bound;
  const Verdict fewer = judged_as_programs(table_program(true, "0", accesses), table_program(true, "0"));
  EXPECT_EQ(word(fewer), "incorrect: value-mismatch") << "volatile accesses count where none of them is a copy";
}

}  // namespace
}  // namespace assay::check
