#include "tests/unit/triage/cases.h"

#include <gtest/gtest.h>

/// What code generation does: the text of the case, the assembly or IR, what is said of it.
namespace assay::triage {
namespace {

TEST(ShippedRoots, KnowWhatCodeGenerationDoesAgainAndAgain) {
  const char* select = "  %a = fcmp olt double %x, 0.000000e+00\n  %b = select i1 %a, double %x, double 0.000000e+00\n";
  const char* zeros = "source returns double 0 (0x0); target returns double -0 (0x8000000000000000); it shows";
  EXPECT_EQ(rule_of_what_happens("", select, "\tfmin.d\tfa0, fa0, fa5\n", zeros), "zeros-of-min-and-max");
  EXPECT_EQ(rule_of_what_happens("SelectionDAG", select, "\tfminnm\td0, d0, d1\n", zeros), "zeros-of-min-and-max");
  EXPECT_EQ(rule_of_what_happens("", select, "\tfcsel\td0, d0, d1, mi\n", zeros), "") << "it is no minimum";
  EXPECT_EQ(rule_of_what_happens("", select, "\tfmin.d\tfa0, fa0, fa5\n",
                                 "source returns double 1 (0x3ff0000000000000); target returns double 2 (0x4000)"),
            "")
      << "no zeros differ";
  EXPECT_EQ(rule_of_what_happens("", select, "\tfminnm\td0, d0, d1\n",
                                 "source returns double 1 (0x3FF0); target returns double NaN (0x7FF8000000000000)"),
            "signaling-nan-of-min-and-max");
  const char* load = "  %a = call <2 x i8> @llvm.masked.load.v2i8.p0(ptr %x, <2 x i1> %y, <2 x i8> zeroinitializer)\n";
  const char* lanes = "cond.load1:\n  %8 = getelementptr inbounds i8, ptr %x, i32 1\n  %9 = load i8, ptr %8, align 1\n";
  EXPECT_EQ(rule_of_what_happens("", load, lanes,
                                 "target immediate undefined behaviour: load from a poison or undef "
                                 "address at %9 = load i8, ptr %8, align 1"),
            "masked-lanes-in-bounds-of-the-base");
  EXPECT_EQ(rule_of_what_happens("", load, lanes, "target immediate undefined behaviour: out of bounds"), "");
  const char* count = "  %a = call i8 @llvm.vp.cttz.elts.i8.v2i1(<2 x i1> %x, i1 false, <2 x i1> %y, i32 %n)\n";
  const char* counted = "  %a = call i8 @llvm.vp.cttz.elts.i8.v2i1(<2 x i1> %x, i1 false, <2 x i1> %2, i32 2)\n";
  EXPECT_EQ(rule_of_what_happens("", count, counted, "source returns i8 0; target returns i8 2"),
            "length-that-is-a-value-forgotten");
  EXPECT_EQ(rule_of_what_happens("", count, count, "source returns i8 0; target returns i8 2"), "");
  const char* power = "  %a = call float @llvm.ldexp.f32.i64(float %x, i64 %y)\n";
  EXPECT_EQ(rule_of_what_happens("", power, "\tb\tldexpf\n", "source returns float +Inf"), "exponent-cut-to-an-int");
  EXPECT_EQ(rule_of_what_happens("", "  %a = call float @llvm.ldexp.f32.i32(float %x, i32 %y)\n", "\tb\tldexpf\n", ""),
            "");
  const char* turned = "  %a = call <2 x i8> @llvm.experimental.vp.reverse.v2i8(<2 x i8> %x, <2 x i1> %y, i32 %n)\n";
  const char* whole = "  %a = call <2 x i8> @llvm.experimental.vp.reverse.v2i8(<2 x i8> %x, <2 x i1> %2, i32 2)\n";
  EXPECT_EQ(rule_of_what_happens("", turned, whole, "source returns"), "length-that-is-a-value-forgotten");
  EXPECT_EQ(rule_of_what_happens("", turned, turned, "source returns"), "");
  const char* minnum = "  %a = call float @llvm.minnum.f32(float %x, float 0.000000e+00)\n";
  const char* narrow = "source returns float 0 (0x0); target returns float -0 (0x80000000); it shows";
  EXPECT_EQ(rule_of_what_happens("", minnum, "\tminss\t%xmm1, %xmm0\n", narrow), "zeros-of-minnum-on-x86");
  EXPECT_EQ(rule_of_what_happens("", minnum, "\tminss\t%xmm1, %xmm0\n", "source returns float 1; target returns"), "");

  const char* sign = "  %a = call half @llvm.copysign.f16(half %x, half %x)\n";
  const char* nans = "source returns half NaN (0x7D00); target returns half NaN (0x7F00); it shows";
  EXPECT_EQ(rule_of_what_happens("FastISel", sign, "\tfcvt\ts0, h0\n", nans), "signaling-half-through-float");
  EXPECT_EQ(rule_of_what_happens("FastISel", sign, "\tfcvt\ts0, h0\n",
                                 "source returns half 1 (0x3C00); target returns half -1 (0xBC00)"),
            "");
  EXPECT_EQ(rule_of_what_happens("", "  %c = fcmp false double %x, %y\n", "\tb.nv\t.LBB0_2\n", ""),
            "branch-that-is-always-taken");
  EXPECT_EQ(rule_of_what_happens("", "  %c = fcmp oeq double %x, %y\n", "\tb.nv\t.LBB0_2\n", ""), "");

  const char* add = "  %a = atomicrmw max ptr %x, i8 0 monotonic, align 1\n";
  const char* loop = "atomicrmw.start:\n  %3 = cmpxchg ptr %x, i8 %l, i8 %n monotonic monotonic, align 1\n";
  EXPECT_EQ(rule_of_what_happens("", add, loop, "target immediate undefined behaviour: branch on poison at br"),
            "atomicrmw-as-a-loop");
  EXPECT_EQ(rule_of_what_happens("", add, loop, "source returns i8 0; target returns i8 1"), "");
}

TEST(ShippedRoots, KnowWhatOldCodeGenerationDid) {
  const auto of = [](const char* version, const std::string& reduced, const char* target, const char* says) {
    return rule_of({"", "CodeGen Prepare", version, reduced.c_str(), target, says});
  };
  const auto shift = [](const std::string& type) {
    return "declare " + type + " @llvm.fshl." + type + "(" + type + ", " + type + ", " + type + ")\n";
  };
  const char* shows =
      "source returns i9 1; target returns i9 64 (0x40); it shows without all passes that can be left out";
  EXPECT_EQ(of("14.0.6", shift("i9"), "", shows), "funnel-shift-of-narrow-type");
  EXPECT_EQ(of("14.0.6", shift("i32"), "", shows), "");
  EXPECT_EQ(of("22.1.8", shift("i9"), "", shows), "");
  EXPECT_EQ(of("16.0.6", "declare i1 @llvm.vector.reduce.umin.v2i1(<2 x i1>)\n", "\tuminp\tv0.2s, v0.2s\n", shows),
            "reduction-of-bits");
  EXPECT_EQ(of("16.0.6", "declare i8 @llvm.vector.reduce.umin.v2i8(<2 x i8>)\n", "\tuminp\tv0.2s, v0.2s\n", shows), "");
  const char* zeros = "  %a = call i3 @llvm.ctlz.i3(i3 %x, i1 false)\n";
  const char* branch = "  br i1 %cmpz, label %cond.end, label %cond.false\n";
  EXPECT_EQ(of("14.0.6", zeros, branch, "immediate undefined behaviour: branch on poison at br"),
            "zeros-counted-behind-a-branch");
  EXPECT_EQ(of("14.0.6", zeros, branch, "source returns i3 1; target returns i3 2"), "");
}

TEST(ShippedRoots, KnowWhatRulesOfGlobalISelDid) {
  const auto of = [](const char* version, const char* combiner, const char* reduced, const char* target,
                     const char* says) {
    return rule_of({"", combiner, version, reduced, target, says});
  };
  const char *before = "aarch64prelegalizercombinerhelper", *after = "aarch64postlegalizercombinerhelper";
  const char* rotate = "  %a = call i9 @llvm.fshr.i9(i9 %x, i9 %x, i9 %x)\n";
  const char* says = "source returns i9 16 (0x10); target returns i9 32 (0x20); rule 70: right with";
  EXPECT_EQ(of("15.0.7", before, rotate, "", says), "funnel-shift-as-a-rotate");
  EXPECT_EQ(of("16.0.6", before, rotate, "", says), "");
  EXPECT_EQ(of("15.0.7", before, rotate, "", "source returns i9 16 (0x10); target returns i9 32 (0x20); rule 4:"), "");
  EXPECT_EQ(of("15.0.7", before, "  %a = call i8 @llvm.fshr.i8(i8 %x, i8 %x, i8 %x)\n", "", says), "");

  const char* shift = "  %a = zext i4 %x to i32\n  %b = lshr i32 %a, 7\n";
  EXPECT_EQ(of("14.0.6", after, shift, "\tlsl\tw0, w0, #25\n", "rule 16: right"), "shift-as-bits-that-are-not-there");
  EXPECT_EQ(of("14.0.6", after, shift, "\tlsr\tw0, w0, #7\n", "rule 16: right"), "");
  EXPECT_EQ(of("14.0.6", after, "  %b = lshr i32 %x, 7\n", "\tlsl\tw0, w0, #25\n", "rule 16: right"), "");
  EXPECT_EQ(of("15.0.7", after, shift, "\tlsl\tw0, w0, #25\n", "rule 16: right"), "");
  EXPECT_EQ(of("14.0.6", "GlobalISel", "  %a = and i32 %x, 1\n  %b = lshr i32 %a, 1\n", "\tlsl\tw0, w0, #31\n", ""),
            "shift-as-bits-that-are-not-there");

  const char* wide = "  %a = trunc <2 x i65> %x to <2 x i16>\n";
  EXPECT_EQ(of("16.0.6", before, wide, "", "rule 4: right with"), "lanes-of-odd-wide-vectors");
  EXPECT_EQ(of("16.0.6", before, "  %a = trunc <2 x i64> %x to <2 x i16>\n", "", "rule 4: right with"), "");
  EXPECT_EQ(of("19.1.7", before, wide, "", "rule 4: right with"), "");

  const char* brain = "  %a = fptosi bfloat %x to i128\n";
  EXPECT_EQ(of("14.0.6", "", brain, "\tfcvt\ts0, h0\n", ""), "bfloat-as-half");
  EXPECT_EQ(of("14.0.6", "", "  %a = fptosi bfloat %x to i32\n", "\tfcvt\ts0, h0\n", ""), "");
  EXPECT_EQ(of("19.1.7", "", brain, "\tfcvt\ts0, h0\n", ""), "");
}

TEST(ShippedRoots, KnowErrorsThatSayWhatATargetCanNotDo) {
  const auto of = [](const char* reduced, const std::string& says) {
    return rule_of({"", "", "22.1.8", reduced, "", says.c_str()}, FindingKind::Crash);
  };
  for (const char* words : {"unsupported calling convention", "Unsupported library call operation!",
                            "Don't know how to legalize this scalable vector type",
                            "Cannot implicitly convert a scalable size to a fixed-width size"})
    EXPECT_EQ(of("", std::string("LLVM ERROR: ") + words), "said-to-be-unsupported") << words;
  EXPECT_EQ(of("", "LLVM ERROR: Broken function found, compilation aborted!"), "");
  const char* trace = "Running pass 'RISC-V DAG->DAG Pattern Instruction Selection' on function '@f'";
  EXPECT_EQ(of("declare i64 @llvm.riscv.vsetvli.i64(i64, i64, i64)\n", trace), "intrinsic-without-its-feature");
  EXPECT_EQ(of("declare i64 @llvm.bswap.i64(i64)\n", trace), "");
}

}  // namespace
}  // namespace assay::triage
