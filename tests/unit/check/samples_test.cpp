// The sampled inputs: how far they reach.

#include <gtest/gtest.h>

#include "tests/unit/check/pairs.h"

namespace assay::check {
namespace {

/// Fills the first %n words of %p; ends with `after`.
std::string filling(const std::string& name, const std::string& after) {
  return "define void @" + name + "(ptr %p, i32 %x, i64 %n) { entry: br label %loop "
         "loop: %i = phi i64 [ 0, %entry ], [ %j, %loop ] %q = getelementptr inbounds i32, ptr %p, i64 %i "
         "store i32 %x, ptr %q %j = add i64 %i, 1 %more = icmp ult i64 %j, %n br i1 %more, label %loop, label %exit "
         "exit: " + after + " } ";
}

TEST(Samples, LoopsAreRunOftenEnoughForAVectorBody) {
  const std::string before = "%e = getelementptr inbounds i32, ptr %p, i64 -1 %many = icmp ugt i64 %n, 6 "
                             "br i1 %many, label %vector, label %done vector: store i32 %x, ptr %e br label %done "
                             "done: ret void";
  Options options;
  options.oracles = Oracles::Interpreter;
  for (options.seed = 1; options.seed <= 8; ++options.seed) {
    const Verdict verdict = judge(filling("src", "ret void") + filling("tgt", before), options);
    EXPECT_EQ(word(verdict), "incorrect: more-ub") << "seed " << options.seed;
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
  target += "%m = urem i64 %v" + std::to_string(kRounds) + ", 1009 %is = icmp eq i64 %m, 500 %d = zext i1 %is to i64 "
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
