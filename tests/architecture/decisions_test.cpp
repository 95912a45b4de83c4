#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>

#include "tests/architecture/source_tree.h"

/// Decisions (docs/adr): each has a number, a title that says so, few lines, and a line in the index.
namespace assay::architecture {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostLines = 60;

fs::path folder() { return source_root() / "docs" / "adr"; }

std::map<unsigned, fs::path> decisions() {
  std::map<unsigned, fs::path> found;
  for (const auto& entry : fs::directory_iterator(folder())) {
    const std::string name = entry.path().filename();
    if (name == "README.md") continue;
    std::smatch number;
    const bool numbered = std::regex_match(name, number, std::regex(R"((\d{4})-[a-z0-9-]+\.md)"));
    EXPECT_TRUE(numbered) << name << " has no name like 0012-what-was-decided.md";
    if (!numbered) continue;
    EXPECT_TRUE(found.emplace(std::stoul(number[1]), entry.path()).second) << name << ": a number is given twice";
  }
  return found;
}

std::string title_of(const fs::path& page) {
  const std::vector<std::string> lines = lines_of(page);
  return lines.empty() || !lines[0].starts_with("# ") ? "" : lines[0].substr(2);
}

TEST(Decisions, BeginWithTheirNumberAndAreShort) {
  for (const auto& [number, page] : decisions()) {
    EXPECT_TRUE(title_of(page).starts_with(std::to_string(number) + ". "))
        << name_in_tree(page) << ": " << title_of(page);
    EXPECT_LE(lines_of(page).size(), kMostLines)
        << name_in_tree(page) << ": decision, reason, consequences; figures go to docs/costs.md";
  }
}

TEST(Decisions, StandInTheIndexWithALineForEachNumberThatHasNone) {
  const std::map<unsigned, fs::path> all = decisions();
  ASSERT_FALSE(all.empty());
  std::vector<std::string> expected;
  for (unsigned number = 1; number <= all.rbegin()->first; ++number) {
    const auto at = all.find(number);
    expected.push_back(at == all.end() ? "- " + std::to_string(number) + ". "
                                       : "- [" + title_of(at->second) + "](" + at->second.filename().string() + ")");
  }
  std::vector<std::string> lines;
  for (const std::string& line : lines_of(folder() / "README.md"))
    if (line.starts_with("- ")) lines.push_back(line);
  for (std::size_t i = 0; i < std::max(expected.size(), lines.size()); ++i) {
    ASSERT_LT(i, lines.size()) << "docs/adr/README.md lacks: " << expected[i];
    if (i >= expected.size())  // of decisions that are being made
      EXPECT_TRUE(lines[i].starts_with("- " + std::to_string(i + 1) + ". ")) << lines[i];
    else if (expected[i].ends_with(". "))
      EXPECT_TRUE(lines[i].starts_with(expected[i]) && lines[i] != expected[i]) << "why is there none? " << lines[i];
    else
      EXPECT_EQ(lines[i], expected[i]) << "docs/adr/README.md";
  }
}

TEST(Decisions, ThatAreCitedExist) {
  const std::map<unsigned, fs::path> all = decisions();
  static const std::regex citation(R"(\bADRs? (\d+)|\badr/(\d{4}))");
  unsigned cited = 0;
  for (const char* name : {"services", "fuzzers", "proto", "deploy", "tests", "docs"})
    for (const auto& entry : fs::recursive_directory_iterator(source_root() / name)) {
      if (!entry.is_regular_file() || entry.path().extension() == ".bc") continue;
      for (const std::string& line : lines_of(entry.path())) {
        if (line.find("ADR") == std::string::npos && line.find("adr/") == std::string::npos) continue;
        for (std::sregex_iterator match(line.begin(), line.end(), citation), end; match != end; ++match, ++cited)
          EXPECT_TRUE(all.contains(std::stoul((*match)[1].matched ? (*match)[1] : (*match)[2])))
              << name_in_tree(entry.path()) << ": " << line;
      }
    }
  EXPECT_GT(cited, 50u) << "citations are found no more";
}

}  // namespace
}  // namespace assay::architecture
