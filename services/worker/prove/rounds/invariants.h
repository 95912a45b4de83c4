#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Instructions.h>

#include <vector>

namespace assay::prove {

/// Of a number at a cut: how it, or some of its bits, compares with another one there, or one that is known before the
/// cut, and a constant added to that.
struct Fact {
  std::size_t cut = 0;
  llvm::CmpInst::Predicate predicate = llvm::CmpInst::ICMP_EQ;
  llvm::PHINode* phi = nullptr;
  llvm::Value* bound = nullptr;
  llvm::Constant* more = nullptr;  ///< null: nothing is added
  llvm::Constant* mask = nullptr;  ///< of the bits that are compared; null: all
};

/// What may hold of the numbers at the source's cuts in all rounds, by ScalarEvolution and by the conditions under
/// which loops go on: guesses.
std::vector<Fact> guess_facts(llvm::Function& function, llvm::ArrayRef<llvm::BasicBlock*> cuts);

/// Which bits of a number may be other than zero: so many, from the lowest.
struct Bits {
  unsigned count = 0;
  unsigned lowest = 0;
};
/// By the facts, of which each must hold where that is asked.
Bits bits_of(const llvm::Instruction& number, llvm::ArrayRef<Fact> facts);

}  // namespace assay::prove
