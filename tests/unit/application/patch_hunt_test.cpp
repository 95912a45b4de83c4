#include "services/application/patch_hunt.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace assay::application {
namespace {

std::vector<std::string> pipelines_of(const std::string& added_lines) {
  const ScratchFolder folder("assay-patch-test-");
  const std::string file = folder.path() + "/patch.diff";
  std::string text;
  std::size_t count = 0;
  for (std::size_t at = 0; at < added_lines.size(); ++count) {
    const std::size_t end = added_lines.find('\n', at);
    text += "+" + added_lines.substr(at, end - at) + "\n";
    at = end + 1;
  }
  std::ofstream(file) << "--- /dev/null\n+++ b/test/new.ll\n@@ -0,0 +1," << count << " @@\n" << text;
  auto patch = PatchHunt::open(file, "");
  EXPECT_TRUE(patch) << patch.error();
  return patch ? (*patch)->pipelines() : std::vector<std::string>();
}

using Pipelines = std::vector<std::string>;

TEST(PatchHunt, RunsWhatTheRunLinesRunWithTheirOptions) {
  EXPECT_EQ(pipelines_of("; RUN: opt < %s -passes='function(instcombine,gvn)' -S | FileCheck %s\n"
                         "; RUN: opt -S -passes=loop-vectorize -force-vector-width=4 %s\n"
                         "; RUN: opt -S -passes=loop-vectorize -force-vector-width=4 %s | FileCheck %s\n"
                         "define void @f() {\n  ret void\n}\n"),
            (Pipelines{"function(instcombine,gvn)", "loop-vectorize -force-vector-width=4"}));
}

TEST(PatchHunt, ARunLineWithAnOptionThatOnlyThePatchedCompilerHasTellsItsPasses) {
  EXPECT_EQ(pipelines_of("; RUN: opt -S -passes=gvn -an-option-of-tomorrow %s\ndefine void @f() {\n  ret void\n}\n"),
            Pipelines{"gvn"});
}

TEST(PatchHunt, AFunctionOfTheFolderIsKnownByItsNameAndFileInThePatch) {
  const ScratchFolder folder("assay-patch-test-");
  const std::string file = folder.path() + "/patch.diff";
  std::ofstream(file) << "--- /dev/null\n+++ b/test/one.ll\n@@ -0,0 +1,3 @@\n"
                         "+define i8 @f(i8 %x) {\n+  ret i8 %x\n+}\n"
                         "--- /dev/null\n+++ b/test/other.ll\n@@ -0,0 +1,3 @@\n"
                         "+define i8 @g(i8 %x) {\n+  ret i8 7\n+}\n";
  const auto patch = PatchHunt::open(file, "");
  ASSERT_TRUE(patch) << patch.error();
  std::vector<std::string> tests;
  for (const auto& entry : std::filesystem::directory_iterator((*patch)->folder())) {
    const PatchTest test = (*patch)->test_in(entry.path().filename().string());
    tests.push_back(test.file + " " + test.function);
  }
  std::sort(tests.begin(), tests.end());
  EXPECT_EQ(tests, (std::vector<std::string>{"test/one.ll @f", "test/other.ll @g"}));
  EXPECT_EQ((*patch)->test_in("another").function, "");
}

}  // namespace
}  // namespace assay::application
