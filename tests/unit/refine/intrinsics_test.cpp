#include <gtest/gtest.h>

#include "tests/unit/refine/pair.h"

/// Intrinsics that are lowered as calls.
namespace assay::refine {
namespace {

const std::string kDeclarations =
    "declare i32 @llvm.x86.sse42.crc32.32.8(i32, i8) declare <4 x i32> @llvm.x86.avx2.maskload.d(ptr, <4 x i32>) "
    "declare void @llvm.x86.avx2.maskstore.d(ptr, <4 x i32>, <4 x i32>) declare i64 @llvm.x86.rdtsc() "
    "declare void @llvm.va_start.p0(ptr) declare void @llvm.va_end.p0(ptr) declare void @llvm.va_copy.p0(ptr, ptr) "
    "declare ptr @llvm.stacksave.p0() declare void @llvm.stackrestore.p0(ptr) "
    "declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1) declare i16 @llvm.objectsize.i16.p0(ptr, i1, i1, i1) ";

std::string of(const std::string& source, const std::string& target) {
  return verdict(kDeclarations + "define " + source + " define " + target);
}

TEST(RefineIntrinsics, OneOfATargetGivesTheSameForTheSame) {
  EXPECT_EQ(of("i32 @src(i32 %a) { %r = call i32 @llvm.x86.sse42.crc32.32.8(i32 %a, i8 1) "
               "%s = call i32 @llvm.x86.sse42.crc32.32.8(i32 %a, i8 1) %x = xor i32 %r, %s ret i32 %x }",
               "i32 @tgt(i32 %a) { ret i32 0 }"),
            "correct");
}

TEST(RefineIntrinsics, OneOfATargetThatLooksAtTheWorldDoesNot) {
  EXPECT_EQ(of("i64 @src() { %r = call i64 @llvm.x86.rdtsc() %s = call i64 @llvm.x86.rdtsc() %x = sub i64 %s, %r ret i64 %x }",
               "i64 @tgt() { %r = call i64 @llvm.x86.rdtsc() %s = call i64 @llvm.x86.rdtsc() ret i64 0 }"),
            "unknown: approximation");
}

TEST(RefineIntrinsics, WhatOneOfATargetGivesRefutesNothing) {
  EXPECT_EQ(of("i32 @src(i32 %a) { %r = call i32 @llvm.x86.sse42.crc32.32.8(i32 %a, i8 1) ret i32 %r }",
               "i32 @tgt(i32 %a) { ret i32 7 }"),
            "unknown: approximation");
}

TEST(RefineIntrinsics, OnesOfATargetReadAndWriteMemory) {
  const std::string store = "call void @llvm.x86.avx2.maskstore.d(ptr %p, <4 x i32> %m, <4 x i32> zeroinitializer) ";
  EXPECT_EQ(of("i32 @src(ptr %p, <4 x i32> %m) { store i32 1, ptr %p " + store + "%v = load i32, ptr %p ret i32 %v }",
               "i32 @tgt(ptr %p, <4 x i32> %m) { store i32 1, ptr %p " + store + "ret i32 1 }"),
            "unknown: approximation");
  EXPECT_EQ(of("i32 @src(ptr %p, <4 x i32> %m) { %a = alloca i32 store i32 1, ptr %a " + store + "%v = load i32, ptr %a ret i32 %v }",
               "i32 @tgt(ptr %p, <4 x i32> %m) { " + store + "ret i32 1 }"),
            "correct");
}

TEST(RefineIntrinsics, ListsOfArgumentsAreBytesThatNobodyKnows) {
  const std::string head = "%l = alloca [24 x i8] %k = alloca [24 x i8] call void @llvm.va_start.p0(ptr %l) "
                           "call void @llvm.va_copy.p0(ptr %k, ptr %l) %v = load i32, ptr %k ";
  const std::string tail = "call void @llvm.va_end.p0(ptr %l) call void @llvm.va_end.p0(ptr %k) ";
  EXPECT_EQ(of("i32 @src(i32 %n, ...) { " + head + tail + "%r = mul i32 %v, 2 ret i32 %r }",
               "i32 @tgt(i32 %n, ...) { " + head + tail + "%r = shl i32 %v, 1 ret i32 %r }"),
            "correct");
  EXPECT_EQ(of("i32 @src(i32 %n, ...) { " + head + tail + "ret i32 %v }", "i32 @tgt(i32 %n, ...) { " + head + tail + "ret i32 1 }"),
            "unknown: approximation");
}

TEST(RefineIntrinsics, RestoringTheStackEndsWhatWasAllocatedSince) {
  const std::string head = "%k = alloca i32 store i32 8, ptr %k %s = call ptr @llvm.stacksave.p0() %l = alloca i32 ";
  const std::string restore = "call void @llvm.stackrestore.p0(ptr %s) ";
  EXPECT_EQ(of("i32 @src() { " + head + restore + "%v = load i32, ptr %k ret i32 %v }", "i32 @tgt() { ret i32 8 }"), "correct");
  EXPECT_EQ(of("i32 @src() { " + head + "store i32 5, ptr %l " + restore + "%v = load i32, ptr %l ret i32 %v }",
               "i32 @tgt() { ret i32 poison }"),
            "correct");
  EXPECT_EQ(of("i32 @src() { " + head + restore + "ret i32 8 }",
               "i32 @tgt() { " + head + restore + "store i32 5, ptr %l ret i32 8 }"),
            "incorrect: more-ub");
  EXPECT_EQ(of("i32 @src() { " + head + restore + "ret i32 8 }",
               "i32 @tgt() { " + head + restore + "store i32 5, ptr %k ret i32 8 }"),
            "correct");
}

TEST(RefineIntrinsics, TheSizeOfAnObjectIsKnownOrNot) {
  const std::string source = "i64 @src() { %a = alloca [24 x i8] %p = getelementptr i8, ptr %a, i64 4 "
                             "%r = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 true, i1 false) ret i64 %r }";
  EXPECT_EQ(of(source, "i64 @tgt() { ret i64 20 }"), "correct");
  EXPECT_EQ(of(source, "i64 @tgt() { ret i64 -1 }"), "correct");
  EXPECT_EQ(of(source, "i64 @tgt() { ret i64 24 }"), "unknown: approximation");
  EXPECT_EQ(of("i16 @src() { %a = alloca [70000 x i8] %r = call i16 @llvm.objectsize.i16.p0(ptr %a, i1 false, i1 true, i1 false) "
               "ret i16 %r }",
               "i16 @tgt() { ret i16 -1 }"),
            "correct");
}

TEST(RefineIntrinsics, AnAddressIsTheSameInAnotherAddressSpace) {
  EXPECT_EQ(of("i8 @src(ptr %p) { %q = addrspacecast ptr %p to ptr addrspace(1) store i8 1, ptr addrspace(1) %q "
               "%v = load i8, ptr %p ret i8 %v }",
               "i8 @tgt(ptr %p) { store i8 1, ptr %p ret i8 1 }"),
            "correct");
  EXPECT_EQ(verdict("target datalayout = \"p1:32:32\" define ptr addrspace(1) @src(ptr %p) { %q = addrspacecast ptr %p to ptr "
                    "addrspace(1) ret ptr addrspace(1) %q } define ptr addrspace(1) @tgt(ptr %p) { %q = addrspacecast ptr %p to ptr "
                    "addrspace(1) ret ptr addrspace(1) %q }")
                .substr(0, 25),
            "@src against itself: unsu");
}

TEST(RefineIntrinsics, ALaneThatAnUndefNumberTakesIsPoison) {
  const std::string declared = "declare <4 x float> @llvm.x86.avx.vpermilvar.ps(<4 x float>, <4 x i32>) ";
  const auto taken = [&](const std::string& lanes, const std::string& shuffled) {
    return verdict(declared + "define <4 x float> @src(<4 x float> %v, i32 %i, i1 %c) { %n = select i1 %c, i32 undef, i32 %i " +
                   "%m = insertelement <4 x i32> <i32 3, i32 3, i32 2, i32 3>, i32 " + lanes + ", i32 1 " +
                   "%r = call <4 x float> @llvm.x86.avx.vpermilvar.ps(<4 x float> %v, <4 x i32> %m) ret <4 x float> %r } " +
                   "define <4 x float> @tgt(<4 x float> %v, i32 %i, i1 %c) { " +
                   "%r = shufflevector <4 x float> %v, <4 x float> poison, <4 x i32> <i32 3, i32 " + shuffled + ", i32 2, i32 3> ret <4 x float> %r }");
  };
  EXPECT_EQ(taken("undef", "poison"), "correct");
  EXPECT_EQ(taken("poison", "poison"), "correct");
  EXPECT_EQ(taken("1", "1"), "correct");
  EXPECT_EQ(taken("1", "poison"), "incorrect: more-poisonous");
  EXPECT_EQ(taken("%i", "poison"), "incorrect: more-poisonous");
}

}  // namespace
}  // namespace assay::refine
