#include <gtest/gtest.h>

#include <string>

#include "tests/unit/check/pairs.h"

/// MEM-1: memory that one type wrote, read as a type that is no whole bytes.
namespace assay::check {
namespace {

std::string pair(const std::string& callee, const std::string& source, const std::string& target) {
  return callee + "define i7 @src() {\n" + source + "}\ndefine i7 @tgt() {\n" + target + "}\n";
}

TEST(PartialBytes, WhereTheReadingsDifferNothingIsDecidedAndNobodyIsMistaken) {
  const std::string body = "  %p = alloca i8\n  store i8 9, ptr %p\n  %v = load i7, ptr %p\n  ret i7 %v\n";
  const Verdict own = judge(pair("", body, "  ret i7 3\n"));
  EXPECT_EQ(word(own), "unknown: unsupported: memory of types that are no whole bytes") << own.detail;
  const Verdict called =
      judge(pair("define internal i7 @in() {\n" + body + "}\n", "  %r = call i7 @in()\n  ret i7 %r\n", "  ret i7 3\n"));
  EXPECT_EQ(word(called), "unknown: unsupported: memory of types that are no whole bytes") << called.detail;
}

TEST(PartialBytes, WhatBothReadingsRefuteIsIncorrect) {
  const std::string body = "  %p = alloca i7\n  store i7 9, ptr %p\n  %v = load i7, ptr %p\n  ret i7 %v\n";
  EXPECT_EQ(word(judge(pair("", body, "  ret i7 3\n"))), "incorrect: value-mismatch");
  EXPECT_EQ(word(judge(pair("", body, "  ret i7 9\n"))), "correct");
}

}  // namespace
}  // namespace assay::check
