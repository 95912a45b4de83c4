#include "tests/unit/codegen/testing.h"

namespace assay::codegen {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Kind = Judged::Kind;

// Ways in which values and memory go in and out.
constexpr const char* kRight = R"(
@counter = internal global i32 7
@table = private constant [4 x i16] [i16 1, i16 2, i16 3, i16 4]
define i1 @one_bit(i1 %a, i1 %b) {
  %r = xor i1 %a, %b
  ret i1 %r
}
define zeroext i7 @zero_extended(i7 zeroext %a, i7 %b) {
  %r = add i7 %a, %b
  ret i7 %r
}
define signext i8 @sign_extended(i8 signext %a, i8 %b) {
  %r = mul i8 %a, %b
  ret i8 %r
}
define i65 @wide(i65 %a, i128 %b) {
  %t = trunc i128 %b to i65
  %r = add i65 %a, %t
  ret i65 %r
}
define float @number(float %a, double %b) {
  %t = fptrunc double %b to float
  %r = fdiv float %a, %t
  ret float %r
}
define <4 x i32> @vector(<4 x i32> %a, <4 x i32> %b) {
  %r = mul <4 x i32> %a, %b
  ret <4 x i32> %r
}
define <3 x i5> @odd_vector(<3 x i5> %a, i5 %b) {
  %r = insertelement <3 x i5> %a, i5 %b, i32 1
  ret <3 x i5> %r
}
define { i8, [2 x i16], double } @aggregate(i8 %a, [2 x i16] %b, double %c) {
  %x = insertvalue { i8, [2 x i16], double } poison, i8 %a, 0
  %y = insertvalue { i8, [2 x i16], double } %x, [2 x i16] %b, 1
  %z = insertvalue { i8, [2 x i16], double } %y, double %c, 2
  ret { i8, [2 x i16], double } %z
}
define i32 @memory(ptr dereferenceable(8) align 4 %p, i32 %x) {
  %old = load i32, ptr %p
  %q = getelementptr i8, ptr %p, i64 4
  store i32 %x, ptr %q
  ret i32 %old
}
define ptr @pointer(ptr %p, i64 %i) {
  %q = getelementptr i32, ptr %p, i64 %i
  ret ptr %q
}
define i32 @variable(i32 %x) {
  %v = load i32, ptr @counter
  %s = add i32 %v, %x
  store i32 %s, ptr @counter
  ret i32 %v
}
define i64 @extended_variable() {
  %v = load i32, ptr @counter
  %r = sext i32 %v to i64
  ret i64 %r
}
define ptr @address() {
  ret ptr @counter
}
define i16 @constants(i8 %x) {
  %i = and i8 %x, 3
  %p = getelementptr i16, ptr @table, i8 %i
  %v = load i16, ptr %p
  ret i16 %v
}
define i8 @branches(i8 %x) {
  switch i8 %x, label %other [ i8 0, label %a
                               i8 1, label %b
                               i8 2, label %c
                               i8 3, label %d
                               i8 4, label %e ]
a:
  ret i8 9
b:
  ret i8 17
c:
  ret i8 4
d:
  ret i8 100
e:
  ret i8 3
other:
  ret i8 0
}
define i8 @calls(i8 %x) {
  %y = call i7 @zero_extended(i7 zeroext 5, i7 9)
  %z = zext i7 %y to i8
  %r = add i8 %z, %x
  ret i8 %r
}
define i8 @many(i8 %a, i8 %b, i8 %c, i8 %d, i8 %e, i8 %f, i8 %g, i8 %h, i8 %i, i8 %j) {
  %r = sub i8 %j, %i
  ret i8 %r
}
)";

