#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "services/worker/normalize/rows.h"

namespace assay::normalize {
namespace {

using llvm::BasicBlock;
using llvm::PHINode;

/// Where a branch on a constant goes; null if it is none.
BasicBlock* only_way(BasicBlock& block) {
  if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
      branch != nullptr && branch->isConditional())
    if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(branch->getCondition()))
      return branch->getSuccessor(constant->isOne() ? 0 : 1);
  if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator()))
    if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(choice->getCondition()))
      return choice->findCaseValue(constant)->getCaseSuccessor();
  return nullptr;
}

void use_known(llvm::Value& value, llvm::Constant& known, const llvm::BasicBlockEdge& edge,
               const llvm::DominatorTree& tree) {
  if (llvm::isa<llvm::Constant>(value)) return;
  for (llvm::Use& use : llvm::make_early_inc_range(value.uses()))
    if (tree.dominates(edge, use)) use.set(&known);
}

/// A block that only goes on is left out where those that lead to it can go there themselves. What is said of a loop
/// at its end stays.
bool skip(BasicBlock& block) {
  auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (branch == nullptr || branch->isConditional() || &block.front() != branch || block.isEntryBlock() ||
      branch->hasMetadata(llvm::LLVMContext::MD_loop) || block.hasAddressTaken())
    return false;
  BasicBlock* to = branch->getSuccessor(0);
  const llvm::SmallVector<BasicBlock*, 4> edges(llvm::predecessors(&block));
  const bool has_phis = !to->phis().empty();
  for (const BasicBlock* from : edges) {
    if (!llvm::isa<llvm::BranchInst, llvm::SwitchInst>(from->getTerminator()) || from == &block) return false;
    if (has_phis && llvm::is_contained(llvm::predecessors(to), from)) return false;
  }
  if (to == &block || edges.empty()) return false;
  for (PHINode& phi : to->phis()) {
    llvm::Value* value = phi.removeIncomingValue(&block, false);
    for (BasicBlock* from : edges) phi.addIncoming(value, from);
  }
  for (BasicBlock* from : edges) from->getTerminator()->replaceSuccessorWith(&block, to);
  block.eraseFromParent();
  return true;
}

/// A block that only one jump leads to becomes the end of the one before. A branch whose ways both lead there is no
/// jump: it is undefined where its condition is undef or poison.
bool append(BasicBlock& block) {
  const BasicBlock* before = block.getSinglePredecessor();
  const auto* jump = before == nullptr ? nullptr : llvm::dyn_cast<llvm::BranchInst>(before->getTerminator());
  return jump != nullptr && jump->isUnconditional() && llvm::MergeBlockIntoPredecessor(&block);
}

}  // namespace

void follow_branches_on_constants(llvm::Function& function, const Kept&) {
  const llvm::DominatorTree tree(function);
  for (BasicBlock& block : function) {
    BasicBlock* to = only_way(block);
    if (to == nullptr) continue;
    bool is_kept = false;
    for (BasicBlock* next : llvm::successors(&block)) {
      if (next != to || is_kept) next->removePredecessor(&block, true);
      is_kept = is_kept || next == to;
    }
    llvm::Instruction* old = block.getTerminator();
    llvm::Instruction* made = llvm::BranchInst::Create(to, &block);
    if (tree.dominates(to, &block))  // the end of a loop, of which something may be said
      made->setMetadata(llvm::LLVMContext::MD_loop, old->getMetadata(llvm::LLVMContext::MD_loop));
    old->eraseFromParent();
  }
  llvm::EliminateUnreachableBlocks(function);
}

void use_conditions_of_branches(llvm::Function& function, const Kept&) {
  const llvm::DominatorTree tree(function);
  for (BasicBlock& block : function) {
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (branch == nullptr || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1)) continue;
    llvm::Value* condition = branch->getCondition();
    if (llvm::isa<llvm::Constant>(condition)) continue;
    for (unsigned way = 0; way < 2; ++way) {
      const llvm::BasicBlockEdge edge(&block, branch->getSuccessor(way));
      llvm::Constant* known = llvm::ConstantInt::getBool(condition->getType(), way == 0);
      use_known(*condition, *known, edge, tree);
      const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(condition);
      if (compare == nullptr || !compare->isEquality() ||
          (compare->getPredicate() == llvm::ICmpInst::ICMP_EQ) != (way == 0))
        continue;
      if (auto* number = llvm::dyn_cast<llvm::ConstantInt>(compare->getOperand(1)))
        use_known(*compare->getOperand(0), *number, edge, tree);
    }
  }
}

void join_blocks(llvm::Function& function, const Kept& kept) {
  for (bool again = true; again;) {
    again = replace_one_valued(function);
    for (BasicBlock& block : llvm::make_early_inc_range(function))
      if (!kept.contains(block.getName()) && (skip(block) || append(block))) again = true;
  }
}

}  // namespace assay::normalize
