#include <gtest/gtest.h>

#include "tests/unit/triage/cases.h"

namespace assay::triage {
namespace {

// What LLVM's own tests show as they stand, and beside each something that the rule does not know.
TEST(ShippedRoots, KnowWhatIsExpandedIntoBranches) {
  const char* branch =
      "source returns float poison; target immediate undefined behaviour: branch on poison at br i1 %1, label %a, "
      "label %b (LangRef: br)";
  const char* expanded = "frem.compute:\n  %a = call float @llvm.fabs.f32(float %x)\n";
  EXPECT_EQ(rule_of_what_happens("expand-ir-insts", "  %a = frem float %x, %y\n", expanded, branch),
            "expanded-into-branches");
  EXPECT_EQ(rule_of_what_happens("expand-ir-insts", "  %a = fptosi float %x to i129\n",
                                 "  br i1 %8, label %fp-to-i-cleanup, label %fp-to-i-if-end\n", branch),
            "expanded-into-branches");
  EXPECT_EQ(rule_of_what_happens("expand-ir-insts", "  %a = frem float %x, %y\n", expanded,
                                 "source returns float 1; target returns float 2"),
            "");

  const char* converted = "  %a = uitofp i129 %x to fp128\n";
  const char* parts = "  %50 = phi fp128 [ %49, %itofp-if-end26 ], [ 0xL0, %itofp-entry ]\n";
  EXPECT_EQ(rule_of_what_happens("expand-ir-insts", converted, parts,
                                 "source returns fp128 6.8E+38 (0x40800000000000000000000000000000); target returns "
                                 "fp128 -6.8E+38 (0xC0800000000000000000000000000000)"),
            "uitofp-of-a-wide-integer");
  EXPECT_EQ(rule_of_what_happens("expand-ir-insts", "  %a = uitofp i129 %x to float\n", parts,
                                 "source returns float +Inf (0x7F800000); target returns float -0 (0x80000000)"),
            "uitofp-of-a-wide-integer");
  EXPECT_EQ(rule_of_what_happens("expand-ir-insts", converted, parts,
                                 "source returns fp128 6.8E+38 (0x40800000000000000000000000000000); target returns "
                                 "fp128 3.4E+38 (0x407F0000000000000000000000000000)"),
            "");
}

TEST(ShippedRoots, KnowWhereLanesAreTakenForAligned) {
  const char* source = "  %v = call <2 x i64> @llvm.vp.gather.v2i64.v2p0(<2 x ptr> %p, <2 x i1> %m, i32 %l)\n";
  const char* target =
      "  %v = call <2 x i64> @llvm.masked.gather.v2i64.v2p0(<2 x ptr> align 8 %p, <2 x i1> %2, <2 x i64> poison)\n";
  const char* misaligned =
      "source returns <2 x i64> <0, 0>; target immediate undefined behaviour: load from a poison or undef address at "
      "%v = call";
  EXPECT_EQ(rule_of_what_happens("pre-isel-intrinsic-lowering", source, target, misaligned),
            "vp-lanes-of-the-preferred-alignment");
  const char* aligned = "  %v = call <2 x i64> @llvm.vp.gather.v2i64.v2p0(<2 x ptr> align 8 %p, <2 x i1> %m, i32 %l)\n";
  EXPECT_EQ(rule_of_what_happens("pre-isel-intrinsic-lowering", aligned, target, misaligned), "");
  EXPECT_EQ(rule_of_what_happens("pre-isel-intrinsic-lowering", source, "  %2 = and <2 x i1> %1, %m\n",
                                 "source returns <2 x i64> <poison, poison>; target immediate undefined behaviour: "
                                 "branch on poison at %v = call <2 x i64> @llvm.masked.gather"),
            "poison-in-a-mask-beyond-the-length");

  const char* masked =
      "  call void @llvm.masked.store.v2i64.p0(<2 x i64> %x, ptr align 8 %p, <2 x i1> <i1 false, i1 true>)\n";
  const char* lane = "  %2 = getelementptr inbounds i64, ptr %p, i32 1\n  store i64 %1, ptr %2, align 8\n";
  const char* poison = "source returns; target immediate undefined behaviour: store to a poison or undef address";
  EXPECT_EQ(rule_of_what_happens("scalarize-masked-mem-intrin", masked, lane, poison),
            "masked-lanes-in-bounds-of-the-base");
  EXPECT_EQ(
      rule_of_what_happens("scalarize-masked-mem-intrin", masked, "  %2 = getelementptr i64, ptr %p, i32 1\n", poison),
      "");
}

TEST(ShippedRoots, KnowLoadsAndUsesThatMove) {
  const char* exchanged = "  %1 = load i32, ptr %a\n  %2 = load i32, ptr %b\n  store i32 %2, ptr %a\n";
  const char* memory = "source returns, with block 2 = 00; target returns, with block 2 = 10";
  EXPECT_EQ(rule_of_what_happens("normalize", exchanged, "", memory), "normalized-order-of-loads");
  EXPECT_EQ(rule_of_what_happens("instcombine", exchanged, "", memory), "");

  const char* product = "  %a = mul i32 %b, %s\n";
  EXPECT_EQ(rule_of_what_happens("slsr", product, "",
                                 "source returns, after calling @f(0x0 with any bits of 0xfe); target returns, after "
                                 "calling @f(undef)"),
            "slsr-undef-used-again");
  EXPECT_EQ(rule_of_what_happens("slsr", product, "",
                                 "source returns, after calling @f(1); target returns, after calling @f(2)"),
            "");
}

TEST(ShippedRoots, KnowAtomicAccessesOfAWiderWord) {
  const char* narrow = "  %a = atomicrmw udec_wrap ptr %x, i8 %y seq_cst\n";
  const char* wide = "  %4 = atomicrmw or ptr %AlignedAddr, i32 %ValOperand_Shifted seq_cst, align 4\n";
  EXPECT_EQ(rule_of_what_happens("atomic-expand", narrow, wide,
                                 "source returns i8 0; target immediate undefined behaviour: access out of bounds at "
                                 "%4 = atomicrmw or ptr %AlignedAddr, i32 %ValOperand_Shifted seq_cst, align 4"),
            "atomic-in-a-wider-word");
  EXPECT_EQ(rule_of_what_happens("atomic-expand", narrow, wide,
                                 "source returns i8 16, with block 1 = 10 (block 1) (block 1) (block 1); target "
                                 "returns i8 16, with block 1 = 10 00 10 40"),
            "atomic-in-a-wider-word");
  EXPECT_EQ(rule_of_what_happens("atomic-expand", narrow, wide, "source returns i8 16; target returns i8 17"), "");
}

TEST(ShippedRoots, KnowLoopsThatReadOrRunOtherRounds) {
  const char* pages = "  %12 = lshr i64 %7, 12\n  %23 = call <16 x i8> @llvm.masked.load.v16i8.p0(ptr align 1 %22)\n";
  const char* beyond =
      "source returns i32 2; target immediate undefined behaviour: access out of bounds at %23 = call <16 x i8> "
      "@llvm.masked.load.v16i8.p0(ptr align 1 %22)";
  EXPECT_EQ(rule_of_what_happens("loop-idiom-vectorize", "", pages, beyond), "reads-to-the-end-of-a-page");
  EXPECT_EQ(rule_of_what_happens("loop-vectorize", "", pages, beyond), "");
  EXPECT_EQ(rule_of_what_happens("loop-idiom-vectorize", "", pages, "source returns i32 2; target returns i32 3"), "");

  const char* search = "find_first_vec_header:\n  %9 = icmp ult ptr %8, %search_end\n";
  EXPECT_EQ(rule_of_what_happens("loop-idiom-vectorize", "", search,
                                 "source returns ptr block 1 + 12; target returns ptr block 1 + 3"),
            "search-that-ends-beyond-its-end");
  EXPECT_EQ(rule_of_what_happens("loop-idiom-vectorize", "", search, "source returns i8 1; target returns i8 2"), "");
  EXPECT_EQ(rule_of_what_happens("loop-idiom-vectorize", "", "  %combined_page_cmp = or i1 %a, %b\n",
                                 "source returns ptr null; target immediate undefined behaviour: branch on poison at "
                                 "br i1 %combined_page_cmp, label %scalar_preheader, label %find_first_vec_header"),
            "branch-of-a-run-time-check");

  const char* other = "source returns i64 10 (0xa); target returns i64 0";
  EXPECT_EQ(rule_of_what_happens("loop-interchange", "", "  br i1 false, label %bb2.split1, label %bb2.split\n", other),
            "interchanged-though-the-inner-loop-is-guarded");
  EXPECT_EQ(rule_of_what_happens("loop-interchange", "", "  br i1 %f, label %bb1, label %bb2.split\n", other), "");
}

TEST(ShippedRoots, KnowArraysThatBecomeVectors) {
  const char* element = "  %load = extractelement <16 x i32> %a, i32 %n\n";
  const char* poison = "source returns, with block 1 = f0 00 00 00; target returns, with block 1 = xx xx xx xx";
  const char* wraps =
      "  %a = alloca [16 x i32], align 4, addrspace(5)\n  %g = getelementptr [16 x i32], ptr addrspace(5) %a, i32 0\n";
  EXPECT_EQ(rule_of_what_happens("amdgpu-promote-alloca", wraps, element, poison),
            "index-that-wraps-in-a-promoted-array");
  const char* in_bounds =
      "  %a = alloca [16 x i32], align 4, addrspace(5)\n  %g = getelementptr inbounds [16 x i32], ptr addrspace(5) "
      "%a\n";
  EXPECT_EQ(rule_of_what_happens("amdgpu-promote-alloca", in_bounds, element, poison), "");
}

TEST(ShippedRoots, KnowSignedComparisonsOfNarrowLanes) {
  const char* compared = "  %h = zext i4 %g to i8\n  %i = sext i4 0 to i8\n  %j = icmp slt i8 %i, %h\n";
  const char* other = "source returns i4 1; target returns i4 0";
  EXPECT_EQ(rule_of_what_happens("slp-vectorizer", compared, "  %n = zext i1 false to i4\n", other),
            "slp-signed-comparison-of-narrow-lanes");
  EXPECT_EQ(rule_of_what_happens("slp-vectorizer", compared, compared, other), "");
  const char* poison = "source returns i4 1; target returns i4 poison";
  EXPECT_EQ(rule_of_what_happens("slp-vectorizer", compared, "  %n = zext i1 false to i4\n", poison), "");
}

TEST(ShippedRoots, KnowVolatileAccessesThatAreNoneAnyMore) {
  const char* null =
      "source returns; target immediate undefined behaviour: access through null at %col.load = load <2 x double>";
  EXPECT_EQ(rule_of_what_happens("lower-matrix-intrinsics", "  %a = load volatile <4 x double>, ptr %A\n",
                                 "  %col.load = load <2 x double>, ptr %2\n", null),
            "matrix-loads-no-longer-volatile");
  EXPECT_EQ(rule_of_what_happens("lower-matrix-intrinsics", "  %a = load <4 x double>, ptr %A\n",
                                 "  %col.load = load <2 x double>, ptr %2\n", null),
            "");
  EXPECT_EQ(rule_of_what_happens("atomic-expand", "  %a = load atomic volatile float, ptr %p unordered, align 4\n",
                                 "  %1 = load atomic volatile i32, ptr %p unordered, align 4\n",
                                 "source returns float 0, after calling volatile load of floats(ptr block 1 + 0); "
                                 "target returns float 0, after calling volatile load(ptr block 1 + 0)"),
            "sroa-volatile-of-another-type");
}

}  // namespace
}  // namespace assay::triage
