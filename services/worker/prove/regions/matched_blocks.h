#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Function.h>

namespace assay::prove {

/// The blocks of two functions laid side by side, by their names: which do the same, and which differ.
class MatchedBlocks {
 public:
  MatchedBlocks(const llvm::Function& source, const llvm::Function& target);

  /// The block of that name in the other function, or null. The entries are partners.
  const llvm::BasicBlock* partner(const llvm::BasicBlock& block) const { return partners_.lookup(&block); }
  /// Has it no partner, or does something but its phis differ?
  bool is_changed(const llvm::BasicBlock& block) const { return changed_.contains(&block); }
  /// Does it have a partner with phis of the same names? What comes into them is for the reader to compare.
  bool has_same_phis(const llvm::BasicBlock& block) const { return same_phis_.contains(&block); }
  /// The source's value that stands where this one of the target stands: in an unchanged block by its place, which is
  /// known. In a changed one by its name: that is a guess, and has to be proved.
  const llvm::Value* source_of(const llvm::Value& of_target) const { return values_.lookup(&of_target); }
  /// Constants are the same, and values stand for each other.
  bool corresponds(const llvm::Value& of_target, const llvm::Value& of_source) const;

 private:
  void pair_blocks();
  void pair_phis(const llvm::BasicBlock& block);
  void pair_steps(const llvm::BasicBlock& block);
  void pair_by_names(const llvm::BasicBlock& block);
  bool is_alike(const llvm::Instruction& of_target, const llvm::Instruction& of_source) const;
  bool has_same_operands(const llvm::BasicBlock& block) const;
  void change(const llvm::BasicBlock& block);

  const llvm::Function &source_, &target_;
  llvm::DenseMap<const llvm::BasicBlock*, const llvm::BasicBlock*> partners_;  ///< of both functions
  llvm::DenseSet<const llvm::BasicBlock*> changed_, same_phis_;                ///< of both functions
  llvm::DenseMap<const llvm::Value*, const llvm::Value*> values_;              ///< of the target's
};

}  // namespace assay::prove
