#pragma once

#include "services/worker/prove/rounds/segment.h"

namespace assay::prove {

/// A segment that is being written. "The original" is the function that is cut.
struct CutFunction::Segment {
  llvm::Function* function = nullptr;
  llvm::StructType* result = nullptr;
  llvm::BasicBlock* start = nullptr;  ///< computes what is known at the start, then goes to the copy of the first block
  std::optional<std::size_t> from;    ///< the cut that it starts at; none: the original's entry
  bool only_numbers = false;          ///< see CutFunction::write_numbers
  bool follows = false;               ///< another round, in the same function
  bool has_facts = false;             ///< what holds of the target is assumed at its start
  llvm::BasicBlock* first = nullptr;  ///< where such a round begins: phis
  bool no_choices = false;            ///< nothing that chooses is computed at the start
  std::vector<llvm::BasicBlock*> blocks;                   ///< of the original, that are copied
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> foreign;  ///< of the written function, that other rounds are in
  llvm::DenseMap<const llvm::BasicBlock*, llvm::BasicBlock*> copy_of_block;
  /// From values of the original to what the segment computes in their place, in its copied blocks,
  llvm::DenseMap<const llvm::Value*, llvm::Value*> copies;
  /// and to what they are at its start: parameters, and what `start` computes of them.
  llvm::DenseMap<const llvm::Value*, llvm::Value*> at_start;
  llvm::SmallPtrSet<const llvm::StoreInst*, 2> late;  ///< of Handed::late: memory lacks at the start what they write
  llvm::Value* address = nullptr;                     ///< of the byte that is watched (CutFunction::watch)
  std::vector<llvm::AllocaInst*> touched;             ///< for each kind of access: has that byte been touched so?
};

/// Does it read or write memory, or call somebody, so that its result is not computed from its operands alone?
bool touches_memory(const llvm::Instruction& instruction);

}  // namespace assay::prove