class EachWay : public ::testing::TestWithParam<std::tuple<const char*, const char*, unsigned, Selector>> {};
INSTANTIATE_TEST_SUITE_P(
    Ways, EachWay,
    ::testing::Values(std::tuple{"22", "aarch64", 0, Selector::Default}, std::tuple{"22", "aarch64", 2, Selector::Dag},
                      std::tuple{"22", "aarch64", 1, Selector::Global}, std::tuple{"22", "aarch64", 3, Selector::Fast},
                      std::tuple{"22", "x86-64", 0, Selector::Default},
                      std::tuple{"22", "x86-64", 2, Selector::Default}, std::tuple{"22", "x86-64", 2, Selector::Fast},
                      std::tuple{"22", "riscv64", 0, Selector::Default}, std::tuple{"22", "riscv64", 2, Selector::Dag},
                      std::tuple{"14", "aarch64", 2, Selector::Default},
                      std::tuple{"15", "x86-64", 2, Selector::Default}, std::tuple{"16", "riscv64", 2, Selector::Dag},
                      std::tuple{"19", "aarch64", 2, Selector::Global}, std::tuple{"22", "avx2", 2, Selector::Default},
                      std::tuple{"22", "avx2", 0, Selector::Fast}, std::tuple{"22", "riscv64-v", 2, Selector::Dag},
                      std::tuple{"22", "riscv64-v", 0, Selector::Default}, std::tuple{"22", "sve2", 0, Selector::Dag},
                      std::tuple{"22", "sve2", 2, Selector::Default}, std::tuple{"16", "sve2", 2, Selector::Default},
                      std::tuple{"22", "systemz", 0, Selector::Default}, std::tuple{"22", "systemz", 2, Selector::Dag},
                      std::tuple{"19", "systemz", 2, Selector::Default}, std::tuple{"15", "avx2", 2, Selector::Default},
                      std::tuple{"16", "riscv64-v", 2, Selector::Default},
                      std::tuple{"22", "ppc64", 0, Selector::Default}, std::tuple{"22", "ppc64", 2, Selector::Dag},
                      std::tuple{"22", "ppc64", 0, Selector::Fast}, std::tuple{"16", "ppc64", 2, Selector::Default},
                      std::tuple{"22", "ppc64le", 0, Selector::Default}, std::tuple{"22", "ppc64le", 2, Selector::Dag},
                      std::tuple{"14", "ppc64le", 2, Selector::Fast}, std::tuple{"22", "armv7", 0, Selector::Default},
                      std::tuple{"22", "armv7", 2, Selector::Dag}, std::tuple{"22", "armv7", 2, Selector::Fast},
                      std::tuple{"14", "armv7", 2, Selector::Default}, std::tuple{"22", "i386", 0, Selector::Default},
                      std::tuple{"22", "i386", 2, Selector::Dag}, std::tuple{"22", "i386", 2, Selector::Fast},
                      std::tuple{"14", "i386", 2, Selector::Default}));

TEST_P(EachWay, DoesWhatItMayWithAllKindsOfValuesAndMemory) {
  const auto [release, target, level, selector] = GetParam();
  const auto judged = judged_by(release, kRight, configuration(target, level, selector));
  ASSERT_EQ(judged.size(), 17u);
  for (const Judged& each : judged) {
    EXPECT_EQ(each.kind, Kind::Agrees) << each.function << ": " << each.reason << " " << each.detail;
    EXPECT_EQ(each.open, 0u) << each.function << ": " << each.detail;
    EXPECT_EQ(each.inputs, Settings().inputs);
    EXPECT_GT(each.judged, each.inputs / 3) << each.function;
  }
}

/// What is wrong in code, by what is done to the IR before it becomes code.
struct Wrong {
  const char* what;
  const char* filter;
  const char* text;
  const char* reason;
  const char* seen;  ///< of the counterexample
};
void PrintTo(const Wrong& wrong, std::ostream* out) { *out << wrong.what; }

