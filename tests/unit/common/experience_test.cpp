#include "services/common/experience.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

unsigned tries_of_a_hundred(Experience& experience, const std::string& kind, unsigned decides_each) {
  unsigned tried = 0;
  for (unsigned i = 0; i < 100; ++i) {
    if (!experience.is_worth_trying(kind)) continue;
    ++tried;
    experience.told(kind, decides_each != 0 && tried % decides_each == 0);
  }
  return tried;
}

TEST(Experience, WhatNeverDecidesIsTriedRarelyButNotNever) {
  Experience experience;
  const unsigned tried = tries_of_a_hundred(experience, "timeout floats", 0);
  EXPECT_LT(tried, 15u);
  EXPECT_GT(tried, 5u);
}

TEST(Experience, WhatDecidesNowAndThenIsAlwaysTried) {
  Experience experience;
  EXPECT_EQ(tries_of_a_hundred(experience, "timeout memory", 3), 100u);
}

TEST(Experience, OneKindSaysNothingOfAnother) {
  Experience experience;
  tries_of_a_hundred(experience, "timeout floats", 0);
  EXPECT_TRUE(experience.is_worth_trying("timeout loops"));
}

TEST(Experience, MostIsHalfOfMoreThanAFew) {
  Experience experience;
  EXPECT_FALSE(experience.decides_most("integers small"));
  for (const bool decided : {true, true, true}) experience.told("integers small", decided);
  EXPECT_FALSE(experience.decides_most("integers small"));
  for (const bool decided : {false, false, false}) experience.told("integers small", decided);
  EXPECT_TRUE(experience.decides_most("integers small"));
  experience.told("integers small", false);
  EXPECT_FALSE(experience.decides_most("integers small"));
}

}  // namespace
}  // namespace assay
