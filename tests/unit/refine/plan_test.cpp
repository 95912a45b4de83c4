#include <gtest/gtest.h>

#include "services/worker/refine/encoder/plan.h"

namespace assay::refine {
namespace {

/// A function of blocks and edges only.
semantics::Function graph(std::vector<std::vector<std::uint32_t>> edges) {
  semantics::Function f;
  for (auto& successors : edges) f.blocks.emplace_back().successors = std::move(successors);
  return f;
}

void expect_forward(const Plan& plan) {
  for (std::size_t step = 0; step < plan.steps.size(); ++step)
    for (std::uint32_t to : plan.steps[step].successors)
      if (to != Plan::kUnrollExceeded) {
        EXPECT_GT(to, step);
      }
}

TEST(Plan, StraightCodeRunsOnce) {
  const Plan plan = make_plan(graph({{1, 2}, {3}, {3}, {}}), 5, 100);
  EXPECT_EQ(plan.steps.size(), 4u);
  EXPECT_FALSE(plan.cut);
  expect_forward(plan);
}

TEST(Plan, ALoopIsRepeatedAndThenCut) {
  const Plan plan = make_plan(graph({{1}, {1, 2}, {}}), 3, 100);
  EXPECT_EQ(plan.steps.size(), 5u);
  EXPECT_TRUE(plan.cut);
  expect_forward(plan);
}

TEST(Plan, NestedLoopsRepeatTheInnerOneInEachRound) {
  const Plan plan = make_plan(graph({{1}, {2}, {2, 3}, {1, 4}, {}}), 2, 100);
  EXPECT_EQ(plan.steps.size(), 2u + 2 * (2 + 2));
  expect_forward(plan);
}

TEST(Plan, IrreducibleLoopsAreUnrolledToo) {
  const Plan plan = make_plan(graph({{1, 2}, {2, 3}, {1}, {}}), 3, 100);
  EXPECT_TRUE(plan.cut);
  EXPECT_EQ(plan.steps.size(), 2u + 3 * 2);
  expect_forward(plan);
}

TEST(Plan, TooManyStepsGiveNone) { EXPECT_TRUE(make_plan(graph({{1}, {1, 2}, {}}), 50, 20).steps.empty()); }

}  // namespace
}  // namespace assay::refine
