#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <optional>

namespace assay::prove {

/// Rounds are numbered in so many bits.
constexpr unsigned kRoundBits = 64;

/// A loop that ends in its latch alone, has no loop inside, and does nothing but compute, load, store, fill and copy.
struct SimpleLoop {
  llvm::Loop* loop = nullptr;
  llvm::BasicBlock *before = nullptr, *head = nullptr, *latch = nullptr, *after = nullptr;
  llvm::BranchInst* end = nullptr;  ///< of the latch

  bool goes_on_if_true() const { return end->getSuccessor(0) == head; }
};
std::optional<SimpleLoop> simple_loop(llvm::Loop& loop);

/// A phi that a loop adds one and the same to in each round.
struct Counter {
  llvm::Value* start = nullptr;
  llvm::Instruction* step = nullptr;  ///< `add %phi, by` or `getelementptr %phi, by`
  llvm::Value* by = nullptr;

  bool may_become_poison() const { return step->hasPoisonGeneratingFlags(); }
};
/// Of integers: of at most kRoundBits.
std::optional<Counter> counter_of(const llvm::PHINode& phi, const llvm::Loop& loop);

}  // namespace assay::prove
