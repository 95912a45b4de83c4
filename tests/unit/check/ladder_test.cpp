#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

/// The rows of the ladder, as the docs have them.
namespace assay::check {
namespace {

/// `AtOnce` and `Interpreter | Loops` in words.
std::string in_words(const std::string& names) {
  const std::string apart = std::regex_replace(names, std::regex("([a-z])([A-Z])"), "$1 $2");
  std::string text;
  for (const char each : std::regex_replace(std::regex_replace(apart, std::regex(" \\| "), ", "), std::regex("_"), " "))
    text += static_cast<char>(std::tolower(each));
  return text;
}

std::vector<std::string> lines_of_rows() {
  std::vector<std::string> lines;
#define RUNG(name, told, cost, needs, share, sentence)                                          \
  lines.push_back("| " + in_words(#name) + " | " + in_words(#cost) + " | " + in_words(#needs) + \
                  " | `" #told "` | " sentence " |");
#include "services/worker/check/rungs.def"
  return lines;
}

struct Page {
  std::vector<std::string> before, rows, after;  ///< the table's head is the end of `before`
};

Page read(const std::string& path) {
  Page page;
  std::vector<std::string>* part = &page.before;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (part == &page.rows && !line.starts_with("|")) part = &page.after;
    const bool ends_head =
        part == &page.before && line.starts_with("|---") && page.before.back().starts_with("| rung |");
    part->push_back(line);
    if (ends_head) part = &page.rows;
  }
  return page;
}

TEST(Ladder, TheDocsHaveItsRowsInTheirOrder) {
  const char* root = std::getenv("ASSAY_SOURCE");
  const std::string path = std::string(root == nullptr ? "." : root) + "/docs/architecture.md";
  const Page page = read(path);
  ASSERT_FALSE(page.rows.empty()) << path;
  if (std::getenv("ASSAY_UPDATE_GOLDENS") != nullptr) {
    std::ofstream file(path);
    for (const auto& part : {page.before, lines_of_rows(), page.after})
      for (const std::string& line : part) file << line << '\n';
    return;
  }
  EXPECT_EQ(page.rows, lines_of_rows()) << "ASSAY_UPDATE_GOLDENS=1 writes the table anew";
}

}  // namespace
}  // namespace assay::check
