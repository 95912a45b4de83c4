#include <iterator>
#include <set>
#include <sstream>

#include "services/application/touched_passes.h"
#include "tests/e2e/command.h"
#include "tests/e2e/known_cases.h"

namespace assay::e2e {
namespace {

class Pr : public TestWithFolder {
 protected:
  /// The part of a patch that adds a test.
  static std::string addition_of(const std::string& file, const std::string& text) {
    std::string lines;
    std::size_t count = 0;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line); ++count) lines += "+" + line + "\n";
    return "--- /dev/null\n+++ b/llvm/test/" + file + "\n@@ -0,0 +1," + std::to_string(count) + " @@\n" + lines;
  }
  /// A patch to InstCombine that adds one test file.
  std::string patch_of(const std::string& file, const std::string& text) const {
    return write("change.patch",
                 "--- a/llvm/lib/Transforms/InstCombine/InstCombineCompares.cpp\n+++ "
                 "b/llvm/lib/Transforms/InstCombine/InstCombineCompares.cpp\n"
                 "@@ -1,1 +1,2 @@\n int x;\n+int y;\n" +
                     addition_of("Transforms/" + file, text));
  }
};

constexpr const char* k14 = "/usr/lib/llvm-14/bin/opt";
constexpr const char* k19 = "/usr/lib/llvm-19/bin/opt";
constexpr const char* k22 = "/usr/lib/llvm-22/bin/opt";

/// tests/miscompiles/cases/rotate-of-odd-width.ll: InstCombine of 22 compares the amounts modulo a power of two.
constexpr const char* kRotate = R"(; RUN: opt < %s -passes=instcombine -S | FileCheck %s
declare i7 @llvm.fshl.i7(i7, i7, i7)
define i1 @rotates(i7 %x, i7 %y) {
  %a = call i7 @llvm.fshl.i7(i7 %x, i7 %x, i7 1)
  %b = call i7 @llvm.fshl.i7(i7 %y, i7 %y, i7 -3)
  %c = icmp eq i7 %a, %b
  ret i1 %c
}
)";

/// The line of the comment that holds these words.
std::string comment_row(const std::string& comment, const std::string& words) {
  const std::size_t at = comment.find(words);
  if (at == std::string::npos) return "";
  const std::size_t start = comment.rfind('\n', at) + 1;
  return comment.substr(start, comment.find('\n', at) - start);
}

/// How many lines of text a reader of the thread sees.
long paragraphs_before_the_folds(const std::string& comment) {
  std::istringstream lines(comment.substr(0, comment.find("<details>")));
  long count = 0;
  for (std::string line; std::getline(lines, line);) count += line.empty() ? 0 : 1;
  return count;
}

/// tests/miscompiles/cases/negated-select-keeps-nsw.ll: InstCombine of 14 keeps a flag of the arm that is no longer
/// negated.
constexpr const char* kNegated = R"(; RUN: opt < %s -passes=instcombine -S | FileCheck %s
define i4 @negated(i1 %x, i4 %y) {
  %a = sub nsw i4 0, %y
  %b = select i1 %x, i4 %y, i4 %a
  %c = sub i4 0, %b
  ret i4 %c
}
)";

TEST_F(Pr, AMiscompileOfTheBranchAloneIsNewAndTheCommentTellsHowToSeeIt) {
  const std::string patch = patch_of("InstCombine/negated.ll", kNegated);
  const auto result = assay({"pr", patch, std::string("--baseline=") + k22, std::string("--branch=") + k14,
                             "--time=10m", "--mutants=40", "--jobs=1", "--json", "--db=" + path("a.db")});
  EXPECT_EQ(result.code, 1) << result.error_output;
  const auto json = json_of(result);
  EXPECT_EQ(json["passes"], nlohmann::json::array({"instcombine"})) << "the RUN line and the source file say the same";
  EXPECT_EQ(json["functions"], 1);
  EXPECT_EQ(json["tests"]["incorrect"], 1);
  EXPECT_EQ(json["tests"]["surface"].dump().find("integers exhaustive instcombine") != std::string::npos, true)
      << json["tests"].dump(1);
  ASSERT_GE(json["new"].size(), 1u) << result.output;
  EXPECT_EQ(json["new"][0]["from"], "a test of the patch");
  EXPECT_EQ(json["new"][0]["baseline"], "absent");
  EXPECT_EQ(json["new"][0]["finding"]["culprit"], "instcombine");
  EXPECT_GT(json["hunts"][0]["mutants"].get<int>(), 0);
  EXPECT_EQ(json["costs"]["inputs"].size(), 1u);
  const auto& checked = json["hunts"][0]["checked"];
  EXPECT_NE(comment_row(json["comment"], "mutants of them")
                .find(" | " +
                      std::to_string(checked["exhaustive"].get<int>() + checked["interpreter"].get<int>() +
                                     checked["smt"].get<int>() + checked["syntax"].get<int>() -
                                     json["hunts"][0]["failures"].get<int>()) +
                      " | "),
            std::string::npos)
      << json["comment"];
  EXPECT_EQ(json["costs"]["summaries"][2]["inputs"], 1) << "its instructions are counted";
  const std::string comment = json["comment"];
  for (const char* part :
       {"## Assay: `@negated` of `llvm/test/Transforms/InstCombine/negated.ll` is miscompiled in "
        "`instcombine`",
        "With `i1 %x` = `true`, `i4 %y` = `-8 (0x8, 8)`, the source returns i4 -8", "he baseline is right", "```llvm\n",
        "-S -passes=instcombine case.ll`", "<summary>What was checked</summary>", "| pass | integers | vectors |",
        "The same functions by what judged them", "<summary>Costs</summary>"})
    EXPECT_NE(comment.find(part), std::string::npos) << part << "\n" << comment;
  EXPECT_EQ(paragraphs_before_the_folds(comment), 3) << comment;
}

