#include "tests/unit/codegen/testing.h"

/// Volatile and atomic accesses.
namespace assay::codegen {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Kind = Judged::Kind;

constexpr const char* kAccesses = R"(
@port = global i32 0
@other = global i8 0
declare i8 @pure(i8) memory(none)
declare void @use()
define i8 @beside_a_call_that_does_not_act(ptr %p, i8 %x) {
  %a = call i8 @pure(i8 %x)
  store i8 %a, ptr %p, align 1
  %kept = load volatile i8, ptr %p, align 1
  ret i8 %kept
}
define i32 @twice(ptr %p) {
  %a = load volatile i32, ptr %p, align 4
  %b = load volatile i32, ptr %p, align 4
  %s = add i32 %a, %b
  ret i32 %s
}
define void @unused(ptr %p, i64 %x) {
  store volatile i64 1, ptr %p, align 8
  store volatile i64 %x, ptr %p, align 8
  %d = load volatile i64, ptr %p, align 8
  ret void
}
define i8 @among_others(ptr %p, i8 %x) {
  %v = load volatile i8, ptr @other, align 1
  %q = getelementptr i8, ptr %p, i64 1
  store i8 %x, ptr %q, align 1
  store volatile i32 7, ptr @port, align 4
  %r = load i8, ptr %q, align 1
  %s = add i8 %v, %r
  ret i8 %s
}
define float @floats(ptr %p, float %x) {
  %v = load volatile float, ptr %p, align 4
  store volatile float %x, ptr %p, align 4
  ret float %v
}
define i32 @loop(ptr %p, i32 %n) {
s:
  %m = and i32 %n, 7
  br label %l
l:
  %i = phi i32 [ 0, %s ], [ %j, %l ]
  %a = phi i32 [ 0, %s ], [ %b, %l ]
  %v = load volatile i32, ptr %p, align 4
  %b = add i32 %a, %v
  %j = add i32 %i, 1
  %c = icmp ugt i32 %j, %m
  br i1 %c, label %e, label %l
e:
  ret i32 %b
}
define i16 @own(i16 %x) {
  %p = alloca i16, align 2
  store volatile i16 %x, ptr %p, align 2
  %r = load volatile i16, ptr %p, align 2
  ret i16 %r
}
define i64 @update(ptr %p, i64 %x) {
  %a = atomicrmw add ptr %p, i64 %x seq_cst, align 8
  %b = atomicrmw xchg ptr %p, i64 3 acq_rel, align 8
  %c = atomicrmw umax ptr %p, i64 %a monotonic, align 8
  %d = atomicrmw nand ptr %p, i64 %b acquire, align 8
  fence seq_cst
  %e = add i64 %c, %d
  ret i64 %e
}
define i8 @narrow(ptr %p, i8 %x) {
  %a = atomicrmw sub ptr %p, i8 %x seq_cst, align 1
  %b = atomicrmw min ptr %p, i8 3 acq_rel, align 1
  %e = add i8 %a, %b
  ret i8 %e
}
define { i32, i1 } @exchange(ptr %p, i32 %x, i32 %y) {
  %r = cmpxchg ptr %p, i32 %x, i32 %y seq_cst seq_cst, align 4
  ret { i32, i1 } %r
}
define i32 @accesses(ptr %p, i32 %y) {
  %l = load atomic i32, ptr %p acquire, align 4
  store atomic i32 %y, ptr %p release, align 4
  ret i32 %l
}
)";

class EachAccess : public ::testing::TestWithParam<std::tuple<const char*, const char*, unsigned>> {};
INSTANTIATE_TEST_SUITE_P(Ways, EachAccess,
                         ::testing::Combine(::testing::Values("16", "22"),
                                            ::testing::Values("aarch64", "x86-64", "riscv64"),
                                            ::testing::Values(0u, 2u)));

TEST_P(EachAccess, IsMadeAsItIsWritten) {
  const auto [release, target, level] = GetParam();
  for (const Judged& each : judged_by(release, kAccesses, configuration(target, level))) {
    // Before 17 RISC-V keeps small variables in a section of their own.
    if (each.reason == "a variable that shares its section") continue;
    EXPECT_EQ(each.kind, Kind::Agrees) << each.function << ": " << each.reason << " " << each.detail;
    EXPECT_GT(each.judged, 0u) << each.function;
  }
}

