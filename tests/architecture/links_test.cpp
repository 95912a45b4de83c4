#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "tests/architecture/source_tree.h"

/// The documentation as a map: its links lead somewhere, and every page is linked.
namespace assay::architecture {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> pages() {
  std::vector<fs::path> found{source_root() / "README.md"};
  for (const auto& entry : fs::recursive_directory_iterator(source_root() / "docs"))
    if (entry.path().extension() == ".md") found.push_back(entry.path());
  return found;
}

/// What the links of a page lead to, as paths in the tree; links to the web are left out.
std::vector<fs::path> targets_of(const fs::path& page) {
  static const std::regex link(R"re(\]\(([^)#]+)[^)]*\))re");
  std::vector<fs::path> targets;
  for (const std::string& line : lines_of(page))
    for (std::sregex_iterator match(line.begin(), line.end(), link), end; match != end; ++match)
      if (const std::string target = (*match)[1]; target.find("://") == std::string::npos)
        targets.push_back((page.parent_path() / target).lexically_normal());
  return targets;
}

TEST(Links, LeadSomewhere) {
  std::size_t links = 0;
  for (const fs::path& page : pages())
    for (const fs::path& target : targets_of(page)) {
      ++links;
      EXPECT_TRUE(fs::exists(target)) << name_in_tree(page) << " links to " << target;
    }
  EXPECT_GT(links, 20u);
}

TEST(Links, LeadToEveryPageButDecisions) {
  std::set<std::string> linked;
  for (const fs::path& page : pages())
    for (const fs::path& target : targets_of(page)) linked.insert(name_in_tree(target));
  for (const fs::path& page : pages()) {
    const std::string name = name_in_tree(page);
    if (name != "README.md" && !name.starts_with("docs/adr/"))
      EXPECT_EQ(linked.count(name), 1u) << "nothing links to " << name;
  }
}

}  // namespace
}  // namespace assay::architecture
