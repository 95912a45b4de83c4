#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>

#include <vector>

namespace assay::prove {

/// Which loops of the source those of the target stand for.
struct Pairing {
  using Cuts = llvm::SmallVector<llvm::BasicBlock*, 4>;
  Cuts source, target;           ///< where both are cut: pairs; several of the target may share one of the source's
  std::vector<unsigned> rounds;  ///< of the source's loop, that the target's makes in one
  std::vector<unsigned> peeled;  ///< rounds of the source's loop, that the target makes before it enters its own

  /// Is it more than one loop for one, round by round?
  bool has_more() const;
};

/// The name without what optimizers append to it.
llvm::StringRef stem(llvm::StringRef name);

/// The source's block for each of the target's heads: the one of its name, which a rotated loop starts with, else a
/// head. Empty if there is none.
Pairing pair_one_by_one(llvm::Function& source, llvm::Function& target);

/// More cuts before and behind what changed: at blocks that both functions have, by name, and come to on the same ways,
/// from blocks in which both do the same. Empty if a loop of the target is not cut.
Pairing add_cuts_around_changes(Pairing pairs, llvm::Function& source, llvm::Function& target);

/// Guesses the same where loops became two or more, or make several rounds in one: by names, by the order of loops, and
/// by how far numbers count in a round (llvm::ScalarEvolution). The proof shows whether that is so.
Pairing pair_loops(llvm::Function& source, llvm::Function& target);

/// With a cut where what is left behind a loop of several rounds in one is made without another loop: where the numbers
/// of that loop and those of who did not enter it come together, and behind what is assumed there. The source makes
/// fewer rounds there than that loop in one.
Pairing add_rests(Pairing pairs);

/// The block of the phis that a cut goes on with: its own, or the one before what is assumed ahead of a rest.
llvm::BasicBlock& block_of_numbers(llvm::BasicBlock& cut);

/// What pair_loops gives without the heads of loops that always come to another head in a round: where only the outer
/// loop was unrolled, one round of it is several, but those of the inner loops are made one by one. Empty if there are
/// none.
Pairing pair_inner_loops(llvm::Function& source, llvm::Function& target);

}  // namespace assay::prove
