#include "services/worker/prove/parts/states_of_memory.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IntrinsicInst.h>

namespace assay::prove {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;

/// States are taken to be one until they are seen to differ.
const StatesOfMemory::States& StatesOfMemory::at_starts(const Place& place) {
  const auto [known, is_new] = known_.try_emplace(place);
  States& at_start = known->second;
  if (!is_new) return at_start;
  const llvm::ReversePostOrderTraversal<const llvm::Function*> order(&function_);
  States writers;
  for (const BasicBlock* block : order)
    for (const Instruction& each : *block)
      if (normalize::may_write(each, place, place.type)) writers[block] = &each;
  const BasicBlock* entry = &function_.getEntryBlock();
  at_start[entry] = entry;
  for (bool changed = true; changed;) {
    changed = false;
    for (const BasicBlock* block : order) {
      const Value* state = nullptr;
      for (const BasicBlock* from : llvm::predecessors(block)) {
        const Value* writer = writers.lookup(from);
        const Value* out = writer != nullptr ? writer : at_start.lookup(from);
        if (out != nullptr) state = state == nullptr || state == out ? out : block;  // else it is not known yet
      }
      if (block == entry || at_start.lookup(block) == block || at_start.lookup(block) == state) continue;
      at_start[block] = state;
      changed = true;
    }
  }
  return at_start;
}

const Value* StatesOfMemory::before(const llvm::LoadInst& load) {
  const Place place{normalize::place_in_memory(*load.getPointerOperand(), *load.getType(), load.getDataLayout()),
                    load.getMetadata(llvm::LLVMContext::MD_tbaa)};
  for (const Instruction* each = load.getPrevNode(); each != nullptr; each = each->getPrevNode())
    if (normalize::may_write(*each, place, place.type)) return each;
  return at_starts(place).lookup(load.getParent());
}

}  // namespace assay::prove
