#include <gmock/gmock.h>

#include "tests/unit/check/pairs.h"

/// A parameter that gains `initializes`.
namespace assay::check {
namespace {

// ATTR-8
TEST(CheckInitializes, WhatIsReadThroughAnotherPointerRefutesNothing) {
  const auto text = [](const std::string& attribute, const std::string& from, const std::string& value) {
    return "define void @f(ptr " + attribute + " %out, ptr %in) { %v = load i32, ptr " + from + " store i32 " + value +
           ", ptr %out ret void }";
  };
  const std::string said = "initializes((0, 4))";
  EXPECT_EQ(verdict(text("", "%in", "%v"), text(said, "%in", "%v")), "correct");
  EXPECT_EQ(verdict(text("", "%out", "%v"), text(said, "%out", "%v")).substr(0, 9), "incorrect");
  EXPECT_EQ(verdict(text("", "%in", "%v"), text(said, "%in", "7")).substr(0, 9), "incorrect")
      << "wrong without it, too";
  EXPECT_EQ(verdict(text("", "%in", "7"), text(said, "%in", "7")).substr(0, 7), "correct");
}

/// A function whose parameter gains the attribute.
std::string of_initialized(const std::string& ranges, const std::string& body) {
  const auto text = [&](const std::string& attribute) {
    return "declare void @g(ptr) declare void @llvm.memset.p0.i64(ptr, i8, i64, i1) define i32 @f(ptr " + attribute +
           " %out, ptr %in, i1 noundef %c, i64 noundef %n) { " + body + " }";
  };
  return verdict(text(""), text("initializes(" + ranges + ")")).substr(0, 7);
}

// ATTR-8
TEST(CheckInitializes, SaysNothingWhereTheTextShowsThatItIsKept) {
  const std::string other = "%v = load i32, ptr %in ", end = "ret i32 %v ";
  const char *all = "(0, 4)", *two = "(0, 4), (8, 12)";
  EXPECT_EQ(of_initialized(all, other + "store i32 1, ptr %out " + end), "correct");
  EXPECT_EQ(of_initialized(all, "store i32 1, ptr %out " + other + end), "correct");
  EXPECT_EQ(of_initialized(all, "store i32 1, ptr %out %w = load i32, ptr %out " + other + end), "correct");
  EXPECT_EQ(of_initialized(two, other +
                                    "store i32 1, ptr %out %p = getelementptr i8, ptr %out, i64 8 "
                                    "store i32 2, ptr %p %w = load i32, ptr %p " +
                                    end),
            "correct");
  EXPECT_EQ(of_initialized("(4, 8)", other +
                                         "%p = getelementptr i8, ptr %out, i64 4 %w = load i32, ptr %out store i32 "
                                         "%w, ptr %p " +
                                         end),
            "correct");
  EXPECT_EQ(of_initialized("(0, 8)", other + "call void @llvm.memset.p0.i64(ptr %out, i8 0, i64 8, i1 false) " + end),
            "correct");
  EXPECT_EQ(of_initialized(all, other + "br i1 %c, label %a, label %b a: store i32 1, ptr %out " + end +
                                    "b: store i32 2, ptr %out " + end),
            "correct");
  EXPECT_EQ(
      of_initialized(all, other + "br i1 %c, label %a, label %b a: store i32 1, ptr %out " + end + "b: unreachable "),
      "correct");
}

// ATTR-8
TEST(CheckInitializes, IsNotKeptByAPartOrTooLateOrOnOneWayOnly) {
  const std::string other = "%v = load i32, ptr %in ", end = "ret i32 %v ";
  for (const std::string& body :
       {other + end, other + "store i16 1, ptr %out " + end,
        other + "%p = getelementptr i8, ptr %out, i64 1 store i32 1, ptr %p " + end,
        other + "%p = getelementptr i8, ptr %out, i64 %n store i32 1, ptr %p " + end,
        other + "call void @llvm.memset.p0.i64(ptr %out, i8 0, i64 3, i1 false) " + end,
        other + "call void @llvm.memset.p0.i64(ptr %out, i8 0, i64 %n, i1 false) " + end,
        other + "store i32 1, ptr %in " + end, "%v = load i32, ptr %out store i32 1, ptr %out " + end,
        "store i16 1, ptr %out %v = load i32, ptr %out store i32 1, ptr %out " + end,
        other + "%w = load i8, ptr %out store i32 1, ptr %out %x = zext i8 %w to i32 ret i32 %x ",
        other + "br i1 %c, label %a, label %b a: store i32 1, ptr %out br label %b b: " + end,
        other + "br i1 %c, label %a, label %b a: store i32 1, ptr %out " + end + "b: " + end,
        "br i1 %c, label %a, label %b a: store i32 1, ptr %out br label %b b: %v = load i32, ptr %out store i32 2, ptr "
        "%out " +
            end,
        other + "store volatile i32 1, ptr %out " + end,
        "%s = alloca ptr store ptr %out, ptr %s %p = load ptr, ptr %s %v = load i32, ptr %p store i32 1, ptr %out " +
            end,
        "%i = ptrtoint ptr %out to i64 %p = inttoptr i64 %i to ptr %v = load i32, ptr %p store i32 1, ptr %out " + end,
        "call void @g(ptr %out) " + other + "store i32 1, ptr %out " + end})
    EXPECT_THAT(of_initialized("(0, 4)", body), ::testing::AnyOf("incorre", "unknown")) << body;
}

}  // namespace
}  // namespace assay::check
