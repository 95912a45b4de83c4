#include "tests/unit/codegen/testing.h"

/// Calls of functions that the file does not define.
namespace assay::codegen {
namespace {

using ::testing::ElementsAre;
using Kind = Judged::Kind;

constexpr const char* kCalls = R"(
declare i32 @ext(i32, i64)
declare void @use(ptr)
declare void @use8(i8)
declare zeroext i8 @narrow(i8 zeroext, i16 signext)
declare ptr @give()
declare <4 x i32> @vec(<4 x i32>, float)
declare {i64, double} @agg({i64, double}, i128)
declare i32 @many(i32, i32, i32, i32, i32, i32, i32, i32, i32, i8, i64)
declare i32 @pure(i32) memory(none)
declare i32 @reads(ptr) memory(argmem: read)
declare void @first() memory(inaccessiblemem: readwrite)
declare void @end() noreturn
@variable = global i32 5
define i32 @order(i32 %a, i64 %b) {
  %x = call i32 @ext(i32 %a, i64 %b)
  %y = call i32 @ext(i32 %x, i64 7)
  %s = sub i32 %x, %y
  ret i32 %s
}
define i32 @local(i32 %a) {
  %p = alloca [4 x i32]
  store i32 %a, ptr %p
  %q = getelementptr i32, ptr %p, i64 2
  store i32 5, ptr %q
  call void @use(ptr %p)
  call void @use(ptr null)
  %r = load i32, ptr %p
  %t = load i32, ptr %q
  %s = add i32 %r, %t
  ret i32 %s
}
define i8 @extended(i8 %a, i16 %b) {
  %a1 = add i8 %a, 3
  %b1 = mul i16 %b, %b
  %r = call zeroext i8 @narrow(i8 zeroext %a1, i16 signext %b1)
  %s = add i8 %r, %a1
  call void @use8(i8 %s)
  ret i8 %s
}
define i32 @memory(ptr %p) {
  store i32 3, ptr %p
  store i32 4, ptr @variable
  call void @use(ptr %p)
  %r = load i32, ptr %p
  %s = load i32, ptr @variable
  %t = add i32 %r, %s
  ret i32 %t
}
define i8 @given() {
  %p = call ptr @give()
  %r = load i8, ptr %p
  ret i8 %r
}
define <4 x i32> @vector(<4 x i32> %a, float %f) {
  %g = fadd float %f, 1.0
  %r = call <4 x i32> @vec(<4 x i32> %a, float %g)
  %s = add <4 x i32> %r, %a
  ret <4 x i32> %s
}
define double @aggregate(i64 %a, double %b, i128 %c) {
  %x = insertvalue {i64, double} poison, i64 %a, 0
  %y = insertvalue {i64, double} %x, double %b, 1
  %r = call {i64, double} @agg({i64, double} %y, i128 %c)
  %d = extractvalue {i64, double} %r, 1
  ret double %d
}
define i32 @on_the_stack(i32 %a, i8 %b, i64 %c) {
  %r = call i32 @many(i32 %a, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 %a, i8 %b, i64 %c)
  %s = add i32 %r, %a
  ret i32 %s
}
define i32 @same(i32 %a) {
  %x = call i32 @pure(i32 %a)
  %y = call i32 @pure(i32 %a)
  %z = call i32 @pure(i32 3)
  %s = sub i32 %x, %y
  %t = add i32 %s, %z
  ret i32 %t
}
define i32 @looks(ptr %p, i32 %a) {
  store i32 %a, ptr %p
  %x = call i32 @reads(ptr %p)
  store i32 1, ptr %p
  %y = call i32 @reads(ptr %p)
  %z = sub i32 %x, %y
  ret i32 %z
}
define i32 @ends(i32 %a) {
  %c = icmp ult i32 %a, 5
  br i1 %c, label %x, label %y
x:
  call void @end()
  unreachable
y:
  ret i32 %a
}
define i32 @keeps(i32 %a) {
  %p = alloca i32
  store i32 %a, ptr %p
  call void @use(ptr %p)
  call void @first()
  call void @use8(i8 1)
  %r = load i32, ptr %p
  ret i32 %r
}
define i32 @through_registers(i32 %a, i32 %b, double %c) {
  call void @use8(i8 2)
  %d = fptosi double %c to i32
  %x = add i32 %a, %b
  %y = xor i32 %x, %d
  ret i32 %y
}
define void @tail(i8 %x) {
  tail call void @use8(i8 %x)
  ret void
}
define i32 @choice(i32 %a) {
  %f = freeze i1 poison
  %x = select i1 %f, i32 %a, i32 7
  %r = call i32 @ext(i32 %x, i64 1)
  ret i32 %r
}
)";

class EachCaller : public ::testing::TestWithParam<std::tuple<const char*, const char*, unsigned, Selector>> {};
INSTANTIATE_TEST_SUITE_P(
    Ways, EachCaller,
    ::testing::Values(std::tuple{"22", "aarch64", 0, Selector::Default}, std::tuple{"22", "aarch64", 2, Selector::Dag},
                      std::tuple{"22", "x86-64", 0, Selector::Default}, std::tuple{"22", "x86-64", 2, Selector::Fast},
                      std::tuple{"22", "riscv64", 0, Selector::Default}, std::tuple{"22", "riscv64", 2, Selector::Dag},
                      std::tuple{"14", "x86-64", 2, Selector::Default}, std::tuple{"15", "aarch64", 2, Selector::Dag},
                      std::tuple{"19", "aarch64", 2, Selector::Global}));

TEST_P(EachCaller, HandsOverAndTakesWhatItMay) {
  const auto [release, target, level, selector] = GetParam();
  const auto judged = judged_by(release, kCalls, configuration(target, level, selector));
  ASSERT_EQ(judged.size(), 15u);
  for (const Judged& each : judged) {
    EXPECT_EQ(each.kind, Kind::Agrees) << each.function << ": " << each.reason << " " << each.detail;
    EXPECT_EQ(each.open, 0u) << each.function << ": " << each.detail;
    EXPECT_GT(each.judged, each.inputs / 3) << each.function;
  }
}

/// What is wrong in a call, by what is done to the IR before it becomes code.
struct WrongCall {
  const char* what;
  const char* filter;
  const char* text;  ///< of @f's body
  const char* reason;
};
void PrintTo(const WrongCall& wrong, std::ostream* out) { *out << wrong.what; }

constexpr const char* kDeclared = R"(
declare i32 @ext(i32)
declare i32 @other(i32)
declare i32 @pure(i32) memory(none)
declare void @use(ptr)
declare zeroext i8 @narrow(i8 zeroext)
declare void @end() noreturn
define i32 @f(i32 %a, ptr %m) {
)";

class EachWrongCall : public ::testing::TestWithParam<std::tuple<const char*, WrongCall>> {};
INSTANTIATE_TEST_SUITE_P(
    Wrongs, EachWrongCall,
    ::testing::Combine(
        ::testing::Values("aarch64", "x86-64", "riscv64", "avx2", "riscv64-v", "sve2", "systemz", "ppc64", "ppc64le",
                          "armv7", "i386"),
        ::testing::Values(
            WrongCall{"argument", "sed 's/%x = add i32 %a, 1/%x = add i32 %a, 2/'",
                      "  %x = add i32 %a, 1\n  %r = call i32 @ext(i32 %x)\n  ret i32 0\n", "value-mismatch"},
            WrongCall{"argument of a function without effects", "sed 's/%x = add i32 %a, 1/%x = add i32 %a, 2/'",
                      "  %x = add i32 %a, 1\n  %r = call i32 @pure(i32 %x)\n  ret i32 %r\n", "value-mismatch"},
            WrongCall{"result", "sed 's/ret i32 %x/ret i32 %y/'",
                      "  %x = call i32 @ext(i32 %a)\n  %y = call i32 @ext(i32 %a)\n  ret i32 %x\n", "value-mismatch"},
            WrongCall{"order", "sed 's/@ext(i32 %a)/@tmp(i32 %a)/; s/@other(i32 %a)/@ext(i32 %a)/; s/@tmp/@other/'",
                      "  %x = call i32 @ext(i32 %a)\n  %y = call i32 @other(i32 %a)\n  ret i32 0\n", "value-mismatch"},
            WrongCall{"left out", "sed 's/%y = call i32 @ext(i32 7)/%y = add i32 0, 0/'",
                      "  %x = call i32 @ext(i32 %a)\n  %y = call i32 @ext(i32 7)\n  ret i32 %x\n", "value-mismatch"},
            WrongCall{"one more", "sed 's/ret i32 %x/%y = call i32 @ext(i32 %x)\\n  ret i32 %x/'",
                      "  %x = call i32 @ext(i32 %a)\n  ret i32 %x\n", "value-mismatch"},
            WrongCall{"another function", "sed 's/%x = call i32 @ext(i32 %a)/%x = call i32 @other(i32 %a)/'",
                      "  %x = call i32 @ext(i32 %a)\n  %y = call i32 @other(i32 %a)\n  ret i32 %x\n", "value-mismatch"},
            WrongCall{"memory of the caller's caller", "sed 's/store i32 %a, ptr %m/store i32 7, ptr %m/'",
                      "  store i32 %a, ptr %m\n  call void @use(ptr %m)\n  store i32 0, ptr %m\n  ret i32 0\n",
                      "memory-mismatch"},
            WrongCall{"memory of the caller", "sed 's/store i32 %a, ptr %p/store i32 7, ptr %p/'",
                      "  %p = alloca i32\n  store i32 %a, ptr %p\n  call void @use(ptr %p)\n  ret i32 0\n",
                      "memory-mismatch"},
            WrongCall{
                "what the call writes", "sed 's/ret i32 %read/ret i32 %a/'",
                "  %p = alloca i32\n  store i32 %a, ptr %p\n  call void @use(ptr %p)\n  %read = load i32, ptr %p\n"
                "  ret i32 %read\n",
                "value-mismatch"},
            WrongCall{"an end of the program", "sed 's/call void @end()/call void @use(ptr %m)/'",
                      "  %c = icmp eq i32 %a, 0\n  br i1 %c, label %x, label %y\nx:\n  call void @end()\n"
                      "  unreachable\ny:\n  call void @use(ptr %m)\n  ret i32 0\n",
                      "value-mismatch"})));

TEST_P(EachWrongCall, IsFound) {
  const auto& [target, wrong] = GetParam();
  const std::string text = kDeclared + std::string(wrong.text) + "}\n";
  const FalseLlc llc = FalseLlc::filtering(wrong.filter);
  const auto judged = judged_by(llc.open(), text, configuration(target)).front();
  ASSERT_EQ(judged.kind, Kind::Differs) << judged.reason << " " << judged.detail;
  EXPECT_EQ(judged.reason, wrong.reason);
  EXPECT_EQ(judged_by("22", text, configuration(target)).front().kind, Kind::Agrees);
}

TEST(CodegenCalls, AnArgumentIsAsWideAsItsAttributesPromise) {
  constexpr const char* kText =
      "declare void @use(i8 zeroext)\ndefine void @f(i8 %a, i8 %b) {\n  %x = add i8 %a, %b\n"
      "  call void @use(i8 zeroext %x)\n  ret void\n}\n";
  // Of the call alone, not of the stub.
  const FalseLlc llc =
      FalseLlc::filtering("sed 's/call void @use(i8 zeroext/call void @use(i8/; s/use(i8 zeroext)/use(i8)/'");
  for (const char* target : {"aarch64", "riscv64"}) {
    const auto judged = judged_by(llc.open(), kText, configuration(target)).front();
    ASSERT_EQ(judged.kind, Kind::Differs) << target << ": " << judged.reason << " " << judged.detail;
    EXPECT_EQ(judged.counterexample->target_result, "passes bits beyond those of an argument's type");
  }
}

TEST(CodegenCalls, ARegisterThatACallMayChangeIsChanged) {
  constexpr const char* kText = "declare void @use()\ndefine i64 @f(i64 %a) {\n  call void @use()\n  ret i64 %a\n}\n";
  // Kept in a register that calls change.
  for (const auto& [target, held] : {std::pair{"aarch64", "x9"}, {"x86-64", "r9"}, {"riscv64", "t1"}}) {
    const FalseLlc llc =
        FalseLlc::filtering(std::string("sed 's/call void @use()$/call void asm sideeffect \"\", \"{") + held +
                            "}\"(i64 %a)\\n  call void @use()\\n  %k = call i64 asm sideeffect \"\", \"={" + held +
                            "}\"()/; s/ret i64 %a/ret i64 %k/'");
    const auto judged = judged_by(llc.open(), kText, configuration(target)).front();
    EXPECT_EQ(judged.kind, Kind::Differs) << target << ": " << judged.reason << " " << judged.detail;
  }
}

TEST(CodegenCalls, WhatCanNotBeJudgedIsNamed) {
  constexpr const char* kText = R"(
declare void @many(i8, ...)
declare void @copied(ptr byval(i64))
declare i32 @setjmp(ptr) returns_twice
declare double @sin(double)
declare i8 @differs(i8)
declare i32 @ffsl(i32)
declare ptr @malloc(i64)
define void @variable() {
  call void (i8, ...) @many(i8 1, i8 2)
  ret void
}
define void @by_value(ptr %p) {
  call void @copied(ptr byval(i64) %p)
  ret void
}
define i32 @twice(ptr %p) {
  %r = call i32 @setjmp(ptr %p) returns_twice
  ret i32 %r
}
define double @sine(double %x) {
  %r = call double @sin(double %x)
  ret double %r
}
define i8 @extends(i8 %x) {
  %r = call i8 @differs(i8 signext %x)
  ret i8 %r
}
define i32 @of_another_type(i32 %x) {
  %r = call i32 @ffsl(i32 %x)
  ret i32 %r
}
define ptr @allocates() {
  %r = call ptr @malloc(i64 4)
  ret ptr %r
}
)";
  EXPECT_THAT(words_of(judged_by("22", kText, configuration("aarch64"))),
              ElementsAre("agrees", "agrees", "not-judged: a function that returns twice", "not-judged: a call of @sin",
                          "not-judged: a call that differs from its function", "not-judged: a call of @ffsl",
                          "not-judged: a call of @malloc"));
}

