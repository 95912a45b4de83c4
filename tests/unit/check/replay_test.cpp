#include <gtest/gtest.h>

#include "tests/unit/check/pairs.h"

/// What is told of counterexamples of the solver. Which of them the interpreter follows: tests/golden/pairs/replay.
namespace assay::check {
namespace {

/// By whom, without the interpreter's own samples: the solver finds the counterexample, the interpreter replays it.
Verdict replayed(const std::string& module) {
  Options options;
  options.samples = 0;
  options.quick_budget = 0;
  options.confirmed_only = true;
  return judge(module, options);
}

std::string pair_of(const std::string& head, const std::string& source, const std::string& target) {
  const std::size_t at = head.find('@');
  const auto named = [&](const char* name) { return "define " + head.substr(0, at + 1) + name + head.substr(at + 1); };
  return named("src") + " {\n" + source + "\n}\n" + named("tgt") + " {\n" + target + "\n}\n";
}

TEST(Replay, AVariableIsNamedInACounterexample) {
  const Verdict verdict = replayed("@v = global i8 0\n" + pair_of("i8 @(ptr %p)",
                                                                  "store i8 1, ptr @v\nstore i8 2, ptr %p\n"
                                                                  "%l = load i8, ptr @v\nret i8 %l",
                                                                  "store i8 1, ptr @v\nstore i8 2, ptr %p\nret i8 1"));
  ASSERT_TRUE(verdict.counterexample.has_value()) << word(verdict);
  EXPECT_EQ(verdict.counterexample->inputs.front().value, "@v + 0");
}

TEST(Replay, WhatNobodyRanIsUnknownWithItsCounterexample) {
  // Of functions of the module that an unknown one may call, only those are replayed that do no more than a store.
  const std::string module =
      "@K = internal global i32 5\ndeclare void @w()\ndefine void @set(i32 %x) {\n  %y = add i32 %x, 1\n"
      "  store i32 %y, ptr @K\n  ret void\n}\n" +
      pair_of("i32 @()", "store i32 1, ptr @K\ncall void @w()\n%v = load i32, ptr @K\nret i32 %v",
              "store i32 1, ptr @K\ncall void @w()\nret i32 1");
  const Verdict verdict = replayed(module);
  EXPECT_EQ(word(verdict), "unknown: unconfirmed");
  EXPECT_TRUE(verdict.counterexample.has_value());
  EXPECT_TRUE(verdict.detail.starts_with("the solver alone says value-mismatch")) << verdict.detail;
  Options reports;
  reports.confirmed_only = false;
  EXPECT_EQ(word(judge(module, reports)), "incorrect: value-mismatch");
}

TEST(Replay, ARuleOfTheTextsNeedsNoRun) {
  Checker checker([] {
    Options options;
    options.confirmed_only = true;
    return options;
  }());
  const std::string body = "define i32 @f() {\n  %v = load i32, ptr @g\n  ret i32 %v\n}\n";
  const Verdict verdict = check_texts(checker, "@g = constant i32 0\n" + body, "@g = global i32 0\n" + body);
  EXPECT_EQ(word(verdict), "incorrect: memory-mismatch");
  EXPECT_EQ(verdict.method, Method::Syntax);
}

}  // namespace
}  // namespace assay::check
