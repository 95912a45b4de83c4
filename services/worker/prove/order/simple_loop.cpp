#include "services/worker/prove/order/simple_loop.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IntrinsicInst.h>

#include "services/worker/normalize/expressions.h"
#include "services/worker/prove/places.h"
#include "services/worker/prove/rounds/counts.h"

namespace assay::prove {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::PHINode;

namespace {

/// Does it always come to its end, and is memory all that it changes?
bool only_computes_and_accesses(const Instruction& instruction) {
  if (llvm::isa<llvm::PHINode, llvm::BranchInst, llvm::SwitchInst, llvm::AssumeInst>(instruction)) return true;
  return only_accesses(instruction) || normalize::is_expression(instruction) || normalize::is_division(instruction);
}

}  // namespace

std::optional<SimpleLoop> simple_loop(llvm::Loop& loop) {
  SimpleLoop one{&loop, loop.getLoopPredecessor(), loop.getHeader(), loop.getLoopLatch(), loop.getExitBlock(), nullptr};
  if (one.before == nullptr || one.latch == nullptr || one.after == nullptr || !loop.isInnermost() ||
      loop.getExitingBlock() != one.latch || llvm::count(llvm::successors(one.before), one.head) != 1)
    return std::nullopt;
  one.end = llvm::dyn_cast<llvm::BranchInst>(one.latch->getTerminator());
  if (one.end == nullptr || !one.end->isConditional()) return std::nullopt;
  for (const BasicBlock* block : loop.blocks())
    if (!llvm::all_of(*block, only_computes_and_accesses)) return std::nullopt;
  return one;
}

std::optional<Counter> counter_of(const PHINode& phi, const llvm::Loop& loop) {
  if (phi.getParent() != loop.getHeader()) return std::nullopt;
  Counter counter{start_of(phi, loop), llvm::dyn_cast_or_null<Instruction>(next_of(phi, loop)), nullptr};
  if (counter.start == nullptr || counter.step == nullptr) return std::nullopt;
  const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(counter.step);
  const bool moves = address != nullptr && address->getNumIndices() == 1 && !address->getType()->isVectorTy() &&
                     !address->getSourceElementType()->isScalableTy();
  const bool adds = counter.step->getOpcode() == Instruction::Add && phi.getType()->isIntegerTy() &&
                    phi.getType()->getIntegerBitWidth() <= kRoundBits;
  if ((!moves && !adds) || counter.step->getOperand(0) != &phi) return std::nullopt;
  counter.by = counter.step->getOperand(1);
  // One and the same: each use of undef is another.
  const bool is_one = loop.isLoopInvariant(counter.by) && llvm::isGuaranteedNotToBeUndef(counter.by);
  return is_one ? std::optional(counter) : std::nullopt;
}

}  // namespace assay::prove
