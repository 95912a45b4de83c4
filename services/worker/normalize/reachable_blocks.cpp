#include "services/worker/normalize/reachable_blocks.h"

#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "services/worker/ir/ir.h"
#include "services/worker/ir/pairs.h"

namespace assay::normalize {
namespace {

bool reaches_all_blocks(const llvm::Function& function) {
  llvm::df_iterator_default_set<const llvm::BasicBlock*> seen;
  for (const llvm::BasicBlock* block : llvm::depth_first_ext(&function, seen)) (void)block;
  return seen.size() == function.size();
}

/// An address of a block stays what it is, whether control comes there or not.
bool takes_addresses_of_blocks(const llvm::Function& function) {
  return llvm::any_of(function, [](const llvm::BasicBlock& block) { return block.hasAddressTaken(); });
}

}  // namespace

ReachableBlocks::ReachableBlocks(const llvm::Function& function, const llvm::Function& other) : function_(&function) {
  if (takes_addresses_of_blocks(function) || reaches_all_blocks(function)) return;
  module_ = ir::clone_for(function, other);
  llvm::Function& copy = *ir::same_in(*module_, function);
  llvm::EliminateUnreachableBlocks(copy);
  function_ = &copy;
}

}  // namespace assay::normalize
