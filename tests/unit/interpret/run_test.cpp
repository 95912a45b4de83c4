#include "tests/unit/interpret/testing.h"

namespace assay::interpret {
namespace {

constexpr const char* kFibonacci = R"(
define i32 @f(i32 %n) {
entry:
  br label %loop
loop:
  %a = phi i32 [ 0, %entry ], [ %b, %loop ]
  %b = phi i32 [ 1, %entry ], [ %c, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %c = add i32 %a, %b
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret i32 %a
})";

TEST(InterpretRun, PhisReadBeforeTheyWrite) {
  EXPECT_EQ(behaviours_of(kFibonacci, "10"), "returns i32 34 (0x22)");
  EXPECT_EQ(behaviours_of(R"(
define i8 @f(i8 %n) {
entry:
  br label %loop
loop:
  %a = phi i8 [ 1, %entry ], [ %b, %loop ]
  %b = phi i8 [ 2, %entry ], [ %a, %loop ]
  %i = phi i8 [ 0, %entry ], [ %j, %loop ]
  %j = add i8 %i, 1
  %more = icmp ult i8 %j, %n
  br i1 %more, label %loop, label %done
done:
  ret i8 %a
})",
                          "2"),
            "returns i8 2");
}

TEST(InterpretRun, StepsRunOut) {
  Code code(
      "define void @f() {\ne:\n br label %a\na:\n %i = phi i64 [ 0, %e ], [ %j, %a ]\n %j = add i64 %i, 1\n br label "
      "%a\n}");
  RunOptions options;
  options.limits.steps = 100;
  EXPECT_EQ(run(code["f"], {}, options).end, EndKind::OutOfSteps);
}

TEST(InterpretRun, TraceHoldsEachValueInOrder) {
  Code code("define i8 @f(i8 %x) {\n %a = add i8 %x, 1\n %b = mul i8 %a, 3\n ret i8 %b\n}");
  Trace trace;
  RunOptions options;
  options.trace = &trace;
  run(code["f"], code.input("f", "4"), options);
  const auto lines = print_trace(trace);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].instruction, "%a = add i8 %x, 1");
  EXPECT_EQ(lines[0].value, "5");
  EXPECT_EQ(lines[1].value, "15 (0xf)");
}

constexpr const char* kCalls =
    "define i8 @inner(i8 %x) {\n %r = udiv i8 7, %x\n ret i8 %r\n}\n"
    "define i8 @outer(i8 %x) {\n %y = sub i8 %x, 1\n %r = call i8 @inner(i8 %y)\n ret i8 %r\n}\n"
    "define i8 @f(i8 %x) {\n %r = call i8 @outer(i8 %x)\n ret i8 %r\n}";

TEST(InterpretRun, UndefinedBehaviourIsToldWhereItHappensWithTheCallsThatLedThere) {
  EXPECT_EQ(behaviours_of(kCalls, "1"),
            "immediate undefined behaviour: division by zero at %r = udiv i8 7, %x in @inner, called at %r = call i8 "
            "@inner(i8 %y) in "
            "@outer, called at %r = call i8 @outer(i8 %x) in @f (LangRef: udiv, sdiv, urem, srem)");
}

TEST(InterpretRun, TheTraceEntersCalleesWhereThatIsAskedFor) {
  Code code(kCalls);
  RunOptions options;
  Trace trace;
  options.trace = &trace;
  (void)run(code["f"], code.input("f", "4"), options);
  EXPECT_EQ(print_trace(trace).size(), 1u);
  trace.clear();
  options.traces_callees = true;
  (void)run(code["f"], code.input("f", "4"), options);
  const auto lines = print_trace(trace);
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[1].instruction, "    %r = udiv i8 7, %x");
  EXPECT_EQ(lines[1].value, "2");
  EXPECT_EQ(lines[3].instruction, "%r = call i8 @outer(i8 %x)");
}

TEST(InterpretRun, OfALongTraceItsBeginningAndItsEndAreShown) {
  Code code(kCalls);
  RunOptions options;
  Trace trace;
  options.trace = &trace;
  options.traces_callees = true;
  (void)run(code["f"], code.input("f", "4"), options);
  const auto all = print_trace(trace), ends = print_trace(trace, 3);
  ASSERT_EQ(ends.size(), 3u);
  EXPECT_EQ(ends.front(), all.front());
  EXPECT_EQ(ends[1].instruction, "… 2 instructions more");
  EXPECT_EQ(ends.back(), all.back());
  EXPECT_EQ(print_trace(trace, 4), all);
}

TEST(InterpretRun, FunctionsThatNobodyKnowsAreInventedUnlessARunSaysNo) {
  Code code("declare i8 @g(i8)\ndefine i8 @f(i8 %x) {\n %r = call i8 @g(i8 %x)\n ret i8 %r\n}");
  RunOptions options;
  EXPECT_EQ(run(code["f"], code.input("f", "1"), options).end, EndKind::Returned);
  options.invents = false;
  EXPECT_EQ(describe(code["f"], run(code["f"], code.input("f", "1"), options)),
            "unsupported: function g at %r = call i8 @g(i8 %x)");
}

TEST(InterpretRun, WhatIsKeptOfVolatileAccessesAndTracesCountsAsMemory) {
  Code code(
      "define void @f(i64 %n) {\ne:\n %p = alloca i8\n br label %l\nl:\n %i = phi i64 [ 0, %e ], [ %j, %l ]\n"
      " store volatile i8 1, ptr %p\n %j = add i64 %i, 1\n %m = icmp ult i64 %j, %n\n br i1 %m, label %l, label "
      "%d\nd:\n ret void\n}");
  RunOptions options;
  options.limits.memory = 1 << 16;
  EXPECT_EQ(run(code["f"], code.input("f", "10"), options).end, EndKind::Returned);
  EXPECT_EQ(run(code["f"], code.input("f", "100000"), options).reason, "memory limit");
  Trace trace;
  options.trace = &trace;
  EXPECT_EQ(run(code["f"], code.input("f", "200"), options).reason, "memory limit");
}

