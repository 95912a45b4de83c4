#pragma once

#include "services/worker/prove/rounds/segment.h"

namespace assay::prove {

/// A segment that is being written.
struct CutFunction::Segment {
  llvm::Function* function = nullptr;
  llvm::StructType* result = nullptr;
  llvm::BasicBlock* start = nullptr;
  std::optional<std::size_t> from;
  bool only_numbers = false;
  std::vector<llvm::BasicBlock*> blocks;  ///< of the original
  llvm::DenseMap<const llvm::BasicBlock*, llvm::BasicBlock*> copy_of_block;
  llvm::DenseMap<const llvm::Value*, llvm::Value*> copies;    ///< what the segment computes itself
  llvm::DenseMap<const llvm::Value*, llvm::Value*> at_start;  ///< what it is given, and what is computed of that
  llvm::SmallPtrSet<const llvm::StoreInst*, 2> late;          ///< what they write is not in memory at the start
  llvm::Value* address = nullptr;                             ///< of the byte that is watched
  std::vector<llvm::AllocaInst*> touched;                     ///< has it been, in each way?
};

/// Is it no number: does it give what memory or a call gives?
bool touches_memory(const llvm::Instruction& instruction);

}  // namespace assay::prove
