#include "services/worker/normalize/control_flow.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

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

void follow_constants(llvm::Function& function) {
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
}

void use_known(llvm::Value& value, llvm::Constant& known, const llvm::BasicBlockEdge& edge,
               const llvm::DominatorTree& tree) {
  if (llvm::isa<llvm::Constant>(value)) return;
  for (llvm::Use& use : llvm::make_early_inc_range(value.uses()))
    if (tree.dominates(edge, use)) use.set(&known);
}

/// Where control has branched on a condition it is what it was then: one value, because to branch on undef or poison is
/// undefined. A number that was found to be equal to a constant there is that: if one of its values were not, the
/// condition would have been undef.
void use_conditions(llvm::Function& function) {
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

bool fold_phis(llvm::Function& function) {
  bool folded = false;
  for (BasicBlock& block : function)
    for (PHINode& phi : llvm::make_early_inc_range(block.phis())) {
      llvm::Value* first = phi.getNumIncomingValues() == 0 ? nullptr : phi.getIncomingValue(0);
      const auto is_other = [&](const llvm::Value* each) { return each != first && each != &phi; };
      if (first == nullptr || first == &phi || llvm::any_of(phi.incoming_values(), is_other)) continue;
      // Of more than one way: what a way computed need not be there on the others, but for constants and arguments.
      if (phi.getNumIncomingValues() > 1 && llvm::isa<llvm::Instruction>(first)) continue;
      phi.replaceAllUsesWith(first);
      phi.eraseFromParent();
      folded = true;
    }
  return folded;
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

}  // namespace

void straighten(llvm::Function& function, const llvm::StringSet<>& kept) {
  follow_constants(function);
  llvm::EliminateUnreachableBlocks(function);
  use_conditions(function);
  for (bool again = true; again;) {
    again = fold_phis(function);
    for (BasicBlock& block : llvm::make_early_inc_range(function))
      if (!kept.contains(block.getName()) && (skip(block) || llvm::MergeBlockIntoPredecessor(&block))) again = true;
  }
}

}  // namespace assay::normalize
