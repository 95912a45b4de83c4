#include <gtest/gtest.h>

#include "tests/unit/triage/cases.h"

namespace assay::triage {
namespace {

// Of a hunt in 22 for all targets.
TEST(ShippedRoots, KnowWhatManyTargetsShowedOfPromises) {
  for (const Case& each : {
           Case{"noundef-beside-a-range", "attributor", "22.1.8", "  call void @use(float nofpclass(nan) %b)\n",
                "  call void @use(float noundef nofpclass(nan) %b)\n",
                "target immediate undefined behaviour: poison or undef passed to a noundef parameter at call"},
           Case{"written-through-a-select", "attributor-light-cgscc", "22.1.8",
                "  %a = select i1 false, ptr %x, ptr %x\n  store i8 0, ptr %a\n", "attributes #0 = { memory(none) }\n",
                "target immediate undefined behaviour: write that an attribute forbids at store i8 0"},
           Case{"noundef-of-a-broken-promise", "attributor-cgscc", "22.1.8", "define align 4 ptr @f(ptr %x) {\n",
                "define noundef align 4 ptr @f(ptr %x) {\n",
                "source returns ptr poison; target immediate undefined behaviour: poison or undef returned from a "
                "noundef "
                "function"},
           Case{"", "attributor-cgscc", "22.1.8", "define ptr @f(ptr align 4 %x) {\n",
                "define noundef ptr @f(ptr %x) {\n",
                "source returns ptr poison; target immediate undefined behaviour: poison or undef returned from a "
                "noundef "
                "function"},
           Case{"promise-at-a-call-taken-back", "attributor-cgscc", "22.1.8",
                "  %a = call float @g(float nofpclass(nan) %x)\n  %b = freeze float %x\n",
                "define float @f(float nofpclass(nan) %x) {\n", "source returns float NaN; target returns float 0"},
           Case{"noundef-of-a-ranged-call", "attributor-cgscc", "22.1.8", "  %a = call i32 @g(), !range !0\n",
                "  %a = call noundef range(i32 1, 9) i32 @g(), !range !0\n",
                "target immediate undefined behaviour: poison or undef where !noundef promises a value at %a"},
           Case{"store-for-a-volatile-load-dropped", "attributor", "22.1.8",
                "  %a = alloca i8\n  store i8 0, ptr %a\n  %b = load volatile i8, ptr %a\n",
                "  %a = alloca i8\n  %b = load volatile i8, ptr %a\n",
                "source returns, after calling volatile load(0, 0); target returns, after calling volatile load(0, "
                "undef)"},
           Case{"noundef-of-a-folded-operation", "attributor", "22.1.8", "  %a = lshr i4 0, -1\n",
                "define noundef i4 @f(i1 noundef %x) {\n",
                "source returns i4 poison; target immediate undefined behaviour: poison or undef returned from a "
                "noundef "
                "function"},
           Case{"nonnull-of-no-bytes", "attributor-cgscc", "22.1.8",
                "  call void @llvm.assume(i1 true) [ \"dereferenceable\"(ptr %x, i4 0) ]\n",
                "define void @f(ptr nofree nonnull readnone %x) {\n", "target immediate undefined behaviour: poison"},
           Case{"promise-at-a-call-taken-back", "attributor-cgscc", "22.1.8",
                "declare void @t0_check(ptr align 256, i64, ptr)\n", "define void @f(ptr align 256 %x) {\n",
                "target returns, after calling @t0_check(poison, 0, poison)"},
           Case{"nonnull-by-a-step-in-bounds", "attributor-cgscc", "22.1.8",
                "  %a = getelementptr inbounds i64, ptr %x, i64 1\n", "define i1 @f(ptr nonnull %x) {\n",
                "source returns i1 false, after calling @g(0, poison); target returns i1 false, after calling "
                "@g(poison"},
           Case{"attributor-volatile-null", "attributor", "22.1.8", "  %a = load volatile i8, ptr null, align 1\n",
                "  store i8 undef, ptr %x\n"},
           Case{"noundef-allocation", "function-attrs", "22.1.8", "  %a = call nonnull ptr @g()\n",
                "define noalias noundef ptr @g() #0 {\n", "poison or undef where !noundef promises a value"},
       })
    EXPECT_EQ(rule_of(each), each.rule) << each.pass << each.reduced;
}

TEST(ShippedRoots, KnowWhatManyTargetsShowedOfLoopsAndCalls) {
  const char* shifted = "  %a = lshr exact i4 %x, 0\n  %c = lshr i4 %a, 1\n";
  const char* outlined = "define internal void @outlined_ir_func_0(i4 %0) #0 {\n  %a = lshr exact i4 %0, %1\n";
  const char* without = "define internal void @outlined_ir_func_0(i4 %0) #0 {\n  %a = lshr i4 %0, %1\n";
  for (const Case& each : {
           Case{"outlined-with-flags-of-one", "iroutliner", "22.1.8", shifted, outlined, "target returns i8 poison"},
           Case{"", "iroutliner", "22.1.8", shifted, without, "target returns i8 poison"},
           Case{"outlined-with-flags-of-one", "iroutliner", "22.1.8", shifted, outlined,
                "target immediate undefined behaviour: poison stored in memory"},
           Case{"loop-split-a-round-early", "loop-bound-split", "22.1.8", "",
                "  br i1 true, label %a, label %b\n  %f = icmp eq i8 0, 0\nbb.split:\n  br i1 false, label %c, label "
                "%d\n"},
           Case{"byval-argument-written-in-a-recursion", "tailcallelim", "22.1.8",
                "define void @f(ptr byval(i64) %x) memory(argmem: read) {\n", "",
                "target immediate undefined behaviour: write that an attribute forbids at call void @llvm.memcpy.p0"},
           Case{"flattened-without-a-freeze", "flatten-cfg", "22.1.8", "",
                "  %0 = and i1 %x, %y\n  br i1 %0, label %a\n",
                "target immediate undefined behaviour: branch on poison at br i1 %0"},
           Case{"accumulator-keeps-its-flags", "tailcallelim", "22.1.8", "  %g = add nsw i32 %f, %d\n",
                "  %accumulator.tr = phi i32 [ 0, %entry ], [ %g, %bb2 ]\n",
                "source returns i32 0; target returns i32 poison"},
           Case{"outlined-with-flags-of-one", "iroutliner", "22.1.8", "  %a = load i32, ptr %x, align 4, !range !0\n",
                "define internal void @outlined_ir_func_0(ptr %0) {\n  %a = load i32, ptr %0, align 4, !range !0\n",
                "source returns i1 true; target returns i1 poison"},
           Case{"unswitched-behind-an-endless-loop", "simple-loop-unswitch", "22.1.8", "", "bb1.us:\n",
                "source never ends: comes back; target immediate undefined behaviour: branch on poison at br i1 %x"},
           Case{"structurized-indirectbr", "StructurizeCFGPass", "22.1.8", "  indirectbr ptr %x, [label %a]\n",
                "  br i1 undef, label %a, label %b\n"},
           Case{"jammed-rows-that-overlap", "loop-unroll-and-jam", "22.1.8", "", "  %c.1 = phi i8 [ 0, %a ]\n",
                "source returns, with block 1 = 00; target returns, with block 1 = 01"},
           Case{"flattened-value-of-the-outer-loop", "loop-flatten", "22.1.8", "",
                "  %flatten.tripcount = mul i64 %0, %1\n", "source returns i4 4; target returns i4 6"},
           Case{"steps-of-a-poison-stride", "loop-vectorize", "22.1.8",
                "  %a = phi i8 [ 0, %e ]\n  %d = add i8 %a, %z\n",
                "  %5 = call <vscale x 16 x i8> @llvm.stepvector.nxv16i8()\n  %6 = mul <vscale x 16 x i8> %5, %b\n",
                "source returns, with block 1 = 00; target returns, with block 1 = xx"},
           Case{"operand-of-a-product-loaded-late", "lower-matrix-intrinsics", "22.1.8",
                "  %b = load <4 x double>, ptr %y\n  store <4 x double> %a, ptr %y\n  %c = call <4 x double> "
                "@llvm.matrix.multiply.v4f64(<4 x double> %b)\n",
                "no_alias:\n", "source returns, with block 1 = 00; target returns, with block 1 = 01"},
           Case{"another-counter-of-a-hardware-loop", "hardware-loops", "22.1.8", "", "",
                "the noduplicate call of @llvm.loop.decrement.reg.i32 is duplicated"},
       })
    EXPECT_EQ(rule_of(each), each.rule) << each.pass << each.reduced;
}

TEST(ShippedRoots, KnowWhatManyTargetsShowedOfValues) {
  const char* collected =
      "define void @f(ptr addrspace(1) %x) gc \"statepoint-example\" {\n"
      "  %a = load i8, ptr addrspace(1) %x, align 4\n";
  const char* freed = "source returns; target immediate undefined behaviour: access to a dead object at %b = load i8";
  const char* copied =
      "  %a = alloca <vscale x 4 x float>\n  %b = load <vscale x 4 x float>, ptr %a\n"
      "  store <vscale x 4 x float> %b, ptr %x\n";
  const char* fabs =
      "  %a = call nsz double @llvm.fabs.f64(double %x)\n"
      "  %b = call double @llvm.fabs.f64(double %a)\n";
  const char* zeros =
      "source returns double 0 (0x0) (for one of its choices); target returns double -0 "
      "(0x8000000000000000) (for one of its choices)";
  const char* kept = "source returns, with block 1 + 0 = 64 x ??; target returns, with block 1 + 0 = 32 xx";
  for (const Case& each : {
           Case{"collected-memory-is-not-freed", "gvn", "22.1.8", collected, "", freed},
           Case{"", "gvn", "22.1.8", "  %a = load i8, ptr addrspace(1) %x, align 4\n", "", freed},
           Case{"copy-of-unwritten-removed", "instcombine", "22.1.8", copied, "  ret void\n", kept},
           Case{"fabs-of-a-root-without-a-sign", "instsimplify", "22.1.8", fabs, "  ret double %a\n", zeros},
           Case{"lowered-copy-through-integers", "pre-isel-intrinsic-lowering", "22.1.8",
                "  call void @llvm.memcpy.p3.p3.i16(ptr addrspace(3) %x)\n",
                "  %5 = load <4 x i32>, ptr %4, align 1\n  store <4 x i32> %5, ptr %6, align 1\n",
                "source returns, with block 1 = 00; target returns, with block 1 + 0 = xx xx"},
           Case{"lanes-left-alone-get-flags", "instcombine", "22.1.8",
                "  %a = fadd ninf <2 x float> %x, <float 4.100000e+01, float 4.200000e+01>\n"
                "  %b = shufflevector <2 x float> %a, <2 x float> %x, <2 x i32> <i32 0, i32 3>\n",
                "  %b = fadd ninf <2 x float> %x, <float 4.100000e+01, float -0.000000e+00>\n",
                "target returns <2 x float> <41 (0x42240000), poison>"},
           Case{"range-of-one-of-two-calls", "early-cse", "22.1.8",
                "  %a = call i32 @g(double %x), !range !0\n  %b = call i32 @g(double %x)\n",
                "  %a = call i32 @g(double %x), !range !0\n", "source returns i32 0; target returns i32 poison"},
           Case{"", "early-cse", "22.1.8", "  %a = call i32 @g(double %x), !range !0\n",
                "  %a = call i32 @g(double %x), !range !0\n", "source returns i32 0; target returns i32 poison"},
           Case{"range-of-a-dead-bit", "bdce", "22.1.8", "  %a = call i32 @llvm.fshl.i32(i32 %x), !range !0\n",
                "  %a = call i32 @llvm.fshl.i32(i32 0), !range !0\n",
                "source returns i32 0; target returns i32 poison"},
           Case{"phi-of-operations-of-the-round-before", "newgvn", "22.1.8", "",
                "  %phiofops = phi i1 [ true, %entry ], [ %d, %bb4 ]\n",
                "source returns, with block 1 = 01; target returns, with block 1 = 02"},
           Case{"address-of-another-step-in-bounds", "gvn", "22.1.8",
                "  %a = getelementptr inbounds i8, ptr %y, i8 1\n  %b = getelementptr i8, ptr %x, i8 1\n",
                "  %e.pre = load i8, ptr %a\n",
                "target immediate undefined behaviour: load from a poison or undef address at %e.pre = load i8"},
           Case{
               "assumption-moved-over-a-call", "assume-simplify", "22.1.8",
               "  call void @g()\n  call void @llvm.assume(i1 true)\n", "  call void @llvm.assume(i1 true)\n",
               "source calls a function that does not return: call void @g(); target immediate undefined behaviour: a"},
           Case{"class-of-a-number-that-is-flushed", "attributor", "22.1.8",
                "attributes #0 = { \"denormal-fp-math\"=\"positive-zero,ieee\" }\n",
                "define noundef nofpclass(nan pzero) float @f() #0 {\n",
                "target immediate undefined behaviour: poison or undef returned from a noundef function"},
           Case{"passthru-beyond-the-range", "instcombine", "22.1.8",
                "  %a = call range(i32 1, 9) <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> %x)\n"
                "  %b = select <2 x i1> %y, <2 x i32> %a, <2 x i32> zeroinitializer\n",
                "  %a = call range(i32 1, 9) <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> %x)\n",
                "source returns <2 x i32> <0, 0>; target returns <2 x i32> <poison, poison>"},
           Case{"functions-of-opencl", "amdgpu-simplifylib", "22.1.8", "  %a = call i32 @__read_pipe_2(ptr %x)\n",
                "  %1 = call i32 @__read_pipe_2_1(ptr %x)\n",
                "source returns, after calling @__read_pipe_2(0); target"},
           Case{"functions-of-opencl", "amdgpu-simplifylib", "22.1.8", "  %a = call float @_Z4fabsf(float %x)\n",
                "  %a = call float @llvm.fabs.f32(float %x)\n", "source returns, after calling @_Z4fabsf(0); target"},
       })
    EXPECT_EQ(rule_of(each), each.rule) << each.pass << each.reduced;
}

// Of hunts in 19 that 22 shows, too.
TEST(ShippedRoots, KnowWhatLoopsAndVolatileAccessesWereTakenFor) {
  const char* counted = "  %0 = call i8 @llvm.ctpop.i8(i8 %x)\n  %tcdec = sub nsw i4 %tcphi, 1\n";
  const char* poisoned = "source returns; target immediate undefined behaviour: branch on poison at br i1 %g, label %a";
  const char* test = "  %c = icmp ult i4 %b, %a\n";
  const char* endless = "source returns; target never ends: comes back to where it was, with nothing changed, at br";
  const char* parted = "entry.split.split:\n  %c.split = load i8, ptr %x, align 4\n";
  const char* beyond =
      "source returns; target immediate undefined behaviour: access through null at %c.split = load i8";
  const char* stored = "  %a = alloca i8\n  store i8 0, ptr %a\n  %b = load volatile i8, ptr %a\n";
  const char* elsewhere = "  %a = alloca i8\n  store i8 0, ptr %x\n  %b = load volatile i8, ptr %a\n";
  const char* other = "source returns i8 48 (0x30); target returns i8 0";
  const char* library = "target triple = \"amdgcn-amd-amdhsa\"\n  %a = call float @remainderf(float 2.0, float 1.0)\n";
  const char* host = "target triple = \"x86_64-linux\"\n  %a = call float @remainderf(float 2.0, float 1.0)\n";
  const char* gone =
      "source returns, after calling @remainderf(1182793728, 1065353216); target returns, calling nothing";
  for (const Case& each : {
           Case{"ones-counted-in-a-narrow-counter", "loop-idiom", "22.1.8", "", counted, poisoned},
           Case{"", "loop-idiom", "22.1.8", "", "  %0 = call i8 @llvm.ctpop.i8(i8 %x)\n", poisoned},
           Case{"threaded-over-a-loop-header", "jump-threading", "22.1.8", test, "  br label %bb1\n", endless},
           Case{"", "jump-threading", "22.1.8", test, test, endless},
           Case{"split-loop-that-was-left", "loop-bound-split", "22.1.8", "  %e = icmp eq i8 %d, 0\n", parted, beyond},
           Case{"", "loop-bound-split", "22.1.8", "  %e = icmp ult i8 %d, 9\n", parted, beyond},
           Case{"volatile-load-taken-for-a-plain-one", "attributor", "22.1.8", stored, "  ret i8 0\n", other},
           Case{"", "attributor", "22.1.8", elsewhere, "  ret i8 0\n", other},
           Case{"libm-of-a-target-without-it", "newgvn", "22.1.8", library, "  ret void\n", gone},
           Case{"", "newgvn", "22.1.8", host, "  ret void\n", gone},
           Case{"attributor-volatile-null", "attributor", "22.1.8", "  store volatile i8 0, ptr null, align 4\n",
                "attributes #0 = { memory(none) }\n",
                "target immediate undefined behaviour: write that an attribute forbids at store volatile i8 0"},
       })
    EXPECT_EQ(rule_of(each), each.rule) << each.pass << each.reduced;
}

}  // namespace
}  // namespace assay::triage
