#include <gtest/gtest.h>

#include "tests/unit/triage/cases.h"

namespace assay::triage {
namespace {

// What is folded or moved though it is right for other operands, widths or orders only, and beside each something that
// the rule does not know.
TEST(ShippedRoots, KnowWhatIsFoldedForOtherOperandsOrWidths) {
  const char* another = "source returns i1 false; target returns i1 true";
  const char* shifts = "  %2 = shl <2 x i4> zeroinitializer, %1\n";
  EXPECT_EQ(rule_of_what_happens("slp-vectorizer", "  %a = shl i4 0, 0\n  %b = add i4 0, %x\n", shifts, another),
            "slp-identity-on-the-left");
  EXPECT_EQ(rule_of_what_happens("slp-vectorizer", "  %a = shl i4 0, 0\n  %b = add i4 %x, 0\n", shifts, another), "");

  const auto lowest = [](const std::string& width) {
    const std::string counted = "  %c = call i" + width + " @llvm.ctlz.i" + width + "(i" + width +
                                " %b, i1 true)\n  %d = xor i" + width + " %c, 32\n";
    return rule_of_what_happens("instcombine", counted.c_str(), "  %d = call i33 @llvm.cttz.i33(i33 %x, i1 true)\n",
                                "source returns i33 62; target returns i33 2");
  };
  EXPECT_EQ(lowest("33"), "lowest-bit-counted-in-an-odd-width");
  EXPECT_EQ(lowest("32"), "");

  const char* sum =
      "  %d = call double @llvm.experimental.constrained.fadd.f64(double 0.0, double %c, metadata !\"round.dynamic\", "
      "metadata !\"fpexcept.strict\")\n";
  EXPECT_EQ(rule_of_what_happens("instsimplify", sum, "",
                                 "source returns double -0 (0x8000000000000000); target returns double 0 "
                                 "(0x0) (rounding downward)"),
            "sum-of-zeros-rounded-down");
  EXPECT_EQ(rule_of_what_happens("instsimplify", sum, "", "source returns double 1; target returns double 2"), "");

  const char* flushed = "source returns float 0 (0x0); target returns float 1 (0x3F800000) (denormals flushed)";
  const char* dynamic = "attributes #0 = { \"denormal-fp-math\"=\"ieee,dynamic\" }\n";
  EXPECT_EQ(rule_of_what_happens("instsimplify", dynamic, "", flushed), "denormals-kept");
  EXPECT_EQ(
      rule_of_what_happens("instsimplify", "attributes #0 = { \"denormal-fp-math\"=\"dynamic,ieee\" }\n", "", flushed),
      "");

  const char* broken =
      "source returns i64 0; target immediate undefined behaviour: an assumption does not hold at call "
      "void @llvm.assume(i1 %1) (LangRef: llvm.assume)";
  const char* sized = "  %b = call i64 @llvm.objectsize.i64.p0(ptr %a, i1 false, i1 false, i1 true)\n";
  EXPECT_EQ(rule_of_what_happens("instcombine", sized, "  call void @llvm.assume(i1 %1)\n", broken),
            "size-of-an-allocation-is-not-minus-one");
  EXPECT_EQ(rule_of_what_happens("instcombine", sized, "  call void @llvm.assume(i1 %1)\n",
                                 "source returns i64 0; target returns i64 1"),
            "");

  const auto elements = [](const char* divided) {
    const std::string between = std::string("  %b = ptrtoint ptr %x to i64\n  %e = ") + divided +
                                " i64 %d, 7\n  %f = getelementptr [7 x i8], ptr %x, i64 %e\n";
    return rule_of_what_happens("instsimplify", between.c_str(), "  ret ptr %a\n",
                                "source returns ptr null; target returns ptr 0x1");
  };
  EXPECT_EQ(elements("sdiv"), "distance-divided-and-multiplied");
  EXPECT_EQ(elements("sdiv exact"), "");

  const auto crashes = [](const char* reduced) {
    return rule_of({"", "loop-unroll", "22.1.8", reduced, "", "crash in getClobberingMemoryAccess < getMatchingValue"},
                   FindingKind::Crash);
  };
  EXPECT_EQ(crashes("  %a = load ptr, ptr %x, align 8, !invariant.group !0\n"),
            "unrolled-load-without-a-memory-access");
  EXPECT_EQ(crashes("  %a = load ptr, ptr %x, align 8\n"), "");
}

TEST(ShippedRoots, KnowWhatIsDoneSoonerThanItIsDue) {
  const char* zero = "source returns i8 0; target immediate undefined behaviour: division by zero at %c = udiv i1 %b";
  EXPECT_EQ(rule_of_what_happens("simplifycfg", "  %c = udiv i1 %b, %y\n", "", zero), "condition-that-divides");
  EXPECT_EQ(rule_of_what_happens("simplifycfg", "  %c = udiv i8 %b, %y\n", "", zero), "");

  const char* store = "  br i1 false, label %bb6, label %bb3\n  store i8 0, ptr %x, align 4\n";
  EXPECT_EQ(rule_of_what_happens("licm", store, "",
                                 "source never ends: comes back to where it was, with nothing changed, at br; target "
                                 "immediate undefined behaviour: access through null at store"),
            "store-moved-over-an-endless-loop");
  EXPECT_EQ(rule_of_what_happens("licm", store, "", "source returns; target never ends: comes back"), "");

  const char* exit = "  %a = icmp eq ptr %x, null\n  %b = load volatile i1, ptr %x, align 1\n";
  const char* fewer =
      "source returns, after calling volatile load(0, undef), volatile load(0, undef); target returns, "
      "after calling volatile load(0, undef)";
  EXPECT_EQ(rule_of_what_happens("loop-unroll", exit, "", fewer), "exit-by-a-volatile-access");
  EXPECT_EQ(rule_of_what_happens("loop-unroll", "  %b = load volatile i1, ptr %x, align 1\n", "", fewer), "");
}

TEST(ShippedRoots, KnowWhatOtherLanesLoadsAndObjectsShow) {
  const char* last = "  %f = select i1 %e, i64 %b, i64 %a\n";
  const char* maximum = "  %rdx.select.cmp = icmp ne i64 %13, -9223372036854775808\n";
  const char* spoiled = "source returns i64 1; target returns i64 poison";
  EXPECT_EQ(rule_of_what_happens("loop-vectorize", last, maximum, spoiled), "last-index-found-among-poison");
  EXPECT_EQ(rule_of_what_happens("loop-vectorize", last, maximum, "source returns i64 1; target returns i64 2"), "");

  const char* plain = "  %a = load i8, ptr %x, align 1\n  %b = load i8, ptr %x, align 1, !invariant.group !0\n";
  const char* marked = "  %a = load i8, ptr %x, align 1, !invariant.group !0\n";
  const char* chosen = "source returns i8 1; target returns i8 -33 (0xdf, 223) (for one of its choices)";
  EXPECT_EQ(rule_of_what_happens("early-cse", plain, marked, chosen), "invariant-group-of-another-load");
  EXPECT_EQ(rule_of_what_happens("early-cse", marked, marked, chosen), "");

  const char* equal = "  %a = icmp eq ptr %x, %y\n  call void @use_ptr(ptr %y)\n";
  const auto calls = [](const char* source, const char* target) {
    return std::string("source calls a function that does not return, after calling @use_ptr(") + source +
           "); target calls a function that does not return, after calling @use_ptr(" + target + ")";
  };
  EXPECT_EQ(rule_of_what_happens("newgvn", equal, "", calls("ptr block 2 + 0", "ptr block 1 + 64").c_str()),
            "equal-pointer-of-another-object");
  EXPECT_EQ(rule_of_what_happens("newgvn", equal, "", calls("1", "2").c_str()), "");

  EXPECT_EQ(rule_of_what_happens("amdgpu-printf-runtime-binding", "  call i32 (ptr, ...) @printf(ptr %x)\n", "",
                                 "source returns, after calling @printf(0, 0); target returns, calling nothing"),
            "printf-bound-at-run-time");
}

TEST(ShippedRoots, KnowWhatIsLostOrPromisedByTheWay) {
  const char* part = "  %1 = bitcast float %a.sroa.0.0.copyload to i32\n  %b = trunc i32 %1 to i8\n";
  const char* copies = "  call void @llvm.memcpy.p0.p0.i8(ptr %a, ptr %x, i8 4, i1 false)\n";
  const char* spoiled = "source returns, with block 1 = 0b0000000x 00; target returns, with block 1 = xx 00";
  EXPECT_EQ(rule_of_what_happens("sroa", copies, part, spoiled), "sroa-through-a-float");
  EXPECT_EQ(rule_of_what_happens("sroa", copies, part, "source returns i8 1; target returns i8 2"), "");

  const char* root =
      "  %a = call nnan nsz float @llvm.sqrt.f32(float %x)\n  %b = call float @llvm.fabs.f32(float %a)\n";
  const char* zeros = "source returns float 0 (0x0); target returns float -0 (0x80000000)";
  EXPECT_EQ(rule_of_what_happens("instsimplify", root, "", zeros), "fabs-of-a-root-without-a-sign");
  EXPECT_EQ(rule_of_what_happens("instsimplify",
                                 "  %a = call float @llvm.sqrt.f32(float %x)\n  %b = call float @llvm.fabs.f32(float "
                                 "%a)\n",
                                 "", zeros),
            "");

  const char* pure = "declare i32 @foo(i32) #0\n  %a = call i32 @foo(i32 0)\nattributes #0 = { memory(none) }\n";
  EXPECT_EQ(
      rule_of_what_happens("attributor", pure, "",
                           "source calls a function that does not return, after calling @foo(0); target immediate "
                           "undefined behaviour: an unknown function has undefined behaviour"),
      "call-that-need-not-return-removed");
  EXPECT_EQ(
      rule_of_what_happens("attributor", pure, "", "source returns; target calls a function that does not return"), "");

  const char* aligned = "define void @f(ptr dereferenceable(8) %x) {\n  call void @g(ptr align 4 %x)\n";
  const char* promised =
      "source returns; target immediate undefined behaviour: poison or undef passed to a noundef "
      "parameter at the call";
  EXPECT_EQ(rule_of_what_happens("attributor", aligned, "  call void @g(ptr noundef align 4 %x)\n", promised),
            "noundef-of-an-unaligned-pointer");
  EXPECT_EQ(rule_of_what_happens("attributor", "define void @f(ptr dereferenceable(8) %x) {\n",
                                 "  call void @g(ptr noundef %x)\n", promised),
            "");
}

TEST(ShippedRoots, KnowWhichLoadsAreOfOtherPlaces) {
  const char* wide =
      "target datalayout = \"E-m:e\"\n  %a = load <64 x i1>, ptr %x, align 8\n  %b = shufflevector <64 x i1> %a, "
      "<64 x i1> poison, <4 x i32> <i32 21, i32 22, i32 23, i32 24>\n";
  const char* other = "source returns <4 x i1> <true, false>; target returns <4 x i1> <true, true>";
  EXPECT_EQ(rule_of_what_happens("vector-combine", wide, "  %1 = load <25 x i1>, ptr %x, align 8\n", other),
            "shrunk-load-of-bits");
  EXPECT_EQ(rule_of_what_happens("vector-combine", wide, "  %1 = load <25 x i8>, ptr %x, align 8\n", other), "");

  const char* step = "  %a = phi i64 [ %f, %bb1 ], [ 0, %entry ]\n  %d = getelementptr inbounds i3, ptr %x, i64 %c\n";
  const char* made =
      "  %7 = getelementptr inbounds i3, ptr %x, i64 %6\n"
      "  %broadcast.splatinsert4 = insertelement <4 x i3> poison, i3 %9, i64 0\n";
  EXPECT_EQ(rule_of_what_happens("loop-vectorize", step, made,
                                 "source returns i3 0; target immediate undefined behaviour: load from a poison or "
                                 "undef address at %9 = load i3, ptr %7, align 1"),
            "address-that-masked-lanes-make-poison");
  EXPECT_EQ(rule_of_what_happens("loop-vectorize", step, made, "source returns i3 0; target returns i3 1"), "");
}

TEST(ShippedRoots, KnowWhatIsLeftOfAPointerAndOfWhatNobodyWrote) {
  const char* mask = "  %b = call ptr @llvm.ptrmask.p0.i64(ptr %x, i64 0)\n";
  const char* null = "source returns ptr block 1 - 1074790401; target returns ptr null";
  EXPECT_EQ(rule_of_what_happens("instcombine", mask, "  ret ptr null\n", null), "null-of-a-masked-pointer");
  EXPECT_EQ(rule_of_what_happens("instcombine", "  %b = getelementptr i8, ptr %x, i64 %n\n", "  ret ptr null\n", null),
            "");

  const char* kept = "source returns, with block 1 = ??; target returns, with block 1 = xx";
  EXPECT_EQ(rule_of_what_happens("instcombine",
                                 "  %a = alloca <4 x i8>, i4 1, align 4\n  %b = load i8, ptr %a, align 1\n"
                                 "  store i8 %b, ptr %x, align 1\n",
                                 "  ret void\n", kept),
            "copy-of-unwritten-removed");
  EXPECT_EQ(
      rule_of_what_happens("instcombine", "  %a = alloca i8\n  store i8 %y, ptr %x, align 1\n", "  ret void\n", kept),
      "");
}

// A case that looks like a rule's, and in which what the rule says to be folded or moved stays as it was: another
// cause.
TEST(ShippedRoots, LeaveAloneWhatKeepsTheirOperation) {
  constexpr const char* kZeros = "source returns float -0 (0x80000000); target returns float 0 (0x0)";
  constexpr const char* kNans = "source returns float NaN (0x7fc00000); target returns float NaN (0xffc00000)";
  for (const Case& each : {
           Case{"bitcast-of-odd-vectors", "gvn", "22.1.8", "  %a = bitcast <3 x i2> splat (i2 1) to <2 x i3>\n", ""},
           Case{"switch-as-bitmap", "simplifycfg", "22.1.8", "  switch i4 %x, label %a [ i4 1, label %b ]\n", ""},
           Case{"funnel-shift-amounts", "instcombine", "22.1.8",
                "  %a = call i7 @llvm.fshl.i7(i7 %x, i7 %x, i7 1)\n  %c = icmp eq i7 %a, %b\n", ""},
           Case{"abs-with-range", "instsimplify", "22.1.8",
                "  %a = call range(i8 5, 100) i8 @llvm.abs.i8(i8 %x, i1 false)\n  %r = select i1 %c, i8 4, i8 %a\n",
                ""},
           Case{"dse-drops-volatile", "dse", "22.1.8", "  store volatile i8 2, ptr %p\n", ""},
           Case{"shrink-type-beyond-constant", "vector-combine", "22.1.8",
                "  %a = zext <4 x i4> %x to <4 x i8>\n  %b = lshr <4 x i8> %a, zeroinitializer\n", ""},
           Case{"extract-of-minus-one", "vector-combine", "22.1.8", "  %a = extractelement <2 x i4> %x, i32 -1\n", ""},
           Case{"transposed-twice", "lower-matrix-intrinsics", "22.1.8",
                "  %a = call <4 x float> @llvm.matrix.transpose.v4f32(<4 x float> %x, i32 2, i32 2)\n  %b = call <4 x "
                "float> @llvm.matrix.transpose.v4f32(<4 x float> %a, i32 2, i32 2)\n",
                ""},
           Case{"dereferenceable-kept", "dse", "19.1.7",
                "  call void @llvm.memset.p0.i64(ptr dereferenceable(4) %p, i8 0, i64 4, i1 false)\n", ""},
           Case{"denormals-compared", "sccp", "19.1.7",
                "  %a = fcmp oeq float %x, 0.0\n  \"denormal-fp-math\"=\"ieee,preserve-sign\"\n", ""},
           Case{"nan-of-a-wider-copy", "instcombine", "22.1.8",
                "  %a = fpext float %x to double\n  %b = fptrunc double %a to float\n", "", kNans},
           Case{"copysign-of-nsz-negation", "instcombine", "22.1.8",
                "  %a = fneg nsz float %x\n  %b = call float @llvm.copysign.f32(float %a, float %y)\n", "", kZeros},
           Case{"copy-of-unwritten-removed", "instcombine", "22.1.8",
                "  %a = alloca i8\n  call void @llvm.memcpy.p0.p0.i64(ptr %x, ptr %a, i64 1, i1 false)\n", "",
                "source returns, with block 1 = ??; target returns, with block 1 = xx"},
       }) {
    EXPECT_EQ(rule_of(each), each.rule) << each.reduced;
    EXPECT_EQ(rule_of({"", each.pass, each.version, each.reduced, each.reduced, each.detail}), "") << each.reduced;
  }
}

TEST(ShippedRoots, KnowABlendOfBytesThatIsDoneInLanes) {
  const char* blend = "  %r = call <16 x i8> @llvm.x86.sse41.pblendvb(<16 x i8> %x, <16 x i8> %y, <16 x i8> %b)\n";
  const char* lanes =
      "  %1 = bitcast <16 x i8> %x to <4 x i32>\n  %2 = bitcast <16 x i8> %y to <4 x i32>\n"
      "  %3 = select <4 x i1> %c, <4 x i32> %2, <4 x i32> %1\n";
  const char* more =
      "source returns <16 x i8> <8 x 0, poison, 7 x 0>; target returns <16 x i8> <8 x 0, 4 x poison, 4 x 0>";
  EXPECT_EQ(rule_of_what_happens("instcombine", blend, lanes, more), "blend-of-bytes-in-lanes");
  const char* other = "source returns <16 x i8> <16 x 0>; target returns <16 x i8> <15 x 0, 1>";
  EXPECT_EQ(rule_of_what_happens("instcombine", blend, lanes, other), "") << "another value is another cause";
  EXPECT_EQ(
      rule_of_what_happens("instcombine", blend, "  %r = select <16 x i1> %c, <16 x i8> %y, <16 x i8> %x\n", more), "")
      << "bytes stay bytes";
}

TEST(ShippedRoots, KnowProductsOfSigns) {
  const auto reduction = [](const std::string& lanes) {
    return "  %a = sext <" + lanes + " x i1> %x to <" + lanes +
           " x i8>\n  %b = call i8 @llvm.vector.reduce.mul.v3i8(<3 x i8> %a)\n";
  };
  const char* made = "  %2 = icmp eq i3 %1, -1\n  %b = zext i1 %2 to i8\n";
  EXPECT_EQ(rule_of_what_happens("instcombine", reduction("3").c_str(), made, ""), "product-of-negative-ones");
  EXPECT_EQ(rule_of_what_happens("instcombine", reduction("13").c_str(), made, ""), "product-of-negative-ones");
  EXPECT_EQ(rule_of_what_happens("instcombine", reduction("4").c_str(), made, ""), "");

  const char* zeros = "source returns float 0 (0x0) (for one of its choices); target returns float -0 (0x80000000)";
  const char* copied =
      "  %b = fneg nsz float %a\n  %c = call float @llvm.copysign.f32(float %b, float 0x3810000000000000)\n";
  EXPECT_EQ(rule_of_what_happens("instcombine", copied, "", zeros), "copysign-of-nsz-negation");
  EXPECT_EQ(rule_of_what_happens("instcombine", copied, "", "source returns float 1; target returns float -1"), "");
  const char* sign = "  %b = fneg nsz float %a\n  %c = call float @llvm.copysign.f32(float %x, float %b)\n";
  EXPECT_EQ(rule_of_what_happens("instcombine", sign, "", zeros), "");
}

}  // namespace
}  // namespace assay::triage
