#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <vector>

#include "services/worker/prove/parts/path_facts.h"
#include "services/worker/prove/regions/matched_blocks.h"
#include "services/worker/prove/regions/regions.h"

namespace assay::prove {

/// One of the two functions, and what is known of its control flow.
struct Whole {
  explicit Whole(const llvm::Function& of) : function(of), tree(const_cast<llvm::Function&>(of)) {}
  const llvm::Function& function;
  llvm::DominatorTree tree;
};

/// The blocks of a region in one of the functions. The phis of the entry are not part of it: to come back to the entry
/// is to leave.
struct RegionSide {
  llvm::SetVector<const llvm::BasicBlock*> blocks;
  const llvm::BasicBlock* entry = nullptr;

  bool contains(const llvm::Value& value) const;
  /// Edges lead there from the region.
  bool is_left_to(const llvm::BasicBlock& block) const { return !blocks.contains(&block) || &block == entry; }
  /// Blocks that it is left to.
  llvm::SetVector<const llvm::BasicBlock*> exits() const;
  /// What comes from outside, constants not counted.
  llvm::SetVector<const llvm::Value*> needed() const;
  /// Instructions whose values are used outside, but for phis that an edge of the region leads to.
  llvm::SetVector<const llvm::Instruction*> given() const;
};

struct Region {
  RegionSide source, target;
  /// Values of the target and what they stand for; of what the source alone needs the target has none.
  using Values = std::vector<std::pair<const llvm::Value*, const llvm::Value*>>;
  Values parameters, results;
  Values computed;  ///< of what is outside, by expressions of parameters: what is known of one tells of the other
};

/// Is it a value of its operands alone? A number made of a pointer is its address: whoever comes to know the pointer by
/// it does so where it is made.
bool can_be_computed_again(const llvm::Instruction& instruction);
/// The step of bytes to the address that the number is.
const llvm::GetElementPtrInst* step_to_number(const llvm::Instruction& instruction);
/// A copy that does nothing else, without a place.
llvm::Instruction* computed_again(const llvm::Instruction& instruction);

/// Writes both sides as functions. Nothing if that can't be done.
std::optional<RegionPair> write(const Region& region, const MatchedBlocks& blocks, const Whole& source,
                                const Whole& target);

}  // namespace assay::prove
