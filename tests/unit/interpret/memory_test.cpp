#include "tests/unit/interpret/testing.h"

namespace assay::interpret {
namespace {

constexpr const char* kLayout = "target datalayout = \"e-m:e-i64:64-i128:128-n8:16:32:64-S128\"\n";

std::string result_of(const std::string& body, const std::string& type = "i32", const std::string& extra = "") {
  return behaviours_of(kLayout + extra + "\ndefine " + type + " @f() {\n" + body + "\n}");
}

TEST(InterpretMemory, StoresAreLoadedBack) {
  EXPECT_EQ(result_of("%p = alloca i32\n store i32 7, ptr %p\n %v = load i32, ptr %p\n ret i32 %v"), "returns i32 7");
}

TEST(InterpretMemory, FreshMemoryIsUndef) {
  EXPECT_EQ(result_of("%p = alloca i32\n %v = load i32, ptr %p\n ret i32 %v"), "returns i32 undef");
}

TEST(InterpretMemory, HalfWrittenWordsHoldUndefBits) {
  EXPECT_EQ(result_of("%p = alloca i16\n store i8 5, ptr %p\n %v = load i16, ptr %p\n ret i16 %v", "i16"),
            "returns i16 0x5 with any bits of 0xff00");
}

TEST(InterpretMemory, OnePoisonByteSpoilsTheWordButNotItsNeighbour) {
  const std::string body =
      "%p = alloca i32\n store i32 7, ptr %p\n %q = getelementptr i8, ptr %p, i64 3\n store i8 poison, ptr %q\n";
  EXPECT_EQ(result_of(body + "%v = load i32, ptr %p\n ret i32 %v"), "returns i32 poison");
  EXPECT_EQ(result_of(body + "%v = load i16, ptr %p\n ret i16 %v", "i16"), "returns i16 7");
}

TEST(InterpretMemory, VectorsPackTheirSubByteLanes) {
  EXPECT_EQ(result_of("%p = alloca <4 x i4>\n store <4 x i4> <i4 1, i4 2, i4 3, i4 4>, ptr %p\n"
                      " %v = load i16, ptr %p\n ret i16 %v",
                      "i16"),
            "returns i16 17185 (0x4321)");
  EXPECT_EQ(result_of("%p = alloca <3 x i5>\n store <3 x i5> <i5 1, i5 poison, i5 3>, ptr %p\n"
                      " %v = load <3 x i5>, ptr %p\n ret <3 x i5> %v",
                      "<3 x i5>"),
            "returns <3 x i5> <1, poison, 3>");
}

TEST(InterpretMemory, BrokenAccessesAreUndefinedBehaviourAndSayWhy) {
  EXPECT_THAT(result_of("%v = load i32, ptr null\n ret i32 %v"), testing::HasSubstr("access through null"));
  EXPECT_THAT(
      result_of("%p = alloca i32\n %q = getelementptr i8, ptr %p, i64 1\n %v = load i32, ptr %q, align 1\n ret i32 %v"),
      testing::HasSubstr("out of bounds"));
  EXPECT_THAT(
      result_of(
          "%p = alloca [2 x i32]\n %q = getelementptr i8, ptr %p, i64 1\n %v = load i32, ptr %q, align 4\n ret i32 %v"),
      testing::HasSubstr("aligned"));
  EXPECT_THAT(result_of("store i32 1, ptr @c\n ret i32 0", "i32", "@c = constant i32 3\n"),
              testing::HasSubstr("immediate undefined behaviour"));
  EXPECT_THAT(result_of("%v = load i32, ptr poison\n ret i32 %v"), testing::HasSubstr("poison or undef address"));
}

TEST(InterpretMemory, LifetimesEndAndBegin) {
  const std::string declare = "declare void @llvm.lifetime.start.p0(ptr)\ndeclare void @llvm.lifetime.end.p0(ptr)\n";
  const std::string start = "call void @llvm.lifetime.start.p0(ptr %p)\n",
                    end = "call void @llvm.lifetime.end.p0(ptr %p)\n";
  const std::string set = "store i32 1, ptr %p\n", get = "%v = load i32, ptr %p\n ret i32 %v";
  EXPECT_EQ(result_of("%p = alloca i32\n" + start + set + get, "i32", declare), "returns i32 1");
  EXPECT_EQ(result_of("%p = alloca i32\n" + start + set + end + get, "i32", declare), "returns i32 poison");
  EXPECT_EQ(result_of("%p = alloca i32\n" + start + set + start + get, "i32", declare), "returns i32 undef");
  EXPECT_THAT(result_of("%p = alloca i32\n" + set + start + get, "i32", declare), testing::HasSubstr("dead object"));
}

TEST(InterpretMemory, InboundsStaysInTheObject) {
  EXPECT_EQ(
      result_of("%p = alloca i32\n %q = getelementptr inbounds i8, ptr %p, i64 4\n %c = icmp eq ptr %q, %p\n ret i1 %c",
                "i1"),
      "returns i1 false");
  EXPECT_EQ(
      result_of("%p = alloca i32\n %q = getelementptr inbounds i8, ptr %p, i64 5\n %c = icmp eq ptr %q, %p\n ret i1 %c",
                "i1"),
      "returns i1 poison");
  EXPECT_EQ(result_of("%q = getelementptr inbounds i8, ptr null, i64 0\n %c = icmp eq ptr %q, null\n ret i1 %c", "i1"),
            "returns i1 true");
  EXPECT_EQ(
      result_of("%p = alloca i32\n %q = getelementptr nuw i8, ptr %p, i64 -1\n %c = icmp eq ptr %q, %p\n ret i1 %c",
                "i1"),
      "returns i1 poison");
}

TEST(InterpretMemory, PointersKeepTheirProvenanceThroughMemory) {
  EXPECT_EQ(result_of("%a = alloca i32\n %p = alloca ptr\n store i32 9, ptr %a\n store ptr %a, ptr %p\n"
                      " %q = load ptr, ptr %p\n %v = load i32, ptr %q\n ret i32 %v"),
            "returns i32 9");
  EXPECT_EQ(
      result_of("%a = alloca i32\n store i32 9, ptr %a\n %i = ptrtoint ptr %a to i64\n %q = inttoptr i64 %i to ptr\n"
                " %v = load i32, ptr %q\n ret i32 %v"),
      "returns i32 9");
}

TEST(InterpretMemory, CopiesKeepUndefPoisonAndFragments) {
  EXPECT_EQ(
      result_of("%a = alloca i32\n %p = alloca ptr\n %q = alloca ptr\n store i32 9, ptr %a\n store ptr %a, ptr %p\n"
                " call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 8, i1 false)\n"
                " %r = load ptr, ptr %q\n %v = load i32, ptr %r\n ret i32 %v",
                "i32", "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1 immarg)\n"),
      "returns i32 9");
}

TEST(InterpretMemory, StoresLeaveUndefInPadding) {
  EXPECT_EQ(result_of("%p = alloca i64\n store i64 -1, ptr %p\n store {i8, i32} {i8 1, i32 2}, ptr %p\n"
                      " %q = getelementptr i8, ptr %p, i64 2\n %v = load i8, ptr %q\n ret i8 %v",
                      "i8"),
            "returns i8 undef");
}

TEST(InterpretMemory, MallocMayFailAndFreeEndsIt) {
  const std::string declare = "declare ptr @malloc(i64)\ndeclare void @free(ptr)\n";
  EXPECT_EQ(result_of("%p = call ptr @malloc(i64 4)\n %c = icmp eq ptr %p, null\n ret i1 %c", "i1", declare),
            "returns i1 false | returns i1 true");
  EXPECT_THAT(result_of("%p = call ptr @malloc(i64 4)\n call void @free(ptr %p)\n store i32 1, ptr %p\n ret i32 0",
                        "i32", declare),
              testing::HasSubstr("dead object"));
  EXPECT_THAT(result_of("%p = alloca i32\n call void @free(ptr %p)\n ret i32 0", "i32", declare),
              testing::HasSubstr("free"));
}

TEST(InterpretMemory, BigEndianLayoutsReverseBytes) {
  EXPECT_EQ(
      behaviours_of("target datalayout = \"E\"\ndefine i8 @f() {\n %p = alloca i32\n store i32 305419896, ptr %p\n"
                    " %v = load i8, ptr %p\n ret i8 %v\n}"),
      "returns i8 18 (0x12)");
}

TEST(InterpretMemory, AtomicsAreAccessesOfOneThread) {
  EXPECT_EQ(result_of("%p = alloca i32\n store i32 5, ptr %p\n %o = atomicrmw add ptr %p, i32 3 seq_cst\n"
                      " %v = load i32, ptr %p\n %r = mul i32 %v, %o\n ret i32 %r"),
            "returns i32 40 (0x28)");
  EXPECT_EQ(result_of("%p = alloca i32\n store i32 5, ptr %p\n %x = cmpxchg ptr %p, i32 5, i32 8 seq_cst seq_cst\n"
                      " %v = load i32, ptr %p\n ret i32 %v"),
            "returns i32 8");
}

}  // namespace
}  // namespace assay::interpret
