#include "services/common/user_words.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(UserWords, ADurationIsANumberWithItsUnit) {
  EXPECT_EQ(*parse_duration("90"), 90u);
  EXPECT_EQ(*parse_duration("30s"), 30u);
  EXPECT_EQ(*parse_duration("2m"), 120u);
  EXPECT_EQ(*parse_duration("1h"), 3600u);
  for (const char* text : {"", "s", "-1s", "1 s", "1d", "2hours", "4294967295h"})
    EXPECT_FALSE(parse_duration(text)) << text;
}

TEST(UserWords, ADurationMayHaveAFractionAndBeShort) {
  EXPECT_EQ(*parse_milliseconds("1.5m"), 90'000u);
  EXPECT_EQ(*parse_milliseconds("0.25"), 250u);
  EXPECT_EQ(*parse_milliseconds("500ms"), 500u);
  EXPECT_EQ(*parse_milliseconds("500", 1), 500u);
  EXPECT_EQ(*parse_milliseconds("2s", 1), 2000u);
  for (const char* text : {"", "ms", "-1", "nan", "inf", "1e3", "1.5.0s", "99999999999h"})
    EXPECT_FALSE(parse_milliseconds(text)) << text;
  EXPECT_EQ(*parse_duration("1.5m"), 90u);
  EXPECT_FALSE(parse_duration("1.5"));
}

TEST(UserWords, NoTimeIsADurationOnlyWhereItMeansSomething) {
  for (const char* text : {"0", "0s", "0h"}) {
    EXPECT_FALSE(parse_duration(text)) << text;
    const auto none = parse_duration(text, 0);
    ASSERT_TRUE(none) << none.error();
    EXPECT_EQ(*none, 0u);
  }
}

}  // namespace
}  // namespace assay