TEST(InterpretRun, SwitchFindsItsCase) {
  const std::string text = R"(
define i8 @f(i8 %x) {
  switch i8 %x, label %other [ i8 3, label %a
                               i8 -1, label %b ]
a:
  ret i8 1
b:
  ret i8 2
other:
  %p = phi i8 [ 9, %0 ]
  ret i8 %p
})";
  EXPECT_EQ(behaviours_of(text, "3"), "returns i8 1");
  EXPECT_EQ(behaviours_of(text, "-1"), "returns i8 2");
  EXPECT_EQ(behaviours_of(text, "4"), "returns i8 9");
  EXPECT_THAT(behaviours_of(text, "undef"), testing::HasSubstr("switch on undef"));
}

TEST(InterpretRun, WideIntegersAreExact) {
  EXPECT_EQ(behaviours_of("define i128 @f(i128 %x) {\n %a = mul i128 %x, %x\n %r = lshr i128 %a, 64\n ret i128 %r\n}",
                          "0x100000001"),
            "returns i128 1");
  EXPECT_EQ(behaviours_of("define i128 @f(i128 %x) {\n %r = add nuw i128 %x, 1\n ret i128 %r\n}", "-1"),
            "returns i128 poison");
}

TEST(InterpretRun, WideLoopsKeepWorkingWhenThePoolIsSweptOut) {
  const std::string text = R"(
define i128 @f(i32 %n) {
entry:
  br label %loop
loop:
  %s = phi i128 [ 1180591620717411303424, %entry ], [ %t, %loop ]
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %t = add i128 %s, 1
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, %n
  br i1 %more, label %loop, label %done
done:
  ret i128 %t
})";
  EXPECT_THAT(behaviours_of(text, "100000"), testing::HasSubstr("1180591620717411403424"));
}

TEST(InterpretRun, FunnelShiftsOfSixtyFourBitsAreExact) {
  EXPECT_EQ(behaviours_of("declare i64 @llvm.fshl.i64(i64, i64, i64)\ndefine i64 @f(i64 %x) {\n"
                          " %r = call i64 @llvm.fshl.i64(i64 %x, i64 %x, i64 68)\n ret i64 %r\n}",
                          "0x8000000000000001"),
            "returns i64 24 (0x18)");
}

TEST(InterpretRun, RangeBrokenByTheResultIsPoisonAndNoundefMakesItUndefinedBehaviour) {
  EXPECT_EQ(behaviours_of("define range(i8 0, 4) i8 @f(i8 %x) {\n ret i8 %x\n}", "5"), "returns i8 poison");
  EXPECT_EQ(behaviours_of("define range(i8 0, 4) i8 @f(i8 %x) {\n ret i8 %x\n}", "3"), "returns i8 3");
  EXPECT_THAT(behaviours_of("define noundef range(i8 0, 4) i8 @f(i8 %x) {\n ret i8 %x\n}", "5"),
              testing::HasSubstr("returned from a noundef function"));
}

TEST(InterpretRun, ArgumentsThatBreakTheirPromises) {
  EXPECT_EQ(behaviours_of("define i8 @f(i8 range(i8 0, 4) %x) {\n ret i8 %x\n}", "7"), "returns i8 poison");
  EXPECT_THAT(behaviours_of("define i8 @f(i8 noundef %x) {\n ret i8 %x\n}", "undef"),
              testing::HasSubstr("noundef parameter at the call"));
}

TEST(InterpretRun, AssumptionsThatFailAreUndefinedBehaviour) {
  const std::string text =
      "declare void @llvm.assume(i1)\ndefine i8 @f(i8 %x) {\n %c = icmp ult i8 %x, 5\n call void @llvm.assume(i1 %c)\n"
      " ret i8 %x\n}";
  EXPECT_EQ(behaviours_of(text, "4"), "returns i8 4");
  EXPECT_THAT(behaviours_of(text, "5"), testing::HasSubstr("an assumption does not hold"));
  EXPECT_THAT(behaviours_of(text, "poison"), testing::HasSubstr("an assumption does not hold"));
}

TEST(InterpretRun, ReductionsFoldTheirLanes) {
  const std::string text =
      "declare i8 @llvm.vector.reduce.add.v4i8(<4 x i8>)\ndefine i8 @f(<4 x i8> %v) {\n"
      " %r = call i8 @llvm.vector.reduce.add.v4i8(<4 x i8> %v)\n ret i8 %r\n}";
  EXPECT_EQ(behaviours_of(text, "<1, 2, 3, 200>"), "returns i8 -50 (0xce, 206)");
  EXPECT_EQ(behaviours_of(text, "<1, 2, poison, 4>"), "returns i8 poison");
}

TEST(InterpretRun, ScriptedChoicesGiveTheSameRunAgain) {
  Code code("define i8 @f(i8 %x) {\n %y = freeze i8 %x\n ret i8 %y\n}");
  RunOptions options;
  options.choices = {42};
  const Behaviour behaviour = run(code["f"], code.input("f", "poison"), options);
  EXPECT_EQ(describe(code["f"], behaviour), "returns i8 42 (0x2a)");
  EXPECT_EQ(behaviour.choices, std::vector<std::uint64_t>{42});
}

}  // namespace
}  // namespace assay::interpret