/// The linker would make a call of its own of one through the table of addresses.
TEST(CodegenCalls, ACallThroughTheTableOfAddressesIsMadeAsItStands) {
  constexpr const char* kText = R"(
declare void @bound() nonlazybind
define void @f() {
  call void @bound()
  ret void
}
define void @g() {
  tail call void @bound()
  ret void
}
)";
  for (const char* target :
       {"aarch64", "x86-64", "riscv64", "avx2", "riscv64-v", "sve2", "systemz", "ppc64", "ppc64le", "armv7", "i386"})
    EXPECT_THAT(words_of(judged_by("22", kText, configuration(target))), ElementsAre("agrees", "agrees")) << target;
}

/// Instructions that some processors have a library for. SIZE is as wide as a pointer.
constexpr const char* kLibrary = R"(
declare double @llvm.fma.f64(double, double, double)
declare float @llvm.round.f32(float)
declare double @llvm.roundeven.f64(double)
declare fp128 @llvm.floor.f128(fp128)
declare SIZE @llvm.lround.SIZE.f64(double)
declare void @llvm.memcpy.p0.p0.SIZE(ptr, ptr, SIZE, i1)
declare void @llvm.memmove.p0.p0.SIZE(ptr, ptr, SIZE, i1)
declare void @llvm.memset.p0.SIZE(ptr, i8, SIZE, i1)
declare SIZE @strlen(ptr)
declare ptr @memchr(ptr, i32, SIZE)
declare i32 @memcmp(ptr, ptr, SIZE)
declare i32 @isdigit(i32)
define i128 @divide(i128 %a, i128 %b) {
  %r = sdiv i128 %a, %b
  ret i128 %r
}
define i128 @rest(i128 %a, i128 %b) {
  %r = urem i128 %a, %b
  ret i128 %r
}
define half @half(half %a, half %b) {
  %r = fmul half %a, %b
  ret half %r
}
define fp128 @quad(fp128 %a, double %b) {
  %x = fpext double %b to fp128
  %r = fdiv fp128 %a, %x
  ret fp128 %r
}
define i1 @compare(fp128 %a, fp128 %b) {
  %r = fcmp ugt fp128 %a, %b
  ret i1 %r
}
define i64 @convert(fp128 %a) {
  %r = fptosi fp128 %a to i64
  ret i64 %r
}
define float @wide(i128 %a) {
  %r = uitofp i128 %a to float
  ret float %r
}
define double @modulo(double %a, double %b) {
  %r = frem double %a, %b
  ret double %r
}
define double @fused(double %a, double %b, double %c) {
  %r = call double @llvm.fma.f64(double %a, double %b, double %c)
  ret double %r
}
define float @away(float %a) {
  %r = call float @llvm.round.f32(float %a)
  ret float %r
}
define double @even(double %a) {
  %r = call double @llvm.roundeven.f64(double %a)
  ret double %r
}
define SIZE @nearest(double %a) {
  %r = call SIZE @llvm.lround.SIZE.f64(double %a)
  ret SIZE %r
}
define void @copy(ptr noalias %p, ptr noalias %q, SIZE %n) {
  %m = and SIZE %n, 31
  call void @llvm.memcpy.p0.p0.SIZE(ptr %p, ptr %q, SIZE %m, i1 false)
  ret void
}
define void @move(ptr %p, SIZE %n) {
  %m = and SIZE %n, 15
  %q = getelementptr i8, ptr %p, SIZE 3
  call void @llvm.memmove.p0.p0.SIZE(ptr %q, ptr %p, SIZE %m, i1 false)
  ret void
}
define void @set(ptr %p, i8 %v, SIZE %n) {
  %m = and SIZE %n, 31
  call void @llvm.memset.p0.SIZE(ptr %p, i8 %v, SIZE %m, i1 false)
  ret void
}
define ptr @find(ptr %p, i32 %c) {
  %r = call ptr @memchr(ptr %p, i32 %c, SIZE 8)
  ret ptr %r
}
define i1 @equal(ptr %p) {
  %c = call i32 @memcmp(ptr %p, ptr %p, SIZE 7)
  %r = icmp eq i32 %c, 0
  ret i1 %r
}
define i32 @digit(i32 %c) {
  %r = call i32 @isdigit(i32 %c)
  ret i32 %r
}
)";

