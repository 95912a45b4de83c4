#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include "services/worker/reduce/passes.h"

namespace assay::reduce {

void drop_bodies(llvm::Module& module, Oracle& oracle) {
  const auto functions = definitions(module);
  if (functions.size() < 2) return;
  for (llvm::Function* function : functions)
    if (!oracle.should_keep()) function->deleteBody();
}

void drop_globals(llvm::Module& module, Oracle& oracle) {
  std::vector<llvm::GlobalValue*> unused;
  for (llvm::GlobalValue& global : module.global_values()) {
    global.removeDeadConstantUsers();
    const auto* function = llvm::dyn_cast<llvm::Function>(&global);
    const bool body = function != nullptr && !function->isDeclaration();
    if (global.use_empty() && !body && !oracle.should_keep()) unused.push_back(&global);
  }
  for (llvm::GlobalValue* global : unused) global->eraseFromParent();
  for (llvm::GlobalVariable& global : module.globals()) {
    if (!global.hasInitializer() || global.getInitializer()->isNullValue() || oracle.should_keep()) continue;
    global.setInitializer(llvm::Constant::getNullValue(global.getValueType()));
  }
}

// Terminators with a choice get one fixed way; blocks that nobody reaches go.
void fix_branches(llvm::Module& module, Oracle& oracle) {
  for (llvm::Function* function : definitions(module)) {
    std::vector<std::pair<llvm::Instruction*, unsigned>> fixed;
    for (llvm::BasicBlock& block : *function) {
      llvm::Instruction* end = block.getTerminator();
      if (end->getNumSuccessors() < 2 || !llvm::isa<llvm::BranchInst, llvm::SwitchInst>(end)) continue;
      bool done = false;
      for (unsigned way = 0; way < end->getNumSuccessors(); ++way) {
        if (oracle.should_keep() || done) continue;
        fixed.emplace_back(end, way);
        done = true;
      }
    }
    for (const auto& [end, way] : fixed) {
      llvm::BasicBlock* block = end->getParent();
      llvm::BasicBlock* target = end->getSuccessor(way);
      bool kept_one = false;
      for (unsigned i = 0; i < end->getNumSuccessors(); ++i) {
        llvm::BasicBlock* successor = end->getSuccessor(i);
        if (successor == target && !kept_one)
          kept_one = true;
        else
          successor->removePredecessor(block, /*KeepOneInputPHIs=*/true);
      }
      llvm::BranchInst::Create(target, end->getIterator());
      end->eraseFromParent();
    }
    if (!fixed.empty()) llvm::removeUnreachableBlocks(*function);
  }
}

void drop_switch_cases(llvm::Module& module, Oracle& oracle) {
  for (llvm::Function* function : definitions(module)) {
    bool changed = false;
    for (llvm::BasicBlock& block : *function) {
      auto* choice = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator());
      if (choice == nullptr) continue;
      for (auto it = choice->case_begin(); it != choice->case_end();) {
        if (oracle.should_keep()) {
          ++it;
          continue;
        }
        it->getCaseSuccessor()->removePredecessor(&block, /*KeepOneInputPHIs=*/true);
        it = choice->removeCase(it);
        changed = true;
      }
    }
    if (changed) llvm::removeUnreachableBlocks(*function);
  }
}

void merge_blocks(llvm::Module& module, Oracle& oracle) {
  for (llvm::Function* function : definitions(module)) {
    std::vector<llvm::BasicBlock*> merged;
    for (llvm::BasicBlock& block : *function) {
      const llvm::BasicBlock* before = block.getSinglePredecessor();
      if (before != nullptr && before->getSingleSuccessor() == &block && !oracle.should_keep())
        merged.push_back(&block);
    }
    for (llvm::BasicBlock* block : merged) llvm::MergeBlockIntoPredecessor(block);
    llvm::SmallVector<llvm::PHINode*> joins;
    for (llvm::Instruction& instruction : llvm::instructions(*function)) {
      auto* join = llvm::dyn_cast<llvm::PHINode>(&instruction);
      if (join != nullptr && join->getNumIncomingValues() == 1 && !oracle.should_keep()) joins.push_back(join);
    }
    for (llvm::PHINode* join : joins) {
      if (join->getIncomingValue(0) == join) continue;
      join->replaceAllUsesWith(join->getIncomingValue(0));
      join->eraseFromParent();
    }
  }
}

// Instructions that are there for what they do: stores, calls, fences.
void drop_effects(llvm::Module& module, Oracle& oracle) {
  std::vector<llvm::Instruction*> dropped;
  for (llvm::Function* function : definitions(module))
    for (llvm::Instruction& instruction : llvm::instructions(*function))
      if (instruction.use_empty() && !instruction.isTerminator() && !llvm::isInstructionTriviallyDead(&instruction) &&
          !oracle.should_keep())
        dropped.push_back(&instruction);
  for (llvm::Instruction* instruction : dropped) instruction->eraseFromParent();
}

void drop_dead_code(llvm::Module& module, Oracle& oracle) {
  std::vector<llvm::WeakTrackingVH> dead;
  for (llvm::Function* function : definitions(module))
    for (llvm::Instruction& instruction : llvm::instructions(*function))
      if (llvm::isInstructionTriviallyDead(&instruction) && !oracle.should_keep()) dead.emplace_back(&instruction);
  for (llvm::WeakTrackingVH& handle : dead)
    if (auto* instruction = llvm::dyn_cast_or_null<llvm::Instruction>(static_cast<llvm::Value*>(handle)))
      llvm::RecursivelyDeleteTriviallyDeadInstructions(instruction);
}

}  // namespace assay::reduce
