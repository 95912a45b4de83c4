#include "services/worker/semantics/progress.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

namespace assay::semantics {
namespace {

bool asks_for_progress(llvm::MDNode* loop) {
  return loop != nullptr && llvm::findOptionMDForLoopID(loop, "llvm.loop.mustprogress") != nullptr;
}
bool stands_for_progress(const llvm::Instruction& instruction) {
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return intrinsic != nullptr && intrinsic->getIntrinsicID() == llvm::Intrinsic::sideeffect;
}
/// Is it a step of a plain cycle: a value that can't be undefined, a jump, or nothing at all?
bool is_plain(const llvm::Instruction& instruction) {
  if (instruction.isTerminator()) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction);
    return branch != nullptr && branch->isUnconditional();
  }
  if (llvm::isa<llvm::PHINode, llvm::DbgInfoIntrinsic>(instruction) || stands_for_progress(instruction)) return true;
  return !instruction.mayReadOrWriteMemory() && !llvm::isa<llvm::CallBase, llvm::AllocaInst>(instruction) &&
         llvm::isSafeToSpeculativelyExecute(&instruction);
}

}  // namespace

Progress progress_asked(const llvm::BasicBlock& block) {
  const llvm::Function& function = *block.getParent();
  llvm::DominatorTree tree(const_cast<llvm::Function&>(function));
  const llvm::LoopInfo loops(tree);
  bool some = function.mustProgress(), all = true;
  const llvm::Loop* around = loops.getLoopFor(&block);
  for (const llvm::Loop* loop = around; loop != nullptr; loop = loop->getParentLoop())
    (asks_for_progress(loop->getLoopID()) ? some : all) = asks_for_progress(loop->getLoopID());
  // A cycle that is no natural loop has no metadata of its own.
  if (around == nullptr && !some && has_loop_that_must_progress(function)) return Progress::Unclear;
  if (!some) return Progress::NotAsked;
  const auto instructions = llvm::instructions(function);
  if (std::any_of(instructions.begin(), instructions.end(), stands_for_progress)) {
    // Of a cycle without branches the text says whether it passes there.
    const std::optional<PlainCycle> cycle = plain_cycle_at(block);
    return !cycle ? Progress::Unclear : cycle->must_progress ? Progress::Asked : Progress::NotAsked;
  }
  return function.mustProgress() || all ? Progress::Asked : Progress::Unclear;
}

bool asks_for_progress(const llvm::BasicBlock& latch) {
  return asks_for_progress(latch.getTerminator()->getMetadata(llvm::LLVMContext::MD_loop));
}

bool has_loop_that_must_progress(const llvm::Function& function) {
  return std::ranges::any_of(function, [](const llvm::BasicBlock& each) { return asks_for_progress(each); });
}

std::optional<PlainCycle> plain_cycle_at(const llvm::BasicBlock& block) {
  PlainCycle cycle{block.getParent()->mustProgress()};
  bool has_progress = false;
  const llvm::BasicBlock* at = &block;
  for (std::size_t steps = 0; steps < block.getParent()->size(); ++steps) {
    if (!is_plain(*at->getTerminator()) || !std::ranges::all_of(*at, is_plain)) return std::nullopt;
    has_progress |= std::ranges::any_of(*at, stands_for_progress);
    cycle.must_progress |= asks_for_progress(*at);
    at = at->getSingleSuccessor();
    if (at != &block) continue;
    cycle.must_progress &= !has_progress;
    return cycle;
  }
  return std::nullopt;
}

}  // namespace assay::semantics
