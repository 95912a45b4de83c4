#include "services/common/text.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Text, WhatActsOnATerminalIsEscaped) {
  EXPECT_EQ(visible("\x1b[2J\x07"), "\\x1b[2J\\x07");
  EXPECT_EQ(visible("\xc2\x9b\x32J"), "\\xc2\\x9b2J") << "a control character in two bytes";
  EXPECT_EQ(visible("a\rb\x7f"), "a\\x0db\\x7f");
  EXPECT_EQ(visible(std::string("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(visible("\xe2\x80\xae"), "\\xe2\\x80\\xae") << "right to left from here on";
  EXPECT_EQ(visible("\xff\xfe\xc3"), "\\xff\\xfe\\xc3");
  EXPECT_EQ(visible("\xed\xa0\x80\xc0\x80"), "\\xed\\xa0\\x80\\xc0\\x80") << "half a surrogate pair, an overlong zero";
}

TEST(Text, WhatAPersonWritesIsGivenToParsersOnlyWithinBounds) {
  EXPECT_EQ(fault_of_document("a: [b, {c: d}]\r\n\tx: \"\u00e9\"\n"), "");
  EXPECT_EQ(fault_of_document("a\nbc\xff"), "2:3: a byte that is no text in UTF-8");
  EXPECT_EQ(fault_of_document(std::string("a\0b", 3)), "1:2: a byte that is no text in UTF-8");
  EXPECT_EQ(fault_of_document("a: " + std::string(1'000, '[')), "1:204: is nested too deeply");
  EXPECT_EQ(fault_of_document(std::string(150, '{') + std::string(150, '}') + std::string(150, '[')), "");
  EXPECT_EQ(fault_of_document(std::string((1 << 20) + 1, 'a')), "1:1: the file is larger than 1048576 bytes");
}

TEST(Text, WhatIsPrintedStays) {
  const std::string text = "define i8 @f() {\n\tret i8 0 ; \xc3\xa9 \xe2\x86\x92 \xf0\x9f\x8d\x80\n}\n";
  EXPECT_EQ(visible(text), text);
  EXPECT_TRUE(is_visible(text));
  EXPECT_FALSE(is_visible("\x1b"));
  EXPECT_EQ(visible(visible("\x1b")), visible("\x1b"));
}

TEST(Text, AlternativesAreAListWithOrAtItsEnd) {
  EXPECT_EQ(alternatives({}), "");
  EXPECT_EQ(alternatives({"a"}), "a");
  EXPECT_EQ(alternatives({"a", "b"}), "a or b");
  EXPECT_EQ(alternatives({"a", "b", "c"}), "a, b or c");
}

TEST(Text, LinesAndWordsArePutTogetherAsTheyWereTakenApart) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(lines_of(""), Lines());
  EXPECT_EQ(lines_of("\n"), Lines({""}));
  EXPECT_EQ(lines_of("a\n\nb"), Lines({"a", "", "b"}));
  EXPECT_EQ(lines_of("a\nb\n"), lines_of("a\nb"));
  EXPECT_EQ(joined({}, ", "), "");
  EXPECT_EQ(joined({"a"}, ", "), "a");
  EXPECT_EQ(joined(lines_of("a\n\nb"), "\n"), "a\n\nb");
  EXPECT_EQ(padded("ab", 4), "ab  ");
  EXPECT_EQ(padded("abcde", 4), "abcde");
}

}  // namespace
}  // namespace assay
