#include <gtest/gtest.h>

#include <algorithm>

#include "services/common/rng.h"
#include "services/coordinator/web/align.h"
#include "services/coordinator/web/ir_text.h"

namespace assay::web {
namespace {

std::string any_text(Rng& rng, const std::vector<std::string>& parts, std::uint64_t most) {
  std::string text;
  for (std::uint64_t i = 0, count = rng.below(most); i < count; ++i) text += rng.pick(parts);
  return text;
}

TEST(Pieces, AreTheLineWhateverItHolds) {
  Rng rng(1);
  const std::vector<std::string> parts{"%a",  "@\"b c", "\"", "!0", "#",        "i32", " ", "; x",
                                       "add", ":",      "-1", "\\", "\xc3\xa9", "<",   "&", "\t"};
  for (int i = 0; i < 5000; ++i) {
    const std::string line = any_text(rng, parts, 12);
    std::string together;
    for (const Piece& piece : pieces_of(line)) {
      EXPECT_FALSE(piece.text.empty());
      together += piece.text;
    }
    EXPECT_EQ(together, line);
  }
}

TEST(Pieces, HaveTheStylesOfWhatTheyAre) {
  const auto style = [](std::string_view line, std::string_view of) -> std::string_view {
    for (const Piece& piece : pieces_of(line))
      if (piece.text == of) return piece.style;
    return "no such piece";
  };
  const char* line = R"(  %x = call i32 @"f g"(ptr %p, i8 -1), !range !0 ; what)";
  EXPECT_EQ(style(line, "%x"), "local");
  EXPECT_EQ(style(line, "call"), "keyword");
  EXPECT_EQ(style(line, "i32"), "type");
  EXPECT_EQ(style(line, "@\"f g\""), "global");
  EXPECT_EQ(style(line, "ptr"), "type");
  EXPECT_EQ(style(line, "-1"), "number");
  EXPECT_EQ(style(line, "!range"), "metadata");
  EXPECT_EQ(style(line, "; what"), "comment");
  EXPECT_EQ(style("loop:", "loop"), "local");
  EXPECT_EQ(style("ret i8 poison", "poison"), "number");
}

std::vector<std::string> any_lines(Rng& rng) {
  std::vector<std::string> lines(rng.below(9));
  for (std::string& line : lines) line = std::string(1, static_cast<char>('a' + rng.below(3)));
  return lines;
}

/// How many equal lines two texts can have beside each other, by trying all ways.
std::size_t most_equal(const std::vector<std::string>& a, std::size_t i, const std::vector<std::string>& b,
                       std::size_t j) {
  if (i == a.size() || j == b.size()) return 0;
  if (a[i] == b[j]) return 1 + most_equal(a, i + 1, b, j + 1);
  return std::max(most_equal(a, i + 1, b, j), most_equal(a, i, b, j + 1));
}

TEST(Aligned, HoldsAllLinesInOrderAndAsManyEqualOnesAsCanBe) {
  Rng rng(2);
  for (int i = 0; i < 3000; ++i) {
    const auto left = any_lines(rng), right = any_lines(rng);
    std::size_t next_left = 0, next_right = 0, same = 0;
    for (const AlignedRow& row : aligned(left, right)) {
      ASSERT_TRUE(row.left != AlignedRow::kNone || row.right != AlignedRow::kNone);
      if (row.left != AlignedRow::kNone) EXPECT_EQ(row.left, next_left++);
      if (row.right != AlignedRow::kNone) EXPECT_EQ(row.right, next_right++);
      if (!row.same) continue;
      ++same;
      ASSERT_TRUE(row.left != AlignedRow::kNone && row.right != AlignedRow::kNone);
      EXPECT_EQ(left[row.left], right[row.right]);
    }
    EXPECT_EQ(next_left, left.size());
    EXPECT_EQ(next_right, right.size());
    EXPECT_EQ(same, most_equal(left, 0, right, 0));
  }
}

TEST(Aligned, PairsLongTextsAsTheyCome) {
  const std::vector<std::string> left(5000, "a"), right(6000, "a");
  const auto rows = aligned(left, right);
  ASSERT_EQ(rows.size(), 6000u);
  EXPECT_TRUE(rows[4999].same);
  EXPECT_EQ(rows[5000].left, AlignedRow::kNone);
}

TEST(Links, TakeAnyValue) {
  EXPECT_EQ(link("/bugs", {{"a", ""}, {"b", "x y&=?#%\"<\xc3\xa9"}}), "/bugs?b=x%20y%26%3D%3F%23%25%22%3C%C3%A9");
  EXPECT_EQ(link("/bugs", {}), "/bugs");
}

TEST(Numbers, AreGrouped) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1234567), "1,234,567");
}

TEST(Templates, EscapeAllThatTheyPrintAndHoldNoScriptOrStyle) {
  EXPECT_GT(asset_names().size(), 8u);
  for (const std::string_view name : asset_names()) {
    const std::string_view content = asset(name);
    for (const char* forbidden :
         {"{{{", "{{&", "{{=", "<script", "javascript:", " style=", " onclick", "http://", "https://"})
      if (!name.ends_with(".svg"))
        EXPECT_EQ(content.find(forbidden), std::string_view::npos) << name << " holds " << forbidden;
  }
}

}  // namespace
}  // namespace assay::web
