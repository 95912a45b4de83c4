// The sampled inputs: how far they reach.

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/unit/check/pairs.h"

namespace assay::check {
namespace {

/// Fills the first %n words of %p; ends with `after`.
std::string filling(const std::string& name, const std::string& after) {
  return "define void @" + name +
         "(ptr %p, i32 %x, i64 %n) { entry: br label %loop "
         "loop: %i = phi i64 [ 0, %entry ], [ %j, %loop ] %q = getelementptr inbounds i32, ptr %p, i64 %i "
         "store i32 %x, ptr %q %j = add i64 %i, 1 %more = icmp ult i64 %j, %n br i1 %more, label %loop, label %exit "
         "exit: " +
         after + " } ";
}

TEST(Samples, LoopsAreRunOftenEnoughForAVectorBody) {
  const std::string before =
      "%e = getelementptr inbounds i32, ptr %p, i64 -1 %many = icmp ugt i64 %n, 6 "
      "br i1 %many, label %vector, label %done vector: store i32 %x, ptr %e br label %done "
      "done: ret void";
  Options options;
  options.oracles = Oracles::Interpreter;
  for (options.seed = 1; options.seed <= 8; ++options.seed) {
    const Verdict verdict = judge(filling("src", "ret void") + filling("tgt", before), options);
    EXPECT_EQ(word(verdict), "incorrect: more-ub") << "seed " << options.seed;
  }
}

/// A loop over %i from 0 up to %n: `body` uses %i and %s, which starts with 0, and makes %t, the next %s.
std::string summing(const std::string& name, const std::string& arguments, const std::string& body) {
  return "define i32 @" + name + "(" + arguments +
         ", i32 %n) { entry: br label %loop loop: %i = phi i32 [ 0, %entry ], [ %j, %loop ] "
         "%s = phi i32 [ 0, %entry ], [ %t, %loop ] " +
         body + " %j = add nuw i32 %i, 1 %more = icmp ult i32 %j, %n br i1 %more, label %loop, label %exit " +
         "exit: ret i32 %t } ";
}

TEST(Samples, LongRunsRefuteWhatGoesWrongOnlyInLateRounds) {
  const std::string plain = "%t = add i32 %s, %i";
  const std::string load = "%p = getelementptr i16, ptr %a, i32 %i %v = load i16, ptr %p %x = zext i16 %v to i32 ";
  const std::string store = "%p = getelementptr i16, ptr %a, i32 %i store i16 %b, ptr %p ";
  const std::vector<std::pair<std::string, std::string>> pairs = {
      // n (n - 1) / 2, where the product wraps: from 65,537 on.
      {summing("src", "i1 %a", plain),
       "define i32 @tgt(i1 %a, i32 %n) { %z = icmp eq i32 %n, 0 %k = select i1 %z, i32 1, i32 %n "
       "%m = sub i32 %k, 1 %p = mul i32 %k, %m %h = lshr i32 %p, 1 ret i32 %h } "},
      // One round in the middle of a long run.
      {summing("src", "i1 %a", plain),
       summing("tgt", "i1 %a", "%c = icmp eq i32 %i, 777 %y = select i1 %c, i32 0, i32 %i %t = add i32 %s, %y")},
      {summing("src", "ptr %a", load + "%t = add i32 %s, %x"),
       summing("tgt", "ptr %a",
               load + "%c = icmp eq i32 %i, 199 %y = select i1 %c, i32 0, i32 %x %t = add i32 %s, %y")},
      {summing("src", "ptr %a, i16 %b", store + "%t = add i32 %s, 1"),
       summing("tgt", "ptr %a, i16 %b",
               "%c = icmp eq i32 %i, 300 %o = select i1 %c, i32 299, i32 %i "
               "%p = getelementptr i16, ptr %a, i32 %o store i16 %b, ptr %p %t = add i32 %s, 1")},
      // A late row of a matrix.
      {summing("src", "ptr %a",
               "%p = getelementptr [100 x i32], ptr %a, i32 %i store i32 7, ptr %p %t = add i32 %s, 1"),
       summing("tgt", "ptr %a",
               "%c = icmp eq i32 %i, 150 %o = select i1 %c, i32 149, i32 %i "
               "%p = getelementptr [100 x i32], ptr %a, i32 %o store i32 7, ptr %p %t = add i32 %s, 1")},
      // Two pointers that overlap, far apart.
      {"define void @src(ptr %p, ptr %q, i64 %n) { store i8 1, ptr %p store i8 2, ptr %q ret void } ",
       "define void @tgt(ptr %p, ptr %q, i64 %n) { store i8 2, ptr %q store i8 1, ptr %p ret void } "},
      {summing("src", "ptr %a, ptr %b",
               load + "%q = getelementptr i8, ptr %b, i32 %i store i8 7, ptr %q "
                      "%t = add i32 %s, %x"),
       summing("tgt", "ptr %a, ptr %b",
               load + "%far = getelementptr i16, ptr %p, i32 64 %c = icmp eq ptr %far, %b %y = select i1 %c, i32 0, "
                      "i32 %x %q = getelementptr i8, ptr %b, i32 %i store i8 7, ptr %q %t = add i32 %s, %y")},
  };
  Options options;
  options.oracles = Oracles::Interpreter;
  for (const auto& [before, after] : pairs) {
    unsigned refuted = 0;
    for (options.seed = 1; options.seed <= 6; ++options.seed)
      if (word(judge(before + after, options)).starts_with("incorrect")) ++refuted;
    EXPECT_GE(refuted, 3u) << "of 6: " << after;
  }
}

TEST(Samples, LongRunsAreToldWithAsFewRoundsAsShowTheMistake) {
  Options options;
  options.oracles = Oracles::Interpreter;
  const Verdict verdict = judge(
      summing("src", "i1 %a", "%t = add i32 %s, %i") +
          summing("tgt", "i1 %a", "%c = icmp eq i32 %i, 777 %y = select i1 %c, i32 0, i32 %i %t = add i32 %s, %y"),
      options);
  ASSERT_TRUE(verdict.counterexample);
  EXPECT_EQ(verdict.counterexample->inputs.back().value, "778 (0x30a)");
}

/// Stores into rows: %o counts the rows of the loop around and %i those of the inner one, each up to a number of its
/// own.
std::string rows(const std::string& name, const std::string& arguments, const std::string& outer,
                 const std::string& inner, const std::string& store) {
  return "define void @" + name + "(" + arguments +
         ") { entry: %some = icmp sgt i32 %h, 0 %any = icmp sgt i32 %w, 0 %go = and i1 %some, %any "
         "br i1 %go, label %around, label %exit around: %o = phi i32 [ 0, %entry ], [ %p, %latch ] br label %loop "
         "loop: %i = phi i32 [ 0, %around ], [ %j, %loop ] " +
         store + " %j = add nuw nsw i32 %i, 1 %more = icmp slt i32 %j, " + inner +
         " br i1 %more, label %loop, label %latch latch: %p = add nuw nsw i32 %o, 1 %again = icmp slt i32 %p, " +
         outer + " br i1 %again, label %around, label %exit exit: ret void } ";
}
/// A byte at row * stride + column, with products that must not wrap.
std::string store_byte(const std::string& row, const std::string& column) {
  return "%a = mul nsw i32 " + row + ", %s %k = add nsw i32 %a, " + column +
         " %q = getelementptr inbounds i8, ptr %d, i32 %k %m1 = mul nsw i32 %x, " + row + " %m2 = mul nsw i32 %y, " +
         column + " %v = add nsw i32 %m1, %m2 %b = trunc i32 %v to i8 store i8 %b, ptr %q ";
}
std::string store_word(const std::string& row, const std::string& column) {
  return "%q = getelementptr inbounds [60 x i32], ptr %d, i32 " + row + ", i32 " + column + " store i32 " + row +
         ", ptr %q ";
}

TEST(Samples, LoopsInLoopsRunThoughAllNumbersMustBeSmallForThat) {
  const std::string of_bytes = "ptr noalias %d, i32 %s, i32 %x, i32 %y, i32 %w, i32 %h";
  const std::string of_words = "ptr noalias %d, i32 %w, i32 %h";
  const std::vector<std::pair<std::string, std::string>> pairs = {
      // Rows that overlap: the stride is less than the width.
      {rows("src", of_bytes, "%h", "%w", store_byte("%o", "%i")),
       rows("tgt", of_bytes, "%w", "%h", store_byte("%i", "%o"))},
      // A row that goes on into the next one.
      {rows("src", of_words, "%h", "%w", store_word("%o", "%i")),
       rows("tgt", of_words, "%w", "%h", store_word("%i", "%o"))},
  };
  Options options;
  options.oracles = Oracles::Interpreter;
  for (const auto& [before, after] : pairs)
    for (options.seed = 1; options.seed <= 10; ++options.seed)
      EXPECT_EQ(word(judge(before + after, options)), "incorrect: memory-mismatch")
          << "seed " << options.seed << ": " << after;
}

TEST(Samples, HoldTheNumbersAtWhichFloatsChangeTheirWays) {
  // Each fold is wrong for one kind of number only.
  const std::vector<std::pair<std::string, std::string>> folds = {
      {"fadd double %x, 0.0", "fadd double %x, -0.0"},                       // -0.0
      {"fsub double %x, %x", "fsub nnan double %x, %x"},                     // an infinity or NaN
      {"fmul double %x, 0.0", "fmul nnan double %x, 0.0"},                   // an infinity
      {"fmul double %x, 0.5", "fmul ninf double %x, 0.5"},                   // an infinity
      {"fcmp ord double %x, %x", "fcmp one double %x, 0x7FF0000000000000"},  // the positive one
      {"fcmp oeq double %x, 0x0010000000000000",
       "fcmp olt double %x, 0x0000000000000000"},  // negative ones, the smallest normal
  };
  Options options;
  options.oracles = Oracles::Interpreter;
  for (const auto& [before, after] : folds)
    for (options.seed = 1; options.seed <= 8; ++options.seed) {
      const std::string type = before.starts_with("fcmp") ? "i1" : "double";
      const auto one = [&](const char* name, const std::string& body) {
        return "define " + type + " @" + name + "(double noundef %x) { %r = " + body + " ret " + type + " %r } ";
      };
      EXPECT_TRUE(word(judge(one("src", before) + one("tgt", after), options)).starts_with("incorrect"))
          << after << ", seed " << options.seed;
    }
}

TEST(Samples, HoldVectorsWithOneNumberInAllLanes) {
  const auto sum = [](const std::string& name, const std::string& start) {
    return "define float @" + name +
           "(<8 x float> noundef %v) { %r = call float @llvm.vector.reduce.fadd.v8f32(float " + start +
           ", <8 x float> %v) ret float %r } ";
  };
  const auto equal = [](const std::string& name, const std::string& result) {
    return "define i1 @" + name +
           "(<4 x i32> noundef %v) { %s = shufflevector <4 x i32> %v, <4 x i32> poison, <4 x i32> zeroinitializer "
           "%e = icmp eq <4 x i32> %v, %s %b = bitcast <4 x i1> %e to i4 %a = icmp eq i4 %b, -1 %f = extractelement <4 "
           "x i32> %v, i32 0 "
           "%z = icmp ugt i32 %f, 1 %m = icmp ne i32 %f, -1 %y = and i1 %z, %m %w = and i1 %a, %y ret i1 " +
           result + " } ";
  };
  Options options;
  options.oracles = Oracles::Interpreter;
  for (options.seed = 1; options.seed <= 8; ++options.seed) {
    EXPECT_EQ(word(judge("declare float @llvm.vector.reduce.fadd.v8f32(float, <8 x float>) " + sum("src", "0.0") +
                             sum("tgt", "-0.0"),
                         options)),
              "incorrect: value-mismatch");
    EXPECT_EQ(word(judge(equal("src", "%w") + equal("tgt", "false"), options)), "incorrect: value-mismatch")
        << "seed " << options.seed;
  }
}

TEST(Samples, WhatTheSolverGivesUpOnIsSampledOnceMore) {
  // The results differ for one of a thousand inputs, and to find one takes the solver longer than it has.
  const std::string source = "define i64 @src(i64 noundef %x) { ret i64 %x } ";
  std::string target = "define i64 @tgt(i64 noundef %x) { %v0 = mul i64 %x, %x ";
  constexpr int kRounds = 12;
  for (int i = 0; i < kRounds; ++i) {
    const std::string v = "%v" + std::to_string(i), h = "%h" + std::to_string(i);
    target += h + " = lshr i64 " + v + ", 29 %w" + std::to_string(i) + " = xor i64 " + v + ", " + h + " %v" +
              std::to_string(i + 1) + " = mul i64 %w" + std::to_string(i) + ", %w" + std::to_string(i) + " ";
  }
  target += "%m = urem i64 %v" + std::to_string(kRounds) +
            ", 1009 %is = icmp eq i64 %m, 500 %d = zext i1 %is to i64 "
            "%r = add i64 %x, %d ret i64 %r }";
  Options options;
  options.quick_budget = 2'000;
  options.exhaustive_budget = 200'000;
  options.smt_timeout_ms = 20;
  const Verdict verdict = judge(source + target, options);
  EXPECT_EQ(word(verdict), "incorrect: value-mismatch");
  for (const RungCost& cost : verdict.costs)
    if (cost.rung == Rung::Patience) return;
  FAIL() << "decided before";
}

}  // namespace
}  // namespace assay::check