class EachWrong : public ::testing::TestWithParam<std::tuple<const char*, Wrong>> {};
INSTANTIATE_TEST_SUITE_P(
    Wrongs, EachWrong,
    ::testing::Combine(
        ::testing::Values("aarch64", "x86-64", "riscv64", "avx2", "riscv64-v", "sve2", "systemz", "ppc64", "ppc64le",
                          "armv7", "i386"),
        ::testing::Values(Wrong{"value", "sed 's/add i8/sub i8/'",
                                "define i8 @f(i8 %a, i8 %b) {\n  %r = add i8 %a, %b\n  ret i8 %r\n}\n",
                                "value-mismatch", "returns i8"},
                          Wrong{"lane", "sed 's/i32 1$/i32 2/'",
                                "define <4 x i32> @f(<4 x i32> %a, i32 %b) {\n"
                                "  %r = insertelement <4 x i32> %a, i32 %b, i32 1\n  ret <4 x i32> %r\n}\n",
                                "value-mismatch", "returns <4 x i32>"},
                          Wrong{"memory", "sed 's/store i16 %x/store i16 7/'",
                                "define void @f(ptr %p, i16 %x) {\n  store i16 %x, ptr %p, align 1\n  ret void\n}\n",
                                "memory-mismatch", "block 1"},
                          Wrong{"variable", "sed 's/store i32 %x/store i32 7/'",
                                "@g = global i32 1\ndefine void @f(i32 %x) {\n  store i32 %x, ptr @g\n  ret void\n}\n",
                                "memory-mismatch", "@g"},
                          Wrong{"memory around",
                                "sed 's/getelementptr i8, ptr %p, i64 0/getelementptr i8, ptr %p, i64 -9/'",
                                "define void @f(ptr %p, i8 %x) {\n  %q = getelementptr i8, ptr %p, i64 0\n"
                                "  store i8 %x, ptr %q\n  ret void\n}\n",
                                "more-ub", "9 bytes before memory"},
                          Wrong{"access", "sed 's/load i8, ptr %p/load i8, ptr inttoptr (i64 4660 to ptr)/'",
                                "define i8 @f(ptr %p) {\n  %r = load i8, ptr %p\n  ret i8 %r\n}\n", "more-ub",
                                "memory that is not there, at 0x1"})));

TEST_P(EachWrong, IsFoundWithItsInput) {
  const auto& [target, wrong] = GetParam();
  const FalseLlc llc = FalseLlc::filtering(wrong.filter);
  const auto judged = judged_by(llc.open(), wrong.text, configuration(target)).front();
  ASSERT_EQ(judged.kind, Kind::Differs) << judged.reason << " " << judged.detail;
  EXPECT_EQ(judged.reason, wrong.reason);
  ASSERT_TRUE(judged.counterexample);
  EXPECT_THAT(judged.counterexample->target_result, HasSubstr(wrong.seen));
  EXPECT_THAT(judged.counterexample->confirmed_by, ElementsAre(Decider::Interpreter, Decider::Emulator));
  EXPECT_EQ(judged_by("22", wrong.text, configuration(target)).front().kind, Kind::Agrees);
}

/// On x86 callers extend for themselves.
TEST(Codegen, AResultIsAsWideAsItsAttributesPromise) {
  constexpr const char* kText = "define zeroext i8 @f(i8 %a, i8 %b) {\n  %r = add i8 %a, %b\n  ret i8 %r\n}\n";
  const FalseLlc llc = FalseLlc::filtering("sed 's/define zeroext i8/define i8/'");
  for (const char* target : {"aarch64", "riscv64", "armv7"}) {
    const auto judged = judged_by(llc.open(), kText, configuration(target)).front();
    ASSERT_EQ(judged.kind, Kind::Differs) << target << ": " << judged.reason << " " << judged.detail;
    EXPECT_EQ(judged.counterexample->target_result, "returns bits beyond those of its type");
  }
}

TEST(Codegen, ARegisterThatTheCallerKeepsValuesInMustStay) {
  constexpr const char* kText = "define i8 @f(i8 %a) {\n  ret i8 %a\n}\n";
  const std::pair<const char*, const char*> registers[] = {
      {"aarch64", "mov x27, xzr"}, {"x86-64", "xorq %r15, %r15"}, {"riscv64", "li s11, 0"}};
  for (const auto& [target, code] : registers) {
    const FalseLlc llc = FalseLlc::filtering(std::string("sed 's/ret i8 %a/call void asm sideeffect \"") + code +
                                             "\", \"\"()\\n  ret i8 %a/'");
    const auto judged = judged_by(llc.open(), kText, configuration(target)).front();
    ASSERT_EQ(judged.kind, Kind::Differs) << target << ": " << judged.reason << " " << judged.detail;
    EXPECT_THAT(judged.counterexample->target_result, HasSubstr("a register that the caller keeps values in"));
  }
}