class EachLibrary : public ::testing::TestWithParam<std::tuple<const char*, const char*>> {};
INSTANTIATE_TEST_SUITE_P(Libraries, EachLibrary,
                         ::testing::Combine(::testing::Values("14", "16", "22"),
                                            ::testing::Values("aarch64", "x86-64", "riscv64", "avx2", "riscv64-v",
                                                              "sve2", "systemz", "ppc64", "ppc64le", "armv7", "i386")));

TEST_P(EachLibrary, DoesWhatTheInstructionSays) {
  const auto [release, target] = GetParam();
  std::string text = kLibrary;
  const std::string size = "i" + std::to_string(8 * target_of(target)->word_bytes);
  for (auto at = text.find("SIZE"); at != std::string::npos; at = text.find("SIZE", at)) text.replace(at, 4, size);
  const auto judged = judged_by(release, text, configuration(target));
  ASSERT_EQ(judged.size(), 18u);
  if (std::string(release) == "14" && std::string(target) == "ppc64") {
    // That release makes descriptors of functions there, which nobody here follows.
    for (const Judged& each : judged) EXPECT_EQ(each.kind, Kind::NotJudged) << each.function;
    return;
  }
  for (const Judged& each : judged) {
    // It had no half before 21.
    if (target == std::string_view("systemz") && release != std::string_view("22") && each.function == "half") continue;
    EXPECT_EQ(each.kind, Kind::Agrees) << each.function << ": " << each.reason << " " << each.detail;
    EXPECT_GT(each.judged, 0u) << each.function;
  }
}

