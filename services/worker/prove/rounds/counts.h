#pragma once

#include <llvm/ADT/APInt.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

#include <vector>

#include "services/worker/prove/rounds/scalar_evolution.h"

namespace assay::prove {

/// A phi of a loop's head that becomes `step` more in each round. Of a vector: each lane does.
struct Count {
  llvm::PHINode* phi = nullptr;
  llvm::Value* start = nullptr;
  llvm::APInt step;
};

/// The one value that a phi of a loop's head has when the loop is entered; null if there are several.
llvm::Value* start_of(const llvm::PHINode& phi, const llvm::Loop& loop);
/// And the one that it has in the next round.
llvm::Value* next_of(const llvm::PHINode& phi, const llvm::Loop& loop);

/// Of the loop that the block heads; none if it heads no loop.
std::vector<Count> counts_of(llvm::BasicBlock& head, ScalarEvolutions& evolutions);

}  // namespace assay::prove
