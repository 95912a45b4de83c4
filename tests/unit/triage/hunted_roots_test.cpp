#include <gtest/gtest.h>

#include "tests/unit/triage/cases.h"

namespace assay::triage {
namespace {

// What hunts find again and again, and beside each something of another cause.
TEST(ShippedRoots, KnowHowLoopsThatShiftAreCounted) {
  const char* shift = "  %b = add nsw i7 %a, %x\n  %c = shl i7 %x, %b\n  %d = icmp eq i7 %c, 0\n";
  const char* poisoned = "source returns; target immediate undefined behaviour: branch on poison at br i1 %bb1.ivcheck";
  const char* offset = "  %x.numactivebits.offset = add nsw i7 %x.numactivebits, %0\n";
  EXPECT_EQ(rule_of_what_happens("loop-idiom", shift, offset, poisoned), "shift-count-with-an-offset");
  EXPECT_EQ(rule_of_what_happens("loop-idiom", shift, "  %x.numactivebits.offset = add nsw i7 %x.numactivebits, 0\n",
                                 poisoned),
            "");
  EXPECT_EQ(rule_of_what_happens("loop-idiom", shift, offset, "source returns i7 1; target returns i7 2"), "");
  EXPECT_EQ(
      rule_of_what_happens("loop-idiom", "  %b = shl i3 %x, %a\n", "  %n = call i3 @llvm.cttz.i3(i3 %x, i1 false)", ""),
      "shift-count-of-few-bits");
  EXPECT_EQ(
      rule_of_what_happens("loop-idiom", "  %b = shl i4 %x, %a\n", "  %n = call i4 @llvm.cttz.i4(i4 %x, i1 false)", ""),
      "");
}

TEST(ShippedRoots, KnowWhatPartsMemoryAndLoopsWrongly) {
  const char* lanes = "  %a = call <2 x i48> @llvm.masked.load.v2i48.p0(ptr %x, <2 x i1> %y, <2 x i48> %z)\n";
  const char* apart = "  %8 = getelementptr inbounds i48, ptr %x, i32 1\n";
  EXPECT_EQ(rule_of_what_happens("scalarize-masked-mem-intrin", lanes, apart, ""), "masked-lanes-of-odd-width");
  EXPECT_EQ(
      rule_of_what_happens("scalarize-masked-mem-intrin",
                           "  %a = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr %x, <2 x i1> %y, <2 x i32> %z)\n",
                           "  %8 = getelementptr inbounds i32, ptr %x, i32 1\n", ""),
      "");
  const char* rounds = "  %new.bound = add i64 %x, -1\n  br i1 true, label %bb2, label %bb3\n";
  EXPECT_EQ(
      rule_of_what_happens("loop-bound-split", "",
                           (std::string(rounds) + "  br i1 false, label %bb2.split, label %bb3.split\n").c_str(), ""),
      "loop-split-a-round-early");
  EXPECT_EQ(rule_of_what_happens("loop-bound-split", "", rounds, ""), "");
  const char* one = "  call void @llvm.masked.store.v2i64.p0(<2 x i64> %a, ptr %p, <2 x i1> <i1 false, i1 true>)\n";
  const char* stored = "  %1 = getelementptr inbounds i64, ptr %p, i32 1\n  store i64 %2, ptr %1, align 1\n";
  const char* poison = "target immediate undefined behaviour: store to a poison or undef address at store i64 %2";
  EXPECT_EQ(rule_of_what_happens("scalarize-masked-mem-intrin", one, stored, poison),
            "masked-lanes-in-bounds-of-the-base");
  EXPECT_EQ(rule_of_what_happens("scalarize-masked-mem-intrin", one, "  store i64 %2, ptr %p\n", poison), "");
  const auto crash = [](const char* lane) {
    return rule_of(
        {"", "scalarizer", "22.1.8", lane, "", "crashed\n #1 (anonymous namespace)::ScalarizerVisitor::visit"},
        FindingKind::Crash);
  };
  EXPECT_EQ(crash("  %a = extractelement <2 x float> %x, i4 -1\n"), "scalarizer-index-beyond");
  EXPECT_EQ(crash("  %a = extractelement <2 x float> %x, i8 16\n"), "scalarizer-index-beyond");
  EXPECT_EQ(crash("  %a = extractelement <4 x float> %x, i4 4\n"), "scalarizer-index-beyond");
  EXPECT_EQ(crash("  %a = extractelement <4 x float> %x, i4 3\n"), "");
  EXPECT_EQ(crash("  %a = extractelement <2 x float> %x, i4 1\n"), "");
}

TEST(ShippedRoots, KnowWhatTheAttributorTakesForPromised) {
  const char* promised = "target immediate undefined behaviour: a dereferenceable pointer is not at ret ptr %a";
  const char* step = "  %a = getelementptr [2 x i1], ptr @g, i4 0, i4 -1\n  ret ptr %a\n";
  const char* result = "define noundef dereferenceable_or_null(2) ptr @f() {\n";
  EXPECT_EQ(rule_of_what_happens("attributor", step, result, promised), "dereferenceable-before-the-object");
  EXPECT_EQ(rule_of_what_happens("attributor", "  %a = getelementptr i8, ptr @g, i4 1\n", result, promised), "");

  const char* passed = "target immediate undefined behaviour: a dereferenceable pointer is not at %b = call i32 @f(ptr";
  EXPECT_EQ(rule_of_what_happens("attributor", "", "  %b = call i32 @f(ptr nonnull dereferenceable(8) undef)", passed),
            "dereferenceable-undef");
  EXPECT_EQ(rule_of_what_happens("attributor", "", "  %b = call i32 @f(ptr nonnull dereferenceable(8) %x)", passed),
            "");

  const char* read = "target immediate undefined behaviour: read that an attribute forbids at %b = load i8, ptr %a";
  const char* none = "attributes #0 = { nounwind memory(none) }\n";
  EXPECT_EQ(rule_of_what_happens("attributor-light", "  %a = select i1 false, ptr %x, ptr %x\n  %b = load i8, ptr %a\n",
                                 none, read),
            "read-through-a-select");
  EXPECT_EQ(rule_of_what_happens("attributor-light", "  %b = load i8, ptr %x\n", none, read), "");

  const char* undefined =
      "source returns i1 poison; target immediate undefined behaviour: poison or undef returned from a noundef "
      "function";
  EXPECT_EQ(rule_of_what_happens("attributor", "  %a = icmp eq <2 x i4> %x, %x\n", "define noundef i1 @f(", undefined),
            "noundef-of-a-select");
  EXPECT_EQ(rule_of_what_happens("attributor", "  %a = icmp eq <2 x i4> %x, %y\n", "define noundef i1 @f(", undefined),
            "");
  EXPECT_EQ(rule_of_what_happens("attributor-cgscc", "declare void @g() nounwind memory(none)\n", "",
                                 "source calls a function that does not return, calling nothing; target calls another"),
            "call-that-need-not-return");
}

TEST(ShippedRoots, KnowACauseThatTakesSeveralPasses) {
  const char* stores = "  store i16 0, ptr %x\n  store volatile i8 0, ptr %x\n";
  EXPECT_EQ(rule_of_what_happens("instcombine,dse,drop-unnecessary-assumes", stores, "", ""), "dse-drops-volatile");
  EXPECT_EQ(rule_of_what_happens("instcombine,drop-unnecessary-assumes", stores, "", ""), "");
}

// Of LLVM 19, and not of 22.
TEST(ShippedRoots, KnowWhatAHuntIn19Found) {
  constexpr const char* kPoison = "source returns float -0 (0x80000000); target returns float poison";
  constexpr const char* kSelect = "  %a = fadd ninf float %x, %x\n  %b = select i1 %y, float %a, float %x\n";
  constexpr const char* kFolded = "  %a = select i1 %y, float %x, float -0.000000e+00\n  %b = fadd ninf float %a, %x\n";
  constexpr const char* kSigns =
      "  %a = call float @llvm.copysign.f32(float %x, float %y)\n  %b = call ninf float @llvm.copysign.f32(float %x, "
      "float %a)\n";
  constexpr const char* kSign = "  %b = call ninf float @llvm.copysign.f32(float %x, float %y)\n";
  constexpr const char* kCompared =
      "  %a = fcmp oeq double 4.940660e-324, 0.0\nattributes #0 = { \"denormal-fp-math\"=\"ieee,positive-zero\" }\n";
  constexpr const char* kBundle =
      "  call void @f(ptr null) #0 [ \"unknown\"(ptr %a) ]\nattributes #0 = { memory(argmem: readwrite) }\n";
  constexpr const char* kParted =
      "  %1 = getelementptr i8, ptr %p, i32 %0\n  %2 = getelementptr inbounds i8, ptr %1, i32 3\n";
  for (const Case& each : {
           Case{"select-folded-into-an-operand", "instcombine", "19.1.7", kSelect, kFolded, kPoison},
           Case{"", "instcombine", "22.1.8", kSelect, kFolded, kPoison},
           Case{"", "instcombine", "19.1.7", kSelect, "  %b = fadd ninf float %x, %x\n", kPoison},
           Case{"copysign-of-an-infinite-sign", "instcombine", "19.1.7", kSigns, kSign, kPoison},
           Case{"", "instcombine", "19.1.7", kSign, kSign, kPoison},
           Case{"ninf-after-narrowing", "instcombine", "19.1.7",
                "  %a = call nsz double @llvm.fabs.f64(double %x)\n  %b = fptrunc double %a to float\n",
                "  %1 = fptrunc double %x to float\n  %b = call nsz float @llvm.fabs.f32(float %1)\n",
                "source returns float 0 (0x0); target returns float -0 (0x80000000) (for one of its choices)"},
           Case{"", "instcombine", "22.1.8",
                "  %a = call nsz double @llvm.fabs.f64(double %x)\n  %b = fptrunc double %a to float\n",
                "  %1 = fptrunc double %x to float\n  %b = call nsz float @llvm.fabs.f32(float %1)\n",
                "source returns float 0 (0x0); target returns float -0 (0x80000000) (for one of its choices)"},
           Case{"denormals-compared", "sccp", "19.1.7", kCompared, "",
                "source returns i1 true; target returns i1 false"},
           Case{"", "sccp", "22.1.8", kCompared, "", "source returns i1 true; target returns i1 false"},
           Case{"store-that-a-bundle-shows", "dse", "19.1.7", kBundle, "",
                "target immediate undefined behaviour: an unknown function has undefined behaviour at this call"},
           Case{"", "dse", "19.1.7", "  call void @f(ptr null) memory(argmem: readwrite)\n", "",
                "target immediate undefined behaviour: an unknown function has undefined behaviour at this call"},
           Case{"offset-of-an-index-in-bounds", "separate-const-offset-from-gep", "19.1.7",
                "  %0 = sub i32 3, %x\n  %1 = getelementptr inbounds i8, ptr %p, i32 %0\n", kParted},
           Case{"", "separate-const-offset-from-gep", "19.1.7",
                "  %0 = sub i32 3, %x\n  %1 = getelementptr i8, ptr %p, i32 %0\n", kParted},
       })
    EXPECT_EQ(rule_of(each), each.rule) << each.reduced << each.target;
  EXPECT_EQ(
      rule_of({"", "slp-vectorizer", "19.1.7", "  %a = extractelement <2 x i4> %x, i4 -1\n", ""}, FindingKind::Crash),
      "slp-poison-index");
  EXPECT_EQ(
      rule_of({"", "slp-vectorizer", "19.1.7", "  %a = extractelement <2 x i4> %x, i4 1\n", ""}, FindingKind::Crash),
      "");
}

TEST(ShippedRoots, KnowWhatVectorizersMoveOrMistake) {
  const char* lanes =
      "  %a = extractelement <8 x float> <float 1.0, float 2.0>, i4 1\n  %b = extractelement <8 x float> %v, i4 7\n"
      "  %c = insertelement <8 x float> %v, float %a, i4 0\n";
  const char* another =
      "source returns <2 x float> <0 (0x0), -1 (0xBF800000)>; target returns <2 x float> <2 x 0 (0x0)>";
  EXPECT_EQ(rule_of_what_happens("slp-vectorizer", lanes, "", another), "slp-lane-of-another-vector");
  EXPECT_EQ(rule_of_what_happens("slp-vectorizer", lanes, "",
                                 "source returns <2 x float> <0 (0x0), 1>; target returns <2 x float> <poison, 0>"),
            "");
  const char* unwinds = "source unwinds, with block 1 = 00; target unwinds, with block 1 = 15";
  const char* stores = "  store i8 0, ptr %x\n  call void @g() #0\n  store i8 0, ptr %x\n";
  EXPECT_EQ(rule_of_what_happens("memcpyopt", stores, "", unwinds), "store-behind-a-call-that-unwinds");
  EXPECT_EQ(rule_of_what_happens("memcpyopt", stores, "", "source returns, with block 1 = 00; target returns"), "");
  const char* twice = "  store float %a, ptr %p, align 4\n  store float %a, ptr %q, align 4\n";
  const char* two = "  %6 = call <4 x float> @llvm.minnum.v4f32(<4 x float> %2, <4 x float> %5)\n";
  const char* chosen =
      "source returns (for one of its choices), with @g = 00; target returns (for one of its choices), with @g = ff";
  EXPECT_EQ(rule_of_what_happens("slp-vectorizer", twice, two, chosen), "slp-lane-computed-twice");
  EXPECT_EQ(rule_of_what_happens("slp-vectorizer", "  store float %a, ptr %p, align 4\n", two, chosen), "");
  const char* called = "  call void @bar(i64 %a)\n  store i32 %x, ptr %c\n";
  const char* seen = "source unwinds, with @A + 4 = 00; target unwinds, with @A + 400 = 00";
  EXPECT_EQ(rule_of_what_happens("loop-interchange", called, "", seen), "loops-exchanged-around-what-unwinds");
  EXPECT_EQ(rule_of_what_happens("loop-interchange", called, "", "source returns, with @A = 00; target returns"), "");
  const char* ignored =
      "define float @f(float %x) #0 {\nattributes #0 = { \"denormal-fp-math\"=\"ieee,preserve-sign\" }\n";
  EXPECT_EQ(rule_of_what_happens("instsimplify", ignored, "",
                                 "source returns float 0 (0x0); target returns float 1.40129846E-45 (0x1)"),
            "denormals-kept");
  EXPECT_EQ(
      rule_of_what_happens("instsimplify", ignored, "", "source returns float 1 (0x3F80); target returns float 2"), "");
}

TEST(ShippedRoots, KnowZerosOfEitherSign) {
  const char* zeros = "source returns float 0 (0x0) (for one of its choices); target returns float -0 (0x80000000)";
  const char* sum =
      "  %a = call nsz float @llvm.fabs.f32(float %x)\n  %b = call float @llvm.experimental.constrained.fadd.f32(";
  EXPECT_EQ(rule_of_what_happens("instsimplify", sum, "  %a = call nsz float @llvm.fabs.f32(float %x)\n", zeros),
            "zero-of-fabs-with-nsz");
  EXPECT_EQ(rule_of_what_happens("instsimplify", "  %a = call nsz float @llvm.fabs.f32(float %x)\n",
                                 "  %a = call nsz float @llvm.fabs.f32(float %x)\n", zeros),
            "");
  const std::string difference =
      "  %a = fneg float %x\n  %b = call float @llvm.experimental.constrained.fsub.f32(float -0.000000e+00, float %a, ";
  const char* down = "source returns float -0 (0x80000000); target returns float 0 (0x0) (rounding downward)";
  EXPECT_EQ(rule_of_what_happens("instsimplify", (difference + "metadata !\"round.downward\")").c_str(), "", down),
            "zero-minus-negation-rounded-down");
  EXPECT_EQ(rule_of_what_happens("instsimplify", (difference + "metadata !\"round.upward\")").c_str(), "", down), "");
}

TEST(ShippedRoots, KnowCoercionsOfLanes) {
  const char* load = "  store <4 x float> %y, ptr %x, align 16\n  %a = load double, ptr %x, align 8\n";
  const char* whole = "  %1 = bitcast <4 x float> %y to i128\n  %2 = trunc i128 %1 to i64\n";
  const char* poison = "source returns double 0 (0x0); target returns double poison";
  EXPECT_EQ(rule_of_what_happens("gvn", load, whole, poison), "gvn-coercion-of-lanes");
  EXPECT_EQ(rule_of_what_happens("gvn", load, "  %1 = bitcast <4 x float> %y to <2 x double>\n", poison), "");
  EXPECT_EQ(rule_of_what_happens("gvn", load, whole, "source returns double 0 (0x0); target returns double 1"), "");
}

TEST(ShippedRoots, KnowNansOfWhichNobodyTellsTheNumber) {
  const char* nans = "source returns float NaN (0x7FC00000); target returns float NaN (0x7FFFFFFF)";
  const char* twice =
      "  %a = call float @g(float %y)\n  %b = call float @g(float %y)\n  %c = select i1 %x, float %a, float %b\n";
  EXPECT_EQ(rule_of_what_happens("instcombine", twice, "", nans), "nan-of-either-of-two");
  EXPECT_EQ(rule_of_what_happens("instcombine", twice, "", "source returns float 1; target returns float 2"), "");
  const char* wider = "  %a = fpext float %x to double\n  %b = fptrunc double %a to float\n";
  EXPECT_EQ(rule_of_what_happens("instsimplify", wider, "", nans), "nan-of-a-wider-copy");
  EXPECT_EQ(rule_of_what_happens("instsimplify", "  %b = fptrunc double %a to float\n", "", nans), "");
}

TEST(ShippedRoots, KnowFlagsThatLookAtMoreThanBefore) {
  const char* poison = "source returns float 0 (0x0); target returns float poison";
  const char* select = "  %a = fcmp olt float %x, %y\n  %b = select nnan nsz i1 %a, float %x, float %y\n";
  const char* minnum = "  %b = call nnan nsz float @llvm.minnum.f32(float %x, float %y)\n";
  EXPECT_EQ(rule_of_what_happens("instcombine", select, minnum, poison), "minnum-of-a-select-without-nans");
  EXPECT_EQ(rule_of_what_happens("instcombine", select, "  %b = call nsz float @llvm.minnum.f32(float %x, float %y)\n",
                                 poison),
            "");
  const char* negated = "  %a = fdiv float %x, 0xFFF0000000000000\n  %b = fneg ninf float %a\n";
  EXPECT_EQ(rule_of_what_happens("instcombine", negated, "  %b = fdiv ninf float %x, 0x7FF0000000000000\n", poison),
            "infinite-divisor-of-a-negated-quotient");
  EXPECT_EQ(rule_of_what_happens("instcombine", negated, "  %b = fdiv float %x, 0x7FF0000000000000\n", poison), "");
  const char* chosen = "  %a = select i1 %z, ptr %y, ptr %x\n  %b = call i32 @foo(ptr %a)\n";
  const char* address = "target immediate undefined behaviour: load from a poison or undef address at %a.val = load";
  EXPECT_EQ(rule_of_what_happens("argpromotion", chosen, "", address), "load-through-a-select");
  EXPECT_EQ(rule_of_what_happens("argpromotion", "  %b = call i32 @foo(ptr %x)\n", "", address), "");
}

// Each with what shows it, and with something that is no such case.
TEST(ShippedRoots, KnowWhatPromisesAndAlignmentsAreLost) {
  const char* not_there =
      "source returns; target immediate undefined behaviour: a dereferenceable pointer is not at %a = ";
  const char* allocated = "  %a = call nonnull ptr @malloc(i64 1)\n";
  const char* promised = "  %a = call nonnull dereferenceable(1) ptr @malloc(i64 1)\n";
  EXPECT_EQ(rule_of_what_happens("instcombine", allocated, promised, not_there), "dereferenceable-allocation");
  EXPECT_EQ(rule_of_what_happens("instcombine", "  %a = call ptr @malloc(i64 1)\n", promised, not_there), "");

  const char* misaligned = "source returns; target immediate undefined behaviour: misaligned access at store ptr %x";
  const char* variable = "@g = internal global ptr null, align 8\n";
  EXPECT_EQ(rule_of_what_happens("globalopt", variable, "  %g = alloca ptr, align 4\n", misaligned),
            "variable-on-the-stack-of-less-alignment");
  EXPECT_EQ(rule_of_what_happens("globalopt", variable, "@g = internal global ptr null, align 4\n", misaligned), "");
  const char* bytes = "@.body = internal unnamed_addr global [16 x i8] undef\n";
  EXPECT_EQ(rule_of_what_happens("globalopt", "  %a = call ptr @_Znwm(i64 16)\n", bytes, misaligned),
            "allocation-as-a-variable-of-bytes");
  EXPECT_EQ(rule_of_what_happens("globalopt", "  %a = call ptr @_Znwm(i64 16)\n",
                                 "@.body = internal unnamed_addr global [16 x i8] undef, align 16\n", misaligned),
            "");

  const char* undefined = "target immediate undefined behaviour: poison or undef where !noundef promises a value at %a";
  const char* two = "  %a = call noundef float @fabsf(float %x) #0\n  %b = call float @fabsf(float %x) #0\n";
  EXPECT_EQ(rule_of_what_happens("gvn-hoist", two, "  %a = call noundef float @fabsf(float %x) #0\n", undefined),
            "noundef-of-one-call");
  EXPECT_EQ(rule_of_what_happens("gvn-hoist", "  %a = call noundef float @fabsf(float %x) #0\n",
                                 "  %a = call noundef float @fabsf(float %x) #0\n", undefined),
            "");
}

TEST(ShippedRoots, KnowWhatFlagsOfFloatsArePutWhereTheyDoNotHold) {
  const char* poisoned = "source returns float NaN (0xFFFFFFFF); target returns float poison";
  const char* negated = "  %a = fneg nnan float %x\n  %c = select i1 %b, float %a, float %x\n";
  EXPECT_EQ(rule_of({"", "instcombine", "19.1.7", negated, "  %c = select nnan i1 %b, float %a, float %x\n", poisoned}),
            "ninf-of-negated-arm");
  EXPECT_EQ(rule_of({"", "instcombine", "22.1.8", negated, "  %c = select nnan i1 %b, float %a, float %x\n", poisoned}),
            "");

  const char* sign = "  %a = call nsz float @llvm.fabs.f32(float %x)\n  %b = bitcast float %a to i32\n";
  EXPECT_EQ(rule_of_what_happens("instcombine", sign, "  %c = uitofp nneg i32 %b to float\n", poisoned),
            "sign-of-fabs-with-nsz");
  EXPECT_EQ(rule_of_what_happens("instcombine", sign, "  %c = uitofp i32 %b to float\n", poisoned), "");

  const char* lanes =
      "  %a = shufflevector <2 x float> %x, <2 x float> %x, <2 x i32> zeroinitializer\n"
      "  %b = fadd ninf <2 x float> %x, %a\n  %d = extractelement <2 x float> %c, i4 0\n";
  EXPECT_EQ(rule_of_what_happens("instcombine", lanes, "", poisoned), "flags-of-another-vector");
  EXPECT_EQ(rule_of_what_happens("instcombine", lanes, "", "source returns float 1; target returns float 2"), "");

  const char* wide =
      "  %c = fpext float %b to double\n  %e = call fast double @pow(double %c, double %d)\n"
      "  %f = fptrunc double %e to float\n";
  const char* narrow = "  %powf = call fast float @powf(float %b, float %x)\n";
  const char* overflows = "source returns float +Inf (0x7F800000), calling nothing; target returns float poison";
  EXPECT_EQ(rule_of_what_happens("instcombine", wide, narrow, overflows), "ninf-of-a-narrower-function");
  EXPECT_EQ(rule_of_what_happens("instcombine", wide, "  %powf = call float @powf(float %b, float %x)\n", overflows),
            "");

  const char* both = "  %b = zext i8 %a to i16\n  %d = sext i8 %c to i16\n  %f = trunc i16 %e to i2\n";
  const char* by_sign = "  %4 = sext i8 %3 to i16\n  %6 = sext i8 %5 to i16\n";
  EXPECT_EQ(rule_of({"", "slp-vectorizer", "19.1.7", both, by_sign, "source returns i2 1; target returns i2 poison"}),
            "extended-in-two-ways");
  EXPECT_EQ(rule_of({"", "slp-vectorizer", "22.1.8", both, by_sign, "source returns i2 1; target returns i2 poison"}),
            "");
}

TEST(ShippedRoots, KnowWhatIsCalledAndWhatNeverEnds) {
  const char* copy = "  %a = call ptr @__memmove_chk(ptr @t1, ptr @t2, i64 0, i64 0)\n";
  EXPECT_EQ(rule_of_what_happens("instcombine", copy, "",
                                 "source returns, after calling @__memmove_chk(…); "
                                 "target returns, calling nothing"),
            "fortified-copy-without-a-library");
  EXPECT_EQ(rule_of_what_happens("instcombine", copy, "", "source returns i8 1; target returns i8 2"), "");

  const char* no_library = "target triple = \"amdgcn-amd-amdhsa\"\n  %a = call double @log(double 1.000000e+00)\n";
  const char* dropped = "source returns, after calling @log(4607182418800017408); target returns, calling nothing";
  EXPECT_EQ(rule_of_what_happens("early-cse", no_library, "", dropped), "library-call-without-a-library");
  EXPECT_EQ(rule_of_what_happens("early-cse", "  %a = call double @log(double 1.000000e+00)\n", "", dropped), "");

  const char* chosen = "declare i32 @s(i32) #0\n  %c = select i1 %a, i32 %b, i32 0\nattributes #0 = { speculatable }\n";
  const char* called = "source returns i32 0, after calling @s(1); target returns i32 0, after calling @s(0)";
  EXPECT_EQ(rule_of_what_happens("instcombine", chosen, "", called), "argument-of-a-speculated-call");
  EXPECT_EQ(rule_of_what_happens("instcombine", "  %c = select i1 %a, i32 %b, i32 0\n", "", called), "");

  const char* loop = "  %a = phi i4 [ %x, %entry ], [ %c, %bb1 ]\n  %d = add nuw i4 %b, 1\n";
  EXPECT_EQ(rule_of_what_happens("indvars", loop, "", "source returns; target never ends: comes back to where it was"),
            "exit-test-that-stays");
  EXPECT_EQ(rule_of_what_happens("indvars", loop, "", "source never ends: comes back; target returns"), "");

  const auto refused = [](const char* intrinsic) {
    return rule_of({"", "instsimplify", "19.1.7", intrinsic, "",
                    "Stride must be greater or equal than the number of rows!\nptr @llvm.matrix"},
                   FindingKind::InvalidIr);
  };
  EXPECT_EQ(refused("  %b = call <9 x double> @llvm.matrix.column.major.load.v9f64.i8(ptr %x, i8 %a)\n"),
            "stride-of-a-matrix");
  EXPECT_EQ(refused("  %b = call <9 x double> @llvm.matrix.transpose.v9f64(<9 x double> %x)\n"), "");
}

TEST(ShippedRoots, KnowWhatIsSaidOfCallsAndOfPartsOfMatrices) {
  const auto invalid = [](const char* reduced) {
    return rule_of({"", "lower-matrix-intrinsics", "22.1.8", reduced, "",
                    "Instruction does not dominate all uses!\n  %split = shufflevector <8 x double> %x"},
                   FindingKind::InvalidIr);
  };
  const char* transposed = "  %b = call <8 x double> @llvm.matrix.transpose.v8f64(<8 x double> %a, i32 2, i32 4)\n";
  EXPECT_EQ(invalid((std::string("  %a = phi <8 x double> [ %x, %entry ]\n") + transposed).c_str()),
            "matrix-parts-behind-the-branch");
  EXPECT_EQ(invalid(transposed), "");

  const char* call = "  %a = call <4 x i32> @g(<4 x ptr> zeroinitializer)\nattributes #0 = { memory(argmem: read) }\n";
  EXPECT_EQ(
      rule_of_what_happens("attributor", call, "", "source calls a function that does not return; target returns"),
      "call-dropped-that-may-not-return");
  EXPECT_EQ(rule_of_what_happens("attributor", call, "", "source returns i8 1; target returns i8 2"), "");

  const char* gone = "target immediate undefined behaviour: a dereferenceable pointer is not at ret ptr %x";
  const char* promised = "  %a = call i32 @g(ptr dereferenceable(8) %x)\n  ret ptr %x\n";
  EXPECT_EQ(rule_of_what_happens("attributor", promised, "", gone), "dereferenceable-when-it-returns");
  EXPECT_EQ(rule_of_what_happens("attributor", "  %a = call i32 @g(ptr %x)\n  ret ptr %x\n", "", gone), "");
}

TEST(ShippedRoots, KnowWhatIsRemovedNarrowedOrTakenForAsLong) {
  const auto in_19 = [](const char* pass, const char* reduced, const char* target, const char* says) {
    return rule_of({"", pass, "19.1.7", reduced, target, says});
  };
  const char* zeros = "source returns half -0 (0x8000); target returns half 0 (0x0) (for one of its choices)";
  const char* narrowed = "  %1 = fptrunc float %x to half\n  %b = fneg nsz half %1\n";
  const char* negated = "  %a = fneg nsz float %x\n  %b = fptrunc float %a to half\n";
  EXPECT_EQ(in_19("instcombine", negated, narrowed, zeros), "nsz-of-a-narrowed-negation");
  EXPECT_EQ(in_19("instcombine", "  %a = fneg float %x\n  %b = fptrunc float %a to half\n", narrowed, zeros), "");

  const char* stores = "  store i32 0, ptr %x\n  %a = call i32 @g(ptr %x) #0\n  store i32 0, ptr %x\nmemory(none)\n";
  const char* unwinds = "source unwinds, with block 1 = 00; target unwinds, with block 1 = ab";
  EXPECT_EQ(in_19("early-cse", stores, "", unwinds), "store-before-a-call-that-unwinds");
  EXPECT_EQ(in_19("early-cse", stores, "", "source returns i8 1; target returns i8 2"), "");

  const char* not_there =
      "target immediate undefined behaviour: a dereferenceable pointer is not at %a = call ptr @stpncpy";
  const char* copied = "  %a = call ptr @stpncpy(ptr %x, ptr @a4, i64 %y)\n";
  const char* longer = "  %a = call ptr @stpncpy(ptr %x, ptr nonnull dereferenceable(5) @a4, i64 %y)\n";
  EXPECT_EQ(rule_of_what_happens("instcombine", copied, longer, not_there), "end-of-a-string-without-one");
  EXPECT_EQ(rule_of_what_happens("instcombine", "  %a = call ptr @g(ptr %x)\n", longer, not_there), "");

  const char* undefined = "target immediate undefined behaviour: poison or undef where !noundef promises a value at %a";
  const char* declared = "declare noalias noundef ptr @malloc(i64 noundef) #0\n";
  EXPECT_EQ(rule_of_what_happens("inferattrs", "  %a = call nonnull ptr @malloc(i64 0)\n", declared, undefined),
            "noundef-allocation");
  EXPECT_EQ(rule_of_what_happens("inferattrs", "  %a = call ptr @malloc(i64 0)\n", declared, undefined), "");
}

TEST(ShippedRoots, KnowWhatLoopPassesCountWrongly) {
  const char* flat =
      "  %flatten.mul = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %n, i32 %n)\n"
      "  %more = icmp slt i32 %i.next, %flatten.tripcount\n";
  EXPECT_EQ(rule_of_what_happens("loop-flatten", "", flat, ""), "flattened-by-an-unsigned-check");
  EXPECT_EQ(rule_of_what_happens("loop-flatten", "", "  %more = icmp ult i32 %i.next, %flatten.tripcount\n", ""), "");

  const char* rest = "  %xtraiter = and i32 %umax, 1\n";
  const std::string branch =
      "; target immediate undefined behaviour: branch on poison at br i1 %1, label %loop.epil.preheader, label %new";
  EXPECT_EQ(rule_of_what_happens("loop-unroll", "", rest, ("source never ends" + branch).c_str()),
            "remainder-counted-before-an-endless-loop");
  EXPECT_EQ(rule_of_what_happens("loop-unroll", "", rest, ("source returns" + branch).c_str()), "");

  const char* counted =
      "source returns; target immediate undefined behaviour: branch on poison at br i1 %min.iters.check";
  const char* vectors = "  %min.iters.check = icmp ult i32 %2, 4\nvector.early.exit:\n";
  EXPECT_EQ(rule_of_what_happens("loop-vectorize", "", vectors, counted), "rounds-counted-before-an-early-exit");
  EXPECT_EQ(rule_of_what_happens("loop-vectorize", "", "  %min.iters.check = icmp ult i32 %2, 4\n", counted), "");
}

TEST(ShippedRoots, KnowWhatVectorsOfLanesKeepWrongly) {
  const char* spoiled = "source returns, with block 1 + 0 = 00 00; target returns, with block 1 + 0 = xx xx";
  const char* added = "  %5 = add nuw <4 x i32> %2, %4\n";
  EXPECT_EQ(rule_of_what_happens("slp-vectorizer", "  %f = sub nuw i32 %y, 1\n", added, spoiled),
            "slp-sub-as-add-with-nuw");
  EXPECT_EQ(rule_of_what_happens("slp-vectorizer", "  %f = sub i32 %y, 1\n", added, spoiled), "");
  EXPECT_EQ(rule_of_what_happens("slp-vectorizer", "  %f = sub nuw i32 %y, 1\n", added,
                                 "source returns i8 1; target returns i8 2"),
            "");

  const char* wide = "  %a = zext i8 %x to i16\n  %e = add nuw i16 %d, %b\n";
  const char* narrow =
      "  %6 = extractelement <2 x i8> %3, i32 1\n  %7 = sext i8 %6 to i16\n  %e = add nuw i16 %5, %7\n";
  const char* poisoned = "source returns i8 1; target returns i8 poison";
  EXPECT_EQ(rule_of_what_happens("slp-vectorizer", wide, narrow, poisoned), "slp-narrow-lane-with-another-sign");
  EXPECT_EQ(rule_of_what_happens("slp-vectorizer", "  %e = add i16 %d, %b\n", narrow, poisoned), "");

  const char* length = "  %a = call i1 @llvm.vp.reduce.umax.v2i1(i1 false, <2 x i1> %x, <2 x i1> %y, i32 0)\n";
  const char* mask = "  %1 = and <2 x i1> zeroinitializer, %y\n";
  EXPECT_EQ(rule_of_what_happens("", length, mask, "source returns i1 false; target returns i1 poison; no pass"),
            "poison-in-a-mask-beyond-the-length");
  EXPECT_EQ(rule_of_what_happens("", length, mask, "source returns i1 false; target returns i1 true; no pass"), "");
  EXPECT_EQ(rule_of_what_happens("", "  %a = call <vscale x 2 x i8> @llvm.vp.sdiv.nxv2i8(\n",
                                 "  %1 = and <vscale x 2 x i1> %m, %x\n",
                                 "source returns; target immediate undefined behaviour: division by poison at %a"),
            "poison-in-a-mask-beyond-the-length");

  const char* split = "  %2 = bitcast <4 x i64> %1 to i256\n  %3 = trunc i256 %2 to i64\n";
  const char* lost = "source returns ptr block 1 + 0; target returns ptr addrspace(4) poison";
  EXPECT_EQ(rule_of_what_happens("gvn", "  %a = load <4 x ptr addrspace(4)>, ptr %x\n", split, lost),
            "gvn-coercion-of-lanes");
  EXPECT_EQ(rule_of_what_happens("gvn", "  %a = load ptr addrspace(4), ptr %x\n", split, lost), "");
}

TEST(ShippedRoots, KnowWhatIsTakenForUndefinedAndWhatIsNot) {
  const char* not_there = "target immediate undefined behaviour: a dereferenceable pointer is not at call void @g(ptr";
  const char* passes_poison = "  call void @g(ptr poison)\n";
  EXPECT_EQ(rule_of_what_happens("deadargelim", "define void @g(ptr byref(i32) %x) {\n", passes_poison, not_there),
            "byref-argument-becomes-poison");
  EXPECT_EQ(rule_of_what_happens("deadargelim", "define void @g(ptr %x) {\n", passes_poison, not_there), "");

  const char* reached = "source returns; target immediate undefined behaviour: unreachable was reached at unreachable";
  const char* nothing = "  store [0 x i8] zeroinitializer, ptr null, align 1\n";
  EXPECT_EQ(rule_of_what_happens("simplifycfg", nothing, "  unreachable\n", reached), "store-of-nothing-to-null");
  EXPECT_EQ(rule_of_what_happens("simplifycfg", "  store i8 0, ptr %x, align 1\n", "  unreachable\n", reached), "");

  const char* device = "  %a = load volatile i8, ptr null, align 4\n";
  EXPECT_EQ(rule_of_what_happens("attributor", device, "  unreachable\n", reached),
            "unreachable-behind-a-volatile-access");
  EXPECT_EQ(rule_of_what_happens("attributor", "  %a = load i8, ptr %x\n", "  unreachable\n", reached), "");
}

TEST(ShippedRoots, KnowWhichSelectsAreBranchedOnTooEarly) {
  const char* select = "  %s = select i1 %c, i8 1, i8 2\n  %p = phi i8 [ 3, %entry ], [ %s, %l ]\n";
  const char* branch = "  br i1 %c, label %t, label %n\n";
  const char* early =
      "source calls a function that does not return; target immediate undefined behaviour: branch on poison at br i1 "
      "%c, label %t, label %n";
  for (const char* pass : {"jump-threading", "dfa-jump-threading"})
    EXPECT_EQ(rule_of_what_happens(pass, select, branch, early), "select-branched-on-too-early");
  EXPECT_EQ(rule_of_what_happens("jump-threading", "  %p = phi i8 [ 3, %entry ], [ %s, %l ]\n", branch, early), "");
  EXPECT_EQ(rule_of_what_happens("jump-threading", select, branch, "source returns i8 7; target returns i8 9"), "");
}

TEST(ShippedRoots, KnowWhatBecomesOfDeoptimize) {
  const auto broken = [](const char* pass, const char* says) {
    const char* call = "  %r = call i32 (...) @llvm.experimental.deoptimize.i32() [ \"deopt\"() ]\n  ret i32 %r\n";
    return rule_of({"", pass, "22.1.8", call, "", says}, FindingKind::InvalidIr);
  };
  const char* folded =
      "calls to experimental_deoptimize must be followed by a return of the value computed by experimental_deoptimize";
  EXPECT_EQ(broken("sccp", folded), "deoptimize-with-a-known-result");
  EXPECT_EQ(broken("correlated-propagation", folded), "deoptimize-with-a-known-result");
  EXPECT_EQ(broken("iroutliner", "experimental_deoptimize return type must match caller return type"),
            "deoptimize-in-another-function");
  EXPECT_EQ(broken("mergereturn", "calls to experimental_deoptimize must be followed by a return"),
            "deoptimize-parted-from-its-return");
  EXPECT_EQ(broken("gvn", folded), "") << "of which it is not known";
}

}  // namespace
}  // namespace assay::triage
