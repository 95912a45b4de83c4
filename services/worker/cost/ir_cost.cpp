#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <map>
#include <string>

#include "services/worker/cost/cost.h"
#include "services/worker/ir/target.h"

namespace assay::cost {
namespace {

using TTI = llvm::TargetTransformInfo;

/// Null where no target is named. Machines are dear to make, and are kept.
const llvm::TargetMachine* machine_of(const llvm::Module& module) {
  const llvm::Triple& triple = module.getTargetTriple();
  thread_local std::map<std::string, std::unique_ptr<llvm::TargetMachine>> machines;
  const auto [found, is_new] = machines.try_emplace(triple.str());
  if (is_new) found->second = ir::machine_for(triple);
  return found->second.get();
}

/// How often each block runs for one run of the function, by counts of rounds that the IR tells.
class Weights {
 public:
  explicit Weights(const llvm::Function& function) {
    llvm::SmallVector<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>> edges;
    llvm::FindFunctionBackedges(function, edges);
    if (edges.empty()) return;
    // Analyses take functions that may be changed; these change nothing.
    auto& looked_at = const_cast<llvm::Function&>(function);
    llvm::DominatorTree tree(looked_at);
    const llvm::LoopInfo loops(tree);
    llvm::AssumptionCache assumptions(looked_at);
    llvm::TargetLibraryInfoImpl library(function.getParent()->getTargetTriple());
    llvm::TargetLibraryInfo library_here(library);
    llvm::ScalarEvolution evolution(looked_at, library_here, assumptions, tree, const_cast<llvm::LoopInfo&>(loops));
    for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
      const unsigned known = evolution.getSmallConstantTripCount(loop);
      const double rounds = known == 0 ? kUsualRounds : std::min(known, kMostRounds);
      for (const llvm::BasicBlock* block : loop->blocks()) weights_.try_emplace(block, 1).first->second *= rounds;
    }
  }
  double of(const llvm::BasicBlock& block) const {
    const auto found = weights_.find(&block);
    return found == weights_.end() ? 1 : found->second;
  }

 private:
  std::map<const llvm::BasicBlock*, double> weights_;
};

TTI::TargetCostKind kind_of(Measure measure) {
  return measure == Measure::Size      ? TTI::TCK_CodeSize
         : measure == Measure::Latency ? TTI::TCK_Latency
                                       : TTI::TCK_RecipThroughput;
}

class IrCosts {
 public:
  explicit IrCosts(const llvm::Function& function)
      : function_(function),
        has_target_(machine_of(*function.getParent()) != nullptr),
        costs_(has_target_ ? machine_of(*function.getParent())->getTargetTransformInfo(function)
                           : TTI(function.getDataLayout())) {}

  double of(Measure measure, const Weights& weights) const {
    const bool is_time = measure == Measure::Latency || measure == Measure::Throughput;
    double sum = 0;
    for (const llvm::BasicBlock& block : function_)
      for (const llvm::Instruction& instruction : block) {
        if (instruction.isDebugOrPseudoInst()) continue;
        const double each = measure == Measure::Instructions ? 1 : of(instruction, measure);
        sum += is_time ? each * weights.of(block) : each;
      }
    return sum;
  }

 private:
  double of(const llvm::Instruction& instruction, Measure measure) const {
    const llvm::InstructionCost cost = costs_.getInstructionCost(&instruction, kind_of(measure));
    if (!cost.isValid()) return 1;
    const bool is_mul = instruction.getOpcode() == llvm::Instruction::Mul;
    if (!has_target_ && measure == Measure::Latency && is_mul && cost == 1) return 1 + kLongerMul;
    return static_cast<double>(cost.getValue());
  }

  const llvm::Function& function_;
  bool has_target_;
  TTI costs_;
};

}  // namespace

double ir_cost(const llvm::Function& function, Measure measure) {
  return IrCosts(function).of(measure, Weights(function));
}

Costs ir_costs(const llvm::Function& function) {
  const IrCosts costs(function);
  const Weights weights(function);
  Costs all;
  for (const Row& row : rows())
    if (row.family == Family::Ir) all.push_back({row.measure, costs.of(row.measure, weights)});
  return all;
}

Processor processor_of(const llvm::Function& function) {
  return {function.getParent()->getTargetTriple().str(), function.getFnAttribute("target-cpu").getValueAsString().str(),
          function.getFnAttribute("target-features").getValueAsString().str()};
}

}  // namespace assay::cost
