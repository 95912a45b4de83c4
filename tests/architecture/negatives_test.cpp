#include <gtest/gtest.h>

#include <regex>

#include "tests/architecture/source_tree.h"

/// A test that expects a verdict not to be a certain one passes as well when the text can't be read, when the solver
/// had no time, or when the word is one that never comes. It says which verdict it expects.
namespace assay::architecture {
namespace {

TEST(Negatives, SayWhichVerdictTheyExpect) {
  // A statement may go over some lines.
  static const std::regex start(R"((EXPECT|ASSERT)_NE\()");
  static const std::regex verdict(R"re(,\s*("(correct|incorrect)[^"]*"|(assay::)?VerdictKind::\w+)\))re");
  unsigned files = 0;
  for (const char* room : {"prove", "check", "refine", "validate", "interpret"})
    for (const auto& path : sources_below(std::string("tests/unit/") + room)) {
      ++files;
      const std::vector<std::string> lines = lines_of(path);
      for (std::size_t i = 0; i < lines.size(); ++i) {
        if (!std::regex_search(lines[i], start)) continue;
        std::string statement;
        for (std::size_t j = i; j < lines.size() && j < i + 5; ++j) {
          statement += lines[j];
          if (lines[j].ends_with(";")) break;
        }
        EXPECT_FALSE(std::regex_search(statement, verdict)) << name_in_tree(path) << ":" << i + 1;
      }
    }
  EXPECT_GT(files, 50u) << "tests are found no more";
}

}  // namespace
}  // namespace assay::architecture
