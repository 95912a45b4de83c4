#include "services/nightly/bisect.h"

#include <gtest/gtest.h>

namespace assay::nightly {
namespace {

using States = std::vector<std::string>;

/// Asks until nothing is left, where all from `first_bad` on are bad; how many questions that took.
int questions(States states, std::size_t first_bad) {
  int count = 0;
  while (const auto next = next_to_ask(states)) {
    states[*next] = *next < first_bad ? "good" : "bad";
    ++count;
  }
  EXPECT_EQ(states[first_bad], "bad");
  EXPECT_EQ(states[first_bad - 1], "good");
  return count;
}

States untried(std::size_t size) {
  States states(size);
  states.front() = "good";
  states.back() = "bad";
  return states;
}

TEST(Bisect, EachQuestionHalvesWhatIsLeft) {
  for (std::size_t first_bad = 1; first_bad < 17; ++first_bad)
    EXPECT_LE(questions(untried(17), first_bad), 4) << first_bad;
  EXPECT_LE(questions(untried(1001), 700), 10);
}

TEST(Bisect, WhatIsSkippedIsPassedByAndItsNeighbourIsAsked) {
  States states = untried(9);
  states[4] = "skip";
  EXPECT_EQ(next_to_ask(states), 3u);
  states[3] = "good";
  states[5] = "bad";
  EXPECT_EQ(next_to_ask(states), std::nullopt);  // it is 4 or 5
}

TEST(Bisect, AMarkInTheMiddleCountsAsAnAnswer) {
  States states = untried(9);
  states[6] = "bad";
  states[2] = "good";
  EXPECT_EQ(next_to_ask(states), 4u);
}

}  // namespace
}  // namespace assay::nightly
