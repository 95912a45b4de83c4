// assay check follows the RUN lines of tests, real opts.

#include <gmock/gmock.h>
#include <sys/stat.h>

#include "tests/e2e/command.h"

namespace assay::e2e {
namespace {

constexpr const char* kOpt14 = "/usr/lib/llvm-14/bin/opt";
constexpr const char* kOpt16 = "/usr/lib/llvm-16/bin/opt";
constexpr const char* kOpt22 = "/usr/lib/llvm-22/bin/opt";

constexpr const char* kRight = R"(; RUN: opt -passes=instcombine -S < %s | FileCheck %s
define i8 @doubled(i8 %x) {
  %r = mul i8 %x, 2
  ret i8 %r
}
define i8 @kept(i8 %x) {
  ret i8 %x
}
)";
constexpr const char* kVectorized = R"(; RUN: opt -mtriple=x86_64-- -passes=loop-vectorize -force-vector-width=8 -S < %s
; RUN: opt -passes=gvn -S %t/other.ll
)";

class CheckTests : public TestWithFolder {
 protected:
  std::string folder() {
    std::filesystem::create_directories(folder_ / "tests" / "deeper");
    write("tests/right.ll", kRight);
    write("tests/deeper/vectorized.ll", kVectorized + std::string(kVectorizableLoop));
    return path("tests");
  }
};

TEST_F(CheckTests, AFileWithoutPairsIsToldHowToBeJudged) {
  const std::string test = write("right.ll", kRight);
  const auto alone = assay({"check", test});
  EXPECT_EQ(alone.code, 2);
  EXPECT_THAT(alone.error_output, ::testing::HasSubstr("--run-lines"));
  EXPECT_EQ(assay({"check", test, "--run-lines"}).code, 0);
  EXPECT_EQ(assay({"check", test, "--passes=instcombine"}).code, 0);
}

TEST_F(CheckTests, AFolderIsSearchedAndEveryChangedFunctionIsJudged) {
  const auto result = assay({"check", folder(), "--jobs=2"});
  EXPECT_EQ(result.code, 0) << result.output << result.error_output;
  EXPECT_NE(result.output.find("right.ll:1: -passes=instcombine: 1 of 2 functions changed, 1 correct\n"),
            std::string::npos)
      << result.output;
  EXPECT_NE(result.output.find(
                "vectorized.ll:1: -passes=loop-vectorize -force-vector-width=8: 1 of 1 function changed, 1 correct\n"),
            std::string::npos)
      << result.output;
  EXPECT_NE(result.output.find("2 files, 2 runs of opt, 3 functions, 2 changed\n  2 correct\n"), std::string::npos)
      << result.output;
  EXPECT_NE(result.output.find("RUN lines that were not followed:\n    1  opt reads another file\n"), std::string::npos)
      << result.output;
}

TEST_F(CheckTests, AFolderMayHoldWhatIsNoFile) {
  const std::string tests = folder();
  ASSERT_EQ(mkfifo((tests + "/pipe.ll").c_str(), 0600), 0);
  std::filesystem::create_directory(tests + "/folder.ll");
  std::filesystem::create_symlink("nowhere.ll", tests + "/link.ll");
  const auto result = assay({"check", tests, "--jobs=1"});
  EXPECT_NE(result.output.find("/link.ll: not checked: "), std::string::npos) << result.output;
  EXPECT_NE(result.output.find("2 changed\n  2 correct\n"), std::string::npos) << result.output;
  EXPECT_EQ(result.output.find("pipe.ll"), std::string::npos) << result.output;
}

TEST_F(CheckTests, AFileWithoutRunLinesIsNotPassedOverSilently) {
  (void)folder();
  write("tests/plain.ll", "define void @f() {\n  ret void\n}\n");
  const auto alone = assay({"check", "--run-lines", path("tests/plain.ll")});
  EXPECT_EQ(alone.code, 3) << "nothing was checked";
  EXPECT_THAT(alone.output, ::testing::HasSubstr("RUN lines that were not followed:\n    1  the file has none\n"));
}

