#include "services/worker/prove/parts/states_of_memory.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

namespace assay::prove {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;

StatesOfMemory::StatesOfMemory(const llvm::Function& function) {
  for (const BasicBlock* block : llvm::ReversePostOrderTraversal<const llvm::Function*>(&function)) {
    number_of_[block] = nodes_.size();
    nodes_.push_back({.block = block});
    for (const Instruction& each : *block)
      if (each.mayWriteToMemory()) nodes_.back().may_write.push_back(&each);
  }
  for (Node& node : nodes_)
    for (const BasicBlock* from : llvm::predecessors(node.block))
      if (const auto found = number_of_.find(from); found != number_of_.end()) node.before.push_back(found->second);
}

/// States are taken to be one until they are seen to differ.
const StatesOfMemory::States& StatesOfMemory::at_starts(const Place& place) {
  const auto [known, is_new] = known_.try_emplace(place);
  States& at_start = known->second;
  if (!is_new) return at_start;
  const auto writes = [&](const Instruction* each) { return normalize::may_write(*each, place, place.type); };
  States writers;  // the last of each block
  for (const Node& node : nodes_) {
    const auto last = std::find_if(node.may_write.rbegin(), node.may_write.rend(), writes);
    writers.push_back(last == node.may_write.rend() ? nullptr : *last);
  }
  at_start.resize(nodes_.size());
  at_start.front() = nodes_.front().block;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 1; i < nodes_.size(); ++i) {
      const Value *block = nodes_[i].block, *state = nullptr;
      for (const std::size_t from : nodes_[i].before) {
        const Value* out = writers[from] != nullptr ? writers[from] : at_start[from];
        if (out != nullptr) state = state == nullptr || state == out ? out : block;  // else it is not known yet
      }
      if (at_start[i] == block || at_start[i] == state) continue;
      at_start[i] = state;
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
  const auto number = number_of_.find(load.getParent());
  return number == number_of_.end() ? nullptr : at_starts(place)[number->second];
}

}  // namespace assay::prove