TEST_F(Pr, ATestThatAssertsAMiscompileIsNamedThoughTheBaselineDoesItToo) {
  const std::string patch = patch_of("InstCombine/rotates.ll", kRotate);
  const std::vector<std::string> asked{"pr",
                                       patch,
                                       std::string("--baseline=") + k22,
                                       std::string("--branch=") + k22,
                                       "--time=10m",
                                       "--mutants=20",
                                       "--jobs=1",
                                       "--no-costs",
                                       "--json"};
  const auto result = assay(asked);
  EXPECT_EQ(result.code, 1) << result.output;
  const auto json = json_of(result);
  ASSERT_EQ(json["wrong_tests"].size(), 1u);
  EXPECT_EQ(json["wrong_tests"][0]["baseline"], "shows");
  EXPECT_TRUE(json["new"].empty()) << json["new"].dump(1);
  const std::string comment = json["comment"];
  EXPECT_TRUE(
      comment.starts_with("## Assay: `@rotates` of `llvm/test/Transforms/InstCombine/rotates.ll` is "
                          "miscompiled in `instcombine`\n\nWith `i7 %x` = "))
      << comment;
  EXPECT_NE(comment.find("The baseline does it too, known cause `funnel-shift-amounts`.\n"), std::string::npos);

  // What its developers live with is no reason to look again.
  std::vector<std::string> tolerant = asked;
  tolerant.insert(tolerant.end(), {"--tolerate=funnel-shift-amounts", "-o", path("comment.md")});
  EXPECT_EQ(assay(tolerant).code, 0);
  std::ifstream file(path("comment.md"));
  std::string first;
  std::getline(file, first);
  EXPECT_EQ(first, "## Assay: nothing new found");
}

TEST_F(Pr, APatchOfSourceAloneIsHuntedWithThePassThatItTouches) {
  const std::string patch = write("change.patch",
                                  "--- a/llvm/lib/Transforms/Scalar/DeadStoreElimination.cpp\n+++ "
                                  "b/llvm/lib/Transforms/Scalar/DeadStoreElimination.cpp\n"
                                  "@@ -1,1 +1,2 @@\n int x;\n+int y;\n");
  const auto result = assay({"pr", patch, std::string("--baseline=") + k19, std::string("--branch=") + k19,
                             "--time=10m", "--mutants=20", "--jobs=1", "--json"});
  EXPECT_EQ(result.code, 0) << result.output << result.error_output;
  const auto json = json_of(result);
  EXPECT_EQ(json["passes"], nlohmann::json::array({"dse"}));
  EXPECT_EQ(json["functions"], 0);
  EXPECT_GT(json["hunts"][0]["mutants"].get<int>(), 0);
}

TEST_F(Pr, APatchOfATargetIsHuntedInItsCodeGeneration) {
  const std::string test = std::string("; RUN: llc -mtriple=aarch64 < %s | FileCheck %s\n") + kWrongHalfIn14;
  const std::string patch = write("change.patch", addition_of("CodeGen/AArch64/rev16.ll", test));
  const auto result = assay({"pr", patch, std::string("--baseline=") + k22, std::string("--branch=") + k14,
                             "--time=10m", "--mutants=20", "--jobs=1", "--no-costs", "--json"});
  EXPECT_EQ(result.code, 1) << result.output << result.error_output;
  const auto json = json_of(result);
  EXPECT_EQ(json["passes"], nlohmann::json::array({"codegen=aarch64,sve2"}));
  ASSERT_EQ(json["wrong_tests"].size(), 1u) << json["wrong_tests"].dump(1);
  EXPECT_EQ(json["wrong_tests"][0]["baseline"], "absent");
  EXPECT_EQ(json["wrong_tests"][0]["finding"]["culprit"], "SelectionDAG");
  EXPECT_EQ(json["hunts"][0]["mutants"], 20);
}

