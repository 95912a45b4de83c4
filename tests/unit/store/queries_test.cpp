// The recipes of docs/queries.md run as they stand there.
#include <cstdlib>
#include <sstream>

#include "services/coordinator/store/sql.h"
#include "tests/unit/store/store_fixture.h"

namespace assay::store {
namespace {

using Queries = StoreTest;

// The indented blocks that are SQL, each up to its semicolon.
std::vector<std::string> recipes(const std::string& file) {
  std::ifstream input(file);
  std::vector<std::string> found;
  std::string recipe;
  for (std::string line; std::getline(input, line);) {
    const bool indented = line.starts_with("    ");
    if (recipe.empty() && !(indented && line.find("    SELECT") == 0)) continue;
    recipe += line + "\n";
    if (!line.ends_with(";")) continue;
    found.push_back(std::move(recipe));
    recipe.clear();
  }
  EXPECT_EQ(recipe, "") << "a recipe without its semicolon";
  return found;
}

TEST_F(Queries, EveryRecipeOfTheGuideRuns) {
  const char* source = std::getenv("ASSAY_SOURCE");
  ASSERT_NE(source, nullptr) << "run by ctest, or set ASSAY_SOURCE to the source folder";
  {
    Store store = open();
    Finding finding = make_finding(1);
    finding.counterexample->inputs[0].value = "poison";
    finding.compiler.version = "22.1.8";
    finding.reduced = "%a = sub i8 0, %x\n%b = shl i8 %a, 1\n";
    ASSERT_TRUE(store.record_finding(finding));
    Hunt hunt;
    hunt.id = "h";
    hunt.batch_size = 1;
    hunt.statistics.mutants = 10;
    hunt.statistics.seconds = 2;
    hunt.statistics.unknown_reasons = {{"timeout", 1}};
    ASSERT_FALSE(store.create_hunt(hunt));
    ASSERT_FALSE(store.register_worker({"w", "", "", 1, "", ""}));
    ASSERT_FALSE(store.add_lease({"h", 0, 1, 1, "w", 2, 0}));
  }
  const auto all = recipes(std::string(source) + "/docs/queries.md");
  EXPECT_GE(all.size(), 8u);
  for (const std::string& recipe : all) {
    const auto answer = answer_sql(path(), recipe);
    ASSERT_TRUE(answer) << answer.error() << " in\n" << recipe;
    EXPECT_EQ(answer->rows.size(), 1u) << recipe;
    EXPECT_EQ(answer->cut, "") << recipe;
  }
}

}  // namespace
}  // namespace assay::store