/// What LLVM IR leaves open is not asked: code may do anything there.
TEST(Codegen, WhereAFunctionIsUndefinedOrPoisonCodeMayDoAnything) {
  constexpr const char* kText = R"(
define i8 @undefined(i8 %a, i8 %b) {
  %r = udiv i8 %a, %b
  ret i8 %r
}
define i8 @poison(i8 %a) {
  %r = add nuw i8 %a, 100
  ret i8 %r
}
define i8 @undef() {
  ret i8 undef
}
define float @nan(float %a) {
  %r = fadd float %a, 0x7FF8000000000000
  ret float %r
}
)";
  const FalseLlc llc = FalseLlc::filtering(
      "sed 's/udiv i8 %a, %b/select i1 false, i8 0, i8 %d/; s/%r = select/%z = icmp eq i8 %b, 0\\n  "
      "%w = select i1 %z, i8 1, i8 %b\\n  %d = udiv i8 %a, %w\\n  %r = select/; "
      "s/%r = add nuw i8 %a, 100/%r = call i8 @llvm.uadd.sat.i8(i8 %a, i8 100)/; s/ret i8 undef/ret i8 42/; "
      "s/fadd float %a, 0x7FF8000000000000/fadd float 0xFFF8000000000000, 0.0/; $a declare i8 @llvm.uadd.sat.i8(i8, "
      "i8)'");
  const auto judged = judged_by(llc.open(), kText, configuration("aarch64"));
  EXPECT_THAT(words_of(judged), ElementsAre("agrees", "agrees", "agrees", "agrees"));
  EXPECT_GT(judged[0].undefined, 0u);
  EXPECT_EQ(judged[0].inputs, judged[0].undefined + judged[0].judged);
}

TEST(Codegen, WhatCanNotBeJudgedIsNamed) {
  constexpr const char* kText = R"(
declare double @llvm.sin.f64(double)
@weak = extern_weak global i8
@copy = available_externally constant i8 1
@there = external global i8
@own = thread_local global i8 0
define void @through(ptr %p) {
  call void %p()
  ret void
}
define void @assembly() {
  call void asm "nop", ""()
  ret void
}
define i8 @elsewhere() {
  %r = load i8, ptr @there
  ret i8 %r
}
define i8 @copied() {
  %r = load i8, ptr @copy
  ret i8 %r
}
define ptr @local() {
  ret ptr @own
}
define double @sine(double %x) {
  %r = call double @llvm.sin.f64(double %x)
  ret double %r
}
define <vscale x 4 x i32> @scalable(<vscale x 4 x i32> %x) {
  ret <vscale x 4 x i32> %x
}
define void @always(ptr %p) {
  unreachable
}
define ptr @stack() {
  %p = alloca i8
  ret ptr %p
}
define i32 @number_of_a_type(ptr %p) {
  %r = call i32 @llvm.eh.typeid.for.p0(ptr %p)
  ret i32 %r
}
)";
  EXPECT_THAT(words_of(judged_by("22", kText, configuration("aarch64"))),
              ElementsAre("agrees", "not-judged: inline assembly", "agrees", "not-judged: a variable that is not known",
                          "not-judged: a thread-local variable", "not-judged: a function that nobody rounds correctly",
                          "not-judged: a scalable type", "not-judged: undefined on all inputs",
                          "not-judged: a pointer to a local object", "not-judged: exceptions"));
}

// Three functions, of which the compiler can't stand the one in the middle.
constexpr const char* kThree = R"(
define i8 @before(i8 %a) {
  ret i8 %a
}
define i8 @bad(i8 %a) {
  %r = add i8 %a, 99
  ret i8 %r
}
define i8 @behind(i8 %a) {
  ret i8 %a
}
)";
std::string if_bad(const std::string& then) {
  return "ir=$(cat); case \"$ir\" in *', 99'*) " + then +
         ";; esac; printf '%s\\n' \"$ir\" | /usr/lib/llvm-22/bin/llc \"$@\"";
}

TEST(Codegen, ACrashCostsTheFunctionThatCausesIt) {
  const FalseLlc llc = FalseLlc::doing(if_bad("echo 'LLVM ERROR: no' >&2; kill -ABRT $$"));
  const auto judged = judged_by(llc.open(), kThree, configuration("aarch64"));
  EXPECT_THAT(words_of(judged), ElementsAre("agrees", "failed: llc crashes", "agrees"));
  EXPECT_EQ(judged[1].detail, "LLVM ERROR: no");
}

