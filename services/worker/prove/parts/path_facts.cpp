#include "services/worker/prove/parts/path_facts.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

namespace assay::prove {
namespace {

constexpr std::size_t kMostFacts = 32;
constexpr unsigned kMostCases = 8;

/// What it says that the block's end leads to this one.
void add_way(const llvm::BasicBlock& from, const llvm::BasicBlock& to, std::vector<PathFact>& facts) {
  const llvm::Instruction* end = from.getTerminator();
  if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(end)) {
    if (branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1)) return;
    auto* truth = llvm::ConstantInt::getBool(from.getContext(), branch->getSuccessor(0) == &to);
    facts.push_back({branch->getCondition(), truth});
    return;
  }
  const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(end);
  if (choice == nullptr) return;
  const auto leads = [&](const auto& each) { return each.getCaseSuccessor() == &to; };
  const auto count = std::count_if(choice->case_begin(), choice->case_end(), leads);
  if (choice->getDefaultDest() != &to && count == 1) {
    const auto way = *std::find_if(choice->case_begin(), choice->case_end(), leads);
    facts.push_back({choice->getCondition(), const_cast<llvm::ConstantInt*>(way.getCaseValue())});
  }
  if (choice->getDefaultDest() != &to || choice->getNumCases() > kMostCases) return;
  for (const auto& each : choice->cases())
    if (each.getCaseSuccessor() != &to)
      facts.push_back({choice->getCondition(), const_cast<llvm::ConstantInt*>(each.getCaseValue()), false});
}

void add_assumptions(const llvm::BasicBlock& block, std::vector<PathFact>& facts) {
  for (const llvm::Instruction& instruction : block)
    if (const auto* assumption = llvm::dyn_cast<llvm::AssumeInst>(&instruction))
      facts.push_back({assumption->getArgOperand(0), llvm::ConstantInt::getTrue(block.getContext())});
}

}  // namespace

std::vector<PathFact> PathFacts::at(const PathPlace& place) const {
  std::vector<PathFact> facts;
  if (place.next != nullptr) add_way(*place.block, *place.next, facts);
  const auto* node = tree_.getNode(place.block);
  for (; node != nullptr && node->getIDom() != nullptr && facts.size() < kMostFacts; node = node->getIDom()) {
    const llvm::BasicBlock *block = node->getBlock(), *before = node->getIDom()->getBlock();
    if (block->getSinglePredecessor() == before) add_way(*before, *block, facts);
    add_assumptions(*before, facts);
  }
  return facts;
}

}  // namespace assay::prove
