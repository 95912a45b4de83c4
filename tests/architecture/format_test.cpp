#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>

#include "tests/architecture/source_tree.h"

namespace assay::architecture {
namespace {

TEST(Format, EveryFileIsAsClangFormatWritesIt) {
  std::string files;
  std::size_t count = 0;
  for (const char* folder : {"services", "fuzzers", "tests"})
    for (const std::filesystem::path& path : sources_below(folder)) {
      if (path.extension() != ".cpp" && path.extension() != ".h") continue;
      files += " '" + name_in_tree(path) + "'";
      ++count;
    }
  EXPECT_GT(count, 900u) << "sources are found no more";
  const std::string command =
      "cd '" + source_root().string() + "' && clang-format --dry-run -Werror --ferror-limit=5" + files + " >&2";
  EXPECT_EQ(std::system(command.c_str()), 0)
      << "clang-format -i writes them so (deploy/install-packages.sh build installs it)";
}

constexpr std::ptrdiff_t kColumns = 120;

/// Of UTF-8: bytes that continue a character are none.
std::ptrdiff_t columns(const std::string& line) {
  return std::count_if(line.begin(), line.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
}

/// Lines of Markdown that a reader reads as text: no tables, headings and examples.
unsigned check_prose(const std::filesystem::path& path) {
  std::ifstream in(path);
  unsigned number = 0, prose = 0;
  bool fenced = false, example = false, after_empty = true;
  for (std::string line; std::getline(in, line);) {
    ++number;
    const std::size_t start = line.find_first_not_of(' ');
    const std::string_view text = start == std::string::npos ? "" : std::string_view(line).substr(start);
    if (text.starts_with("```")) fenced = !fenced;
    const bool list = text.starts_with("- ") || text.starts_with("* ");
    example = !text.empty() && start >= 4 && !list && (after_empty || example);
    after_empty = text.empty();
    if (fenced || example || text.empty() || text[0] == '|' || text[0] == '#') continue;
    ++prose;
    EXPECT_LE(columns(line), kColumns) << name_in_tree(path) << ":" << number;
  }
  return prose;
}

TEST(Format, LinesOfProseHaveAtMost120Columns) {
  unsigned prose = check_prose(source_root() / "README.md");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source_root() / "docs"))
    if (entry.path().extension() == ".md" &&
        entry.path().parent_path().filename() != "examples")  // as the tool says it
      prose += check_prose(entry.path());
  EXPECT_GT(prose, 2'000u) << "documentation is found no more";
}

/// What a comment of the file's language begins with; empty if it is none that people write in.
std::string_view comment_in(const std::filesystem::path& path) {
  const std::string extension = path.extension();
  if (extension == ".cpp" || extension == ".h" || extension == ".proto") return "//";
  const bool script = extension == ".sh" || extension == ".py" || path.filename() == "CMakeLists.txt";
  return script ? "# " : "";
}

TEST(Format, CommentsHaveAtMost120Columns) {
  unsigned comments = 0;
  for (const char* folder : {"services", "fuzzers", "tests", "proto", "deploy"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source_root() / folder)) {
      const std::string_view mark = comment_in(entry.path());
      if (mark.empty() || name_in_tree(entry.path()).starts_with("proto/google/")) continue;  // as it was published
      unsigned number = 0;
      for (const std::string& line : lines_of(entry.path())) {
        ++number;
        const std::size_t start = line.find_first_not_of(' ');
        if (start == std::string::npos || !std::string_view(line).substr(start).starts_with(mark)) continue;
        ++comments;
        EXPECT_LE(columns(line), kColumns) << name_in_tree(entry.path()) << ":" << number;
      }
    }
  EXPECT_GT(comments, 5'000u) << "sources are found no more";
}

TEST(Format, FilesOfPairsHaveAtMost500Lines) {
  unsigned files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source_root() / "tests/golden")) {
    if (entry.path().extension() != ".ll") continue;
    ++files;
    EXPECT_LE(lines_of(entry.path()).size(), 500u)
        << name_in_tree(entry.path()) << ": cut it where another topic begins";
  }
  EXPECT_GT(files, 100u) << "files of pairs are found no more";
}

}  // namespace
}  // namespace assay::architecture