TEST(Codegen, AHangCostsTheFunctionThatCausesIt) {
  const FalseLlc llc = FalseLlc::doing(if_bad("while :; do :; done"));
  Configuration with_limit = configuration("aarch64");
  with_limit.time_limit = std::chrono::milliseconds(1500);
  const auto judged = judged_by(llc.open(), kThree, with_limit);
  EXPECT_THAT(words_of(judged), ElementsAre("agrees", "failed: llc takes too long", "agrees"));
}

TEST(Codegen, ARefusalCostsTheFunctionThatCausesIt) {
  const FalseLlc llc = FalseLlc::doing(if_bad("echo 'llc: error: not this' >&2; exit 1"));
  const auto judged = judged_by(llc.open(), kThree, configuration("aarch64"));
  EXPECT_THAT(words_of(judged), ElementsAre("agrees", "not-judged: llc refuses it", "agrees"));
}

TEST(Codegen, WhatNoInstructionIsSelectedForIsNoCrash) {
  const FalseLlc llc = FalseLlc::doing(if_bad("echo 'LLVM ERROR: Cannot select: intrinsic' >&2; kill -ABRT $$"));
  const auto judged = judged_by(llc.open(), kThree, configuration("aarch64"));
  EXPECT_THAT(words_of(judged), ElementsAre("agrees", "not-judged: llc refuses it", "agrees"));
  EXPECT_EQ(judged[1].detail, "LLVM ERROR: Cannot select: intrinsic");
}

TEST(Codegen, WhatIsNoObjectCostsTheFunctionThatItIsOf) {
  for (const char* bytes : {"", "no object", "\\177ELF\\002\\001\\001"}) {
    const FalseLlc llc = FalseLlc::doing(if_bad("printf '" + std::string(bytes) + "'; exit 0"));
    EXPECT_THAT(words_of(judged_by(llc.open(), kThree, configuration("aarch64"))),
                ElementsAre("agrees", "not-judged: an object that can't be linked", "agrees"))
        << bytes;
  }
}

TEST(Codegen, AnObjectThatLacksFunctionsIsNotJudged) {
  const FalseLlc llc = FalseLlc::filtering("sed '/^define/,/^}/d'");
  EXPECT_THAT(words_of(judged_by(llc.open(), kThree, configuration("aarch64"))),
              Each("not-judged: an object that can't be linked"));
}

TEST(Codegen, CodeThatRunsForEverIsNotJudged) {
  const FalseLlc llc = FalseLlc::filtering("sed 's/ret i8 %r/br label %l\\nl:\\n  br label %l/'");
  const auto judged = judged_by(llc.open(), kThree, configuration("aarch64"));
  EXPECT_EQ(judged[1].kind, Kind::NotJudged);
  EXPECT_EQ(judged[1].reason, "the code still runs after as many instructions as it may execute");
  EXPECT_EQ(judged[0].kind, Kind::Agrees);
}

TEST(Codegen, CodeThatRunsForEverOnSomeInputsIsNotJudged) {
  // On small inputs the code does what it may.
  const FalseLlc llc = FalseLlc::filtering(
      "sed 's/ret i8 %r/%c = icmp ult i8 %r, 128\\n  br i1 %c, label %e, label %l\\ne:\\n  ret i8 %r\\nl:\\n  "
      "br label %l/'");
  const auto judged = judged_by(llc.open(), kThree, configuration("aarch64"));
  EXPECT_EQ(judged[1].kind, Kind::NotJudged);
  EXPECT_EQ(judged[1].reason, "the code still runs after as many instructions as it may execute");
}

TEST(Codegen, MoreFunctionsThanOneModuleTakesAreAllJudged) {
  std::string text;
  for (int i = 0; i < 150; ++i)
    text += "define i32 @f" + std::to_string(i) + "(i32 %x) {\n  %r = add i32 %x, " + std::to_string(i) +
            "\n  ret i32 %r\n}\n";
  Settings settings;
  settings.inputs = 4;
  const auto judged = judged_by("22", text, configuration("riscv64"), settings);
  EXPECT_EQ(judged.size(), 150u);
  for (const Judged& each : judged) EXPECT_EQ(each.kind, Kind::Agrees) << each.function << each.reason;
}

