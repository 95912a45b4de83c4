#include <gmock/gmock.h>

#include <fstream>

#include "tests/e2e/command.h"
#include "tests/e2e/known_cases.h"

namespace assay::e2e {
namespace {

using ::testing::HasSubstr;

class Codegen : public TestWithFolder {};

constexpr const char* kRight = "define i32 @f(i32 %x, ptr %p) {\n  store i32 %x, ptr %p, align 1\n  ret i32 %x\n}\n";

TEST_F(Codegen, JudgesPassesOverIrAndMachineCode) {
  const auto result = assay({"codegen", write("right.ll", kRight), "--inputs=32"});
  EXPECT_EQ(result.code, 0) << result.output << result.error_output;
  EXPECT_THAT(result.output, HasSubstr("IR passes: correct"));
  EXPECT_THAT(result.output, HasSubstr("machine code: does what it may on"));
}

TEST_F(Codegen, NamesWhatIsWrongWithItsInputAndWhoseCodeIsRight) {
  const auto result =
      assay({"codegen", write("wrong.ll", std::string(kRight) + kWrongHalfIn14), "--llc=14", "--part=code"});
  EXPECT_EQ(result.code, 1) << result.output << result.error_output;
  EXPECT_THAT(result.output, HasSubstr("@f\n  machine code: does what it may"));
  EXPECT_THAT(result.output, HasSubstr("@g\n  machine code: INCORRECT: value-mismatch"));
  EXPECT_THAT(result.output, HasSubstr("Confirmed by: interpreter, emulator"));
  EXPECT_THAT(result.output, HasSubstr("llc 22.1.8, aarch64 -O2: does what it may"));
}

TEST_F(Codegen, SaysTheSameAsJson) {
  const auto result = assay(
      {"codegen", write("wrong.ll", std::string(kRight) + kWrongHalfIn14), "--llc=14", "--json", "--target=aarch64"});
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
  const std::string file = write("call.ll",
                                 "declare double @sin(double)\ndefine double @f(double %x) {\n"
                                 "  %r = call double @sin(double %x)\n  ret double %r\n}\n");
  const auto result = assay({"codegen", file, "--part=code"});
  EXPECT_EQ(result.code, 3) << result.output;
  EXPECT_THAT(result.output, HasSubstr("not judged: a call of @sin"));
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
  const std::string llc = script("llc",
                                 "case \"$*\" in *stop-*) /usr/lib/llvm-22/bin/llc \"$@\" | "
                                 "sed '/^  define i32 @g(/,/^  }/d; /^name: *g$/,$d';; "
                                 "*) exec /usr/lib/llvm-22/bin/llc \"$@\";; esac\n");
  const auto result =
      assay({"codegen", write("two.ll", std::string(kRight) + kWrongHalfIn14), "--part=ir", "--llc=" + llc});
  EXPECT_EQ(result.code, 3) << result.output << result.error_output;
  EXPECT_THAT(result.output, HasSubstr("@f\n  IR passes: correct"));
  EXPECT_THAT(result.output, HasSubstr("@g\n  IR passes: not judged: llc left no IR of the function"));
}

TEST_F(Codegen, AllTargetsCanBeHuntedAtOnce) {
  const auto result = assay({"hunt", "--codegen", "--mutants=1", "--seed=1", "--jobs=1", "--db=" + path("all.db")});
  EXPECT_EQ(result.code, 0) << result.error_output;
}

TEST_F(Codegen, IsHuntedReducedReplayedAndExported) {
  std::filesystem::create_directory(folder_ / "seeds");
  write("seeds/g.ll", kWrongHalfIn14);
  const std::string db = "--db=" + path("a.db");
  const auto result = assay({"hunt", "--codegen=x86-64", "--llc=14", "--seeds=" + path("seeds"), "--mutants=40",
                             "--seed=5", "--jobs=1", "--json", db});
  ASSERT_EQ(result.code, 0) << result.error_output;
  std::string id;
  const auto bugs = json_of(result)["bugs"];
  for (const auto& bug : bugs) {
    if (bug["best"]["question"]["oracle"] != "machine-code") continue;
    id = bug["id"];
    const std::string reduced = bug["best"]["reduced"];
    EXPECT_LE(std::ranges::count(reduced, '\n'), 12) << reduced;
    EXPECT_EQ(bug["culprit"], "SelectionDAG");
    EXPECT_FALSE(bug["best"]["counterexample"]["inputs"].empty());
    EXPECT_THAT(bug["best"]["reduced_target"].get<std::string>(), HasSubstr("bswapl"));
  }
  ASSERT_NE(id, "") << result.output;
  const auto replayed = assay({"replay", id, db});
  EXPECT_EQ(replayed.code, 0) << replayed.output << replayed.error_output;
  EXPECT_THAT(replayed.output, HasSubstr("Confirmed by: interpreter, emulator"));
  EXPECT_EQ(assay({"replay", id, db, "--compiler=llc:22"}).code, 1) << "mended since";
  const auto exported = assay({"export", id, db, "-o", path("bundle")});
  ASSERT_EQ(exported.code, 0) << exported.error_output;
  EXPECT_EQ(exported.error_output, "");
  const std::string script = "ASSAY=" + std::filesystem::absolute(binary()).string() + " sh " + path("bundle/run.sh");
  EXPECT_EQ(std::system((script + " > /dev/null").c_str()), 0);
  EXPECT_EQ(WEXITSTATUS(std::system((script + " /usr/lib/llvm-22/bin/llc > /dev/null").c_str())), 1);
  const std::string issue(std::istreambuf_iterator<char>(std::ifstream(path("bundle/issue.md")).rdbuf()), {});
  EXPECT_THAT(issue, HasSubstr("`llc -mtriple=x86_64-unknown-linux-gnu "));
}

TEST_F(Codegen, OneCaseOfAnLlcIsReduced) {
  const std::string file = write("wrong.ll", std::string(kRight) + kWrongHalfIn14);
  const auto result = assay({"reduce", file, "--compiler=llc:14", "--passes=codegen<x86-64;O2;dag>", "--json"});
  EXPECT_EQ(result.code, 0) << result.error_output;
  EXPECT_THAT(json_of(result)["reduced"].get<std::string>(), testing::Not(HasSubstr("store")));
  EXPECT_EQ(assay({"reduce", file, "--compiler=llc:14", "--passes=instcombine"}).code, 2) << "that is a pass";
}

TEST_F(Codegen, AHuntRefusesWhatItDoesNotKnow) {
  const auto refused = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"hunt", "--mutants=1", "--db=" + path("a.db")});
    const auto result = assay(words);
    EXPECT_EQ(result.code, 2) << result.output;
    return result.error_output;
  };
  EXPECT_THAT(refused({"--codegen=z80"}),
              HasSubstr("aarch64, x86-64, riscv64, avx2, riscv64-v, sve2, systemz, ppc64, ppc64le, armv7 and i386"));
  EXPECT_THAT(refused({"--llc=14"}), HasSubstr("--codegen"));
  EXPECT_THAT(refused({"--codegen=x86-64", "--passes=gvn"}), HasSubstr("exclude each other"));
  EXPECT_THAT(refused({"--codegen=x86-64", "--target=avx2"}), HasSubstr("exclude each other"));
  EXPECT_THAT(refused({"--codegen=x86-64", "--llc=13"}), HasSubstr("llc '13'"));
}

TEST_F(Codegen, RefusesWhatItDoesNotKnow) {
  const std::string file = write("right.ll", kRight);
  const auto refused = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"codegen", file});
    const auto result = assay(words);
    EXPECT_EQ(result.code, 2) << result.output;
    return result.error_output;
  };
  EXPECT_THAT(refused({"--target=z80"}),
              HasSubstr("aarch64, x86-64, riscv64, avx2, riscv64-v, sve2, systemz, ppc64, ppc64le, armv7 and i386"));
  EXPECT_THAT(refused({"--llc=13"}), HasSubstr("llc '13'"));
  EXPECT_THAT(refused({"--function=none"}), HasSubstr("not defined"));
  EXPECT_THAT(refused({"--global-isel", "--fast-isel"}), HasSubstr("one choice"));
  EXPECT_THAT(refused({"--target=x86-64", "--global-isel"}), HasSubstr("global"));
  EXPECT_THAT(refused({"--opt-args=-o=/tmp/x"}), HasSubstr("--opt-args"));
}

}  // namespace
}  // namespace assay::e2e
