#include "services/worker/check/check.h"

#include <gtest/gtest.h>

namespace assay::check {
namespace {

TEST(OptionsForAQuestion, TakeAllThatTheQuestionSays) {
  assay::Question question;
  question.semantics = "branch=choice";
  question.undef_inputs = true;
  question.poison_inputs = false;
  question.unroll = 2;
  question.seed = 3;
  question.samples = 4;
  question.confirmed_only = true;
  question.smt_timeout_ms = 5;
  question.smt_memory_mb = 6;
  question.quick_budget = 7;
  question.exhaustive_budget = 8;
  const Options options = options_for(question);
  EXPECT_EQ(semantics::name_of(options.semantics), "branch=choice");
  EXPECT_TRUE(options.undef_input);
  EXPECT_FALSE(options.poison_input);
  EXPECT_EQ(options.unroll, 2u);
  EXPECT_EQ(options.seed, 3u);
  EXPECT_EQ(options.samples, 4u);
  EXPECT_TRUE(options.confirmed_only);
  EXPECT_EQ(options.smt_timeout_ms, 5u);
  EXPECT_EQ(options.smt_memory_mb, 6u);
  EXPECT_EQ(options.quick_budget, 7u);
  EXPECT_EQ(options.exhaustive_budget, 8u);
}

TEST(OptionsForAQuestion, AreTheCheckersOwnWhereNothingIsSaid) {
  const Options asked = options_for(assay::Question()), own;
  EXPECT_EQ(asked.semantics, own.semantics);
  EXPECT_FALSE(asked.undef_input) << "as replay asked before findings had questions";
  EXPECT_EQ(asked.poison_input, own.poison_input);
  EXPECT_EQ(asked.unroll, own.unroll);
  EXPECT_EQ(asked.seed, own.seed);
  EXPECT_EQ(asked.samples, own.samples);
  EXPECT_EQ(asked.confirmed_only, own.confirmed_only);
  EXPECT_EQ(asked.smt_timeout_ms, own.smt_timeout_ms);
  EXPECT_EQ(asked.smt_memory_mb, own.smt_memory_mb);
  EXPECT_EQ(asked.quick_budget, own.quick_budget);
  EXPECT_EQ(asked.exhaustive_budget, own.exhaustive_budget);
}

}  // namespace
}  // namespace assay::check
