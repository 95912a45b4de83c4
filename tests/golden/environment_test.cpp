#include <gtest/gtest.h>

#include "services/worker/check/check.h"

/// Pairs that depend on what the IR leaves to the target or the environment.
namespace assay::check {
namespace {

Verdict judge(const std::string& source, const std::string& target) {
  Options options;
  options.trust_text = false;
  Checker checker(options);
  return check_texts(checker, source, target);
}

// VAL-24
TEST(ScalableVectors, AProofNamesTheScalesThatWereTried) {
  const std::string type = "<vscale x 1 x i4>";
  const Verdict verdict =
      judge("define " + type + " @f(" + type + " %x) {\n  %r = add " + type + " %x, %x\n  ret " + type + " %r\n}\n",
            "define " + type + " @f(" + type + " %x) {\n  %r = add " + type + " %x, %x\n  ret " + type + " %r\n}\n");
  EXPECT_EQ(verdict.kind, VerdictKind::Correct) << reason_text(verdict) << verdict.detail;
  EXPECT_EQ(verdict.bound, "vscale 1, 2, 4");
}

TEST(ScalableVectors, AMistakeThatShowsAtOneScaleOnlyIsFound) {
  const Verdict verdict = judge("define i8 @f() {\n  %r = call i8 @llvm.vscale.i8()\n  ret i8 %r\n}\n",
                                "define i8 @f() {\n  ret i8 1\n}\n");
  EXPECT_EQ(verdict.kind, VerdictKind::Incorrect);
  EXPECT_NE(verdict.detail.find("vscale 2"), std::string::npos) << verdict.detail;
}

TEST(ScalableVectors, VscaleRangeIsAPrecondition) {
  const Verdict verdict =
      judge("define i8 @f() vscale_range(2,2) {\n  %r = call i8 @llvm.vscale.i8()\n  ret i8 %r\n}\n",
            "define i8 @f() vscale_range(2,2) {\n  ret i8 2\n}\n");
  EXPECT_EQ(verdict.kind, VerdictKind::Correct) << reason_text(verdict);
  EXPECT_EQ(verdict.bound, "");
}

std::string divided(const std::string& mode) {
  return "define float @f() strictfp {\n  %r = call float @llvm.experimental.constrained.fdiv.f32(float 1.0, float "
         "3.0, "
         "metadata !\"round." +
         mode + "\", metadata !\"fpexcept.ignore\")\n  ret float %r\n}\n";
}

// VAL-19, VAL-32
TEST(Rounding, AFoldOfADynamicallyRoundedOperationIsWrongInSomeMode) {
  const Verdict verdict = judge(divided("dynamic"), divided("tonearest"));
  EXPECT_EQ(verdict.kind, VerdictKind::Incorrect);
  EXPECT_NE(verdict.detail.find("(rounding "), std::string::npos) << verdict.detail;
}

TEST(Rounding, AnExactResultMayBeFolded) {
  const std::string source =
      "define float @f() strictfp {\n  %r = call float @llvm.experimental.constrained.fadd.f32(float 1.0, float 2.0, "
      "metadata !\"round.dynamic\", metadata !\"fpexcept.ignore\")\n  ret float %r\n}\n";
  EXPECT_EQ(judge(source, "define float @f() strictfp {\n  ret float 3.0\n}\n").kind, VerdictKind::Correct);
}

constexpr const char* kDeclarations =
    "declare i32 @llvm.get.rounding() declare void @llvm.set.rounding(i32) declare void @g() "
    "declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata) "
    "declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata) "
    "declare <2 x float> @llvm.experimental.constrained.fadd.v2f32(<2 x float>, <2 x float>, metadata, metadata) ";

std::string add(const std::string& result, const std::string& mode, const std::string& x,
                const std::string& type = "float", const std::string& suffix = "f32") {
  return result + " = call " + type + " @llvm.experimental.constrained.fadd." + suffix + "(" + type + " " + x + ", " +
         type + " " + x + ", metadata !\"round." + mode + "\", metadata !\"fpexcept.strict\") ";
}
std::string strict(const std::string& body, const std::string& type = "float") {
  return kDeclarations + ("define " + type + " @f(" + type + " %x) strictfp { ") + body + "}";
}
/// By both machines, each alone.
VerdictKind by(Oracles oracles, const std::string& source, const std::string& target) {
  Options options;
  options.trust_text = false;
  options.oracles = oracles;
  Checker checker(options);
  return check_texts(checker, source, target).kind;
}

/// What stands in the source is undefined, so it may become anything; and nothing else may become it.
void is_undefined(const std::string& source, const std::string& defined) {
  EXPECT_EQ(by(Oracles::Smt, source, defined), VerdictKind::Correct) << source;
  EXPECT_NE(by(Oracles::Interpreter, source, defined), VerdictKind::Incorrect) << source;
  EXPECT_EQ(by(Oracles::Smt, defined, source), VerdictKind::Incorrect) << source;
  EXPECT_EQ(by(Oracles::Interpreter, defined, source), VerdictKind::Incorrect) << source;
}

TEST(Rounding, TwoModesThatAreNamedWithoutAChangeBetweenThemAreUndefined) {
  struct Width {
    std::string type, suffix;
  };
  for (const auto& [type, suffix] : {Width{"float", "f32"}, Width{"double", "f64"}, Width{"<2 x float>", "v2f32"}})
    for (const std::string other : {"downward", "towardzero", "tonearest"})
      is_undefined(strict(add("%a", "upward", "%x", type, suffix) + add("%b", other, "%x", type, suffix) + "ret " +
                              type + " %b ",
                          type),
                   strict("ret " + type + " %x ", type));
}

TEST(Rounding, AModeThatIsNamedOnAnotherPathOnlyIsNoContradiction) {
  const std::string text =
      strict("%c = fcmp oeq float %x, 1.0 br i1 %c, label %a, label %b a: " + add("%p", "upward", "%x") +
             "ret float %p b: " + add("%q", "downward", "%x") + "ret float %q ");
  EXPECT_EQ(judge(text, text).kind, VerdictKind::Correct);
  EXPECT_EQ(judge(text, strict("ret float 7.0 ")).kind, VerdictKind::Incorrect);
}

TEST(Rounding, AModeThatIsSetIsTheOneThatOperationsMayName) {
  const std::string restored = "call void @llvm.set.rounding(i32 %old) ret float %b ";
  const auto changed = [&](const std::string& named) {
    return strict("%old = call i32 @llvm.get.rounding() call void @llvm.set.rounding(i32 2) " + add("%b", named, "%x") +
                  restored);
  };
  EXPECT_EQ(judge(changed("dynamic"), changed("upward")).kind, VerdictKind::Correct);
  EXPECT_EQ(judge(changed("upward"), changed("dynamic")).kind, VerdictKind::Correct);
  EXPECT_EQ(judge(changed("dynamic"), strict(add("%b", "dynamic", "%x") + "ret float %b ")).kind,
            VerdictKind::Incorrect);
  is_undefined(changed("downward"), strict("ret float %x "));
}

TEST(Rounding, AModeThatOthersGetToSeeIsNotFollowed) {
  const std::string left = strict("call void @llvm.set.rounding(i32 0) ret float %x ");
  EXPECT_EQ(judge(left, strict("ret float %x ")).kind, VerdictKind::Unsupported);
  EXPECT_EQ(
      judge(strict(
                "call void @llvm.set.rounding(i32 1) call void @g() call void @llvm.set.rounding(i32 0) ret float %x "),
            left)
          .kind,
      VerdictKind::Unsupported);
  EXPECT_EQ(judge(strict("%c = fcmp oeq float %x, 1.0 br i1 %c, label %a, label %b a: call void @llvm.set.rounding(i32 "
                         "0) br label %b b: " +
                         add("%q", "dynamic", "%x") + "ret float %q "),
                  strict("ret float %x "))
                .feature,
            "a rounding mode that others get to see");
}

TEST(Rounding, AFunctionThatIsCalledMayHaveSetTheMode) {
  const auto around = [](const std::string& first, const std::string& second) {
    return strict(add("%a", first, "%x") + "call void @g() " + add("%b", second, "%x") + "ret float %b ");
  };
  EXPECT_EQ(judge(around("upward", "downward"), around("upward", "downward")).kind, VerdictKind::Correct);
  EXPECT_EQ(judge(around("upward", "downward"), around("upward", "towardzero")).kind, VerdictKind::Incorrect);
  EXPECT_EQ(judge(around("dynamic", "dynamic"), around("dynamic", "dynamic")).bound,
            "calls that leave the rounding mode alone");
}

TEST(Rounding, WhatIsCalledRunsInTheSameMode) {
  const std::string head = std::string(kDeclarations) + "define internal float @i(float %x) strictfp { " +
                           add("%a", "upward", "%x") + "ret float %a } define float @f(float %x) strictfp { ";
  const std::string calls = head + "%r = call float @i(float %x) ret float %r }";
  EXPECT_EQ(judge(calls, head + add("%a", "upward", "%x") + "ret float %a }").kind, VerdictKind::Correct);
  EXPECT_EQ(judge(calls, head + add("%a", "downward", "%x") + "ret float %a }").kind, VerdictKind::Incorrect);
}

std::string doubled(const std::string& attributes, const std::string& result) {
  return "define half @f(half noundef %x) " + attributes + " {\n  %r = fmul half %x, " + result +
         "\n  ret half %r\n}\n";
}

TEST(Denormals, MultiplyingByOneIsNotNothingWhereDenormalInputsAreZeros) {
  const std::string flush = "\"denormal-fp-math\"=\"preserve-sign,preserve-sign\"";
  const std::string nothing = "define half @f(half noundef %x) " + flush + " {\n  ret half %x\n}\n";
  EXPECT_EQ(judge(doubled(flush, "1.0"), nothing).kind, VerdictKind::Incorrect);
  EXPECT_EQ(judge(doubled("", "1.0"), "define half @f(half noundef %x) {\n  ret half %x\n}\n").kind,
            VerdictKind::Correct);
}

// VAL-15
TEST(Denormals, DynamicTreatmentAllowsOnlyWhatAllTreatmentsAllow) {
  const std::string dynamic = "\"denormal-fp-math\"=\"dynamic,dynamic\"";
  EXPECT_EQ(
      judge(doubled(dynamic, "1.0"), "define half @f(half noundef %x) " + dynamic + " {\n  ret half %x\n}\n").kind,
      VerdictKind::Incorrect);
}

// VAL-17
TEST(Denormals, TheModeThatAFunctionIsRunInDoesNotChange) {
  const auto returns_zero = [](const std::string& mode) {
    return "define double @f() \"denormal-fp-math\"=\"" + mode + "\" {\n  ret double 0.0\n}\n";
  };
  EXPECT_EQ(judge(returns_zero("positive-zero"), returns_zero("ieee")).reason, Reason::Attributes);
  EXPECT_EQ(judge(returns_zero("dynamic"), returns_zero("ieee")).kind, VerdictKind::Correct);
}

TEST(ScalableVectors, ThePlaceOfAScalablePartIsScaled) {
  const std::string head =
      "declare <vscale x 4 x i8> @llvm.vector.insert.nxv4i8.nxv2i8(<vscale x 4 x i8>, <vscale x 2 x i8>, i64) "
      "declare <vscale x 2 x i8> @llvm.vector.extract.nxv2i8.nxv4i8(<vscale x 4 x i8>, i64) "
      "define <vscale x 2 x i8> @f(<vscale x 4 x i8> %v, <vscale x 2 x i8> %p) { ";
  const std::string insert =
      "%i = call <vscale x 4 x i8> @llvm.vector.insert.nxv4i8.nxv2i8(<vscale x 4 x i8> %v, <vscale x 2 x i8> %p, i64 "
      "2) ";
  const auto extract = [](const std::string& from, const std::string& at) {
    return "%r = call <vscale x 2 x i8> @llvm.vector.extract.nxv2i8.nxv4i8(<vscale x 4 x i8> " + from + ", i64 " + at +
           ") ret <vscale x 2 x i8> %r }";
  };
  EXPECT_EQ(judge(head + insert + extract("%i", "0"), head + extract("%v", "0")).kind, VerdictKind::Correct);
  EXPECT_EQ(judge(head + insert + extract("%i", "2"), head + "ret <vscale x 2 x i8> %p }").kind, VerdictKind::Correct);
  EXPECT_EQ(judge(head + insert + extract("%i", "2"), head + extract("%v", "2")).kind, VerdictKind::Incorrect);
}

TEST(ScalableVectors, AVscaleThatDoesNotFitIsPoison) {
  const std::string head = "declare i1 @llvm.vscale.i1() define i1 @f() vscale_range(2,2) { ";
  EXPECT_EQ(judge(head + "%r = call i1 @llvm.vscale.i1() ret i1 %r }", head + "ret i1 poison }").kind,
            VerdictKind::Correct);
}

}  // namespace
}  // namespace assay::check
