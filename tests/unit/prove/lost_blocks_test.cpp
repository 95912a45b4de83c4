#include <gtest/gtest.h>

#include "tests/unit/prove/outcomes.h"

/// Blocks that the target no longer has: what was computed on ways of their own is computed before, and chosen from.
namespace assay::prove {
namespace {

/// In a loop whose rounds nobody can count, so that the whole can't be decided, among other steps.
Outcome of_loop(const std::string& source, const std::string& target) {
  const auto function = [](const std::string& name, const std::string& body) {
    return "define void @" + name +
           "(i32 noundef %x, i32 noundef %y, i1 noundef %c, i1 %d, i32 %u, ptr %p, ptr %q) { e: br label %h h: "
           "call void @out(i32 1) br label %b b: " +
           body +
           " end: call void @out(i32 2) %again = load volatile i1, ptr %q br i1 %again, label %h, label %o "
           "o: ret void } ";
  };
  return outcome_of("declare void @out(i32) " + function("src", source) + function("tgt", target),
                    {.milliseconds = 200});
}

bool is_wrong(Outcome outcome) { return outcome != Outcome::Proved && outcome != Outcome::Malformed; }

/// Comes to one block by two ways, with %x + 1 on one of them.
std::string by_two_ways(const std::string& first, const std::string& second, const std::string& condition = "%c") {
  return "br i1 " + condition + ", label %one, label %two one: %s = add i32 %x, 1 br label %met two: br label %met " +
         "met: %v = phi i32 [ " + first + ", %one ], [ " + second +
         ", %two ] store i32 %v, ptr %p call void @out(i32 %v) br label %end";
}
std::string by_select(const std::string& first, const std::string& second, const std::string& condition = "%c") {
  return "%s = add i32 %x, 1 %v = select i1 " + condition + ", i32 " + first + ", i32 " + second +
         " store i32 %v, ptr %p call void @out(i32 %v) br label %end";
}

TEST(LostBlocks, AValueOfTwoWaysMayBeChosen) {
  EXPECT_EQ(of_loop(by_two_ways("%s", "%y"), by_select("%s", "%y")), Outcome::Proved);
  EXPECT_EQ(of_loop(by_two_ways("3", "%u"), by_select("3", "%u")), Outcome::Proved);
  EXPECT_EQ(of_loop(by_two_ways("%s", "%u"), by_select("%s", "%u")), Outcome::Proved);
  EXPECT_EQ(of_loop(by_two_ways("%s", "%y", "%d"), by_select("%s", "%y", "%d")), Outcome::Proved)
      << "a branch is undefined where the condition is poison, a select is not";
}

TEST(LostBlocks, ButTheOneOfTheWay) {
  EXPECT_TRUE(is_wrong(of_loop(by_two_ways("%s", "%y"), by_select("%y", "%s"))));
  EXPECT_TRUE(is_wrong(of_loop(by_two_ways("%s", "%y"), by_select("%s", "%x"))));
  EXPECT_TRUE(is_wrong(of_loop(by_two_ways("%s", "%y"), by_select("%s", "%y", "%d"))));
  EXPECT_TRUE(is_wrong(of_loop(by_two_ways("%u", "%y"), by_select("%u", "%u"))));
}

TEST(LostBlocks, ABranchThatComesInPlaceOfASelectIsNone) {
  EXPECT_TRUE(is_wrong(of_loop(by_select("%s", "%y", "%d"), by_two_ways("%s", "%y", "%d"))));
  // Both branch, and only the names are others.
  const std::string renamed =
      "br i1 %d, label %three, label %four three: %s = add i32 %x, 1 br label %met four: br label %met "
      "met: %v = phi i32 [ %s, %three ], [ %y, %four ] store i32 %v, ptr %p call void @out(i32 %v) br label %end";
  EXPECT_TRUE(is_wrong(of_loop(by_select("%s", "%y", "%d"), renamed)));
}

TEST(LostBlocks, WhatIsNotOnlyComputedStaysOnItsWay) {
  const auto ways = [](const std::string& step) {
    return "br i1 %c, label %one, label %met one: " + step +
           " br label %met met: %v = phi i32 [ %s, %one ], [ %y, %b ] store i32 %v, ptr %p br label %end";
  };
  const auto chosen = [](const std::string& step) {
    return step + " %v = select i1 %c, i32 %s, i32 %y store i32 %v, ptr %p br label %end";
  };
  for (const char* step : {"%s = udiv i32 1, %x", "%s = load i32, ptr %q", "store i32 7, ptr %q %s = add i32 %x, 1"})
    EXPECT_TRUE(is_wrong(of_loop(ways(step), chosen(step)))) << step;
  EXPECT_EQ(of_loop(ways("%s = mul nsw i32 %x, %y"), chosen("%s = mul nsw i32 %x, %y")), Outcome::Proved);
}

/// Stores where %c and then a second condition hold.
std::string by_two_branches(const std::string& second, bool both) {
  return "br i1 %c, label " + std::string(both ? "%then, label %no" : "%yes, label %then") + " then: " + second +
         " br i1 %k, label %yes, label %no yes: store i32 %x, ptr %p call void @out(i32 5) br label %no " +
         (both ? "no: %v = phi i32 [ 1, %yes ], [ 2, %then ], [ 3, %b ]"
               : "no: %v = phi i32 [ 1, %yes ], [ 2, %then ]") +
         " call void @out(i32 %v) br label %end";
}
std::string by_one_branch(const std::string& second, const std::string& condition, const std::string& other) {
  return second + " %w = select i1 %c, i32 2, i32 " + other + " %both = " + condition +
         " br i1 %both, label %yes, label %no yes: store i32 %x, ptr %p call void @out(i32 5) br label %no "
         "no: %v = phi i32 [ 1, %yes ], [ %w, %b ] call void @out(i32 %v) br label %end";
}

TEST(LostBlocks, TwoBranchesToOneBlockMayBeOne) {
  const std::string less = "%k = icmp ult i32 %y, 9", undef = "%k = icmp ult i32 %u, 9";
  for (const std::string& second : {less, undef}) {
    EXPECT_EQ(of_loop(by_two_branches(second, true), by_one_branch(second, "select i1 %c, i1 %k, i1 false", "3")),
              Outcome::Proved);
    EXPECT_EQ(of_loop(by_two_branches(second, false), by_one_branch(second, "select i1 %c, i1 true, i1 %k", "2")),
              Outcome::Proved);
  }
  EXPECT_EQ(of_loop(by_two_branches(less, true), by_one_branch(less, "and i1 %c, %k", "3")), Outcome::Proved);
}

TEST(LostBlocks, ButOfTheSameConditionAndWithTheSameValues) {
  const std::string less = "%k = icmp ult i32 %y, 9", undef = "%k = icmp ult i32 %u, 9";
  EXPECT_TRUE(is_wrong(of_loop(by_two_branches(undef, true), by_one_branch(undef, "and i1 %c, %k", "3"))))
      << "the second one may be poison where the first is false";
  EXPECT_TRUE(is_wrong(of_loop(by_two_branches(undef, false), by_one_branch(undef, "or i1 %c, %k", "2"))));
  EXPECT_TRUE(
      is_wrong(of_loop(by_two_branches(undef, true), by_one_branch(undef, "select i1 %k, i1 %c, i1 false", "3"))));
  EXPECT_TRUE(is_wrong(of_loop(by_two_branches(less, true), by_one_branch(less, "select i1 %c, i1 true, i1 %k", "3"))));
  EXPECT_TRUE(
      is_wrong(of_loop(by_two_branches(less, true), by_one_branch(less, "select i1 %c, i1 %k, i1 false", "4"))));
  EXPECT_TRUE(is_wrong(of_loop(by_two_branches(less, true), by_one_branch(less, "xor i1 %c, %k", "3"))));
}

}  // namespace
}  // namespace assay::prove
