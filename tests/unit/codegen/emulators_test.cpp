#include <cstdlib>

#include "services/worker/codegen/second.h"
#include "services/worker/codegen/trial.h"
#include "tests/unit/codegen/testing.h"

namespace assay::codegen {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Kind = Judged::Kind;

/// As long as one lives, programs are searched for here only.
class Path {
 public:
  explicit Path(const std::string& path) : before_(getenv("PATH")) { setenv("PATH", path.c_str(), 1); }
  ~Path() { setenv("PATH", before_.c_str(), 1); }

 private:
  const std::string before_;
};

Settings in(Machine machine) {
  Settings settings;
  settings.machine = machine;
  return settings;
}

Judged said(Kind kind, const char* emulator = "", const char* reason = "", std::uint64_t open = 0) {
  Judged judged;
  judged.kind = kind;
  judged.reason = reason;
  judged.emulators = emulator;
  judged.open = open;
  return judged;
}

// Memory, calls out, the library, the stack, and a trap in one file.
constexpr const char* kText = R"(
declare i32 @out(i32, ptr)
@counter = global i32 3
define i32 @calls(i32 %x, ptr %p) {
  %a = call i32 @out(i32 %x, ptr %p)
  %b = call i32 @out(i32 %a, ptr @counter)
  %r = add i32 %a, %b
  ret i32 %r
}
define fp128 @library(fp128 %x, fp128 %y) {
  %r = fdiv fp128 %x, %y
  ret fp128 %r
}
define i64 @local(i64 %x, i3 %i) {
  %room = alloca [8 x i64]
  %p = getelementptr [8 x i64], ptr %room, i64 0, i3 %i
  store i64 %x, ptr %p
  %r = load i64, ptr %p
  ret i64 %r
}
define i16 @big(ptr %p) {
  store i32 16909060, ptr %p
  %r = load i16, ptr %p
  ret i16 %r
}
)";

class InQemu : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Targets, InQemu,
                         ::testing::Values("aarch64", "x86-64", "riscv64", "avx2", "riscv64-v", "sve2", "systemz",
                                           "ppc64", "armv7", "i386"));

TEST_P(InQemu, CodeDoesWhatItMay) {
  const auto judged = judged_by("22", kText, configuration(GetParam()), in(Machine::Qemu));
  EXPECT_THAT(words_of(judged), Each("agrees")) << judged.back().detail;
}

TEST_P(InQemu, ARegisterThatTheCallerKeepsValuesInMustStay) {
  const std::map<std::string, std::vector<const char*>> spoils{
      {"aarch64", {"mov x28, xzr", "fmov d15, xzr", "mov x29, xzr"}},
      {"x86-64", {"xorq %r15, %r15"}},
      {"avx2", {"xorq %r15, %r15"}},
      {"riscv64", {"li s11, 0", "fmv.d.x fs3, zero"}},
      {"riscv64-v", {"li s1, 0"}},
      {"sve2", {"mov x28, xzr", "fmov d15, xzr"}},
      {"systemz", {"lghi %r8, 0", "lzdr %f15"}},
      {"ppc64", {"li 14, 0", "fmr 31, 1"}},
      {"ppc64le", {"li 14, 0", "fmr 14, 1"}},
      {"armv7", {"mov r11, #0", "vmov.i32 d15, #0"}},
      {"i386", {"xorl %edi, %edi", "xorl %ebp, %ebp"}}};
  for (const char* code : spoils.at(GetParam())) {
    const FalseLlc llc = FalseLlc::filtering(std::string("sed 's/ret i8 %a/call void asm sideeffect \"") + code +
                                             "\", \"\"()\\n  ret i8 %a/'");
    const auto judged =
        judged_by(llc.open(), "define i8 @f(i8 %a) {\n  ret i8 %a\n}\n", configuration(GetParam()), in(Machine::Qemu))
            .front();
    ASSERT_EQ(judged.kind, Kind::Differs) << code << ": " << judged.reason << " " << judged.detail;
    EXPECT_THAT(judged.counterexample->target_result, HasSubstr("a register that the caller keeps values in")) << code;
  }
}

TEST_P(InQemu, ACallOfNobodyIsTold) {
  constexpr const char* kUnknown =
      "declare double @sin(double)\ndefine double @f(double %x) {\n"
      "  %r = fadd double %x, 1.0\n  ret double %r\n}\n";
  const FalseLlc calls =
      FalseLlc::filtering("sed 's/fadd double %x, .*/call double @sin(double %x)/; $a declare double @sin(double)'");
  const bool is_power = std::string_view(GetParam()).starts_with("ppc");  // whose emulator does not tell where it went
  EXPECT_THAT(words_of(judged_by(calls.open(), kUnknown, configuration(GetParam()), in(Machine::Qemu))),
              ElementsAre(std::string("not-judged: ") + (is_power ? kUnknownInstruction : "code that calls sin")));
}

