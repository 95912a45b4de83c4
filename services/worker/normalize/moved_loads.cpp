#include "services/worker/normalize/moved_loads.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/ValueSymbolTable.h>

#include <optional>
#include <utility>
#include <vector>

namespace assay::normalize {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;

/// A load of the source, and the block at whose beginning the target has it.
using Moved = std::pair<const Instruction*, const BasicBlock*>;

bool may_write(const Instruction& each) { return each.mayWriteToMemory() && !llvm::isa<llvm::AssumeInst>(each); }

/// On all ways from the load to the block, of which none comes through the block before?
bool nothing_writes_between(const Instruction& load, const BasicBlock& block) {
  constexpr std::size_t kMostBlocks = 64;
  const BasicBlock* first = load.getParent();
  llvm::SmallPtrSet<const BasicBlock*, 16> seen;
  llvm::SmallVector<const BasicBlock*, 16> open(llvm::predecessors(&block));
  while (!open.empty()) {
    const BasicBlock* each = open.pop_back_val();
    if (each == first || !seen.insert(each).second) continue;
    if (each == &block || seen.size() > kMostBlocks || llvm::any_of(*each, may_write)) return false;
    open.append(llvm::pred_begin(each), llvm::pred_end(each));
  }
  return llvm::none_of(llvm::make_range(std::next(load.getIterator()), first->end()), may_write);
}

bool is_needed_only_behind(const BasicBlock& block, const Instruction& load, const llvm::DominatorTree& tree) {
  return llvm::all_of(load.uses(), [&](const llvm::Use& use) {
    const auto* user = llvm::cast<Instruction>(use.getUser());
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
    return tree.dominates(&block, phi == nullptr ? user->getParent() : phi->getIncomingBlock(use));
  });
}

bool is_plain_load(const Instruction& each) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&each);
  return load != nullptr && load->isSimple() && load->hasName();
}

std::vector<Moved> moved_loads(const llvm::Function& source, const llvm::Function& target) {
  std::vector<Moved> moved;
  const llvm::ValueSymbolTable *names = source.getValueSymbolTable(), *others = target.getValueSymbolTable();
  if (names == nullptr || others == nullptr) return moved;
  std::optional<llvm::DominatorTree> tree;
  for (const Instruction& load : llvm::instructions(source)) {
    if (!is_plain_load(load)) continue;
    const auto* other = llvm::dyn_cast_or_null<llvm::LoadInst>(others->lookup(load.getName()));
    if (other == nullptr || other->getType() != load.getType() || !other->isSimple() ||
        other->getParent()->getName() == load.getParent()->getName())
      continue;
    const auto* block = llvm::dyn_cast_or_null<BasicBlock>(names->lookup(other->getParent()->getName()));
    if (block == nullptr || block->isEHPad()) continue;
    if (!tree) tree.emplace(const_cast<llvm::Function&>(source));
    if (tree->properlyDominates(load.getParent(), block) && is_needed_only_behind(*block, load, *tree) &&
        nothing_writes_between(load, *block))
      moved.emplace_back(&load, block);
  }
  return moved;
}

}  // namespace

bool has_later_loads(const llvm::Function& source, const llvm::Function& target) {
  return !moved_loads(source, target).empty();
}

/// The last first, so that loads of one block stay in their order; one that another needs for its address comes before.
void read_as_late_as(llvm::Function& source, const llvm::Function& target) {
  for (std::vector<Moved> moved; !(moved = moved_loads(source, target)).empty();)
    for (const auto& [load, block] : llvm::reverse(moved)) {
      auto& there = const_cast<BasicBlock&>(*block);
      const_cast<Instruction*>(load)->moveBefore(there, there.getFirstInsertionPt());
    }
}

}  // namespace assay::normalize
