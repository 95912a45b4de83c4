#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

#include <utility>
#include <vector>

#include "services/worker/ir/type_tags.h"
#include "services/worker/normalize/expressions.h"
#include "services/worker/normalize/places_in_memory.h"
#include "services/worker/normalize/rows.h"

namespace assay::normalize {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::LoadInst;
using llvm::Value;

constexpr std::size_t kMostBlocks = 64;  ///< looked at for one load

bool is_step(const Value& pointer) {
  const auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(&pointer);
  return step != nullptr && step->hasAllConstantIndices();
}

/// Can it be made at the end of the block as well, with the step that it may begin with?
bool may_load_at_end(const LoadInst& load, const BasicBlock& block, const llvm::DominatorTree& tree) {
  const Value* pointer = load.getPointerOperand();
  const Instruction* end = block.getTerminator();
  return tree.dominates(pointer, end) ||
         (is_step(*pointer) && tree.dominates(llvm::cast<Instruction>(pointer)->getOperand(0), end));
}
LoadInst& load_at_end(const LoadInst& load, BasicBlock& block, const llvm::DominatorTree& tree) {
  Instruction* end = block.getTerminator();
  auto* copy = llvm::cast<LoadInst>(load.clone());
  copy->insertBefore(end->getIterator());
  if (const Value* pointer = load.getPointerOperand(); !tree.dominates(pointer, end)) {
    Instruction* step = llvm::cast<Instruction>(pointer)->clone();
    step->insertBefore(copy->getIterator());
    copy->setOperand(0, step);
  }
  copy->setName(load.getName());
  return *copy;
}

/// Is the load executed whenever its block is, before anything else is to be seen, and before somebody writes there?
bool is_done_first(const LoadInst& load) {
  const PlaceInMemory place = place_of(load);
  return place.base != nullptr && load.isSimple() && says_only_types(load) &&
         std::all_of(load.getParent()->begin(), load.getIterator(), [&](const Instruction& each) {
           const auto* store = llvm::dyn_cast<llvm::StoreInst>(&each);
           const auto* other = llvm::dyn_cast<LoadInst>(&each);
           return (llvm::isa<llvm::PHINode, llvm::AssumeInst>(each) || is_expression(each) || is_division(each) ||
                   (store != nullptr && store->isSimple()) || (other != nullptr && other->isSimple())) &&
                  !may_write(each, place);
         });
}

/// Of a block that nothing but the branch leads to: the load that reads the same, and is undefined where this is.
LoadInst* same_load_first(const LoadInst& load, BasicBlock& block) {
  for (Instruction& each : block) {
    auto* other = llvm::dyn_cast<LoadInst>(&each);
    if (other != nullptr && other->getType() == load.getType() && is_done_first(*other) &&
        is_as_undefined(load, *other) && is_as_undefined(*other, load) &&
        other->getMetadata(llvm::LLVMContext::MD_tbaa) == load.getMetadata(llvm::LLVMContext::MD_tbaa))
      return other;
  }
  return nullptr;
}

/// Makes what all ways from the block read first one load before them. True if there was such a load.
bool load_before_ways(BasicBlock& block, const llvm::DominatorTree& tree) {
  const Instruction& end = *block.getTerminator();
  const bool parts = llvm::isa<llvm::BranchInst, llvm::SwitchInst>(end) && end.getNumSuccessors() > 1;
  if (!parts || !llvm::all_of(llvm::successors(&block), [](BasicBlock* way) { return way->getSinglePredecessor(); }))
    return false;
  for (Instruction& each : *end.getSuccessor(0)) {
    auto* load = llvm::dyn_cast<LoadInst>(&each);
    if (load == nullptr || !is_done_first(*load) || !may_load_at_end(*load, block, tree)) continue;
    std::vector<LoadInst*> all;
    for (BasicBlock* way : llvm::successors(&block)) all.push_back(same_load_first(*load, *way));
    if (llvm::is_contained(all, nullptr)) continue;
    LoadInst& before = load_at_end(*load, block, tree);
    for (LoadInst* one : all) {
      one->replaceAllUsesWith(&before);
      one->eraseFromParent();
    }
    return true;
  }
  return false;
}

/// Do the metadata say nothing but which type and which scopes are accessed?
bool says_only_aliases(const Instruction& access) {
  llvm::SmallVector<std::pair<unsigned, llvm::MDNode*>, 4> metadata;
  access.getAllMetadataOtherThanDebugLoc(metadata);
  return llvm::all_of(metadata, [](const auto& each) {
    return each.first == llvm::LLVMContext::MD_tbaa || each.first == llvm::LLVMContext::MD_alias_scope ||
           each.first == llvm::LLVMContext::MD_noalias;
  });
}

/// Do the scopes of a source's store say that it does not reach what the load reads, or the source is undefined
/// (ATTR-26)? It stands before the load in its block. Who looks back does not come past a new declaration of a scope.
bool is_elsewhere_by_scopes(const Instruction& access, const LoadInst& load) {
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&access);
  return store != nullptr && store->isSimple() && store->getParent() == load.getParent() && store->comesBefore(&load) &&
         ir::apart_by_scopes(store->getAAMetadata(), load.getAAMetadata());
}

/// What a load reads, where all ways to it have stored or read the place before and nothing may have written since. The
/// one that read or stored is undefined where the load is, so that nothing is lost with the load.
class KnownContent {
 public:
  /// `by_types`: what the load's type and scopes say is taken to be so.
  KnownContent(LoadInst& load, bool by_types)
      : load_(load),
        by_types_(by_types),
        block_(*load.getParent()),
        place_(place_of(load)),
        base_(llvm::dyn_cast_or_null<Instruction>(place_.base)) {}