/// Each function is linked with its own variables in their places: code of another stood there before.
TEST(Codegen, CodeIsReadAnewThoughTheImageBeforeWasLarge) {
  std::string text = "@small = internal global ptr null\ndefine ptr @g() {\n  ret ptr @small\n}\n";
  for (const char* name : {"a", "b", "c", "d", "e", "f"})
    text = "@" + std::string(name) + " = global [131072 x i32] zeroinitializer, align 32\ndefine ptr @f" + name +
           "() {\n  ret ptr @" + name + "\n}\n" + text;
  Settings few;
  few.inputs = 8;
  for (const char* target :
       {"aarch64", "x86-64", "riscv64", "avx2", "riscv64-v", "sve2", "systemz", "ppc64", "ppc64le", "armv7", "i386"})
    EXPECT_THAT(words_of(judged_by("22", text, configuration(target), few)), Each("agrees")) << target;
}

/// Inputs set some of them, and small ones only.
TEST(Codegen, VariablesThatNobodyDefinesAreThere) {
  std::string text = R"(
@large = external global [500 x i64]
@table = external constant [500 x i64]
@weak = weak global [500 x i32] [i32 7, i32 7, i32 7 PADDING]
@huge = external global [2000000 x i8]
define i64 @read(i64 %i) {
  %j = urem i64 %i, 500
  %p = getelementptr i64, ptr @large, i64 %j
  %q = getelementptr i64, ptr @table, i64 %j
  %x = load i64, ptr %p
  %y = load i64, ptr %q
  %r = or i64 %x, %y
  ret i64 %r
}
define void @write(i64 %i, i64 %x) {
  %j = urem i64 %i, 500
  %p = getelementptr i64, ptr @large, i64 %j
  store i64 %x, ptr %p
  ret void
}
define i32 @replaced() {
  %r = load i32, ptr @weak
  ret i32 %r
}
define i8 @megabytes() {
  %r = load i8, ptr @huge
  ret i8 %r
}
)";
  std::string rest;
  for (unsigned i = 3; i < 500; ++i) rest += ", i32 1";
  text.replace(text.find(" PADDING"), 8, rest);
  for (const char* target : {"aarch64", "x86-64", "riscv64", "systemz"})
    EXPECT_THAT(words_of(judged_by("22", text, configuration(target))),
                ElementsAre("agrees", "agrees", "agrees",
                            "not-judged: a variable of more than a megabyte that is defined elsewhere"))
        << target;
}

TEST(Codegen, AWrongByteOfALargeVariableIsFound) {
  const FalseLlc llc = FalseLlc::filtering("sed 's/i64 77$/i64 78/'");
  constexpr const char* kText = R"(
@large = external global [500 x i64]
define void @f(i64 %x) {
  %p = getelementptr i64, ptr @large, i64 77
  store i64 %x, ptr %p
  ret void
}
)";
  EXPECT_THAT(words_of(judged_by(llc.open(), kText, configuration("x86-64"))), ElementsAre("differs: memory-mismatch"));
}

TEST(Codegen, ManyVariablesThatNobodyDefinesAreThere) {
  std::string text, body;
  for (unsigned i = 0; i < 40; ++i) {
    const std::string n = std::to_string(i);
    text += "@g" + n + " = external global i64\n";
    body += "  %x" + n + " = load i64, ptr @g" + n + "\n  %s" + n + " = xor i64 %x" + n + ", " +
            (i == 0 ? "0" : "%s" + std::to_string(i - 1)) + "\n";
  }
  text += "define i64 @f() {\n" + body + "  store i64 %s39, ptr @g39\n  ret i64 %s39\n}\n";
  for (const char* target : {"aarch64", "x86-64"})
    EXPECT_THAT(words_of(judged_by("22", text, configuration(target))), ElementsAre("agrees")) << target;
}

