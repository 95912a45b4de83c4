#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Instructions.h>

#include <vector>

namespace assay::prove {

/// Of a number at a cut: it compares by `predicate` with `bound + more`; or, where there is a mask, `(phi - (bound +
/// more)) & mask` does with zero. The bound is another number at the cut, or one that is known before.
struct Invariant {
  std::size_t cut = 0;
  llvm::BasicBlock* at = nullptr;  ///< the cut's block
  llvm::CmpInst::Predicate predicate = llvm::CmpInst::ICMP_EQ;
  llvm::PHINode* phi = nullptr;
  llvm::Value* bound = nullptr;
  llvm::Value* more = nullptr;     ///< a constant, or known before; null: nothing is added
  llvm::Constant* mask = nullptr;  ///< of the bits that are compared; null: all
};

/// Guesses of what holds of the numbers at the source's cuts in all rounds: by ScalarEvolution, and by the conditions
/// under which loops go on. `many`: also of what follows a loop that
/// makes several rounds in one. Whoever uses them has to prove them.
std::vector<Invariant> guess_invariants(llvm::Function& function, llvm::ArrayRef<llvm::BasicBlock*> cuts, bool many);

/// Which bits of a number may be other than zero: `count` of them, from bit `lowest` up.
struct Bits {
  unsigned count = 0;
  unsigned lowest = 0;
};
/// Of an integer, by invariants that all hold where this is asked.
Bits bits_of(const llvm::Instruction& number, llvm::ArrayRef<Invariant> invariants);

}  // namespace assay::prove
