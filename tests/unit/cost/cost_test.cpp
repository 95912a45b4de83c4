#include "services/worker/cost/cost.h"

#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <set>

#include "services/common/environment.h"
#include "services/common/subprocess.h"
#include "services/worker/ir/ir.h"
#include "services/worker/ir/targeted.h"

namespace assay::cost {
namespace {

/// @f of a module's text, in an environment of this name.
class Case {
 public:
  explicit Case(const std::string& text, const std::string& environment = "none") {
    auto parsed = ir::parse(context_, text, "case");
    if (!parsed) throw std::runtime_error(parsed.error());
    module_ = std::move(*parsed);
    const auto environments = parse_environments(environment);
    ir::set_environment(*module_, environments->front());
  }
  const llvm::Function& function() const { return *module_->getFunction("f"); }

  std::string object() const {
    SubprocessOptions llc;
    llc.arguments = {"/usr/lib/llvm-22/bin/llc", "-O2", "-filetype=obj", "-o", "-", "-"};
    llc.input = ir::print(*module_);
    llc.time_limit = std::chrono::seconds(60);
    const SubprocessResult result = run_subprocess(llc);
    EXPECT_TRUE(result.succeeded()) << result.error_output;
    return result.output;
  }
  Costs object_costs() const {
    const auto costs = cost::object_costs(object(), "f", processor_of(function()));
    EXPECT_TRUE(costs) << costs.error();
    return costs ? *costs : Costs();
  }

