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