TEST_F(Pr, WhereNothingCouldBeJudgedItIsUndecidedAndNotClean) {
  // Of what returns a number this compiler makes words that no LLVM can read.
  const std::string branch =
      script("opt", std::string("case \"$*\" in *--version*) exec ") + k22 + " --version;; esac\ninput=$(cat)\n" +
                        "case \"$input\" in *'define i'*) echo words;; *) printf '%s\\n' \"$input\" | " + k22 +
                        " \"$@\";; esac\n");
  const std::string patch = patch_of("InstCombine/rotates.ll", kRotate);
  const auto result = assay({"pr", patch, std::string("--baseline=") + k22, "--branch=" + branch, "--time=10m",
                             "--mutants=4", "--jobs=1", "--no-costs", "--json"});
  EXPECT_EQ(result.code, 3) << result.output << result.error_output;
  const std::string comment = json_of(result)["comment"];
  EXPECT_EQ(comment.rfind("## Assay: nothing was judged", 0), 0u) << comment;
}

TEST_F(Pr, AComparisonOfNothingIsUndecidedAndNotCheap) {
  const std::string broken = write("broken.ll", "words that are no IR\n");
  const auto result = assay({"compare", std::string("--baseline=") + k19, std::string("--branch=") + k22, broken});
  EXPECT_EQ(result.code, 3) << result.output << result.error_output;
}

TEST_F(Pr, WhatCantBeLookedAtIsRefused) {
  const std::string nothing = write("docs.patch", "--- a/README.md\n+++ b/README.md\n@@ -1,1 +1,1 @@\n-a\n+b\n");
  const auto result = assay({"pr", nothing, std::string("--baseline=") + k19, std::string("--branch=") + k22});
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.error_output.find("--passes"), std::string::npos) << result.error_output;
  const std::string patch = patch_of("InstCombine/rotates.ll", kRotate);
  EXPECT_EQ(assay({"pr", patch, "--baseline=/nowhere/opt", std::string("--branch=") + k22}).code, 2);
  EXPECT_EQ(assay({"pr", path("absent.patch"), std::string("--baseline=") + k19, std::string("--branch=") + k22}).code,
            2);
}

TEST_F(Pr, TheFirstRowThatFitsAFileTellsItsPasses) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(application::passes_of_files(
                {"llvm/lib/Transforms/Scalar/GVNHoist.cpp", "llvm/test/x.ll", "clang/lib/Sema/Sema.cpp"}),
            Words{"gvn-hoist"});
  EXPECT_EQ(
      application::passes_of_files({"llvm/lib/Transforms/InstCombine/a.cpp", "llvm/lib/Transforms/InstCombine/b.cpp"}),
      Words{"instcombine"});
  EXPECT_EQ(application::passes_of_files(
                {"llvm/lib/Analysis/LazyValueInfo.cpp", "llvm/lib/Transforms/Scalar/JumpThreading.cpp"}),
            (Words{"correlated-propagation", "jump-threading"}));
  EXPECT_EQ(application::passes_of_files({"llvm/lib/Transforms/Instrumentation/x.cpp"}), Words{"default<O2>"});
  EXPECT_EQ(application::passes_of_files({"llvm/docs/LangRef.rst"}), Words{});
}

TEST_F(Pr, EveryPassAndTargetOfTheTableIsThere) {
  const std::string file = write("a.ll", "define void @f() {\n  ret void\n}\n");
  const char* rows =
#define TOUCHED(part, passes) passes " "
#include "services/application/touched_passes.def"
      "";
  std::istringstream words(rows);
  const std::set<std::string> all{std::istream_iterator<std::string>(words), {}};
  EXPECT_GT(all.size(), 50u);
  for (const std::string& pipeline : all) {
    if (pipeline.starts_with("codegen=")) {
      std::istringstream targets(pipeline.substr(8));
      for (std::string target; std::getline(targets, target, ',');)
        EXPECT_EQ(assay({"codegen", file, "--target=" + target}).code, 0) << target;
    } else if (pipeline != "codegen") {
      EXPECT_EQ(assay({"check", "--quiet", file, "--passes=" + pipeline}).code, 0) << pipeline;
    }
  }
}

}  // namespace
}  // namespace assay::e2e