// What a run is to show is ordered with it, until code is seen to call: no call may take these orders for its own.
TEST_P(InQemu, WhatACallOnSomeInputsLeavesInMemoryIsSeen) {
  constexpr const char* kText = R"(
declare i32 @g(ptr, i32)
define i32 @f(i8 %x, ptr %p) {
  store i32 7, ptr %p
  %some = icmp slt i8 %x, 0
  br i1 %some, label %call, label %end
call:
  %r = call i32 @g(ptr %p, i32 5)
  %again = call i32 @g(ptr %p, i32 %r)
  store i32 9, ptr %p
  br label %end
end:
  %all = phi i32 [ 3, %0 ], [ %again, %call ]
  ret i32 %all
}
define i32 @h(i8 %x, ptr %p) {
  store i32 7, ptr %p
  ret i32 4
}
)";
  EXPECT_THAT(words_of(judged_by("22", kText, configuration(GetParam()), in(Machine::Qemu))), Each("agrees"));
  for (const char* change : {"store i32 7/store i32 8", "store i32 9/store i32 8", "ptr %p, i32 5/ptr %p, i32 6"}) {
    const FalseLlc wrong = FalseLlc::filtering("sed 's/" + std::string(change) + "/'");
    EXPECT_EQ(judged_by(wrong.open(), kText, configuration(GetParam()), in(Machine::Qemu)).front().kind, Kind::Differs)
        << change;
  }
}

TEST(Emulators, AnAccessThatMustBeAlignedIsWrongWhereTheFunctionDoesNotSayThatItIs) {
  const std::string text = "define i64 @f(ptr %p) {\n  %r = load i64, ptr %p, align 1\n  ret i64 %r\n}\n";
  EXPECT_THAT(words_of(judged_by("22", text, configuration("armv7"))), ElementsAre("agrees"));
  const FalseLlc wrong = FalseLlc::filtering("sed 's/align 1$/align 8/'");
  const auto judged = judged_by(wrong.open(), text, configuration("armv7")).front();
  ASSERT_EQ(judged.kind, Kind::Differs) << judged.reason << " " << judged.detail;
  EXPECT_THAT(judged.counterexample->target_result, HasSubstr("not aligned"));
}

// How an argument by value is aligned that does not say it is the target's to assume.
TEST(Emulators, AnArgumentByValueMayBeTakenForAligned) {
  const std::string text =
      "declare void @out(ptr byval(i64))\ndefine void @f(ptr %p) {\n  call void @out(ptr byval(i64) %p)\n  ret "
      "void\n}\n";
  const auto judged = judged_by("22", text, configuration("armv7")).front();
  EXPECT_EQ(judged.kind, Kind::Agrees) << judged.reason << " " << judged.detail;
  EXPECT_GT(judged.open, 0u);
  EXPECT_EQ(judged.detail, "the alignment of an argument by value");
}

// NEON takes subnormal numbers for zeros.
TEST(Emulators, WhatVectorsOfFloatsDoWithSubnormalNumbersIsLeftOpenOnArm) {
  const std::string text =
      "define <2 x float> @f(<2 x float> %x) {\n  %r = fmul <2 x float> %x, splat (float 0.5)\n"
      "  ret <2 x float> %r\n}\n";
  const auto judged = judged_by("22", text, configuration("armv7")).front();
  EXPECT_EQ(judged.kind, Kind::Agrees) << judged.reason << " " << judged.detail;
  EXPECT_GT(judged.open, 0u);
  EXPECT_EQ(judged_by("22", text, configuration("i386")).front().open, 0u);
}

// On the x87's stack a signaling NaN would become quiet.
TEST(Emulators, NumbersAreReturnedAsTheyAreOnX86Of32Bits) {
  constexpr const char* kReturns = R"(
declare float @out()
define float @same(float %x) {
  ret float %x
}
define { double, i8, float } @several(double %x, i8 %y, float %z) {
  %a = insertvalue { double, i8, float } poison, double %x, 0
  %b = insertvalue { double, i8, float } %a, i8 %y, 1
  %c = insertvalue { double, i8, float } %b, float %z, 2
  ret { double, i8, float } %c
}
define i32 @called(float %x) {
  %a = call float @same(float %x)
  %b = call float @out()
  %c = bitcast float %a to i32
  %d = bitcast float %b to i32
  %r = xor i32 %c, %d
  ret i32 %r
}
define i32 @through(ptr %f) {
  %a = call float %f()
  %r = bitcast float %a to i32
  ret i32 %r
}
define [4 x float] @many(float %x) {
  %r = insertvalue [4 x float] zeroinitializer, float %x, 3
  ret [4 x float] %r
}
define double @of_integer(i64 %x, i64 %y) {
  %a = uitofp i64 %x to double
  %b = sitofp i64 %y to double
  %r = fdiv double %a, %b
  ret double %r
}
)";
  for (const unsigned level : {0, 2})
    EXPECT_THAT(words_of(judged_by("22", kReturns, configuration("i386", level))),
                ElementsAre("agrees", "agrees", "agrees", "agrees",
                            "not-judged: a result that is returned in registers that change numbers", "agrees"));
}

