#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <vector>

#include "services/worker/normalize/expressions.h"
#include "services/worker/normalize/places_in_memory.h"
#include "services/worker/normalize/rows.h"

namespace assay::normalize {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::StoreInst;

constexpr std::size_t kMostBetween = 32;  ///< between a store and those that overwrite it

/// Is what a store has written overwritten on all ways from it, before anybody may read it, and before anything but
/// accesses by the function happens? No way leads round, so all of them come there.
class Overwriting {
 public:
  explicit Overwriting(const StoreInst& store) : store_(store), place_(place_of(store)) {}
  bool always() {
    return place_.base != nullptr && store_.isSimple() && says_only_types(store_) &&
           follow(*store_.getParent(), store_.getNextNode());
  }

 private:
  bool follow(const BasicBlock& block, const Instruction* from) {
    for (const Instruction* each = from; !each->isTerminator(); each = each->getNextNode()) {
      if (each == place_.base) return false;  // from here on it is another place
      if (const auto* store = llvm::dyn_cast<StoreInst>(each)) {
        if (!store->isSimple()) return false;
        if (is_as_undefined(store_, *store)) return true;
      } else if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(each)) {
        if (!load->isSimple() || !are_apart(place_, place_of(*load))) return false;
      } else if (!llvm::isa<llvm::PHINode>(each) && !is_expression(*each) && !is_division(*each)) {
        return false;
      }
    }
    if (!llvm::isa<llvm::BranchInst, llvm::SwitchInst>(block.getTerminator())) return false;
    on_way_.insert(&block);
    const bool all = llvm::all_of(llvm::successors(&block), [&](const BasicBlock* next) {
      if (on_way_.contains(next)) return false;
      if (!seen_.insert(next).second) return true;
      return seen_.size() <= kMostBetween && follow(*next, &next->front());
    });
    on_way_.erase(&block);
    return all;
  }

  const StoreInst& store_;
  const PlaceInMemory place_;
  llvm::SmallPtrSet<const BasicBlock*, 16> seen_, on_way_;
};

/// The store that a block ends with, before it goes on to the only next one.
StoreInst* last_store(BasicBlock& block) {
  const auto* jump = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (jump == nullptr || jump->isConditional()) return nullptr;
  for (Instruction& each : llvm::drop_begin(llvm::reverse(block)))
    if (llvm::isa<llvm::PHINode>(each) || !is_expression(each)) {
      auto* store = llvm::dyn_cast<StoreInst>(&each);
      return store != nullptr && store->isSimple() && says_only_types(*store) ? store : nullptr;
    }
  return nullptr;
}

/// Makes the stores that all ways to a block end with one at its beginning.
class Join {
 public:
  Join(BasicBlock& block, const llvm::DominatorTree& tree) : block_(block), tree_(tree) {}

  bool sink() {
    for (BasicBlock* from : llvm::predecessors(&block_)) {
      StoreInst* store = last_store(*from);
      if (store == nullptr || (!stores_.empty() && !is_alike(*stores_.front().second, *store))) return false;
      stores_.emplace_back(from, store);
    }
    if (stores_.size() < 2) return false;
    StoreInst& first = *stores_.front().second;
    llvm::Value* pointer = first.getPointerOperand();
    auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(pointer);
    const bool stays = is_known(*pointer);
    if (!stays && (step == nullptr || !llvm::all_of(step->operand_values(), [&](auto* one) { return is_known(*one); })))
      return false;
    auto* value = llvm::PHINode::Create(first.getValueOperand()->getType(), stores_.size(), "", block_.begin());
    for (const auto& [from, store] : stores_) value->addIncoming(store->getValueOperand(), from);
    auto* written = llvm::cast<StoreInst>(first.clone());
    written->insertBefore(block_.getFirstNonPHIIt());
    written->setOperand(0, value);
    if (!stays) {
      Instruction* own = step->clone();
      own->insertBefore(written->getIterator());
      written->setOperand(1, own);
    }
    for (const auto& [from, store] : stores_) store->eraseFromParent();
    return true;
  }

 private:
  bool is_known(const llvm::Value& value) const {
    const auto* instruction = llvm::dyn_cast<Instruction>(&value);
    return instruction == nullptr || tree_.properlyDominates(instruction->getParent(), &block_);
  }
  static bool is_alike(const StoreInst& one, const StoreInst& other) {
    const auto *a = llvm::dyn_cast<Instruction>(one.getPointerOperand()),
               *b = llvm::dyn_cast<Instruction>(other.getPointerOperand());
    const bool same_place =
        one.getPointerOperand() == other.getPointerOperand() ||
        (a != nullptr && b != nullptr && llvm::isa<llvm::GetElementPtrInst>(a) && a->isIdenticalTo(b));
    return same_place && one.getValueOperand()->getType() == other.getValueOperand()->getType() &&
           one.getAlign() == other.getAlign() &&
           one.getMetadata(llvm::LLVMContext::MD_tbaa) == other.getMetadata(llvm::LLVMContext::MD_tbaa);
  }

  BasicBlock& block_;
  const llvm::DominatorTree& tree_;
  std::vector<std::pair<BasicBlock*, StoreInst*>> stores_;
};

}  // namespace

void drop_overwritten_stores(llvm::Function& function, const Kept&) {
  for (Instruction& each : llvm::make_early_inc_range(llvm::instructions(function)))
    if (auto* store = llvm::dyn_cast<StoreInst>(&each); store != nullptr && Overwriting(*store).always())
      store->eraseFromParent();
}

void sink_stores_that_meet(llvm::Function& function, const Kept&) {
  const llvm::DominatorTree tree(function);
  std::size_t left = function.getInstructionCount();
  for (bool changed = true; changed && left != 0; --left) {
    changed = false;
    for (BasicBlock& block : function)
      if (tree.isReachableFromEntry(&block)) changed |= Join(block, tree).sink();
  }
}

}  // namespace assay::normalize
