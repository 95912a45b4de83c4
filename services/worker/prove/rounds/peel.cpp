#include "services/worker/prove/rounds/peel.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

#include <vector>

namespace assay::prove {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::PHINode;
using llvm::Value;

class Peeling {
 public:
  explicit Peeling(const llvm::Loop& loop)
      : head_(*loop.getHeader()), blocks_(loop.block_begin(), loop.block_end()), own_(blocks_.begin(), blocks_.end()) {}

  void run() {
    for (BasicBlock* block : blocks_) {
      BasicBlock* copy = llvm::CloneBasicBlock(block, copies_, ".first", head_.getParent());
      copies_[block] = copy;
      made_.push_back(copy);
    }
    for (BasicBlock* copy : made_)
      for (Instruction& each : *copy)
        llvm::RemapInstruction(&each, copies_, llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
    end_where_loop_ends();
    enter(*copy_of(&head_));
    join_used_behind();
  }

 private:
  BasicBlock* copy_of(const BasicBlock* block) { return llvm::cast<BasicBlock>(copies_[block]); }
  Value* copy_of(Value* value) {
    const auto found = copies_.find(value);
    return found == copies_.end() ? value : static_cast<Value*>(found->second);
  }
  bool is_inside(const llvm::Use& use) const {
    const auto* user = llvm::cast<Instruction>(use.getUser());
    const auto* phi = llvm::dyn_cast<PHINode>(user);
    return own_.contains(phi != nullptr ? phi->getIncomingBlock(use) : user->getParent());
  }

  /// Where the loop ends, the first round may, too.
  void end_where_loop_ends() {
    for (BasicBlock* block : blocks_)
      for (BasicBlock* next : llvm::successors(block)) {
        if (own_.contains(next)) continue;
        for (PHINode& phi : next->phis())
          if (phi.getBasicBlockIndex(copy_of(block)) < 0)
            for (unsigned i = 0, all = phi.getNumIncomingValues(); i < all; ++i)  // once for each edge
              if (phi.getIncomingBlock(i) == block) phi.addIncoming(copy_of(phi.getIncomingValue(i)), copy_of(block));
      }
  }
  /// Who came to the loop comes to the copies, and they to the loop.
  void enter(BasicBlock& first) {
    for (PHINode& phi : head_.phis()) {
      auto& copy = *llvm::cast<PHINode>(copy_of(&phi));
      for (unsigned i = copy.getNumIncomingValues(); i-- > 0;)
        if (!is_from_outside(phi.getIncomingBlock(i))) copy.removeIncomingValue(i, false);
      for (unsigned i = phi.getNumIncomingValues(); i-- > 0;)
        if (is_from_outside(phi.getIncomingBlock(i)))
          phi.removeIncomingValue(i, false);
        else
          phi.addIncoming(copy_of(phi.getIncomingValue(i)), copy_of(phi.getIncomingBlock(i)));
    }
    for (BasicBlock* before : llvm::to_vector(llvm::predecessors(&head_)))
      if (is_from_outside(before)) before->getTerminator()->replaceSuccessorWith(&head_, &first);
    for (BasicBlock* copy : made_) copy->getTerminator()->replaceSuccessorWith(&first, &head_);
  }
  bool is_from_outside(const BasicBlock* block) const {
    return !own_.contains(block) && !llvm::is_contained(made_, block);
  }
  /// What is used behind the loop was computed in it, or in its first round.
  void join_used_behind() {
    std::vector<std::pair<Instruction*, llvm::Use*>> behind;
    for (BasicBlock* block : blocks_)
      for (Instruction& each : *block)
        for (llvm::Use& use : each.uses())
          if (!is_inside(use)) behind.emplace_back(&each, &use);
    for (const auto& [value, use] : behind) {
      llvm::SSAUpdater join;
      join.Initialize(value->getType(), value->getName());
      join.AddAvailableValue(value->getParent(), value);
      join.AddAvailableValue(copy_of(value->getParent()), copy_of(static_cast<Value*>(value)));
      join.RewriteUse(*use);
    }
  }

  BasicBlock& head_;
  std::vector<BasicBlock*> blocks_, made_;
  llvm::SmallPtrSet<const BasicBlock*, 16> own_;
  llvm::ValueToValueMapTy copies_;
};

}  // namespace

bool peel_first_round(llvm::Function& function, BasicBlock& head) {
  const llvm::DominatorTree tree(function);
  const llvm::LoopInfo loops(tree);
  const llvm::Loop* loop = loops.getLoopFor(&head);
  if (loop == nullptr || loop->getHeader() != &head) return false;
  Peeling(*loop).run();
  return true;
}

}  // namespace assay::prove
