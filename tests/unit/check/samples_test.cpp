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
  // The solver lacks the format; the results differ for one of a hundred inputs.
  const std::string sum = "%f = sitofp i16 %x to x86_fp80 %g = fadd x86_fp80 %f, %f ";
  const std::string source = "define x86_fp80 @src(i16 %x) { " + sum + "ret x86_fp80 %g } ";
  const std::string target = "define x86_fp80 @tgt(i16 %x) { " + sum + "%a = mul i16 %x, 12345 %m = add i16 %a, 20000 "
                             "%c = icmp ult i16 %m, 600 %s = select i1 %c, x86_fp80 %f, x86_fp80 %g ret x86_fp80 %s }";
  Options options;
  options.quick_budget = 2'000;
  options.exhaustive_budget = 2'000;
  const Verdict verdict = judge(source + target, options);
  EXPECT_EQ(word(verdict), "incorrect: value-mismatch");
  for (const RungCost& cost : verdict.costs)
    if (cost.rung == Rung::Patience) return;
  FAIL() << "decided before";
}

}  // namespace
}  // namespace assay::check
