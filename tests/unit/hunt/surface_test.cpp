#include "services/worker/hunt/surface.h"

#include <gtest/gtest.h>

#include "services/common/surface.h"
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

TEST(Surface, WhatPassesWereTriedOnIsCountedByEnvironment) {
  llvm::LLVMContext context;
  const auto module = ir::parse(context, "define i8 @f(i8 %x, ptr %p) {\n  ret i8 %x\n}\n", "test");
  ASSERT_TRUE(module) << module.error();
  const llvm::Function& function = *(*module)->begin();
  const auto count = [&](VerdictKind kind, const char* pipeline, Counts& surface) {
    Verdict verdict;
    verdict.kind = kind;
    verdict.method = Method::Smt;
    count_surface(function, verdict, pipeline, surface);
  };
  Counts surface;
  for (int i = 0; i < 10; ++i) count_unchanged("gvn", surface);
  for (int i = 0; i < 9; ++i) count(VerdictKind::Correct, "gvn", surface);
  count(VerdictKind::Unknown, "gvn@sve2", surface);
  count(VerdictKind::Incorrect, "gvn@avx2", surface);
  count_unchanged("dse@x@sve2", surface);
  const std::vector<PassTrials> expected{{"dse@x", "", 1, 0, 0, 0},   {"dse@x", "sve2", 1, 0, 0, 0},
                                         {"gvn", "", 21, 11, 10, 1},  {"gvn", "none", 19, 9, 9, 0},
                                         {"gvn", "avx2", 1, 1, 1, 1}, {"gvn", "sve2", 1, 1, 0, 0}};
  const auto trials = trials_of(surface);
  EXPECT_EQ(trials, expected);
  std::vector<bool> covered;
  for (const PassTrials& each : trials) covered.push_back(each.is_covered());
  EXPECT_EQ(covered, (std::vector<bool>{false, false, true, true, true, false}));
}

}  // namespace
}  // namespace assay::hunt
