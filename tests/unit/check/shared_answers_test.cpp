// What copies of a process tell each other.
#include "services/worker/check/shared_answers.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <optional>
#include <string>

namespace assay::check {
namespace {

TEST(SharedAnswers, TheFirstAnswerStays) {
  SharedAnswers answers;
  EXPECT_EQ(answers.find("a"), std::nullopt);
  answers.keep("a", 3);
  answers.keep("a", 4);
  answers.keep("b", 255);
  EXPECT_EQ(answers.find("a"), 3);
  EXPECT_EQ(answers.find("b"), 255);
  EXPECT_EQ(answers.find(""), std::nullopt);
}

TEST(SharedAnswers, WhatACopyHasFoundOutlivesIt) {
  SharedAnswers answers;
  const pid_t copy = fork();
  ASSERT_GE(copy, 0);
  if (copy == 0) {
    answers.keep("found", 7);
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(copy, &status, 0), copy);
  EXPECT_EQ(answers.find("found"), 7);
}

TEST(SharedAnswers, WhatDoesNotFitIsForgottenAndNeverAnotherAnswer) {
  SharedAnswers answers;
  const auto answer_of = [](unsigned question) { return static_cast<std::uint8_t>(1 + question % 255); };
  constexpr unsigned kQuestions = 100'000;
  for (unsigned i = 0; i < kQuestions; ++i) answers.keep(std::to_string(i), answer_of(i));
  unsigned known = 0;
  for (unsigned i = 0; i < 2 * kQuestions; ++i)
    if (const auto found = answers.find(std::to_string(i))) {
      ASSERT_LT(i, kQuestions);
      EXPECT_EQ(*found, answer_of(i));
      ++known;
    }
  EXPECT_GT(known, 50'000u);
  EXPECT_LT(known, kQuestions);
}

}  // namespace
}  // namespace assay::check
