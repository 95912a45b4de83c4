#include <gtest/gtest.h>

#include "services/worker/check/check.h"

namespace assay::check {
namespace {

TEST(OptionsOfAChecker, AreTheQuestionAndItsSemanticsUnderstood) {
  Question question;
  question.semantics = "branch=choice";
  question.undef_inputs = true;
  question.samples = 4;
  question.smt_timeout_ms = 5;
  const Options options(question);
  EXPECT_EQ(static_cast<const Question&>(options), question);
  EXPECT_EQ(semantics::name_of(options.semantics), "branch=choice");
}

TEST(OptionsOfAChecker, ReadWordsThatNobodyKnowsAsLangRef) {
  Question question;
  question.semantics = "of=another,release";
  EXPECT_EQ(Options(question).semantics, semantics::Variant{});
}

}  // namespace
}  // namespace assay::check