 private:
  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
};

const char* kMul = "define i64 @f(i64 %x, i64 %y) {\n %r = mul i64 %x, %y\n ret i64 %r\n}\n";
const char* kAdd = "define i64 @f(i64 %x, i64 %y) {\n %r = add i64 %x, %y\n ret i64 %r\n}\n";

std::string loop_of(const std::string& bound) {
  return "define i64 @f(i64 %n) {\nentry:\n br label %loop\nloop:\n %i = phi i64 [0, %entry], [%j, %loop]\n"
         " %s = phi i64 [0, %entry], [%t, %loop]\n %t = mul i64 %s, %i\n %j = add nuw i64 %i, 1\n"
         " %c = icmp ult i64 %j, " +
         bound + "\n br i1 %c, label %loop, label %exit\nexit:\n ret i64 %t\n}\n";
}

TEST(Cost, EachMeasureSaysWhatItIsGoodForAndWhatItDoesNotKnow) {
  std::set<std::string_view> names;
  for (const Row& row : rows()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_FALSE(row.unit.empty() || row.good_for.empty() || row.noise.empty()) << row.name;
    EXPECT_EQ(&row_of(row.measure), &row);
    EXPECT_EQ(enumerator_of(row.name, std::type_identity<Measure>()), row.measure);
  }
}

TEST(Cost, TheTargetOfTheModuleSaysWhatOperationsTake) {
  const std::string product =
      "define <2 x i64> @f(<2 x i64> %x, <2 x i64> %y) {\n %r = mul <2 x i64> %x, %y\n ret <2 x i64> %r\n}\n";
  const double none = ir_cost(Case(product).function(), Measure::Throughput);
  const double x86 = ir_cost(Case(product, "x86-64").function(), Measure::Throughput);
  const double arm = ir_cost(Case(product, "aarch64").function(), Measure::Throughput);
  EXPECT_NE(none, x86);
  EXPECT_NE(x86, arm);
}

TEST(Cost, WithoutATargetAMultiplicationTakesLongerThanASum) {
  EXPECT_EQ(ir_cost(Case(kMul).function(), Measure::Latency),
            ir_cost(Case(kAdd).function(), Measure::Latency) + kLongerMul);
  EXPECT_EQ(ir_cost(Case(kMul).function(), Measure::Instructions),
            ir_cost(Case(kAdd).function(), Measure::Instructions));
}

TEST(Cost, ScalableVectorsCountAsOneWhereTheTargetHasNone) {
  const std::string lane =
      "define i64 @f(<vscale x 2 x i64> %x) {\n %s = call <vscale x 2 x i64> "
      "@llvm.stepvector.nxv2i64()\n %r = extractelement <vscale x 2 x i64> %s, i64 1\n ret i64 "
      "%r\n}\ndeclare <vscale x 2 x i64> @llvm.stepvector.nxv2i64()\n";
  for (const char* environment : {"none", "x86-64"})
    EXPECT_EQ(ir_cost(Case(lane, environment).function(), Measure::Size),
              ir_cost(Case("define i64 @f(i64 %x) {\n %s = add i64 %x, %x\n %r = add i64 %s, %x\n ret i64 %r\n}\n",
                           environment)
                          .function(),
                      Measure::Size))
        << environment;
  EXPECT_GT(ir_cost(Case(lane, "sve2").function(), Measure::Size), 0);
}

TEST(Cost, WhatIsNeverReachedCostsNothing) {
  const Case never("define void @f(ptr %p) {\n unreachable\n}\n", "x86-64");
  for (const Cost& cost : ir_costs(never.function())) EXPECT_EQ(cost.value, 0) << name_of(cost.measure);
  const Costs object = never.object_costs();
  for (const Measure measure : {Measure::CodeSize, Measure::MachineInstructions, Measure::Cycles})
    EXPECT_EQ(value_of(object, measure), 0) << name_of(measure);
}

TEST(Cost, ALoopTakesItsRoundsTimesAsLongButNoMoreRoom) {
  const Case ten(loop_of("10")), twenty(loop_of("20")), usual(loop_of(std::to_string(kUsualRounds))),
      open(loop_of("%n")), hundredfold(loop_of("1000"));
  for (const Measure measure : {Measure::Latency, Measure::Throughput}) {
    const double per_round = (ir_cost(twenty.function(), measure) - ir_cost(ten.function(), measure)) / 10;
    EXPECT_GT(per_round, 0);
    EXPECT_EQ(ir_cost(open.function(), measure), ir_cost(usual.function(), measure));
    EXPECT_EQ(ir_cost(hundredfold.function(), measure) - ir_cost(ten.function(), measure), 990 * per_round);
  }
  for (const Measure measure : {Measure::Instructions, Measure::Size})
    EXPECT_EQ(ir_cost(ten.function(), measure), ir_cost(twenty.function(), measure));
}

TEST(Cost, WhatWasRunCostsAsOftenAsItWasExecuted) {
  const Case open(loop_of("%n"));
  const auto counted = [&](std::uint64_t rounds) {
    ir::BlockCounts counts;
    for (const llvm::BasicBlock& block : open.function()) counts[&block] = block.getName() == "loop" ? rounds : 1;
    return run_costs(open.function(), counts);
  };
  EXPECT_EQ(value_of(counted(10), Measure::Executed), 2 + 10 * 6);
  for (const Measure measure : {Measure::RunLatency, Measure::RunThroughput}) {
    const double one = *value_of(counted(1), measure), two = *value_of(counted(2), measure);
    EXPECT_GT(two, one);
    EXPECT_EQ(*value_of(counted(11), measure) - one, 10 * (two - one));
  }
  EXPECT_EQ(counted(kUsualRounds).size(), 3u);
  EXPECT_EQ(value_of(counted(kUsualRounds), Measure::RunLatency), ir_cost(open.function(), Measure::Latency));
  for (const Cost& cost : run_costs(open.function(), {})) EXPECT_EQ(cost.value, 0) << "nothing was run";
}

TEST(Cost, LoopsOfUnknownRoundsAreTheSameIfTheirVariablesGrowAlike) {
  const auto open = [](std::string text, const char* step) {
    text.replace(text.find("%i, 1"), 5, std::string("%i, ") + step);
    return open_loops(Case(text).function());
  };
  EXPECT_EQ(open(loop_of("%n"), "1"), open(loop_of("%n"), "1"));
  EXPECT_NE(open(loop_of("%n"), "1"), open(loop_of("%n"), "4"));
  EXPECT_EQ(open(loop_of("16"), "1"), "") << "these are known";
  EXPECT_EQ(open_loops(Case(kAdd).function()), "");
}

TEST(Cost, AFunctionOfAnObjectIsMeasuredWithoutItsNeighbours) {
  const auto named = [](const std::string& name) {
    return "define i64 @" + name + "(i64 %x) {\n %r = udiv i64 %x, 7\n ret i64 %r\n}\n";
  };
  for (const char* environment : {"x86-64", "avx2", "aarch64"}) {
    const Costs alone = Case(kAdd, environment).object_costs();
    EXPECT_EQ(alone, Case(named("g") + kAdd + named("h"), environment).object_costs()) << environment;
    EXPECT_EQ(value_of(alone, Measure::MachineInstructions), 2) << environment;
    EXPECT_TRUE(value_of(alone, Measure::Cycles)) << environment;
    const Costs product = Case(kMul, environment).object_costs();
    EXPECT_GT(value_of(product, Measure::Cycles), value_of(alone, Measure::Cycles)) << environment;
  }
}

TEST(Cost, WhatTheLinkedLLVMCanNotMeasureIsNotThere) {
  const Costs arm = Case(kAdd, "armv7").object_costs();
  EXPECT_TRUE(value_of(arm, Measure::CodeSize));
  EXPECT_FALSE(value_of(arm, Measure::MachineInstructions));
  EXPECT_FALSE(value_of(arm, Measure::Cycles));
  const Case x86(kAdd, "x86-64");
  const auto missing = object_costs(x86.object(), "g", processor_of(x86.function()));
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error(), "object: there is no code of a symbol g");
  EXPECT_FALSE(object_costs("no object", "f", processor_of(x86.function())));
}

TEST(Cost, OfCodeThatCallsNoCyclesAreTold) {
  const std::string calls =
      "declare i64 @g(i64)\ndefine i64 @f(i64 %x) {\n %r = call i64 @g(i64 %x)\n %s = add i64 %r, 1\n ret i64 %s\n}\n";
  const Costs costs = Case(calls, "x86-64").object_costs();
  EXPECT_TRUE(value_of(costs, Measure::MachineInstructions));
  EXPECT_FALSE(value_of(costs, Measure::Cycles));
}

TEST(Cost, DearerIsWhatOneMeasureSaysAndNoneDenies) {
  const Costs base{{Measure::Instructions, 10}, {Measure::Latency, 10}, {Measure::CodeSize, 10}};
  const auto with = [&](Measure measure, double value) {
    Costs costs = base;
    for (Cost& cost : costs)
      if (cost.measure == measure) cost.value = value;
    return costs;
  };
  EXPECT_FALSE(is_dearer(base, base, Family::Ir, 0));
  EXPECT_TRUE(is_dearer(with(Measure::Latency, 12), base, Family::Ir, 0.1));
  EXPECT_FALSE(is_dearer(with(Measure::Latency, 11), base, Family::Ir, 0.1)) << "a tenth is not beyond a tenth";
  EXPECT_FALSE(is_dearer(with(Measure::CodeSize, 99), base, Family::Ir, 0.1));
  EXPECT_TRUE(is_dearer(with(Measure::CodeSize, 99), base, Family::Object, 0.1));
  Costs both = with(Measure::Latency, 99);
  both.front().value = 9;
  EXPECT_FALSE(is_dearer(both, base, Family::Ir, 0.1)) << "fewer instructions: one against the other";
  EXPECT_FALSE(is_dearer({}, base, Family::Ir, 0)) << "nothing was measured";
}

}  // namespace
}  // namespace assay::cost
