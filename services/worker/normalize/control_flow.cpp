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

/// Is the phi used elsewhere than by phis of the block that is next, as what comes from its own?
bool is_used_beyond(const PHINode& phi, const BasicBlock& next) {
  return llvm::any_of(phi.uses(), [&](const llvm::Use& use) {
    const auto* user = llvm::dyn_cast<PHINode>(use.getUser());
    return user == nullptr || user->getParent() != &next || user->getIncomingBlock(use) != phi.getParent();
  });
}

/// The block's phis, which the block that is next takes over: what comes there from the block comes from those that
/// lead to the block. One that is used beyond becomes a phi of the next, which on other ways there keeps its value:
/// they have all come through the block.
void hand_on_phis(BasicBlock& block, BasicBlock& next, llvm::ArrayRef<BasicBlock*> edges) {
  for (PHINode& phi : next.phis()) {
    llvm::Value* value = phi.removeIncomingValue(&block, false);
    const auto* chosen = llvm::dyn_cast<PHINode>(value);
    if (chosen != nullptr && chosen->getParent() != &block) chosen = nullptr;
    for (BasicBlock* from : edges)
      phi.addIncoming(chosen != nullptr ? chosen->getIncomingValueForBlock(from) : value, from);
  }
  for (PHINode& phi : llvm::make_early_inc_range(block.phis())) {
    if (phi.use_empty()) continue;
    PHINode* own = PHINode::Create(phi.getType(), phi.getNumIncomingValues(), "", next.begin());
    for (BasicBlock* from : llvm::predecessors(&next))
      if (from != &block) own->addIncoming(own, from);
    for (BasicBlock* from : edges) own->addIncoming(phi.getIncomingValueForBlock(from), from);
    own->takeName(&phi);
    phi.replaceAllUsesWith(own);
  }
}

/// Can the phis be handed on? Where one is used beyond, all ways to the next block must have come through this one.
bool can_hand_on_phis(const BasicBlock& block, const BasicBlock& next) {
  bool is_beyond = false;
  for (const PHINode& phi : block.phis()) {
    if (llvm::isa<llvm::FPMathOperator>(phi) && phi.getFastMathFlags().any()) return false;
    is_beyond = is_beyond || is_used_beyond(phi, next);
  }
  if (!is_beyond) return true;
  const llvm::DominatorTree tree(const_cast<llvm::Function&>(*block.getParent()));
  return llvm::all_of(llvm::predecessors(&next), [&](const BasicBlock* from) { return tree.dominates(&block, from); });
}

/// A block that only goes on is left out where those that lead to it can go there themselves. What is said of a loop
/// at its end stays.
bool skip(BasicBlock& block) {
  auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (branch == nullptr || branch->isConditional() || &*block.getFirstNonPHIIt() != branch || block.isEntryBlock() ||
      branch->hasMetadata(llvm::LLVMContext::MD_loop) || block.hasAddressTaken())
    return false;
  BasicBlock* to = branch->getSuccessor(0);
  const llvm::SmallVector<BasicBlock*, 4> edges(llvm::predecessors(&block));
  const bool has_phis = !to->phis().empty() || !block.phis().empty();
  for (const BasicBlock* from : edges) {
    if (!llvm::isa<llvm::BranchInst, llvm::SwitchInst>(from->getTerminator()) || from == &block) return false;
    if (has_phis && llvm::is_contained(llvm::predecessors(to), from)) return false;
  }
  if (to == &block || edges.empty() || !can_hand_on_phis(block, *to)) return false;
  hand_on_phis(block, *to, edges);
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
