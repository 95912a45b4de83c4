#include <gtest/gtest.h>

#include <cstdlib>

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

}  // namespace
}  // namespace assay::architecture
