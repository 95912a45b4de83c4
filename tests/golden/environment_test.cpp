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
  const Verdict verdict = judge("define " + type + " @f(" + type + " %x) {\n  %r = add " + type + " %x, %x\n  ret " + type + " %r\n}\n",
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
  const Verdict verdict = judge("define i8 @f() vscale_range(2,2) {\n  %r = call i8 @llvm.vscale.i8()\n  ret i8 %r\n}\n",
                                "define i8 @f() vscale_range(2,2) {\n  ret i8 2\n}\n");
  EXPECT_EQ(verdict.kind, VerdictKind::Correct) << reason_text(verdict);
  EXPECT_EQ(verdict.bound, "");
}

std::string divided(const std::string& mode) {
  return "define float @f() strictfp {\n  %r = call float @llvm.experimental.constrained.fdiv.f32(float 1.0, float 3.0, "
         "metadata !\"round." + mode + "\", metadata !\"fpexcept.ignore\")\n  ret float %r\n}\n";
}

// VAL-19
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

std::string doubled(const std::string& attributes, const std::string& result) {
  return "define half @f(half noundef %x) " + attributes + " {\n  %r = fmul half %x, " + result + "\n  ret half %r\n}\n";
}

TEST(Denormals, MultiplyingByOneIsNotNothingWhereDenormalInputsAreZeros) {
  const std::string flush = "\"denormal-fp-math\"=\"preserve-sign,preserve-sign\"";
  const std::string nothing = "define half @f(half noundef %x) " + flush + " {\n  ret half %x\n}\n";
  EXPECT_EQ(judge(doubled(flush, "1.0"), nothing).kind, VerdictKind::Incorrect);
  EXPECT_EQ(judge(doubled("", "1.0"), "define half @f(half noundef %x) {\n  ret half %x\n}\n").kind, VerdictKind::Correct);
}

// VAL-15
TEST(Denormals, DynamicTreatmentAllowsOnlyWhatAllTreatmentsAllow) {
  const std::string dynamic = "\"denormal-fp-math\"=\"dynamic,dynamic\"";
  EXPECT_EQ(judge(doubled(dynamic, "1.0"), "define half @f(half noundef %x) " + dynamic + " {\n  ret half %x\n}\n").kind,
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
  const std::string insert = "%i = call <vscale x 4 x i8> @llvm.vector.insert.nxv4i8.nxv2i8(<vscale x 4 x i8> %v, <vscale x 2 x i8> %p, i64 2) ";
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
  EXPECT_EQ(judge(head + "%r = call i1 @llvm.vscale.i1() ret i1 %r }", head + "ret i1 poison }").kind, VerdictKind::Correct);
}

}  // namespace
}  // namespace assay::check