TEST_F(CheckTests, WhatACompilerRefusesIsToldWithoutAnEmptyLine) {
  const std::string test = write("right.ll", kRight);
  const auto refused = assay({"check", test, "--passes=no-such-pass", std::string("--compiler=") + kOpt14});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.error_output, ::testing::EndsWith("unknown pass name 'no-such-pass'\n"));
}

TEST_F(CheckTests, FilesComeInTheSameOrderWhateverEndsFirst) {
  const std::string tests = folder();
  const auto once = assay({"check", tests, "--jobs=4"}), again = assay({"check", tests, "--jobs=1"});
  EXPECT_EQ(once.output, again.output);
  EXPECT_LT(once.output.find("deeper"), once.output.find("right.ll"));
}

TEST_F(CheckTests, JsonNamesFilesRunsAndVerdicts) {
  const auto json = json_of(assay({"check", "--run-lines", "--json", write("a.ll", kRight)}));
  ASSERT_EQ(json["files"].size(), 1u);
  const auto& run = json["files"][0]["runs"][0];
  EXPECT_EQ(run["run"]["passes"], "instcombine");
  EXPECT_EQ(run["compiler"]["functions"], 2);
  EXPECT_EQ(run["compiler"]["changed"][0]["name"], "doubled");
  EXPECT_EQ(run["compiler"]["changed"][0]["verdict"]["verdict"], "correct");
  EXPECT_EQ(run["compiler"]["changed"][0]["verdict"]["bounded"], false);
  EXPECT_TRUE(run["baseline"].is_null()) << "no second compiler was asked";
  EXPECT_EQ(json["summary"]["changed"], 1);
}

// LLVM 19 to 22 forget that a range makes the result poison; LLVM 16 has no such attribute.
TEST_F(CheckTests, WhatOneCompilerDoesWronglyAndTheOtherNotIsNew) {
  const std::string file = write("abs.ll", R"(; RUN: opt -passes=instsimplify -S < %s
define i8 @wrong(i8 %x) {
  %a = call range(i8 5, 100) i8 @llvm.abs.i8(i8 %x, i1 false)
  %is4 = icmp eq i8 %x, 4
  %r = select i1 %is4, i8 4, i8 %a
  ret i8 %r
}
define i8 @right(i8 %x) {
  %r = add i8 %x, 0
  ret i8 %r
}
)");
  const std::string compiler = "--compiler=", baseline = "--baseline=";
  const auto worse = assay({"check", "--run-lines", file, compiler + kOpt22, baseline + kOpt16});
  EXPECT_EQ(worse.code, 1) << worse.output << worse.error_output;
  EXPECT_NE(worse.output.find("  newly wrong: @wrong\n"), std::string::npos) << worse.output;
  EXPECT_NE(worse.output.find("  1 newly wrong, 0 no longer wrong\n"), std::string::npos) << worse.output;
  const auto better = assay({"check", "--run-lines", file, compiler + kOpt16, baseline + kOpt22});
  EXPECT_EQ(better.code, 0) << better.output << better.error_output;
  EXPECT_NE(better.output.find("  no longer wrong: @wrong\n"), std::string::npos) << better.output;
  const auto same = assay({"check", "--run-lines", file, compiler + kOpt22, baseline + kOpt22});
  EXPECT_EQ(same.code, 0) << same.output << same.error_output;
  EXPECT_NE(same.output.find("1 incorrect"), std::string::npos) << same.output;
  EXPECT_NE(same.output.find("  0 newly wrong, 0 no longer wrong\n"), std::string::npos) << same.output;
}

