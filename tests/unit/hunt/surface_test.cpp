#include "services/worker/hunt/surface.h"

#include <gtest/gtest.h>

#include "services/worker/ir/ir.h"

namespace assay::hunt {
namespace {

/// What a table has in the row of a pass and the column of a word.
std::string cell(const std::vector<std::vector<std::string>>& table, const std::string& pass,
                 const std::string& column) {
  for (std::size_t i = 0; i < table.front().size(); ++i)
    for (const auto& row : table)
      if (row.front() == pass && table.front()[i] == column) return row[i];
  return "none";
}

TEST(Surface, APairCountsOnceForEachFeatureOfItsSourceUnderItsJudge) {
  llvm::LLVMContext context;
  const auto module = ir::parse(context, "define i8 @f(ptr %p) {\n  %x = load i8, ptr %p\n  ret i8 %x\n}\n", "test");
  ASSERT_TRUE(module) << module.error();
  const llvm::Function& function = *(*module)->begin();
  Verdict proved, open;
  proved.kind = VerdictKind::Correct;
  proved.method = Method::Smt;
  open.kind = VerdictKind::Unknown;
  Counts surface, more;
  count_surface(function, proved, "gvn", surface);
  count_surface(function, proved, "gvn", surface);
  count_surface(function, open, "sroa<modify-cfg>", more);
  count_surface(function, open, "gvn", more);
  add_counts(surface, more);
  const auto features = surface_by_feature(surface), judges = surface_by_judge(surface);
  ASSERT_EQ(features.size(), 3u);
  for (const char* feature : {"integers", "pointers", "memory"}) {
    EXPECT_EQ(cell(features, "gvn", feature), "2/1") << feature;
    EXPECT_EQ(cell(features, "sroa<modify-cfg>", feature), "0/1") << feature;
  }
  EXPECT_EQ(cell(features, "gvn", "loops"), "-");
  EXPECT_EQ(cell(judges, "gvn", "smt"), "6");  // three features each
  EXPECT_EQ(cell(judges, "gvn", "unknown"), "3");
  EXPECT_EQ(cell(judges, "sroa<modify-cfg>", "smt"), "-");
}

}  // namespace
}  // namespace assay::hunt
