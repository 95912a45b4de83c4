#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>

#include "tests/architecture/source_tree.h"

/// The choices of docs/semantics: each has an id, and each id is cited by a test that shows the choice.
namespace assay::architecture {
namespace {

namespace fs = std::filesystem;

/// The ids that rows of tables in docs/semantics begin with, and how often.
std::map<std::string, unsigned> written() {
  static const std::regex row(R"re(^\| ((?:VAL|MEM|CALL|EXC|ATTR)-[0-9]+) \|)re");
  std::map<std::string, unsigned> ids;
  for (const auto& entry : fs::directory_iterator(source_root() / "docs/semantics"))
    for (const std::string& line : lines_of(entry.path()))
      if (std::smatch match; std::regex_search(line, match, row)) ++ids[match[1]];
  return ids;
}

/// The ids that tests name, each with one place.
std::map<std::string, std::string> cited() {
  static const std::regex id(R"re(\b(VAL|MEM|CALL|EXC|ATTR)-[0-9]+\b)re");
  std::map<std::string, std::string> ids;
  for (const auto& entry : fs::recursive_directory_iterator(source_root() / "tests")) {
    if (!entry.is_regular_file() || entry.path().parent_path().filename() == "architecture" ||
        entry.path().filename() == "pairs.h")
      continue;
    for (const std::string& line : lines_of(entry.path()))
      for (std::sregex_iterator match(line.begin(), line.end(), id), end; match != end; ++match)
        ids.emplace(match->str(), name_in_tree(entry.path()));
  }
  return ids;
}

TEST(Choices, EachIsCitedByATestAndEachIdStandsForOne) {
  const auto ids = written();
  const auto tests = cited();
  EXPECT_GT(ids.size(), 100u);
  for (const auto& [id, count] : ids) {
    EXPECT_EQ(count, 1u) << id << " is given to several choices";
    EXPECT_EQ(tests.count(id), 1u) << id
                                   << " is cited by no test: write a pair in tests/golden/pairs that shows the choice";
  }
}

TEST(Choices, TestsCiteOnlyThoseThatAreWritten) {
  const auto ids = written();
  for (const auto& [id, file] : cited())
    EXPECT_EQ(ids.count(id), 1u) << file << " cites " << id << ", which docs/semantics does not have";
}

}  // namespace
}  // namespace assay::architecture
