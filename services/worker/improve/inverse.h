#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instruction.h>

#include <span>

#include "services/worker/improve/improve.h"

namespace assay::improve {

/// The same value computed another way, with more operations: a fold backwards.
struct Inverse {
  const char* name;
  bool (*fits)(const llvm::Instruction& instruction);  ///< of integers only
  llvm::Value* (*make)(llvm::Instruction& instruction, llvm::IRBuilderBase& builder);
};
std::span<const Inverse> inverses();

/// Computes operations of the function in the other ways, one at a time, and tells where the compiler then ends with
/// dearer code: what it makes of the function itself is the fold that it misses.
Looked find_by_inverses(const llvm::Function& function, const Options& options);

}  // namespace assay::improve
