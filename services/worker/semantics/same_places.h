#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>

#include <vector>

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
}  // namespace llvm

namespace assay::semantics {

/// Where control is in the source when it is at a block of the target. Both functions are followed from their entries
/// on, as long as their branches ask the same, as far as texts tell; behind that blocks of one name are one.
class SamePlaces {
 public:
  /// Blocks of which each leads to the next and nowhere else.
  using Way = std::vector<const llvm::BasicBlock*>;

  SamePlaces(const llvm::Function& source, const llvm::Function& target);

  /// In one block of each of these control is in the source. None: that is not known.
  std::vector<Way> of(const llvm::BasicBlock& block) const;
  /// The block of the source that the target's is; null: that is not known, or there are several.
  const llvm::BasicBlock* only_of(const llvm::BasicBlock& block) const;

 private:
  const llvm::BasicBlock* namesake_of(const llvm::BasicBlock& block) const;

  const llvm::Function& source_;
  llvm::DenseMap<const llvm::BasicBlock*, std::vector<Way>> ways_;
  /// Of blocks of both functions, which one of the other each is; null: several.
  llvm::DenseMap<const llvm::BasicBlock*, const llvm::BasicBlock*> same_;
};

/// Is one of these instructions run whenever control comes to the block of their function: on all ways before it, or on
/// all behind it? Calls in the block itself are taken to return, and loops to end.
bool is_run_with(const llvm::BasicBlock& block, llvm::ArrayRef<const llvm::Instruction*> some);

}  // namespace assay::semantics