  /// True if the load is gone.
  bool replace(const llvm::DominatorTree& tree) {
    if (place_.base == nullptr || !load_.isSimple() || !says_what_counts(load_)) return false;
    const Seen seen = look_back(block_, load_.getPrevNode());
    if (seen.value != nullptr) {
      load_.replaceAllUsesWith(seen.value);
      load_.eraseFromParent();
      return true;
    }
    return seen.goes_on && come_from_all_ways(tree);
  }

 private:
  struct Seen {
    Value* value = nullptr;  ///< what is known to be there
    bool goes_on = false;    ///< nothing is known, and nothing in the block changes it
  };

  Seen look_back(BasicBlock& block, Instruction* from) const {
    for (Instruction* each = from; each != nullptr; each = each->getPrevNode()) {
      if (Value* value = known_by(*each)) return {value};
      if (each == base_ || may_write(*each)) return {};
    }
    return {nullptr, !block.isEntryBlock()};
  }
  bool may_write(const Instruction& each) const {
    if (!by_types_) return normalize::may_write(each, place_);
    return normalize::may_write(each, place_, load_.getMetadata(llvm::LLVMContext::MD_tbaa)) &&
           !is_elsewhere_by_scopes(each, load_);
  }
  /// What is not made in the source has broken no promise there.
  bool says_what_counts(const Instruction& access) const {
    return by_types_ ? says_only_aliases(access) : says_only_types(access);
  }
  Value* known_by(Instruction& each) const {
    const bool is_store = llvm::isa<llvm::StoreInst>(each);
    if ((!is_store && !llvm::isa<LoadInst>(each)) || !is_as_undefined(load_, each) || !says_what_counts(each) ||
        each.getMetadata(llvm::LLVMContext::MD_tbaa) != load_.getMetadata(llvm::LLVMContext::MD_tbaa))
      return nullptr;
    if (!is_store) return llvm::cast<LoadInst>(each).isSimple() && each.getType() == load_.getType() ? &each : nullptr;
    auto& store = llvm::cast<llvm::StoreInst>(each);
    return is_kept_whole(store, load_) ? store.getValueOperand() : nullptr;
  }

  /// At the end of the block, on all ways that lead there. What is known on some of them may be so because of others.
  bool is_known_behind(BasicBlock& block) {
    llvm::SmallPtrSet<BasicBlock*, 16> seen;
    std::vector<BasicBlock*> open{&block};
    while (!open.empty()) {
      BasicBlock* one = open.back();
      open.pop_back();
      if (!seen.insert(one).second) continue;
      if (seen.size() > kMostBlocks) return false;
      const Seen last = look_back(*one, one->getTerminator());
      if (last.value != nullptr)
        known_[one] = last.value;
      else if (last.goes_on)
        open.insert(open.end(), llvm::pred_begin(one), llvm::pred_end(one));
      else
        return false;
    }
    return true;
  }

  bool come_from_all_ways(const llvm::DominatorTree& tree) {
    llvm::SmallPtrSet<BasicBlock*, 8> ways(llvm::pred_begin(&block_), llvm::pred_end(&block_)), lacking;
    for (BasicBlock* way : ways)
      if (!is_known_behind(*way)) lacking.insert(way);
    if (lacking.size() == ways.size() || (!lacking.empty() && !is_done_first(load_))) return false;
    for (BasicBlock* way : lacking)
      if (!may_come_before(*way, tree)) return false;
    for (BasicBlock* way : lacking) known_[way] = &load_at_end(load_, *way, tree);
    llvm::SSAUpdater values;
    values.Initialize(load_.getType(), load_.getName());
    for (const auto& [block, value] : known_) values.AddAvailableValue(block, value);
    Value* value = values.GetValueInMiddleOfBlock(&block_);
    if (value == &load_) return false;
    load_.replaceAllUsesWith(value);
    load_.eraseFromParent();
    return true;
  }

  bool may_come_before(BasicBlock& way, const llvm::DominatorTree& tree) const {
    const auto* jump = llvm::dyn_cast<llvm::BranchInst>(way.getTerminator());
    return jump != nullptr && jump->isUnconditional() && may_load_at_end(load_, way, tree);
  }

  LoadInst& load_;
  const bool by_types_;
  BasicBlock& block_;
  const PlaceInMemory place_;
  const Instruction* base_;                    ///< what was done before it speaks of another place
  llvm::DenseMap<BasicBlock*, Value*> known_;  ///< at the ends of blocks
};

void replace_known(llvm::Function& function, bool by_types) {
  const llvm::DominatorTree tree(function);
  std::size_t left = function.getInstructionCount();
  for (bool changed = true; changed && left != 0;) {
    changed = false;
    std::vector<LoadInst*> loads;
    for (Instruction& each : llvm::instructions(function))
      if (auto* load = llvm::dyn_cast<LoadInst>(&each); load != nullptr && tree.isReachableFromEntry(load->getParent()))
        loads.push_back(load);
    for (LoadInst* load : loads)
      if (left != 0 && KnownContent(*load, by_types).replace(tree)) changed = true, --left;
  }
  replace_one_valued(function);
}

}  // namespace

void read_before_branches(llvm::Function& function, const Kept&) {
  const llvm::DominatorTree tree(function);
  // From the last branch to the first, so that what has come before one may come before another.
  for (BasicBlock* block : llvm::post_order(&function))
    while (load_before_ways(*block, tree)) {
    }
}

void read_what_is_known(llvm::Function& function, const Kept&) { replace_known(function, /*by_types=*/false); }
void read_what_is_known_by_types(llvm::Function& function, const Kept&) { replace_known(function, /*by_types=*/true); }

}  // namespace assay::normalize
