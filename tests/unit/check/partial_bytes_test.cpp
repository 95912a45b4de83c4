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

// A load is made narrower, as VectorCombine does it: the solver's reading does not hold when it is run.
TEST(PartialBytes, WhatOnlyTheSolverRefutesIsNotDecidedEither) {
  const auto body = [](const std::string& lanes) {
    return "  %p = alloca i8\n  %m = and i8 %x, 7\n  %w = bitcast i8 %m to <8 x i1>\n  store <8 x i1> %w, ptr %p\n  %e "
           "= load <" +
           lanes + " x i1>, ptr %p\n  %g = shufflevector <" + lanes + " x i1> %e, <" + lanes +
           " x i1> poison, <3 x i32> <i32 0, i32 1, i32 2>\n  %r = bitcast <3 x i1> %g to i3\n  ret i3 %r\n}\n";
  };
  Options options;
  options.samples = options.quick_budget = 0;  // the solver is asked first
  const Verdict verdict =
      judge("define i3 @src(i8 %x, i3 %y) {\n" + body("8") + "define i3 @tgt(i8 %x, i3 %y) {\n" + body("3"), options);
  EXPECT_EQ(word(verdict), "unknown: unsupported: memory of types that are no whole bytes") << verdict.detail;
}

TEST(PartialBytes, WhatBothReadingsRefuteIsIncorrect) {
  const std::string body = "  %p = alloca i7\n  store i7 9, ptr %p\n  %v = load i7, ptr %p\n  ret i7 %v\n";
  EXPECT_EQ(word(judge(pair("", body, "  ret i7 3\n"))), "incorrect: value-mismatch");
  EXPECT_EQ(word(judge(pair("", body, "  ret i7 9\n"))), "correct");
}

}  // namespace
}  // namespace assay::check
