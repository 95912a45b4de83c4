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

}  // namespace
}  // namespace assay::triage