TEST_F(CheckTests, WhatTheBaselineCouldNotDoIsNoNews) {
  const std::string file = write("abs.ll", R"(; RUN: opt -passes='instsimplify,sroa<modify-cfg>' -S < %s
define i8 @wrong(i8 %x) {
  %a = call range(i8 5, 100) i8 @llvm.abs.i8(i8 %x, i1 false)
  %is4 = icmp eq i8 %x, 4
  %r = select i1 %is4, i8 4, i8 %a
  ret i8 %r
}
)");
  // LLVM 14 has no such option of sroa.
  for (const auto& [compiler, baseline] : {std::pair{kOpt22, kOpt14}, std::pair{kOpt14, kOpt22}}) {
    const auto result = assay(
        {"check", "--run-lines", file, std::string("--compiler=") + compiler, std::string("--baseline=") + baseline});
    EXPECT_EQ(result.code, 3) << result.output << result.error_output;
    EXPECT_NE(result.output.find("  0 newly wrong, 0 no longer wrong\n"), std::string::npos) << result.output;
    EXPECT_NE(result.output.find("  1 wrong by one compiler, not decided of the other\n"), std::string::npos)
        << result.output;
  }
}

TEST_F(CheckTests, AFunctionThatIsNowhereIsNotCorrect) {
  const auto result = assay({"check", "--run-lines", "--function=none", write("a.ll", kRight)});
  EXPECT_EQ(result.code, 3) << result.output;
}

TEST_F(CheckTests, AFileOfWhichNoRunIsFollowedNeedBeNoModule) {
  const std::string split =
      write("split.ll", "; RUN: split-file %s %t\n; RUN: opt -passes=gvn -S %t/a.ll\n;--- a.ll\n--- no IR\n");
  const auto result = assay({"check", split, "--run-lines"});
  EXPECT_THAT(result.output, ::testing::HasSubstr("RUN lines that were not followed:"));
  EXPECT_THAT(result.output, ::testing::Not(::testing::HasSubstr("expected top-level entity")));
}

TEST_F(CheckTests, WhatCannotBeCheckedIsToldAndIsNotCorrect) {
  const auto broken = assay({"check", "--run-lines", write("broken.ll", "; RUN: opt -passes=gvn %s\ndefine what\n")});
  EXPECT_EQ(broken.code, 3);
  EXPECT_NE(broken.output.find("broken.ll: not checked: "), std::string::npos) << broken.output;
  // However long a file's name is, the reason is told.
  const std::string stem(120, 'x');
  const auto far = assay({"check", "--run-lines", write(stem + ".ll", "; RUN: opt -passes=gvn %s\ndefine what\n")});
  EXPECT_NE(far.output.find(stem + ".ll: not checked: 2:8: expected type\n"), std::string::npos) << far.output;
  EXPECT_NE(far.output.find("    1  2:8: expected type\n"), std::string::npos) << far.output;
  const auto refused = assay({"check", "--run-lines", write("refused.ll", "; RUN: opt -passes=no-such-pass -S %s\n")});
  EXPECT_EQ(refused.code, 3);
  EXPECT_NE(refused.output.find("-passes=no-such-pass: not checked: rejected"), std::string::npos) << refused.output;
  const auto none = assay({"check", "--run-lines", write("none.ll", "define void @f() { ret void }\n")});
  EXPECT_EQ(none.code, 3) << none.output;
}

TEST_F(CheckTests, MistakesOfUsageSayWhatToDo) {
  const std::string tests = folder();
  EXPECT_EQ(assay({"check", tests, "--passes=gvn"}).code, 2);
  EXPECT_EQ(assay({"check", tests, "--compiler=/no/such/opt"}).code, 2);
  EXPECT_EQ(assay({"check", tests, "--baseline=/no/such/opt"}).code, 2);
  EXPECT_EQ(assay({"check", "--run-lines", "/no/such/folder"}).code, 2);
  std::filesystem::create_directory(folder_ / "empty");
  const auto empty = assay({"check", path("empty")});
  EXPECT_EQ(empty.code, 2);
  EXPECT_NE(empty.error_output.find("no .ll file is in this folder"), std::string::npos) << empty.error_output;
}

}  // namespace
}  // namespace assay::e2e
