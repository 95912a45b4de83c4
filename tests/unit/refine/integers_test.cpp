#include <gtest/gtest.h>

#include "tests/unit/refine/pair.h"

namespace assay::refine {
namespace {

TEST(Refine, DoublingAnUndefInputMayNotBecomeTwoUses) {
  const char* pair =
      "define i8 @src(i8 %a) { %r = mul i8 %a, 2 ret i8 %r }"
      "define i8 @tgt(i8 %a) { %r = add i8 %a, %a ret i8 %r }";
  EXPECT_EQ(verdict(pair), "incorrect: value-mismatch");
  Options defined;
  defined.undef_input = false;
  EXPECT_EQ(verdict(pair, defined), "correct");
}

/// The text of a step forty times over, which starts with %x; # stands for its number, @ for the one before.
std::string forty_times(const std::string& step) {
  std::string body = "%x0 = add i8 %x, 0 ";
  for (int i = 1; i <= 40; ++i) {
    std::string line = step;
    for (std::size_t at; (at = line.find('#')) != std::string::npos;) line.replace(at, 1, std::to_string(i));
    for (std::size_t at; (at = line.find('@')) != std::string::npos;) line.replace(at, 1, std::to_string(i - 1));
    body += line;
  }
  return body;
}

// VAL-35: each use picks anew. After forty additions of a value to itself there would be 2^40 picks.
TEST(Refine, UndefThatIsUsedTwiceOverAndOverLeavesInputsThatAreNot) {
  const auto doubled = [](const std::string& result) {
    return bound("define i8 @src(i8 %x) { " + forty_times("%x# = add i8 %x@, %x@ ") +
                 "ret i8 %x40 } define i8 @tgt(i8 %x) { ret i8 " + result + " }");
  };
  EXPECT_EQ(doubled("0"), "correct: inputs that are not undef");
  EXPECT_EQ(doubled("1"), "incorrect: value-mismatch");
}

}  // namespace
}  // namespace assay::refine
