#include "services/nightly/bisect.h"

#include <gtest/gtest.h>

namespace assay::nightly {
namespace {

using States = CommitStates;

/// Asks until nothing is left, where all from `first_bad` on are bad; how many questions that took.
int questions(States states, std::size_t first_bad) {
  int count = 0;
  while (const auto next = next_to_ask(states)) {
    states[*next] = *next < first_bad ? CommitState::Good : CommitState::Bad;
    ++count;
  }
  EXPECT_TRUE(states[first_bad] == CommitState::Bad);
  EXPECT_TRUE(states[first_bad - 1] == CommitState::Good);
  return count;
}

States untried(std::size_t size) {
  States states(size);
  states.front() = CommitState::Good;
  states.back() = CommitState::Bad;
  return states;
}

TEST(Bisect, EachQuestionHalvesWhatIsLeft) {
  for (std::size_t first_bad = 1; first_bad < 17; ++first_bad)
    EXPECT_LE(questions(untried(17), first_bad), 4) << first_bad;
  EXPECT_LE(questions(untried(1001), 700), 10);
}

TEST(Bisect, WhatIsSkippedIsPassedByAndItsNeighbourIsAsked) {
  States states = untried(9);
  states[4] = CommitState::Skip;
  EXPECT_EQ(next_to_ask(states), 3u);
  states[3] = CommitState::Good;
  states[5] = CommitState::Bad;
  EXPECT_EQ(next_to_ask(states), std::nullopt);  // it is 4 or 5
}

TEST(Bisect, AMarkInTheMiddleCountsAsAnAnswer) {
  States states = untried(9);
  states[6] = CommitState::Bad;
  states[2] = CommitState::Good;
  EXPECT_EQ(next_to_ask(states), 4u);
}

}  // namespace
}  // namespace assay::nightly
