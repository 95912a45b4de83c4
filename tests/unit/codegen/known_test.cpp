#include "tests/unit/codegen/testing.h"

namespace assay::codegen {
namespace {

/// An issue of llvm/llvm-project that a release has and 22 has not.
struct Known {
  const char* issue;
  const char* release;
  Selector selector;
  const char* text;
};
void PrintTo(const Known& known, std::ostream* out) { *out << known.issue; }

class EachKnown : public ::testing::TestWithParam<Known> {};
INSTANTIATE_TEST_SUITE_P(Issues, EachKnown,
                         ::testing::Values(Known{"55484", "14", Selector::Default, R"(
define i32 @f(i32 %x) {
  %low = lshr i32 %x, 8
  %high = shl i32 %x, 8
  %both = or i32 %high, %low
  %half = trunc i32 %both to i16
  %r = sext i16 %half to i32
  ret i32 %r
})"},
                                           Known{"55644", "14", Selector::Default, R"(
define i1 @f(i2 %x) {
  %m = call { i2, i1 } @llvm.smul.with.overflow.i2(i2 -2, i2 %x)
  %r = extractvalue { i2, i1 } %m, 1
  ret i1 %r
})"},
                                           Known{"58109", "15", Selector::Default, R"(
define i32 @f(i8 signext %x) {
  %a = add i8 %x, 1
  %s = call i8 @llvm.usub.sat.i8(i8 %a, i8 1)
  %r = zext i8 %s to i32
  ret i32 %r
})"},
                                           Known{"58431", "15", Selector::Global, R"(
define i32 @f(i64 %x) {
  %t = trunc i64 %x to i32
  %f = freeze i32 %t
  %z = zext i32 %f to i64
  %u = udiv i64 %z, 7
  %r = trunc i64 %u to i32
  ret i32 %r
})"},
                                           Known{"59898", "15", Selector::Default, R"(
define i9 @f(i9 %x) {
  %a = call i9 @llvm.fshr.i9(i9 %x, i9 %x, i9 5)
  %r = call i9 @llvm.fshl.i9(i9 %a, i9 %a, i9 2)
  ret i9 %r
})"},
                                           Known{"61549", "16", Selector::Default, R"(
define i37 @f(i37 %x) {
  %s = srem i37 1, %x
  %c = call i37 @llvm.ctlz.i37(i37 %s, i1 false)
  %r = lshr i37 %c, 5
  ret i37 %r
})"},
                                           Known{"88784", "16", Selector::Dag, R"(
define <8 x i16> @f(<8 x i8> %a, <8 x i8> %b, <8 x i16> %c) {
  %x = zext <8 x i8> %a to <8 x i16>
  %y = zext <8 x i8> %b to <8 x i16>
  %d = sub <8 x i16> %x, %y
  %s = ashr <8 x i16> %c, splat (i16 15)
  %t = add <8 x i16> %s, %d
  %r = xor <8 x i16> %s, %t
  ret <8 x i16> %r
})"},
                                           Known{"66603", "16", Selector::Default, R"(
define i64 @f(float %x) {
  %n = fptosi float %x to i8
  %f = freeze i8 %n
  %r = sext i8 %f to i64
  ret i64 %r
})"}));

TEST_P(EachKnown, IsFoundInTheReleaseThatHasItAndNotInOneThatHasNot) {
  const Known& known = GetParam();
  const auto before = judged_by(known.release, known.text, configuration("aarch64", 2, known.selector)).front();
  EXPECT_EQ(before.kind, Judged::Kind::Differs) << before.reason << " " << before.detail;
  const auto after = judged_by("22", known.text, configuration("aarch64", 2, known.selector)).front();
  EXPECT_EQ(after.kind, Judged::Kind::Agrees) << after.reason << " " << after.detail;
}

/// #90532, of which -O0 was left: a condition that is never true becomes a branch that is always taken.
TEST(Known, ABranchOnNeverIsWrongWithoutOptimizationOnly) {
  constexpr const char* kText = R"(
define i32 @f(float %x, float %y, i32 %a) {
  %never = fcmp false float %x, %y
  %d = icmp eq i32 %a, 3
  %e = or i1 %never, %d
  br i1 %e, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
})";
  for (const char* release : {"19", "22"}) {
    const auto judged = judged_by(release, kText, configuration("aarch64", 0, Selector::Global)).front();
    EXPECT_EQ(judged.kind, Judged::Kind::Differs) << release << judged.reason << " " << judged.detail;
    for (const auto& [level, selector] : {std::pair{2u, Selector::Global}, {0u, Selector::Dag}, {0u, Selector::Fast}})
      EXPECT_EQ(judged_by(release, kText, configuration("aarch64", level, selector)).front().kind,
                Judged::Kind::Agrees);
  }
}

}  // namespace
}  // namespace assay::codegen
