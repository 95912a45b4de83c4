#include <gtest/gtest.h>

#include <string>

#include "tests/unit/triage/cases.h"

namespace assay::triage {
namespace {

// Promises that passes infer wrongly, and beside each something of another cause.
TEST(ShippedRoots, KnowWhatIsSaidOfArgumentsAndOfFunctionsByTheirNames) {
  const auto refused = [](const char* intrinsic) {
    return rule_of({"", "instcombine", "22.1.8", intrinsic, "",
                    "Attribute 'nonnull' applied to incompatible type!\n  %c = call nonnull <2 x ptr> @llvm.ptrmask"},
                   FindingKind::InvalidIr);
  };
  EXPECT_EQ(refused("  %c = call <2 x ptr> @llvm.ptrmask.v2p0.v2i64(<2 x ptr> %b, <2 x i64> %m)\n"),
            "nonnull-of-masked-vectors");
  EXPECT_EQ(refused("  %c = call ptr @llvm.ptrmask.p0.i64(ptr %b, i64 %m)\n"), "");

  const char* changed = "source returns; target immediate undefined behaviour: invariant memory changed at store";
  const char* invariant = "  %3 = load i16, ptr %p, align 2, !invariant.load !0\n";
  EXPECT_EQ(rule_of_what_happens("attributor", "  store volatile i16 %3, ptr %q\n", invariant, changed),
            "invariant-load-beside-a-volatile-store");
  EXPECT_EQ(rule_of_what_happens("attributor", "  store i16 %3, ptr %q\n", invariant, changed), "");

  const char* other = "source is called with the source's convention; target has another: byval of argument 1 differs";
  EXPECT_EQ(rule_of_what_happens("attributor", "define void @f(ptr byval(%s) align 2 %x)\n", "", other),
            "align-of-a-byval-argument");
  EXPECT_EQ(rule_of_what_happens("argpromotion", "define void @f(ptr byval(%s) align 2 %x)\n", "", other), "");

  const char* chosen = "  %a = select i1 %y, ptr %x, ptr null\n  store i1 false, ptr %a, align 1\n";
  const char* forbidden =
      "source returns; target immediate undefined behaviour: write that an attribute forbids at store";
  EXPECT_EQ(rule_of_what_happens("attributor-light", chosen, "attributes #0 = { memory(none) }\n", forbidden),
            "written-through-a-select");
  EXPECT_EQ(rule_of_what_happens("attributor-light", chosen, "attributes #0 = { memory(read) }\n", forbidden), "");

  EXPECT_EQ(rule_of_what_happens("inferattrs", "attributes #0 = { nobuiltin }\n", "", forbidden),
            "library-promises-in-spite-of-nobuiltin");
  EXPECT_EQ(rule_of_what_happens("inferattrs", "attributes #0 = { nounwind }\n", "", forbidden), "");

  const char* body = "define void @_ZdlPv(ptr %x) {\n  ret void\n}\n";
  const char* poison = "source returns; target immediate undefined behaviour: store to a poison or undef address";
  EXPECT_EQ(rule_of_what_happens("instcombine", (std::string(body) + "  call void @_ZdlPv(ptr poison)\n").c_str(), "",
                                 poison),
            "operator-delete-with-a-body");
  EXPECT_EQ(
      rule_of_what_happens("instcombine", "declare void @_ZdlPv(ptr)\n  call void @_ZdlPv(ptr poison)\n", "", poison),
      "");

  EXPECT_EQ(rule_of_what_happens("attributor", "  %b = select nsz i1 %a, float %x, float 0.0\n",
                                 "define nofpclass(nan nzero) float @f(float %x)\n",
                                 "source returns float 0; target returns float poison"),
            "nofpclass-of-an-nsz-result");
}

TEST(ShippedRoots, KnowWhatPromisesOfRangesAndClassesForget) {
  const char* passed = "target immediate undefined behaviour: poison or undef passed to a noundef parameter at call";
  const char* ranged = "declare i24 @g(i24 range(i24 -1, 0), i24)\n  %a = call i24 @g(i24 0, i24 0)\n";
  const char* plain = "declare i24 @g(i24, i24)\n  %a = call i24 @g(i24 0, i24 0)\n";
  const char* promised = "  %a = call i24 @g(i24 noundef 0, i24 noundef 0)\n";
  EXPECT_EQ(rule_of_what_happens("attributor", ranged, promised, passed), "noundef-beside-a-range");
  EXPECT_EQ(rule_of_what_happens("attributor", plain, promised, passed), "");

  const std::string canonical = "  %a = call float @llvm.canonicalize.f32(float %x)\n";
  const std::string flushed = canonical + "attributes #0 = { \"denormal-fp-math\"=\"positive-zero,positive-zero\" }\n";
  const char* zero = "source returns float -0 (0x80000000); target returns float poison";
  const char* ruled_out = "  %a = call nofpclass(snan nzero sub) float @llvm.canonicalize.f32(float %x)\n";
  EXPECT_EQ(rule_of_what_happens("attributor", flushed.c_str(), ruled_out, zero), "nofpclass-of-a-flushed-zero");
  EXPECT_EQ(rule_of_what_happens("attributor", canonical.c_str(), ruled_out, zero), "");
}

TEST(ShippedRoots, KnowWhichPassesForgetWhatIsAroundAnAccess) {
  const char* twice = "  %a = select i1 false, ptr %x, ptr %x\n  store i8 0, ptr %a, align 1\n";
  const char* none = "define void @f(ptr %x) #0 {\nattributes #0 = { memory(none) }\n";
  EXPECT_EQ(
      rule_of_what_happens("attributor-light", twice, none,
                           "source returns; target immediate undefined behaviour: write that an attribute forbids"),
      "written-through-a-select");
  const char* behind = "  br i1 %b, label %bb2, label %bb3\nbb3:\n  %c = load i8, ptr %x, align 4\n";
  const char* endless =
      "source never ends: comes back to where it was, with nothing changed, at br i1 %b, label %bb2, "
      "label %bb3; target immediate undefined behaviour: access through null at %c = load i8";
  EXPECT_EQ(rule_of_what_happens("licm", behind, "  %c = load i8, ptr %x, align 4\n", endless),
            "store-moved-over-an-endless-loop");
  EXPECT_EQ(rule_of_what_happens("gvn", behind, "  %c = load i8, ptr %x, align 4\n", endless), "");
  const char* numbers = "  %a = ptrtoint ptr addrspace(3) %x to i64\n  %b = inttoptr i64 %a to ptr\n";
  const char* beyond = "source returns; target immediate undefined behaviour: access out of bounds at store i8 0";
  const char* direct = "  store i8 0, ptr addrspace(3) %x, align 8\n";
  EXPECT_EQ(rule_of_what_happens("infer-address-spaces", numbers, direct, beyond), "flat-address-space-by-option");
  EXPECT_EQ(rule_of_what_happens("infer-address-spaces", "  store i8 0, ptr %x, align 8\n", direct, beyond), "");
}

TEST(ShippedRoots, KnowWhatACallPromisesOfItsArgumentAlone) {
  const char* call = "  %a = call float @g(float nofpclass(nan inf) %x)\n  store float %x, ptr %y, align 4\n";
  const char* plain = "  %a = call float @g(float %x)\n  store float %x, ptr %y, align 4\n";
  const char* everywhere = "define void @f(float nofpclass(nan inf) %x, ptr %y) {\n";
  const char* poison = "source returns, with block 1 = ff ff ff ff; target returns, with block 1 = xx xx xx xx";
  EXPECT_EQ(rule_of_what_happens("attributor", call, everywhere, poison), "promise-at-a-call-taken-back");
  EXPECT_EQ(rule_of_what_happens("attributor", plain, everywhere, poison), "");
  const char* product = "  %a = fmul nsz double 0.000000e+00, 0xFFEFFFFFFFFFFFFF\n";
  const char* returned =
      "source returns double 0; target immediate undefined behaviour: poison or undef returned from a noundef function";
  EXPECT_EQ(rule_of_what_happens("attributor", product, "define noundef nofpclass(nan pzero) double @f()\n", returned),
            "nofpclass-of-an-nsz-result");
  EXPECT_EQ(rule_of_what_happens("attributor", product, "define noundef double @f()\n", returned), "");
  const char* words = "crashed\n #1 llvm::CallGraphUpdater::reanalyzeFunction < llvm::Attributor::cleanupIR";
  EXPECT_EQ(rule_of({"", "attributor-cgscc", "22.1.8", plain, "", words}, FindingKind::Crash),
            "call-graph-that-is-not-updated");
  EXPECT_EQ(rule_of({"", "attributor-cgscc", "22.1.8", plain, "", "crashed\n #1 other"}, FindingKind::Crash), "");
}

TEST(ShippedRoots, KnowWhatAccessesAreTakenForNone) {
  const char* tagged = "  store i8 0, ptr %x, align 4, !tbaa !0\n  ret void\n}\n!0 = !{!1, !1, i64 0, i1 true}\n";
  const char* plain = "  store i8 0, ptr %x, align 4, !tbaa !0\n  ret void\n}\n!0 = !{!1, !1, i64 0}\n";
  const char* none = "attributes #0 = { nounwind memory(none) }\n";
  const char* forbidden = "source returns; target immediate undefined behaviour: write that an attribute forbids";
  EXPECT_EQ(rule_of_what_happens("function-attrs", tagged, none, forbidden), "store-to-what-is-called-constant");
  const char* copied =
      "  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false), !tbaa !0\n!0 = !{!1, !1, i64 0, i64 1}\n";
  EXPECT_EQ(rule_of_what_happens("function-attrs", copied, none, forbidden), "store-to-what-is-called-constant");
  EXPECT_EQ(rule_of_what_happens("function-attrs", plain, none, forbidden), "");
  const char* copy = "  %a = load %S, ptr %x, align 8\n  store %S %a, ptr %x, align 8\n";
  const char* elsewhere = "  %a = load %S, ptr %x, align 8\n  store %S %a, ptr %y, align 8\n";
  const char* left = "source returns, with block 1 + 9 = ?? ??; target returns, with block 1 + 9 = 00 xx";
  EXPECT_EQ(rule_of_what_happens("dse", copy, "  ret void\n", left), "padding-that-is-stored-back");
  EXPECT_EQ(rule_of_what_happens("dse", elsewhere, "  ret void\n", left), "");
  const char* null = "  %a = load volatile i8, ptr null, align 1\n";
  const char* gone = "source returns, after calling volatile load(0, undef); target returns, calling nothing";
  EXPECT_EQ(rule_of_what_happens("attributor", null, "  ret void\n", gone), "attributor-volatile-null");
  EXPECT_EQ(rule_of_what_happens("attributor", "  %a = load volatile i8, ptr %x, align 1\n", "", gone), "");
}

TEST(ShippedRoots, KnowPromisesThatPassesMakeWithoutReason) {
  const char* poisoned = "source returns; target immediate undefined behaviour: branch on poison at br i1 %3, label %l";
  EXPECT_EQ(rule_of_what_happens("irce", "", "  %exit.mainloop.at = select i1 %2, i32 %n, i32 0\n", poisoned),
            "branch-on-the-bound-of-irce");
  EXPECT_EQ(rule_of_what_happens("irce", "", "  %exit.mainloop.at = select i1 %2, i32 %n, i32 0\n",
                                 "source returns i32 1; target returns i32 2"),
            "");

  const char* endless = "source never ends; target returns i32 0";
  EXPECT_EQ(rule_of_what_happens("attributor", "", "define i32 @f() willreturn {\n", endless), "recursion-without-end");
  EXPECT_EQ(rule_of_what_happens("attributor", "", "define i32 @f() {\n", endless), "");

  const char* undefined =
      "source returns i8 poison; target immediate undefined behaviour: poison or undef returned from "
      "a noundef function";
  const char* chosen = "  %r = select i1 %c, i8 1, i8 2\n";
  EXPECT_EQ(rule_of_what_happens("attributor", chosen, "define noundef i8 @f(i1 %c) {\n", undefined),
            "noundef-of-a-select");
  EXPECT_EQ(rule_of_what_happens("attributor", chosen, "define i8 @f(i1 %c) {\n", undefined), "");

  EXPECT_EQ(rule_of_what_happens("function-attrs", "  %r = call range(i8 0, 3) i8 @g()\n", "define noundef i8 @f() {\n",
                                 undefined),
            "noundef-of-a-ranged-result");
  EXPECT_EQ(rule_of_what_happens("function-attrs", "  %r = call i8 @g()\n", "define noundef i8 @f() {\n", undefined),
            "");

  const char* matrix = "  %a = load volatile <4 x i32>, ptr %p\n";
  const char* columns = "  %col.load = load volatile <2 x i32>, ptr %p\n";
  EXPECT_EQ(rule_of_what_happens("lower-matrix-intrinsics", matrix, columns,
                                 "source does a volatile load of 16 bytes; target another"),
            "volatile-matrix-by-columns");
  EXPECT_EQ(rule_of_what_happens("lower-matrix-intrinsics", "  %a = load <4 x i32>, ptr %p\n", columns,
                                 "source does a volatile load of 16 bytes; target another"),
            "");

  const char* assumed = "  call void @llvm.assume(i1 true) [ \"dereferenceable\"(ptr %p, i64 4) ]\n";
  EXPECT_EQ(rule_of_what_happens("assume-builder", "  %a = load volatile i32, ptr %p\n", assumed, ""),
            "knowledge-of-volatile-accesses");
  EXPECT_EQ(rule_of_what_happens("assume-builder", "  %a = load i32, ptr %p\n", assumed, ""), "");
}

// ATTR-43
TEST(ShippedRoots, KnowSignedZerosThatAnAttributeAllows) {
  const std::string variable = "define double @f(double %x) #0 {\n  %p = alloca double, align 8\n";
  const std::string allowed = variable + "attributes #0 = { \"no-signed-zeros-fp-math\"=\"true\" }\n";
  const char* zeros =
      "source returns double 0 (0x0); target returns double -0 (0x8000000000000000) (for one of its choices)";
  EXPECT_EQ(rule_of_what_happens("sroa", allowed.c_str(), "", zeros), "nsz-by-attribute");
  EXPECT_EQ(rule_of_what_happens("sroa", variable.c_str(), "", zeros), "");
  EXPECT_EQ(
      rule_of_what_happens("sroa", allowed.c_str(), "", "source returns double 1; target returns double -0 (0x8)"), "");
}

}  // namespace
}  // namespace assay::triage