TEST(Emulators, TheSecondIsAskedOfWhatTheFirstFindsWrongOrDoesNotKnow) {
  EXPECT_TRUE(wants_second(said(Kind::Differs)));
  EXPECT_TRUE(wants_second(said(Kind::NotJudged, "", kUnknownInstruction)));
  EXPECT_FALSE(wants_second(said(Kind::Agrees)));
  EXPECT_FALSE(wants_second(said(Kind::NotJudged, "", "inline assembly")));

  EXPECT_EQ(joined(said(Kind::Differs, "unicorn"), said(Kind::Differs, "qemu-x")).emulators, "unicorn, qemu-x");
  EXPECT_EQ(joined(said(Kind::Differs, "unicorn"), said(Kind::NotJudged)).kind, Kind::Differs);
  EXPECT_EQ(joined(said(Kind::Differs, "unicorn"), said(Kind::Agrees)).reason, "the emulators differ");
  EXPECT_EQ(joined(said(Kind::Differs, "unicorn"), said(Kind::Agrees, "", "", 1)).kind, Kind::Differs)
      << "it may have left out the input that counts";
  const Judged unknown = said(Kind::NotJudged, "", kUnknownInstruction);
  EXPECT_EQ(joined(unknown, said(Kind::Agrees)).kind, Kind::Agrees);
  EXPECT_EQ(joined(unknown, said(Kind::Differs, "qemu-x")).kind, Kind::Differs);
  EXPECT_EQ(joined(unknown, said(Kind::Failed)).reason, kUnknownInstruction);
}

// AArch64's SVE, which QEMU 5.0 in unicorn does not have whole, and RISC-V's Zbb, which it has not.
constexpr const char* kLater = R"(
define i32 @f(i32 %x) "target-features"="+zbb,+m,+a,+f,+d,+c" {
  %r = call i32 @llvm.ctpop.i32(i32 %x)
  ret i32 %r
}
define i32 @g(i32 %x) {
  %r = mul i32 %x, 3
  ret i32 %r
}
)";

TEST(Emulators, WhatOneDoesNotKnowTheOtherRuns) {
  const std::string text = std::string("target triple = \"riscv64\"\n") + kLater;
  EXPECT_THAT(words_of(judged_by("22", text, configuration("riscv64"), in(Machine::Unicorn))),
              ElementsAre(std::string("not-judged: ") + kUnknownInstruction, "agrees"));
  EXPECT_THAT(words_of(judged_by("22", text, configuration("riscv64"))), Each("agrees"));
  const FalseLlc wrong = FalseLlc::filtering("sed 's/ret i32 %r/%s = add i32 %r, 1\\n  ret i32 %s/'");
  const auto judged = judged_by(wrong.open(), text, configuration("riscv64"));
  EXPECT_THAT(words_of(judged), Each("differs: value-mismatch"));
  EXPECT_EQ(judged[0].emulators, "qemu-riscv64");
  EXPECT_EQ(judged[1].emulators, "unicorn, qemu-riscv64");
}

TEST(Emulators, CodeForVectorsOfAnotherLengthIsNotJudged) {
  const std::string text =
      "target triple = \"aarch64\"\ndefine void @f(ptr %p) vscale_range(1,1) \"target-features\"=\"+sve2\" {\n"
      "  store <4 x i32> zeroinitializer, ptr %p\n  ret void\n}\n"
      "define void @g(ptr %p) vscale_range(2,2) \"target-features\"=\"+sve2\" {\n"
      "  store <16 x i32> zeroinitializer, ptr %p\n  ret void\n}\n";
  EXPECT_THAT(words_of(judged_by("22", text, configuration("aarch64"))),
              ElementsAre("not-judged: vectors of another length", "agrees"));
}

TEST(Emulators, ThatOneIsMissingIsSaidAndCostsNothingElse) {
  const std::string text = "define i8 @f(i8 %x) {\n  ret i8 %x\n}\n";
  const FalseLlc wrong = FalseLlc::filtering("sed 's/ret i8 %x/ret i8 5/'");
  const Llc llc = wrong.open(), right = *Llc::open("22");
  const ScratchFolder folder("assay-path-");
  for (const char* program : {"sed", "cat"})
    std::filesystem::create_symlink(std::string("/bin/") + program, folder.file(program));
  const Path nothing(folder.path());
  EXPECT_THAT(words_of(judged_by(right, text, configuration("systemz"))),
              ElementsAre("not-judged: no emulator: qemu-s390x is not installed"));
  EXPECT_THAT(words_of(judged_by(right, text, configuration("aarch64"))), ElementsAre("agrees"));
  const auto judged = judged_by(llc, text, configuration("aarch64")).front();
  EXPECT_EQ(judged.kind, Kind::Differs);
  EXPECT_EQ(judged.emulators, "unicorn");
}

}  // namespace
}  // namespace assay::codegen
