#include "services/worker/evidence/reading.h"

#include <gtest/gtest.h>

#include <string>

namespace assay::evidence {
namespace {

/// Questions and answers are texts: an answer holds the letters that may matter.
using OfText = Reading<std::string, std::string>;

template <char Letter>
bool has(const std::string&, const std::string& answer) {
  return answer.find(Letter) != std::string::npos;
}
template <char Letter>
std::optional<std::string> take(std::string asked) {
  return asked + Letter;
}
std::string both(const std::string& asked, std::string first, std::string again) {
  return "[" + asked + ":" + first + "," + again + "]";
}
constexpr OfText kTwo[] = {{has<'a'>, take<'a'>, both}, {has<'b'>, take<'b'>, both}};

TEST(Reading, AnAnswerThatHangsOnNothingStands) {
  int asked = 0;
  const auto ask = [&](const std::string&) { return ++asked, std::string("x"); };
  EXPECT_EQ(ask_in_readings(kTwo, std::string("?"), ask), "x");
  EXPECT_EQ(asked, 1);
}

TEST(Reading, EachReadingIsTakenOnceWithThoseBeforeIt) {
  const auto ask = [](const std::string& question) { return question == "?" ? "b" : question == "?b" ? "ab" : "ab!"; };
  EXPECT_EQ(ask_in_readings(kTwo, std::string("?"), [&](const std::string& q) { return std::string(ask(q)); }),
            "[?:b,[?b:ab,ab!]]");
}

TEST(Reading, WhatIsNotAskedAgainIsCombinedWithItself) {
  constexpr OfText kNone[] = {{has<'a'>, [](std::string) -> std::optional<std::string> { return std::nullopt; }, both}};
  int asked = 0;
  const auto ask = [&](const std::string&) { return ++asked, std::string("a"); };
  EXPECT_EQ(ask_in_readings(kNone, std::string("?"), ask), "[?:a,a]");
  EXPECT_EQ(asked, 1);
}

}  // namespace
}  // namespace assay::evidence
