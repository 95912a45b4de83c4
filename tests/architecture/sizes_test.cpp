#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <regex>

#include "tests/architecture/source_tree.h"

namespace assay::architecture {
namespace {

constexpr const char* kFolders[] = {"services", "fuzzers", "tests"};

/// A function and how many lines it has, from the start of its signature to its closing brace.
struct Function {
  std::string place;
  std::size_t lines = 0;
};

std::size_t indent_of(const std::string& line) { return std::min(line.find_first_not_of(' '), line.size()); }

/// Functions as .clang-format writes them: a line that opens a body, and a brace in the column where the signature
/// begins that closes it.
std::vector<Function> functions_of(const std::filesystem::path& path) {
  static const std::regex opens(R"re(^.*\).*\{$)re");
  static const std::regex no_function(
      R"re(^ *(namespace|concept|class|struct|enum|union|extern|if|for|while|switch|do|else|try|return|\}|/|#|\}).*)re");
  const std::vector<std::string> lines = lines_of(path);
  std::vector<Function> functions;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!std::regex_match(lines[i], opens)) continue;
    std::size_t first = i;  // of the signature, which may take several lines and an initializer list
    while (first > 0 && (indent_of(lines[first]) > 3 || lines[first].find_first_not_of(' ') == lines[first].find(':')))
      --first;
    if (std::regex_match(lines[first], no_function)) continue;
    const std::string close = std::string(indent_of(lines[first]), ' ') + "}";
    std::size_t end = i + 1;
    while (end < lines.size() && lines[end] != close && !lines[end].starts_with(close + ";")) ++end;
    if (end == lines.size()) continue;
    functions.push_back({name_in_tree(path) + ":" + std::to_string(first + 1), end - first + 1});
    i = end;
  }
  return functions;
}

TEST(Sizes, NoFileIsLongerThan800Lines) {
  for (const char* folder : kFolders)
    for (const std::filesystem::path& path : sources_below(folder))
      EXPECT_LE(lines_of(path).size(), 800u) << path << " wants to be split";
}

TEST(Sizes, NoFunctionIsLongerThan100LinesAndThoseOver60AreListed) {
  std::vector<Function> longer;
  std::size_t all = 0;
  for (const char* folder : kFolders)
    for (const std::filesystem::path& path : sources_below(folder))
      for (const Function& function : functions_of(path)) {
        ++all;
        if (function.lines > 60) longer.push_back(function);
        EXPECT_LE(function.lines, 100u) << function.place << " wants to be split";
      }
  EXPECT_GT(all, 2'000u) << "the pattern no longer finds functions";
  std::sort(longer.begin(), longer.end(), [](const Function& a, const Function& b) { return a.lines > b.lines; });
  for (const Function& function : longer) std::cout << function.lines << " lines: " << function.place << "\n";
}

}  // namespace
}  // namespace assay::architecture
