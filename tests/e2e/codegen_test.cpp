#include <gmock/gmock.h>

#include "tests/e2e/command.h"

namespace assay::e2e {
namespace {

using ::testing::HasSubstr;

class Codegen : public TestWithFolder {};

constexpr const char* kRight = "define i32 @f(i32 %x, ptr %p) {\n  store i32 %x, ptr %p, align 1\n  ret i32 %x\n}\n";
// LLVM 14 takes the bytes of the wrong half (llvm/llvm-project#55484).
constexpr const char* kWrongIn14 = R"(define i32 @g(i32 %x) {
  %low = lshr i32 %x, 8
  %high = shl i32 %x, 8
  %both = or i32 %high, %low
  %half = trunc i32 %both to i16
  %r = sext i16 %half to i32
  ret i32 %r
}
)";

TEST_F(Codegen, JudgesPassesOverIrAndMachineCode) {
  const auto result = assay({"codegen", write("right.ll", kRight), "--inputs=32"});
  EXPECT_EQ(result.code, 0) << result.output << result.error_output;
  EXPECT_THAT(result.output, HasSubstr("IR passes: correct"));
  EXPECT_THAT(result.output, HasSubstr("machine code: does what it may on"));
}

TEST_F(Codegen, NamesWhatIsWrongWithItsInputAndWhoseCodeIsRight) {
  const auto result =
      assay({"codegen", write("wrong.ll", std::string(kRight) + kWrongIn14), "--llc=14", "--part=code"});
  EXPECT_EQ(result.code, 1) << result.output << result.error_output;
  EXPECT_THAT(result.output, HasSubstr("@f\n  machine code: does what it may"));
  EXPECT_THAT(result.output, HasSubstr("@g\n  machine code: INCORRECT: value-mismatch"));
  EXPECT_THAT(result.output, HasSubstr("Confirmed by: interpreter, emulator"));
  EXPECT_THAT(result.output, HasSubstr("llc 22.1.8, aarch64 -O2: does what it may"));
}

TEST_F(Codegen, SaysTheSameAsJson) {
  const auto result =
      assay({"codegen", write("wrong.ll", std::string(kRight) + kWrongIn14), "--llc=14", "--json", "--target=aarch64"});
  EXPECT_EQ(result.code, 1) << result.error_output;
  const auto functions = json_of(result)["files"][0]["functions"];
  ASSERT_EQ(functions.size(), 2u);
  EXPECT_EQ(functions[0]["ir"]["verdict"], "correct");
  EXPECT_EQ(functions[0]["code"]["verdict"], "agrees");
  EXPECT_EQ(functions[1]["code"]["verdict"], "differs");
  EXPECT_FALSE(functions[1]["code"]["counterexample"]["inputs"].empty());
  EXPECT_FALSE(functions[1]["code"]["others"].empty());
}

TEST_F(Codegen, WhatIsNotJudgedIsNoSuccess) {
  const std::string file = write("call.ll", "declare void @g()\ndefine void @f() {\n  call void @g()\n  ret void\n}\n");
  const auto result = assay({"codegen", file, "--part=code"});
  EXPECT_EQ(result.code, 3) << result.output;
  EXPECT_THAT(result.output, HasSubstr("not judged: a call of @g"));
}

TEST_F(Codegen, AFileWithoutFunctionsToJudgeIsRefused) {
  const auto declares = assay({"codegen", write("declares.ll", "declare void @f()\n")});
  EXPECT_EQ(declares.code, 2) << declares.output;
  EXPECT_THAT(declares.error_output, HasSubstr("defines no function"));
  const auto nameless = assay({"codegen", write("nameless.ll", "define void @0() {\n  ret void\n}\n")});
  EXPECT_EQ(nameless.code, 2) << nameless.output;
  EXPECT_THAT(nameless.error_output, HasSubstr("a function without a name"));
}

TEST_F(Codegen, FunctionsThatLlcLosesAreTold) {
  // Its IR before selection has one function of two.
  const std::string llc = write("llc",
                                "#!/bin/sh\n"
                                "case \"$*\" in *stop-*) /usr/lib/llvm-22/bin/llc \"$@\" | "
                                "sed '/^  define i32 @g(/,/^  }/d; /^name: *g$/,$d';; "
                                "*) exec /usr/lib/llvm-22/bin/llc \"$@\";; esac\n");
  std::filesystem::permissions(llc, std::filesystem::perms::owner_all);
  const auto result =
      assay({"codegen", write("two.ll", std::string(kRight) + kWrongIn14), "--part=ir", "--llc=" + llc});
  EXPECT_EQ(result.code, 3) << result.output << result.error_output;
  EXPECT_THAT(result.output, HasSubstr("@f\n  IR passes: correct"));
  EXPECT_THAT(result.output, HasSubstr("@g\n  IR passes: not judged: llc left no IR of the function"));
}

TEST_F(Codegen, RefusesWhatItDoesNotKnow) {
  const std::string file = write("right.ll", kRight);
  const auto refused = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"codegen", file});
    const auto result = assay(words);
    EXPECT_EQ(result.code, 2) << result.output;
    return result.error_output;
  };
  EXPECT_THAT(refused({"--target=z80"}), HasSubstr("aarch64, x86-64 and riscv64"));
  EXPECT_THAT(refused({"--llc=13"}), HasSubstr("llc '13'"));
  EXPECT_THAT(refused({"--function=none"}), HasSubstr("not defined"));
  EXPECT_THAT(refused({"--global-isel", "--fast-isel"}), HasSubstr("one choice"));
  EXPECT_THAT(refused({"--target=x86-64", "--global-isel"}), HasSubstr("global"));
  EXPECT_THAT(refused({"--opt-args=-o=/tmp/x"}), HasSubstr("--opt-args"));
}

}  // namespace
}  // namespace assay::e2e