/// What is wrong, by what is done to the IR before it becomes code.
struct WrongAccess {
  const char* function;
  const char* filter;
  const char* reason;
};
void PrintTo(const WrongAccess& wrong, std::ostream* out) { *out << wrong.filter; }

class EachWrongAccess : public ::testing::TestWithParam<std::tuple<const char*, WrongAccess>> {};
INSTANTIATE_TEST_SUITE_P(
    Wrongs, EachWrongAccess,
    ::testing::Combine(
        ::testing::Values("aarch64", "x86-64", "riscv64"),
        ::testing::Values(
            WrongAccess{"twice", "sed 's/%b = load volatile.*/%b = add i32 %a, 0/'", "value-mismatch"},
            WrongAccess{"unused", "sed '/store volatile i64 1/d'", "value-mismatch"},
            WrongAccess{"unused", "sed 's/%d = load volatile/%d = load/'", "value-mismatch"},
            WrongAccess{"among_others", "sed 's/store volatile i32 7/store volatile i32 8/'", "value-mismatch"},
            WrongAccess{"among_others", "sed 's/load volatile i8, ptr @other/load volatile i8, ptr @port/'",
                        "value-mismatch"},
            WrongAccess{"loop", "sed 's/%v = load volatile i32, ptr %p, align 4/&\\n  %w = load volatile i32, ptr %p/'",
                        "value-mismatch"},
            WrongAccess{"beside_a_call_that_does_not_act",
                        "sed 's/%kept = load volatile i8, ptr %p, align 1/%kept = add i8 %a, 0/'", "value-mismatch"},
            WrongAccess{"beside_a_call_that_does_not_act",
                        "sed 's/ret i8 %kept/store volatile i8 0, ptr %p\\n  ret i8 %kept/'", "memory-mismatch"},
            WrongAccess{"update", "sed 's/atomicrmw nand/atomicrmw and/'", "memory-mismatch"})));

TEST_P(EachWrongAccess, IsFound) {
  const auto& [target, wrong] = GetParam();
  const FalseLlc llc = FalseLlc::filtering(wrong.filter);
  for (const Judged& each : judged_by(llc.open(), kAccesses, configuration(target))) {
    if (each.function != wrong.function) continue;
    ASSERT_EQ(each.kind, Kind::Differs) << each.reason << " " << each.detail;
    EXPECT_EQ(each.reason, wrong.reason);
  }
}

TEST(CodegenVolatile, WhatCanNotBeJudgedIsNamed) {
  constexpr const char* kText = R"(
declare void @use()
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i128 @large(ptr %p) {
  %r = load volatile i128, ptr %p, align 16
  ret i128 %r
}
define i32 @unaligned(ptr %p) {
  %r = load volatile i32, ptr %p, align 1
  ret i32 %r
}
define i32 @update(ptr %p) {
  %r = atomicrmw volatile add ptr %p, i32 1 seq_cst, align 4
  ret i32 %r
}
define void @fill(ptr %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8, i1 true)
  ret void
}
define i8 @beside(ptr %p) {
  %r = load volatile i8, ptr %p, align 1
  call void @use()
  ret i8 %r
}
)";
  EXPECT_THAT(words_of(judged_by("22", kText, configuration("aarch64"))),
              ElementsAre("not-judged: a volatile access of several instructions",
                          "not-judged: a volatile access of several instructions",
                          "not-judged: a volatile access of several instructions",
                          "not-judged: a volatile access of several instructions",
                          "not-judged: volatile accesses beside calls"));
  EXPECT_THAT(
      words_of(judged_by("14", "define i32 @f(ptr %p) {\n  %r = atomicrmw add ptr %p, i32 1 seq_cst\n  ret i32 %r\n}\n",
                         configuration("aarch64"))),
      ElementsAre(HasSubstr("an atomic update in a release of typed pointers")));
}

}  // namespace
}  // namespace assay::codegen
