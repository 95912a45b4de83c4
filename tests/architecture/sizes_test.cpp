#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <regex>

#include "tests/architecture/source_tree.h"

namespace assay::architecture {
namespace {

constexpr const char* kFolders[] = {"services", "fuzzers", "tests"};

/// A function and how many lines it has, from its signature's last line to its closing brace.
struct Function {
  std::string place;
  std::size_t lines = 0;
};

/// Functions as .clang-format writes them: a line that opens a body, and a brace in the same column that closes it.
std::vector<Function> functions_of(const std::filesystem::path& path) {
  static const std::regex opens(R"re(^( *)(?!namespace|class|struct|enum|union|extern|if|for|while|switch|do|else|try|return|\})[^ /#].*\).*\{$)re");
  const std::vector<std::string> lines = lines_of(path);
  std::vector<Function> functions;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::smatch match;
    if (!std::regex_match(lines[i], match, opens) || match[1].length() > 4) continue;
    const std::string close = match[1].str() + "}";
    std::size_t end = i + 1;
    while (end < lines.size() && lines[end] != close && !lines[end].starts_with(close + ";")) ++end;
    if (end == lines.size()) continue;
    functions.push_back({name_in_tree(path) + ":" + std::to_string(i + 1), end - i + 1});
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