TEST(Codegen, FeaturesThatAnEmulatorRunsAsOthersAreLeftOut) {
  const std::string text = R"(target triple = "x86_64-unknown-linux-gnu"
    define <4 x float> @sums(<4 x float> %a, <4 x float> %b) #0 {
      %x0 = extractelement <4 x float> %a, i32 3 %x1 = extractelement <4 x float> %a, i32 2
      %x2 = extractelement <4 x float> %a, i32 1 %x3 = extractelement <4 x float> %a, i32 0
      %y0 = extractelement <4 x float> %b, i32 3 %y1 = extractelement <4 x float> %b, i32 2
      %y2 = extractelement <4 x float> %b, i32 1 %y3 = extractelement <4 x float> %b, i32 0
      %s0 = fadd float %x0, %x1 %s1 = fadd float %x2, %x3 %s2 = fadd float %y0, %y1 %s3 = fadd float %y2, %y3
      %r0 = insertelement <4 x float> poison, float %s0, i32 0 %r1 = insertelement <4 x float> %r0, float %s1, i32 1
      %r2 = insertelement <4 x float> %r1, float %s2, i32 2 %r3 = insertelement <4 x float> %r2, float %s3, i32 3
      ret <4 x float> %r3 }
    attributes #0 = { "target-features"="FEATURES" })";
  for (const char* features : {"+avx,+sse3", "+sse3", "+fma", ""}) {
    std::string with = text;
    with.replace(with.find("FEATURES"), 8, features);
    EXPECT_THAT(words_of(judged_by("22", with, configuration("x86-64"))), testing::ElementsAre("agrees")) << features;
  }
}

TEST(Codegen, TheSameSeedAsksTheSame) {
  constexpr const char* kText =
      "define i8 @f(ptr %p, i8 %a) {\n  %b = load i8, ptr %p\n  %r = udiv i8 %a, %b\n  ret i8 %r\n}\n";
  Settings settings;
  settings.seed = 5;
  const auto one = judged_by("22", kText, configuration("aarch64"), settings).front();
  const auto again = judged_by("22", kText, configuration("aarch64"), settings).front();
  EXPECT_EQ(one.judged, again.judged);
  EXPECT_EQ(one.undefined, again.undefined);
  EXPECT_GT(one.judged, 0u);
  EXPECT_GT(one.undefined, 0u);
}

TEST(Codegen, WhatIsNoLlcIsRefused) {
  EXPECT_THAT(Llc::open("13").error(), HasSubstr("llvm-13"));
  EXPECT_THAT(Llc::open("/dev/null").error(), HasSubstr("not an executable"));
  EXPECT_THAT(Llc::open("/bin/true").error(), HasSubstr("does not name a version"));
}

class EachRelease : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Releases, EachRelease, ::testing::Values("14", "15", "16", "19", "22"));

TEST_P(EachRelease, LeavesIrThatCanBeRead) {
  constexpr const char* kText = R"(
define i32 @f(i32 %x, ptr %p) {
  %a = and i32 %x, 255
  %c = icmp eq i32 %a, 0
  br i1 %c, label %yes, label %no
yes:
  store i32 %x, ptr %p
  ret i32 1
no:
  ret i32 %a
}
)";
  for (const Target& target : targets())
    for (const unsigned level : {0u, 2u}) {
      llvm::LLVMContext context;
      auto module = ir::parse(context, kText, "test");
      auto llc = Llc::open(GetParam());
      ASSERT_TRUE(module && llc);
      const auto part = ir_part(**module, {"f"}, *llc, configuration(target.name.data(), level));
      ASSERT_TRUE(part) << part.error();
      ASSERT_NE(part->target, "") << part->message;
      auto pair = ir::parse_pair(context, {part->source, "before"}, {part->target, "after"});
      ASSERT_TRUE(pair) << pair.error();
      EXPECT_EQ(ir::pair_by_name(*pair->first, *pair->second).size(), 1u);
    }
}

// QEMU 5.0 gives NaN where the processor gives the number, in both formats.
TEST(CodegenLiberties, RiscVMinimumsOfSignalingNansAreLeftOpen) {
  const std::string text = R"(
define float @single(float %x) {
  %r = call float @llvm.maximumnum.f32(float %x, float 1.0)
  ret float %r
}
define double @double(double %x) {
  %r = call double @llvm.minimumnum.f64(double %x, double 1.0)
  ret double %r
}
)";
  for (const Judged& each : judged_by("22", text, configuration("riscv64"))) {
    EXPECT_EQ(each.kind, Kind::Agrees) << each.function << ": " << each.reason;
    EXPECT_GT(each.judged, 0u);
    EXPECT_GT(each.open, 0u) << "a signaling NaN is among the inputs";
    EXPECT_THAT(each.detail, HasSubstr("signaling NaN"));
  }
}

}  // namespace
}  // namespace assay::codegen
