#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <map>
#include <set>
#include <string>

#include "services/worker/cost/cost.h"
#include "services/worker/ir/ir.h"
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

/// Analyses of a function's loops. They take functions that may be changed; these change nothing.
class Loops {
 public:
  explicit Loops(llvm::Function& function)
      : tree_(function),
        loops_(tree_),
        assumptions_(function),
        library_(function.getParent()->getTargetTriple()),
        library_here_(library_),
        evolution_(function, library_here_, assumptions_, tree_, loops_) {}
  /// Outer ones before inner ones.
  auto all() const { return loops_.getLoopsInPreorder(); }
  /// 0: not known.
  unsigned rounds_of(const llvm::Loop& loop) { return evolution_.getSmallConstantTripCount(&loop); }
  /// By how much its variables grow in a round: "1 8".
  std::string steps_of(const llvm::Loop& loop) {
    std::set<std::string> steps;
    for (llvm::PHINode& phi : loop.getHeader()->phis()) {
      if (!evolution_.isSCEVable(phi.getType())) continue;
      const auto* grows = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(&phi));
      if (grows == nullptr || grows->getLoop() != &loop || !grows->isAffine()) continue;
      std::string text;
      llvm::raw_string_ostream stream(text);
      grows->getStepRecurrence(evolution_)->print(stream);
      steps.insert(text);
    }
    return llvm::join(steps, " ");
  }

 private:
  llvm::DominatorTree tree_;
  llvm::LoopInfo loops_;
  llvm::AssumptionCache assumptions_;
  llvm::TargetLibraryInfoImpl library_;
  llvm::TargetLibraryInfo library_here_;
  llvm::ScalarEvolution evolution_;
};

/// How often each block runs.
class Weights {
 public:
  /// As was counted.
  explicit Weights(const ir::BlockCounts& counts) : usual_(0) {
    for (const auto& [block, times] : counts) weights_[block] = static_cast<double>(times);
  }
  /// In one run of the function, by counts of rounds that the IR tells.
  explicit Weights(const llvm::Function& function) {
    if (!ir::has_cycle(function)) return;
    Loops loops(const_cast<llvm::Function&>(function));
    for (const llvm::Loop* loop : loops.all()) {
      const unsigned known = loops.rounds_of(*loop);
      const double rounds = known == 0 ? kUsualRounds : known;
      for (const llvm::BasicBlock* block : loop->blocks()) weights_.try_emplace(block, 1).first->second *= rounds;
    }
  }
  double of(const llvm::BasicBlock& block) const {
    const auto found = weights_.find(&block);
    return found == weights_.end() ? usual_ : found->second;
  }

 private:
  double usual_ = 1;
  std::map<const llvm::BasicBlock*, double> weights_;
};

TTI::TargetCostKind kind_of(Measure measure) {
  const bool is_latency = measure == Measure::Latency || measure == Measure::RunLatency;
  return measure == Measure::Size ? TTI::TCK_CodeSize : is_latency ? TTI::TCK_Latency : TTI::TCK_RecipThroughput;
}

bool has_scalable_type(const llvm::Instruction& instruction) {
  const auto is_scalable = [](const llvm::Type* type) { return type->isScalableTy(); };
  return is_scalable(instruction.getType()) ||
         llvm::any_of(instruction.operand_values(),
                      [&](const llvm::Value* value) { return is_scalable(value->getType()); });
}

class IrCosts {
 public:
  explicit IrCosts(const llvm::Function& function)
      : function_(function),
        has_target_(machine_of(*function.getParent()) != nullptr),
        costs_(has_target_ ? machine_of(*function.getParent())->getTargetTransformInfo(function)
                           : TTI(function.getDataLayout())) {}

  double of(Measure measure, const Weights& weights) const {
    const bool is_count = measure == Measure::Instructions || measure == Measure::Executed;
    const bool is_weighed = measure != Measure::Instructions && measure != Measure::Size;
    double sum = 0;
    for (const llvm::BasicBlock& block : function_)
      for (const llvm::Instruction& instruction : block) {
        // What is never reached costs nothing, whatever the models say.
        if (instruction.isDebugOrPseudoInst() || llvm::isa<llvm::UnreachableInst>(instruction)) continue;
        const double each = is_count ? 1 : of(instruction, measure);
        sum += is_weighed ? each * weights.of(block) : each;
      }
    return sum;
  }

 private:
  double of(const llvm::Instruction& instruction, Measure measure) const {
    // Models of targets without such vectors end the process.
    if (!costs_.supportsScalableVectors() && has_scalable_type(instruction)) return 1;
    const llvm::InstructionCost cost = costs_.getInstructionCost(&instruction, kind_of(measure));
    if (!cost.isValid()) return 1;
    const bool is_mul = instruction.getOpcode() == llvm::Instruction::Mul;
    if (!has_target_ && kind_of(measure) == TTI::TCK_Latency && is_mul && cost == 1) return 1 + kLongerMul;
    return static_cast<double>(cost.getValue());
  }

  const llvm::Function& function_;
  bool has_target_;
  TTI costs_;
};

Costs costs_of(const llvm::Function& function, Family family, const Weights& weights) {
  const IrCosts costs(function);
  Costs all;
  for (const Row& row : rows())
    if (row.family == family) all.push_back({row.measure, costs.of(row.measure, weights)});
  return all;
}

}  // namespace

double ir_cost(const llvm::Function& function, Measure measure) {
  return IrCosts(function).of(measure, Weights(function));
}

Costs ir_costs(const llvm::Function& function) { return costs_of(function, Family::Ir, Weights(function)); }

Costs run_costs(const llvm::Function& function, const ir::BlockCounts& counts) {
  return costs_of(function, Family::Run, Weights(counts));
}

std::string open_loops(const llvm::Function& function) {
  if (!ir::has_cycle(function)) return "";
  Loops loops(const_cast<llvm::Function&>(function));
  std::multiset<std::string> open;
  for (const llvm::Loop* loop : loops.all())
    if (loops.rounds_of(*loop) == 0) open.insert(loops.steps_of(*loop));
  return llvm::join(open, "; ");
}

Processor processor_of(const llvm::Function& function) {
  return {function.getParent()->getTargetTriple().str(), function.getFnAttribute("target-cpu").getValueAsString().str(),
          function.getFnAttribute("target-features").getValueAsString().str()};
}

}  // namespace assay::cost
