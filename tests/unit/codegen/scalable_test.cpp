#include "services/worker/codegen/llc.h"
#include "tests/unit/codegen/testing.h"

/// Functions with vectors whose length the processor chooses.
namespace assay::codegen {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using Kind = Judged::Kind;

constexpr const char* kRight = R"(
define <vscale x 4 x i32> @add(<vscale x 4 x i32> %a, <vscale x 4 x i32> %b) {
  %r = add <vscale x 4 x i32> %a, %b
  ret <vscale x 4 x i32> %r
}
define <vscale x 4 x i1> @cmp(<vscale x 4 x i32> %a, <vscale x 4 x i32> %b, <vscale x 4 x i1> %m) {
  %c = icmp slt <vscale x 4 x i32> %a, %b
  %r = xor <vscale x 4 x i1> %c, %m
  ret <vscale x 4 x i1> %r
}
define i64 @vs() {
  %r = call i64 @llvm.vscale.i64()
  ret i64 %r
}
define void @mem(ptr %p, ptr %q) {
  %v = load <vscale x 2 x i64>, ptr %p, align 8
  %w = mul <vscale x 2 x i64> %v, %v
  store <vscale x 2 x i64> %w, ptr %q, align 8
  ret void
}
define i8 @red(<vscale x 16 x i8> %v) {
  %r = call i8 @llvm.vector.reduce.umax.nxv16i8(<vscale x 16 x i8> %v)
  ret i8 %r
}
define <vscale x 2 x i7> @odd(<vscale x 2 x i7> %v) {
  %r = lshr <vscale x 2 x i7> %v, splat (i7 3)
  ret <vscale x 2 x i7> %r
}
define <vscale x 2 x double> @fp(<vscale x 2 x double> %v, <vscale x 2 x float> %w) {
  %e = fpext <vscale x 2 x float> %w to <vscale x 2 x double>
  %r = fadd <vscale x 2 x double> %v, %e
  ret <vscale x 2 x double> %r
}
define <vscale x 2 x ptr> @ptrs(<vscale x 2 x ptr> %v) {
  %r = getelementptr i8, <vscale x 2 x ptr> %v, i64 3
  ret <vscale x 2 x ptr> %r
}
declare <vscale x 4 x i32> @out(<vscale x 4 x i32>, <vscale x 4 x i1>)
define <vscale x 4 x i32> @call(<vscale x 4 x i32> %a, <vscale x 4 x i1> %m, i32 %x) {
  %r = call <vscale x 4 x i32> @out(<vscale x 4 x i32> %a, <vscale x 4 x i1> %m)
  %s = select <vscale x 4 x i1> %m, <vscale x 4 x i32> %r, <vscale x 4 x i32> %a
  ret <vscale x 4 x i32> %s
}
define <vscale x 4 x float> @room(<vscale x 4 x float> %a) {
  %p = alloca <vscale x 4 x float>, i32 2
  %q = getelementptr <vscale x 4 x float>, ptr %p, i64 1
  store <vscale x 4 x float> %a, ptr %q
  %r = load <vscale x 4 x float>, ptr %q
  ret <vscale x 4 x float> %r
}
define { <vscale x 2 x i64>, <vscale x 2 x i64> } @two(<vscale x 4 x i64> %v) {
  %r = call { <vscale x 2 x i64>, <vscale x 2 x i64> } @llvm.vector.deinterleave2.nxv4i64(<vscale x 4 x i64> %v)
  ret { <vscale x 2 x i64>, <vscale x 2 x i64> } %r
}
)";

class EachScalable : public ::testing::TestWithParam<std::tuple<const char*, const char*, unsigned>> {};
INSTANTIATE_TEST_SUITE_P(Ways, EachScalable,
                         ::testing::Values(std::tuple{"22", "sve2", 0}, std::tuple{"22", "sve2", 2},
                                           std::tuple{"19", "sve2", 2}, std::tuple{"22", "riscv64-v", 0},
                                           std::tuple{"22", "riscv64-v", 2}, std::tuple{"19", "riscv64-v", 2}));

TEST_P(EachScalable, VectorsAreHandedOverReturnedAndStored) {
  const auto [release, target, level] = GetParam();
  const auto judged = judged_by(release, kRight, configuration(target, level));
  ASSERT_EQ(judged.size(), 11u);
  for (const Judged& each : judged) {
    EXPECT_EQ(each.kind, Kind::Agrees) << each.function << ": " << each.reason << " " << each.detail;
    EXPECT_GT(each.judged, 4u) << each.function;
  }
}

struct Wrong {
  const char* what;
  const char* filter;
  const char* text;
};
void PrintTo(const Wrong& wrong, std::ostream* out) { *out << wrong.what; }

