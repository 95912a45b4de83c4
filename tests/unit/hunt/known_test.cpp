// Findings of a root that the hunt has reported already.
#include <gtest/gtest.h>

#include "services/worker/hunt/analyse.h"
#include "services/worker/hunt/ask.h"
#include "services/worker/hunt/slice.h"
#include "tests/unit/optimize/testing.h"

namespace assay::hunt {
namespace {

// Plays an opt 22 that forgets what is returned.
constexpr const char* kForgets =
    "case \"$*\" in *--version*) echo 'LLVM version 22.1.0'; exit 0;; *-passes=verify*) cat; exit 0;; esac\n"
    "sed 's/ret i8 %x/ret i8 0/'\n";

class HuntKnown : public ::testing::Test {
 protected:
  Analysis analyse_with(AnalysisOptions options, const char* opt = kForgets,
                        const char* module = "define i8 @f(i8 %x) {\n  %dead = add i8 %x, 1\n  ret i8 %x\n}\n") {
    HuntSettings settings;
    settings.compilers = {folder_.script("opt", opt)};
    settings.passes = {"instcombine"};
    auto targets = open_targets(settings);
    EXPECT_TRUE(targets) << targets.error();
    finding_.compiler = targets->front().compiler->id();
    finding_.pipeline = finding_.reduced_pipeline = "instcombine";
    finding_.function = "f";
    finding_.original = finding_.reduced = module;
    return analyse(finding_, *targets->front().compiler, options);
  }