TEST(Library, AMinimumThatCodeCallsIsOneAndThoseOfCAreLeftOpen) {
  const std::string text = R"(
declare fp128 @llvm.minnum.f128(fp128, fp128)
declare fp128 @llvm.maxnum.f128(fp128, fp128)
declare double @fmin(double, double)
declare void @bundled(ptr)
define fp128 @least(fp128 %a, fp128 %b) {
  %r = call fp128 @llvm.minnum.f128(fp128 %a, fp128 %b)
  ret fp128 %r
}
define fp128 @other(fp128 %a, fp128 %b) {
  %r = call fp128 @llvm.maxnum.f128(fp128 %b, fp128 %a)
  ret fp128 %r
}
define double @of_c(double %a, double %b) {
  %r = call double @fmin(double %a, double %b)
  ret double %r
}
define void @with_bundle(ptr %p) {
  call void @bundled(ptr %p) [ "deopt"() ]
  ret void
}
)";
  for (const char* target : {"aarch64", "x86-64", "riscv64", "avx2", "sve2", "i386"})
    EXPECT_THAT(words_of(judged_by("22", text, configuration(target))),
                ElementsAre("agrees", "agrees", "not-judged: a call of @fmin", "not-judged: operand bundles"))
        << target;
}

}  // namespace
}  // namespace assay::codegen
