#include "tests/unit/interpret/testing.h"

/// Runs that never end.
namespace assay::interpret {
namespace {

EndKind end_of(const std::string& module) {
  Code code(module);
  RunOptions options;
  options.limits.steps = 1000;
  return run(code["f"], {}, options).end;
}
/// A loop around the body, which may use %i, a number that counts the rounds of eight bits.
std::string loop(const std::string& body, const std::string& attributes = "") {
  return "declare void @g() declare i8 @llvm.ctpop.i8(i8) @v = global i8 0 @w = global i64 0 define i8 @h(i8 %x) { ret "
         "i8 %x } "
         "define void @f() " +
         attributes + " { e: br label %l l: %i = phi i8 [ 0, %e ], [ %j, %l ] %j = add i8 %i, 2 " + body +
         " %c = icmp eq i8 %i, 255 br i1 %c, label %x, label %l x: ret void }";
}

TEST(InterpretEndless, ARoundThatChangesNothingIsFound) {
  EXPECT_EQ(end_of("define void @f() { br label %l l: br label %l }"), EndKind::Diverges);
  EXPECT_EQ(end_of(loop("")), EndKind::Diverges);
  EXPECT_EQ(end_of(loop("store i8 3, ptr @v")), EndKind::Diverges);
  EXPECT_EQ(end_of(loop("store i8 %i, ptr @v")), EndKind::Diverges);
  EXPECT_EQ(end_of(loop("%p = call i8 @llvm.ctpop.i8(i8 %i)")), EndKind::Diverges);
}

TEST(InterpretEndless, ARoundThatMayGoOtherwiseOrIsSeenIsNone) {
  for (const char* body : {"%n = load i64, ptr @w %m = add i64 %n, 1 store i64 %m, ptr @w",
                           "store volatile i8 1, ptr @v", "%a = load atomic i8, ptr @v seq_cst, align 1",
                           "%u = freeze i8 undef", "call void @g()", "%h = call i8 @h(i8 %i)"})
    EXPECT_EQ(end_of(loop(body)), EndKind::OutOfSteps) << body;
}

TEST(InterpretEndless, ARecursionWithTheSameArgumentsIsFound) {
  EXPECT_EQ(end_of("define void @f() { call void @f() ret void }"), EndKind::Diverges);
  EXPECT_EQ(end_of("define void @f() { call void @r(i8 3) ret void } "
                   "define void @r(i8 %x) { %a = alloca i8 store i8 %x, ptr %a call void @r(i8 %x) ret void }"),
            EndKind::Diverges);
  EXPECT_NE(end_of("define void @f() { call void @r(i64 3) ret void } "
                   "define void @r(i64 %x) { %y = add i64 %x, 1 call void @r(i64 %y) ret void }"),
            EndKind::Diverges);
  EXPECT_EQ(end_of("@v = global i8 0 define void @f() { %n = load i8, ptr @v %m = add i8 %n, 1 store i8 %m, ptr @v "
                   "%c = icmp eq i8 %m, 200 br i1 %c, label %e, label %l l: call void @f() br label %e e: ret void }"),
            EndKind::Returned);
}

const std::string kMustProgress = " !0 = distinct !{!0, !1} !1 = !{!\"llvm.loop.mustprogress\"}";

// VAL-5
TEST(InterpretEndless, WhatMustMakeProgressIsUndefined) {
  const auto rule = [](const std::string& module) {
    Code code(module);
    RunOptions options;
    options.limits.steps = 1000;
    const Behaviour behaviour = run(code["f"], {}, options);
    EXPECT_EQ(behaviour.end, EndKind::UndefinedBehaviour) << module;
    return behaviour.rule;
  };
  EXPECT_EQ(rule(loop("", "mustprogress")), semantics::Rule::NoProgress);
  EXPECT_EQ(rule(loop("", "willreturn")), semantics::Rule::NoProgress);
  EXPECT_EQ(rule("define void @f() { br label %l l: br label %l, !llvm.loop !0 }" + kMustProgress),
            semantics::Rule::NoProgress);
  EXPECT_EQ(rule("define void @g() { br label %l l: br label %l } "
                 "define void @f() willreturn { call void @g() ret void }"),
            semantics::Rule::NoProgress);
  EXPECT_EQ(rule("define void @f() mustprogress { call void @f() ret void }"), semantics::Rule::NoProgress);
}

TEST(InterpretEndless, APromiseOfProgressSaysNothingOfCalleesAndOtherLoops) {
  const auto reason = [](const std::string& module) {
    Code code(module);
    RunOptions options;
    options.limits.steps = 1000;
    const Behaviour behaviour = run(code["f"], {}, options);
    EXPECT_EQ(behaviour.end, EndKind::Diverges) << module;
    return behaviour.reason;
  };
  EXPECT_EQ(reason(loop("")), "");
  EXPECT_EQ(reason("define void @g() { br label %l l: br label %l } "
                   "define void @f() mustprogress { call void @g() ret void }"),
            "");
  EXPECT_EQ(reason("define void @f() { e: br label %a a: %i = phi i8 [ 0, %e ], [ 1, %a ] %c = icmp eq i8 %i, 1 "
                   "br i1 %c, label %l, label %a, !llvm.loop !0 l: br label %l }" +
                   kMustProgress),
            "");
  // Which loop it is that goes on for ever is not told, or whether it passes what stands for progress.
  EXPECT_EQ(reason("define void @f() { br label %o o: br label %l l: br i1 true, label %l, label %m m: "
                   "br label %o, !llvm.loop !0 }" +
                   kMustProgress),
            "what must make progress");
  EXPECT_EQ(reason("declare void @llvm.sideeffect() define void @f() mustprogress { br label %l l: "
                   "call void @llvm.sideeffect() br i1 true, label %l, label %m m: ret void }"),
            "what must make progress");
  // Of a cycle without branches its text tells.
  EXPECT_EQ(reason("declare void @llvm.sideeffect() define void @f() mustprogress { br label %l l: "
                   "call void @llvm.sideeffect() br label %l }"),
            "");
}

}  // namespace
}  // namespace assay::interpret
