// What a hunt's time goes to.
#include "services/worker/hunt/attention.h"

#include <gtest/gtest.h>

#include <map>

namespace assay::hunt {
namespace {

using std::chrono::seconds;

constexpr const char* kNone = "none";

class AttentionTest : public ::testing::Test {
 protected:
  std::vector<std::uint64_t> weights(const std::vector<std::string>& pipelines) const {
    return attention_.weights(pipelines, std::span(&without_target(), 1)).pipelines;
  }
  void rewrite(const std::string& pipeline, int kinds, int again = 1) {
    for (int time = 0; time < again; ++time)
      for (int kind = 0; kind < kinds; ++kind) attention_.rewrote(pipeline, kNone, std::to_string(kind));
  }

  std::shared_ptr<SharedCounts> counts_ = SharedCounts::make();
  Attention attention_{*counts_, "hunt"};
};

TEST_F(AttentionTest, AllAreAlikeUntilSomethingWasSeen) {
  EXPECT_EQ(weights({"gvn", "licm", "dse"}), (std::vector<std::uint64_t>{1'000, 1'000, 1'000}));
}

TEST_F(AttentionTest, WhatBringsMoreInTheSameTimeIsDrawnMoreOften) {
  attention_.took("gvn", kNone, seconds(60));
  attention_.took("licm", kNone, seconds(60));
  rewrite("gvn", 300);
  rewrite("licm", 100);
  const auto drawn = weights({"gvn", "licm"});
  EXPECT_GT(drawn[0], 2 * drawn[1]);
}

TEST_F(AttentionTest, WhatTakesLongerForTheSameIsDrawnLessOften) {
  attention_.took("gvn", kNone, seconds(30));
  attention_.took("licm", kNone, seconds(120));
  rewrite("gvn", 100);
  rewrite("licm", 100);
  const auto drawn = weights({"gvn", "licm"});
  EXPECT_GT(drawn[0], 2 * drawn[1]);
}

TEST_F(AttentionTest, AKindOfRewriteCountsOnce) {
  attention_.took("gvn", kNone, seconds(60));
  attention_.took("licm", kNone, seconds(60));
  rewrite("gvn", 10, 100);
  rewrite("licm", 100);
  const auto drawn = weights({"gvn", "licm"});
  EXPECT_LT(2 * drawn[0], drawn[1]);
}

TEST_F(AttentionTest, ACauseThatNobodyKnowsCountsAsManyRewrites) {
  for (const char* pipeline : {"gvn", "licm"}) {
    attention_.took(pipeline, kNone, seconds(60));
    rewrite(pipeline, 100);
  }
  attention_.found("licm", kNone);
  const auto drawn = weights({"gvn", "licm"});
  EXPECT_GT(drawn[1], 2 * drawn[0]);
}

TEST_F(AttentionTest, NothingIsForgottenOrTakesAll) {
  std::vector<std::string> pipelines;
  for (int i = 0; i < 10; ++i) {
    pipelines.push_back("pass" + std::to_string(i));
    attention_.took(pipelines.back(), kNone, seconds(1'000));
  }
  for (int i = 0; i < 100; ++i) attention_.found(pipelines.front(), kNone);
  const auto drawn = weights(pipelines);
  EXPECT_EQ(drawn.front(), 4'000u);
  for (std::size_t i = 1; i < drawn.size(); ++i) EXPECT_EQ(drawn[i], 250u);
}

TEST_F(AttentionTest, HuntsDoNotLearnOfEachOther) {
  attention_.took("gvn", kNone, seconds(60));
  attention_.took("licm", kNone, seconds(60));
  rewrite("gvn", 300);
  const Attention other(*counts_, "another hunt");
  EXPECT_EQ(other.weights({"gvn", "licm"}, std::span(&without_target(), 1)).pipelines,
            (std::vector<std::uint64_t>{1'000, 1'000}));
}

TEST(DrawWeighted, DrawsEachAsOftenAsItsWeightSays) {
  Rng rng(11);
  std::map<std::size_t, int> drawn;
  for (int i = 0; i < 8'000; ++i) ++drawn[draw_weighted(rng, std::vector<std::uint64_t>{1, 0, 2, 5})];
  EXPECT_EQ(drawn.count(1), 0u);
  EXPECT_NEAR(drawn[0], 1'000, 150);
  EXPECT_NEAR(drawn[2], 2'000, 200);
  EXPECT_NEAR(drawn[3], 5'000, 200);
}

}  // namespace
}  // namespace assay::hunt
