#include "services/common/sort_stably.h"

#include <gmock/gmock.h>

#include <memory>
#include <string>

namespace assay {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(SortStably, WhatIsEqualStaysInItsOrder) {
  std::vector<std::string> words{"bb", "c", "aa", "a", "cc", "b"};
  sort_stably(words, [](const std::string& a, const std::string& b) { return a.size() < b.size(); });
  EXPECT_THAT(words, ElementsAre("c", "a", "b", "bb", "aa", "cc"));
  put_first(words, [](const std::string& word) { return word.find('b') != std::string::npos; });
  EXPECT_THAT(words, ElementsAre("b", "bb", "c", "a", "aa", "cc"));
  words.clear();
  sort_stably(words, std::less<>());
  EXPECT_THAT(words, IsEmpty());
}

TEST(SortStably, ElementsNeedNotBeCopied) {
  std::vector<std::unique_ptr<int>> all;
  for (const int each : {2, 1}) all.push_back(std::make_unique<int>(each));
  sort_stably(all, [](const auto& a, const auto& b) { return *a < *b; });
  EXPECT_EQ(*all[0], 1);
  EXPECT_EQ(*all[1], 2);
}

}  // namespace
}  // namespace assay
