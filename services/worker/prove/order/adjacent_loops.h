#pragma once

#include <llvm/ADT/SmallVector.h>

#include <optional>
#include <utility>

#include "services/worker/prove/order/simple_loop.h"

namespace assay::prove {

/// Two loops of which the second follows the first whenever that ends, and makes as many rounds: both go on by one
/// condition on numbers that count alike from the same start, by their text.
struct AdjacentLoops {
  SimpleLoop first, second;
  llvm::SmallVector<llvm::BasicBlock*, 2> between;  ///< from the first's end to the second's start, one after another
  /// Phis of the second's head, and those of the first's that are always equal.
  llvm::SmallVector<std::pair<llvm::PHINode*, llvm::PHINode*>, 4> alike;
};

/// The first such pair of the function.
std::optional<AdjacentLoops> find_adjacent_loops(const llvm::LoopInfo& loops);

bool has_adjacent_loops(llvm::Function& function);

/// Makes one loop of both: each round is one of the first and then one of the second.
void fuse(const AdjacentLoops& loops);

}  // namespace assay::prove