class EachWrongScalable : public ::testing::TestWithParam<std::tuple<const char*, Wrong>> {};
INSTANTIATE_TEST_SUITE_P(
    Wrongs, EachWrongScalable,
    ::testing::Combine(
        ::testing::Values("sve2", "riscv64-v"),
        ::testing::Values(Wrong{"value", "sed 's/= add/= sub/'",
                                "define <vscale x 4 x i32> @f(<vscale x 4 x i32> %a, <vscale x 4 x i32> %b) {\n"
                                "  %r = add <vscale x 4 x i32> %a, %b\n  ret <vscale x 4 x i32> %r\n}\n"},
                          Wrong{"one lane, far from the first",
                                "sed 's/ret <vscale/%s = insertelement <vscale x 2 x i64> %r, i64 7, "
                                "i64 3\\n  ret <vscale/; s/i64> %r$/i64> %s/'",
                                "define <vscale x 2 x i64> @f(<vscale x 2 x i64> %a) {\n"
                                "  %r = shl <vscale x 2 x i64> %a, %a\n  ret <vscale x 2 x i64> %r\n}\n"},
                          Wrong{"a truth value", "sed 's/icmp slt <vscale/icmp sle <vscale/'",
                                "define <vscale x 4 x i1> @f(<vscale x 4 x i8> %a, <vscale x 4 x i8> %b) {\n"
                                "  %r = icmp slt <vscale x 4 x i8> %a, %b\n  ret <vscale x 4 x i1> %r\n}\n"},
                          Wrong{"memory", "sed 's/i64 1$/i64 2/'",
                                "define void @f(ptr %p, <vscale x 2 x i8> %v) {\n"
                                "  %q = getelementptr <vscale x 2 x i8>, ptr %p, i64 1\n"
                                "  store <vscale x 2 x i8> %v, ptr %q, align 1\n  ret void\n}\n"},
                          Wrong{"an argument of a call",
                                "sed 's/@use(<vscale x 4 x i32> %b/@use(<vscale x 4 x i32> %a/'",
                                "declare void @use(<vscale x 4 x i32>, <vscale x 4 x i1>)\n"
                                "define void @f(<vscale x 4 x i32> %a, <vscale x 4 x i32> %b, <vscale x 4 x i1> %m) {\n"
                                "  call void @use(<vscale x 4 x i32> %b, <vscale x 4 x i1> %m)\n  ret void\n}\n"})));

TEST_P(EachWrongScalable, IsFound) {
  const auto& [target, wrong] = GetParam();
  const FalseLlc llc = FalseLlc::filtering(wrong.filter);
  const auto judged = judged_by(llc.open(), wrong.text, configuration(target)).front();
  EXPECT_EQ(judged.kind, Kind::Differs) << judged.reason << " " << judged.detail;
  EXPECT_THAT(judged_by("22", wrong.text, configuration(target)).front().kind, Kind::Agrees);
}

/// A call may change all scalable vectors, and of those whose lower half must stay the upper one.
TEST(Scalable, AValueLivesThroughACall) {
  constexpr const char* kText = R"(
declare void @use(i32)
define <vscale x 4 x i32> @vector(<vscale x 4 x i32> %a, <vscale x 4 x i1> %m, i32 %x) {
  call void @use(i32 %x)
  %r = select <vscale x 4 x i1> %m, <vscale x 4 x i32> %a, <vscale x 4 x i32> splat (i32 3)
  ret <vscale x 4 x i32> %r
}
define double @half(double %a, i32 %x) {
  call void @use(i32 %x)
  ret double %a
}
)";
  for (const char* target : {"sve2", "riscv64-v"})
    EXPECT_THAT(words_of(judged_by("22", kText, configuration(target))), Each("agrees")) << target;
}

TEST(Scalable, ElsewhereTheyAreNotJudged) {
  for (const char* target : {"aarch64", "riscv64", "x86-64", "systemz"})
    EXPECT_THAT(words_of(judged_by("22", kRight, configuration(target))), Each("not-judged: a scalable type"))
        << target;
}

TEST(Scalable, AFunctionForVectorsOfAnotherLengthIsNotJudged) {
  const std::string text = R"(
define <vscale x 4 x i32> @own(<vscale x 4 x i32> %a) vscale_range(2,16) {
  ret <vscale x 4 x i32> %a
}
define <vscale x 4 x i32> @longer(<vscale x 4 x i32> %a) vscale_range(8,8) {
  ret <vscale x 4 x i32> %a
}
define <vscale x 1 x i128> @wide(<vscale x 1 x i128> %a) {
  ret <vscale x 1 x i128> %a
}
)";
  for (const auto& [target, triple] : {std::pair{"sve2", "aarch64"}, std::pair{"riscv64-v", "riscv64"}})
    EXPECT_THAT(
        words_of(judged_by("22", "target triple = \"" + std::string(triple) + "\"\n" + text, configuration(target))),
        ElementsAre("agrees", "not-judged: vectors of another length",
                    "not-judged: a scalable vector of more than 64 bits a lane in a call"))
        << target;
}

}  // namespace
}  // namespace assay::codegen