  optimize::testing::TemporaryFolder folder_;
  Finding finding_;
};

// Forgets it under one option only.
constexpr const char* kForgetsWithFour =
    "case \"$*\" in *--version*) echo 'LLVM version 22.1.0'; exit 0;; *-passes=verify*) cat; exit 0;; esac\n"
    "case \"$*\" in *-force-vector-width=4*) sed 's/ret i8 %x/ret i8 0/';; *) cat;; esac\n";

TEST_F(HuntKnown, OptionsThatAFailureDoesNotNeedAreLeftOut) {
  finding_.question.opt_args = "-slp-threshold=-100 -force-vector-width=4 -unroll-count=2";
  finding_.reason = name_of(Reason::ValueMismatch);
  EXPECT_EQ(analyse_with({}, kForgetsWithFour), Analysis::Shown);
  EXPECT_EQ(finding_.question.opt_args, "-force-vector-width=4");
  EXPECT_EQ(finding_.reduced_run(), finding_.reduced_pipeline + " -force-vector-width=4");
}

TEST_F(HuntKnown, AFailureThatNeedsAnOptionIsNoneWithoutIt) {
  finding_.reason = name_of(Reason::ValueMismatch);
  EXPECT_EQ(analyse_with({}, kForgetsWithFour), Analysis::NotShown);
}

constexpr const char* kForArm =
    "target triple = \"armv7-unknown-linux-gnueabihf\"\ndefine i8 @f(i8 %x) \"target-features\"=\"+neon\" {\n"
    "  ret i8 %x\n}\n";

TEST_F(HuntKnown, ACaseThatNeedsNoTargetLosesIt) {
  finding_.reason = name_of(Reason::ValueMismatch);
  EXPECT_EQ(analyse_with({}, kForgets, kForArm), Analysis::Shown);
  EXPECT_EQ(finding_.reduced.find("triple"), std::string::npos) << finding_.reduced;
  EXPECT_EQ(finding_.reduced.find("neon"), std::string::npos) << finding_.reduced;
}

TEST_F(HuntKnown, ACaseThatNeedsItsTargetKeepsIt) {
  const char* forgets_for_arm =
      "case \"$*\" in *--version*) echo 'LLVM version 22.1.0'; exit 0;; *-passes=verify*) cat; exit 0;; esac\n"
      "sed '/armv7/,$ s/ret i8 %x/ret i8 0/'\n";
  finding_.reason = name_of(Reason::ValueMismatch);
  EXPECT_EQ(analyse_with({}, forgets_for_arm, kForArm), Analysis::Shown);
  EXPECT_NE(finding_.reduced.find("armv7"), std::string::npos) << finding_.reduced;
}

// With the body that the inliner puts in, the culprit's own case is not seen to be wrong again.
constexpr const char* kInlinedFirst = R"(
declare void @escape(i2, i2, i2, i1, i2)
define i2 @f(i2 %val, i2 %start, i2 %extraoffset) {
entry:
  br label %loop
loop:
  %iv = phi i2 [ %start, %entry ], [ %iv.next, %loop ]
  %nbits = add nuw i2 %iv, %extraoffset
  %val.shifted = lshr i2 %val, %nbits
  %zero = call i1 @outlined(i2 %val.shifted)
  %iv.next = add i2 %iv, 1
  call void @escape(i2 %iv, i2 %nbits, i2 %val.shifted, i1 %zero, i2 %iv.next)
  br i1 %zero, label %end, label %loop
end:
  ret i2 %iv
}
define internal i1 @outlined(i2 %x) {
  %zero = icmp eq i2 %x, 0
  ret i1 %zero
}
)";

TEST(HuntAnalysis, ACaseIsShownByThePipelineThatIsToldWithIt) {
  HuntSettings settings;
  settings.compilers = {"linked"};
  settings.passes = {"scc-oz-module-inliner"};
  auto targets = open_targets(settings);
  ASSERT_TRUE(targets) << targets.error();
  Finding finding;
  finding.compiler = targets->front().compiler->id();
  finding.pipeline = finding.reduced_pipeline = settings.passes[0];
  finding.function = "f";
  finding.original = finding.reduced = kInlinedFirst;
  finding.reason = name_of(Reason::ValueMismatch);
  AnalysisOptions options;
  options.reduce_ms = 2'000;
  ASSERT_EQ(analyse(finding, *targets->front().compiler, options), Analysis::Shown);
  EXPECT_EQ(finding.culprit, "loop-idiom");
  Asker asker(finding.question, finding.kind);
  EXPECT_EQ(asker.ask(*targets->front().compiler, finding.reduced, finding.reduced_pipeline).kind,
            Answer::Kind::Reproduces)
      << finding.reduced_pipeline << "\n"
      << finding.reduced;
}

TEST(HuntTargets, RefuseEnvironmentsThatNobodyKnows) {
  HuntSettings settings;
  settings.compilers = {"linked"};
  settings.passes = {"gvn"};
  settings.targets = "vax";
  EXPECT_FALSE(open_targets(settings));
}

TEST(HuntTargets, HaveTheHuntsOptionsAndThoseOfThePipeline) {
  HuntSettings settings;
  settings.compilers = {"linked"};
  settings.passes = {"loop-vectorize -force-vector-interleave=2", "gvn"};
  settings.opt_args = "-force-vector-width=4";
  const auto targets = open_targets(settings);
  ASSERT_TRUE(targets) << targets.error();
  const auto& pipelines = targets->front().pipelines;
  ASSERT_EQ(pipelines.size(), 2u);
  EXPECT_EQ(pipelines[0].passes, "loop-vectorize");
  EXPECT_EQ(pipelines[0].opt_args, "-force-vector-width=4 -force-vector-interleave=2");
  EXPECT_EQ(pipelines[1].opt_args, "-force-vector-width=4");
}

TEST(HuntTargets, RefuseOptionsThatNameAFile) {
  HuntSettings settings;
  settings.compilers = {"linked"};
  settings.passes = {"gvn"};
  settings.opt_args = "-info-output-file=x";
  const auto targets = open_targets(settings);
  ASSERT_FALSE(targets);
  EXPECT_NE(targets.error().find("-info-output-file"), std::string::npos) << targets.error();
}

TEST_F(HuntKnown, WhatNobodyNeedsAgainIsNotReduced) {
  AnalysisOptions options;
  std::vector<Finding> asked;
  options.is_known = [&](const Finding& finding) {
    asked.push_back(finding);
    return true;
  };
  EXPECT_EQ(analyse_with(options), Analysis::Known);
  ASSERT_EQ(asked.size(), 1u);
  EXPECT_FALSE(asked.front().culprit.empty()) << "rules name the culprit";
  EXPECT_NE(finding_.reduced.find("%dead"), std::string::npos);
}

TEST_F(HuntKnown, WhatIsNewIsReduced) {
  AnalysisOptions options;
  options.is_known = [](const Finding&) { return false; };
  EXPECT_EQ(analyse_with(options), Analysis::Shown);
  EXPECT_EQ(finding_.reduced.find("%dead"), std::string::npos);
}

TEST_F(HuntKnown, ARefutationThatDoesNotHoldOfTheCaseAloneIsLookedForAgain) {
  AnalysisOptions options;
  Verdict elsewhere;
  elsewhere.kind = VerdictKind::Incorrect;
  elsewhere.reason = Reason::MoreUb;
  options.refutation = &elsewhere;
  EXPECT_EQ(analyse_with(options), Analysis::Shown);
  EXPECT_EQ(finding_.reason, name_of(Reason::ValueMismatch));
}

// Plays an opt 22 that copies two bytes as a number.
constexpr const char* kCopies =
    "case \"$*\" in *--version*) echo 'LLVM version 22.1.0'; exit 0;; *-passes=verify*) cat; exit 0;; esac\n"
    "sed 's/call void @llvm.memcpy.*(ptr %y, ptr %x, i64 2, .*/%v = load i16, ptr %x, align 1\\n  store i16 %v, ptr "
    "%y, align 1/'\n";

TEST_F(HuntKnown, WhatAReadingExplainsIsReducedByTheInputsThatShowIt) {
  AnalysisOptions options;
  options.is_known = [](const Finding&) { return false; };
  EXPECT_EQ(analyse_with(options, kCopies,
                         "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
                         "define void @f(ptr %x, ptr %y, i8 %z) {\n  %dead = add i8 %z, 1\n"
                         "  call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %x, i64 2, i1 false)\n  ret void\n}\n"),
            Analysis::Shown);
  EXPECT_EQ(finding_.explained_by, "memory=integers") << finding_.reduced;
  EXPECT_EQ(finding_.reduced.find("%dead"), std::string::npos) << finding_.reduced;
  ASSERT_TRUE(finding_.counterexample);
  EXPECT_EQ(finding_.counterexample->confirmed_by.front(), Decider::Interpreter);
}

// Plays an opt 22 that returns the argument: of zeros that is wrong where sums are rounded down, and of a signaling NaN
// where somebody asks for a quiet one.
constexpr const char* kReturnsArgument =
    "case \"$*\" in *--version*) echo 'LLVM version 22.1.0'; exit 0;; *-passes=verify*) cat; exit 0;; esac\n"
    "sed 's/ret float %r/ret float %a/'\n";

TEST_F(HuntKnown, TheExampleIsOneThatNoReadingAllows) {
  AnalysisOptions options;
  options.is_known = [](const Finding&) { return false; };
  EXPECT_EQ(analyse_with(options, kReturnsArgument,
                         "declare float @llvm.experimental.constrained.fsub.f32(float, float, metadata, metadata)\n"
                         "define float @f(float %a) {\n  %n = fneg float %a\n"
                         "  %r = call float @llvm.experimental.constrained.fsub.f32(float -0.0, float %n, "
                         "metadata !\"round.dynamic\", metadata !\"fpexcept.ignore\")\n  ret float %r\n}\n"),
            Analysis::Shown);
  EXPECT_EQ(finding_.explained_by, "");
  EXPECT_EQ(finding_.detail.find("NaN"), std::string::npos) << finding_.detail;
}

}  // namespace
}  // namespace assay::hunt
