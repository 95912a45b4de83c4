#include <gmock/gmock.h>

#include "tests/unit/optimize/testing.h"

namespace assay::optimize {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using End = OptimizeResult::End;

// One module with every newer thing that the speller knows.
constexpr const char* kNewest = R"(
target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"

define range(i8 0, 100) i8 @flags(i16 %w, i8 range(i8 0, 10) %x, i8 %y) memory(none) {
  %t = trunc nuw i16 %w to i8
  %z = zext nneg i8 %x to i16
  %t2 = trunc nsw i16 %z to i8
  %o = or disjoint i8 %t, %t2
  %c = icmp samesign ult i8 %o, %y
  %r = select i1 %c, i8 %o, i8 %x
  ret i8 %r
}

define <4 x i8> @splats(<4 x i8> %v, <4 x i1> %m) {
  %a = add <4 x i8> %v, splat (i8 7)
  %s = select <4 x i1> %m, <4 x i8> splat (i8 -1), <4 x i8> %a
  %c = call <4 x i8> @llvm.ctpop.v4i8(<4 x i8> %s), !range !0
  ret <4 x i8> %c
}

define ptr @memory(ptr captures(none) initializes((0, 4)) writable %p, i64 %i, ptr captures(address) %q) memory(argmem: readwrite) {
  %slot = alloca i32
  call void @llvm.lifetime.start.p0(ptr %slot)
  store i32 0, ptr %p
  %g = getelementptr nusw nuw i8, ptr %p, i64 %i
  call void @llvm.lifetime.end.p0(ptr %slot)
  ret ptr null
}

@bytes = global [4 x i8] zeroinitializer

define ptr @constants() {
  ret ptr getelementptr inbounds nuw (i8, ptr @bytes, i64 1)
}

define float @floats(double nofpclass(nan) %d, i8 %i) {
  %f = fptrunc nnan double %d to float
  %u = uitofp nneg i8 %i to float
  %r = fadd float %f, %u
  ret float %r
}

define i8 @calls(i8 %x, i8 %y) {
  %c = call i8 @llvm.ucmp.i8.i8(i8 %x, i8 %y)
  %d = call range(i8 0, 9) i8 @llvm.ctpop.i8(i8 %x)
  %e = call i8 @llvm.umax.i8(i8 %c, i8 %d)
  ret i8 %e
}

declare <4 x i8> @llvm.ctpop.v4i8(<4 x i8>)
declare i8 @llvm.ucmp.i8.i8(i8, i8)
declare i8 @llvm.ctpop.i8(i8)
declare i8 @llvm.umax.i8(i8, i8)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)

!0 = !{i8 0, i8 9}
)";

class EachRelease : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Releases, EachRelease, ::testing::Values(14, 15, 16, 19, 22));

TEST_P(EachRelease, ReadsTheNewestIrOnceItIsSpelledForIt) {
  ASSAY_OPEN_OR_SKIP(compiler, GetParam());
  for (const char* pipeline : {"verify", "instcombine", "default<O2>"}) {
    const OptimizeResult result = compiler.run(kNewest, pipeline, Limits());
    EXPECT_EQ(result.end, End::Ok) << pipeline << ": " << result.message << "\n" << result.given;
  }
}

TEST_P(EachRelease, TextGivenIsReadableByTheLinkedLlvmToo) {
  llvm::LLVMContext context;
  const auto spelling = spell_module(*testing::parse_or_die(context, kNewest), GetParam());
  ASSERT_TRUE(spelling) << spelling.error();
  const auto again = testing::parse_or_die(context, spelling->text);
  EXPECT_FALSE(ir::verify(*again));
}

TEST_P(EachRelease, SpellingTwiceDropsNothingMore) {
  llvm::LLVMContext context;
  const auto once = spell_module(*testing::parse_or_die(context, kNewest), GetParam());
  ASSERT_TRUE(once);
  const auto twice = spell_module(*testing::parse_or_die(context, once->text), GetParam());
  ASSERT_TRUE(twice);
  EXPECT_THAT(twice->dropped, IsEmpty());
  EXPECT_TRUE(unchanged(*testing::parse_or_die(context, once->text), *testing::parse_or_die(context, twice->text)));
}

Spelling spelled(const std::string& text, int version) {
  llvm::LLVMContext context;
  auto spelling = spell_module(*testing::parse_or_die(context, text), version);
  EXPECT_TRUE(spelling) << spelling.error();
  return *spelling;
}

TEST(Spelling, SaysWhatItDropped) {
  EXPECT_THAT(spelled(kNewest, 22).dropped, IsEmpty());
  const auto for_19 = spelled(kNewest, 19).dropped;
  EXPECT_THAT(for_19, Contains("samesign"));
  EXPECT_THAT(for_19, Not(Contains("range")));
  const auto for_16 = spelled(kNewest, 16).dropped;
  for (const char* what : {"samesign", "range", "nneg", "disjoint", "nuw and nsw on trunc", "initializes", "captures"})
    EXPECT_THAT(for_16, Contains(what));
}

TEST(Spelling, OlderWordsForTheSameMeaningAreNotDrops) {
  const Spelling spelling = spelled(
      "define void @f(ptr captures(none) %p) memory(none) {\n  ret void\n}\n"
      "define void @g(ptr %p) memory(argmem: read) {\n  ret void\n}\n"
      "define <2 x i8> @h(<2 x i8> %x) {\n  %a = add <2 x i8> %x, splat (i8 3)\n  ret <2 x i8> %a\n}\n",
      14);
  EXPECT_THAT(spelling.dropped, IsEmpty());
  EXPECT_THAT(spelling.text, HasSubstr("ptr nocapture %p"));
  EXPECT_THAT(spelling.text, HasSubstr("readnone"));
  EXPECT_THAT(spelling.text, HasSubstr("readonly argmemonly"));
  EXPECT_THAT(spelling.text, HasSubstr("<i8 3, i8 3>"));
}

TEST(Spelling, LeavesWhatEveryReleaseKnows) {
  const std::string text =
      "define noundef i8 @f(i8 noundef %x, ptr noalias nonnull %p) nounwind {\n"
      "  %a = add nuw nsw i8 %x, 1\n  %b = lshr exact i8 %a, 1\n  %c = load i8, ptr %p, align 1, !range !0\n"
      "  %d = xor i8 %b, %c\n  ret i8 %d\n}\n!0 = !{i8 0, i8 4}\n";
  const Spelling spelling = spelled(text, 14);
  EXPECT_THAT(spelling.dropped, IsEmpty());
  llvm::LLVMContext context;
  EXPECT_TRUE(unchanged(*testing::parse_or_die(context, text), *testing::parse_or_die(context, spelling.text)));
}

TEST(Spelling, RefusesWhatCanNeitherBeSaidNorLeftOut) {
  llvm::LLVMContext context;
  const auto module =
      testing::parse_or_die(context, "define i64 @f(ptr %p) {\n  %a = ptrtoaddr ptr %p to i64\n  ret i64 %a\n}\n");
  const auto spelling = spell_module(*module, 16);
  ASSERT_FALSE(spelling);
  EXPECT_THAT(spelling.error(), HasSubstr("ptrtoaddr"));
}

TEST(Spelling, LeavesTheModuleItWasGivenAlone) {
  llvm::LLVMContext context;
  const auto module = testing::parse_or_die(context, kNewest);
  const std::string before = ir::print(*module);
  ASSERT_TRUE(spell_module(*module, 14));
  EXPECT_EQ(ir::print(*module), before);
}

}  // namespace
}  // namespace assay::optimize
