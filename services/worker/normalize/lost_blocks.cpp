#include "services/worker/normalize/lost_blocks.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/NoFolder.h>
#include <llvm/IR/ValueSymbolTable.h>

#include "services/worker/normalize/expressions.h"

namespace assay::normalize {
namespace {

using llvm::BasicBlock;
using llvm::BranchInst;
using llvm::Instruction;
using llvm::Value;
using Builder = llvm::IRBuilder<llvm::NoFolder>;

bool is_lost(const BasicBlock& block, const llvm::Function& target) {
  const llvm::ValueSymbolTable* names = target.getValueSymbolTable();
  return block.hasName() && (names == nullptr || !llvm::isa_and_nonnull<BasicBlock>(names->lookup(block.getName())));
}

/// A branch of two ways, one of which leads to `way`, that nothing else leads to. Null: there is none.
BranchInst* branch_to(const BasicBlock& way) {
  const BasicBlock* before = way.getSinglePredecessor();
  auto* branch = before == nullptr ? nullptr : llvm::dyn_cast<BranchInst>(before->getTerminator());
  if (branch == nullptr || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
    return nullptr;
  return const_cast<BranchInst*>(branch);
}

/// A block that computes, chooses nothing, and goes on.
bool only_computes(const BasicBlock& block) {
  return llvm::isa<BranchInst>(block.getTerminator()) &&
         llvm::all_of(llvm::drop_end(block), [](const Instruction& each) {
           return !llvm::isa<llvm::PHINode>(each) && is_expression(each) && !is_choosing(each);
         });
}

/// A way that leaves a branch and meets the other: at once, or by a branch of its own.
class Way {
 public:
  Way(BasicBlock& block, BranchInst& branch)
      : block_(block),
        branch_(branch),
        before_(*branch.getParent()),
        end_(*llvm::cast<BranchInst>(block.getTerminator())),
        is_first_(branch.getSuccessor(0) == &block),
        other_(*branch.getSuccessor(is_first_ ? 1 : 0)) {}

  /// False if it can't be left out; nothing is written then.
  bool leave_out() {
    const auto leads_to_other = [this](const BasicBlock* next) { return next == &other_; };
    const bool parts = end_.isConditional();
    const bool has_loops = branch_.hasMetadata(llvm::LLVMContext::MD_loop);
    if (has_loops || &other_ == &before_ || &other_ == &block_ ||
        llvm::is_contained(llvm::successors(&block_), &block_) ||
        (llvm::count_if(llvm::successors(&block_), leads_to_other) != 1 && !meet_later()) ||
        (!parts && end_.hasMetadata(llvm::LLVMContext::MD_loop)))
      return false;
    before_.splice(branch_.getIterator(), &block_, block_.begin(), end_.getIterator());
    if (BasicBlock* next = end_.getSuccessor(0); !parts && next != &other_) {
      // Both meet there; the other one is left out later.
      next->replacePhiUsesWith(&block_, &before_);
      branch_.replaceSuccessorWith(&block_, next);
      block_.eraseFromParent();
      return true;
    }
    Builder builder(&branch_);
    Value* taken = branch_.getCondition();
    if (parts && !is_first_) taken = builder.CreateNot(taken);
    for (llvm::PHINode& phi : other_.phis()) {
      Value* here = phi.removeIncomingValue(&block_, false);
      Value* there = phi.getIncomingValueForBlock(&before_);
      phi.setIncomingValueForBlock(&before_, chosen(builder, here, there));
    }
    if (parts)
      write_branch(builder, taken);
    else
      builder.CreateBr(&other_);
    branch_.eraseFromParent();
    block_.eraseFromParent();
    return true;
  }

 private:
  /// Do both ways only compute, and lead to one block?
  bool meet_later() const {
    return end_.isUnconditional() && other_.getSinglePredecessor() == &before_ && only_computes(other_) &&
           other_.getSingleSuccessor() == end_.getSuccessor(0) && end_.getSuccessor(0) != &before_;
  }
  Value* chosen(Builder& builder, Value* here, Value* there) const {
    if (here == there) return here;
    return is_first_ ? builder.CreateSelect(branch_.getCondition(), here, there)
                     : builder.CreateSelect(branch_.getCondition(), there, here);
  }
  /// The way is taken, and leads to what is not the other way's.
  void write_branch(Builder& builder, Value* taken) {
    const unsigned away = end_.getSuccessor(0) == &other_ ? 1 : 0;
    BasicBlock* next = end_.getSuccessor(away);
    Value* leads = away == 0 ? end_.getCondition() : builder.CreateNot(end_.getCondition());
    next->replacePhiUsesWith(&block_, &before_);
    BranchInst* made = builder.CreateCondBr(builder.CreateSelect(taken, leads, builder.getFalse()), next, &other_);
    made->setMetadata(llvm::LLVMContext::MD_loop, end_.getMetadata(llvm::LLVMContext::MD_loop));
  }

  BasicBlock& block_;
  BranchInst& branch_;
  BasicBlock& before_;
  BranchInst& end_;
  const bool is_first_;
  BasicBlock& other_;
};

}  // namespace

bool has_lost_blocks(const llvm::Function& source, const llvm::Function& target) {
  return llvm::any_of(source, [&](const BasicBlock& block) { return is_lost(block, target); });
}

bool choose_without_lost_blocks(llvm::Function& source, const llvm::Function& target, const Kept& kept) {
  bool is_written = false;
  for (BasicBlock& block : llvm::make_early_inc_range(source)) {
    if (block.isEntryBlock() || block.hasAddressTaken() || kept.contains(block.getName()) || !is_lost(block, target) ||
        !only_computes(block))
      continue;
    if (BranchInst* branch = branch_to(block)) is_written |= Way(block, *branch).leave_out();
  }
  return is_written;
}

}  // namespace assay::normalize
