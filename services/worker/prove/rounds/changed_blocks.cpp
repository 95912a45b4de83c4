#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/ValueSymbolTable.h>

#include <algorithm>
#include <set>
#include <vector>

#include "services/worker/normalize/expressions.h"
#include "services/worker/normalize/normalize.h"
#include "services/worker/prove/rounds/pairing.h"

namespace assay::prove {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;

/// Which of the target's blocks are as they were, as far as names and kinds of instructions tell.
class ChangedBlocks {
 public:
  ChangedBlocks(llvm::Function& source, llvm::Function& target) {
    const llvm::ValueSymbolTable& names = *source.getValueSymbolTable();
    for (BasicBlock& block : target) {
      BasicBlock* partner = block.isEntryBlock() ? &source.getEntryBlock()
                            : block.hasName()    ? llvm::dyn_cast_or_null<BasicBlock>(names.lookup(block.getName()))
                                                 : nullptr;
      if (partner != nullptr && partner->isEntryBlock() == block.isEntryBlock()) partners_[&block] = partner;
    }
    for (BasicBlock& block : target) changed_[&block] = is_changed(block);
  }

  BasicBlock* partner(const BasicBlock& block) const { return partners_.lookup(&block); }

  /// Does it lie before or behind what changed, and not within?
  bool is_next_to_change(BasicBlock& block) const {
    const auto changed = [&](const BasicBlock* each) { return changed_.lookup(each); };
    if (block.isEntryBlock() || block.isEHPad() || partner(block) == nullptr ||
        llvm::any_of(llvm::predecessors(&block), changed) || !has_same_ways_in(block))
      return false;
    const auto comes_from_changed = [&](const BasicBlock* each) {
      return llvm::any_of(llvm::predecessors(each), changed);
    };
    return changed(&block) || llvm::any_of(llvm::successors(&block), changed) ||
           llvm::any_of(llvm::predecessors(&block), comes_from_changed);
  }

 private:
  using Blocks = std::multiset<const BasicBlock*>;
  bool has_same_ways_in(BasicBlock& block) const {
    Blocks own, others;
    for (const BasicBlock* each : llvm::predecessors(&block)) own.insert(partner(*each));
    for (const BasicBlock* each : llvm::predecessors(partner(block))) others.insert(each);
    return own == others;
  }
  bool is_changed(BasicBlock& block) const {
    const BasicBlock* other = partner(block);
    if (other == nullptr || !has_same_ways_in(block)) return true;
    const auto leads_alike = [&](const BasicBlock* own, const BasicBlock* its) { return partner(*own) == its; };
    const bool leads =
        llvm::succ_size(&block) == llvm::succ_size(other) &&
        std::equal(llvm::succ_begin(&block), llvm::succ_end(&block), llvm::succ_begin(other), leads_alike);
    const auto is_alike = [](const Instruction* own, const Instruction* its) {
      return own->getOpcode() == its->getOpcode() && own->hasSameSpecialState(its);
    };
    return !leads || !std::ranges::equal(steps(block), steps(*other), is_alike);
  }
  static std::vector<const Instruction*> steps(const BasicBlock& block) {
    std::vector<const Instruction*> all;
    for (const Instruction& each : block)
      if (!llvm::isa<llvm::PHINode>(each) && !normalize::is_expression(each)) all.push_back(&each);
    return all;
  }

  llvm::DenseMap<const BasicBlock*, BasicBlock*> partners_;  ///< of the target's
  llvm::DenseMap<const BasicBlock*, bool> changed_;
};

}  // namespace

Pairing add_cuts_around_changes(Pairing pairs, llvm::Function& source, llvm::Function& target) {
  if (source.getValueSymbolTable() == nullptr) return {};
  const ChangedBlocks blocks(source, target);
  for (BasicBlock& block : target) {
    if (llvm::is_contained(pairs.target, &block) || !blocks.is_next_to_change(block)) continue;
    BasicBlock* partner = blocks.partner(block);
    if (llvm::is_contained(pairs.source, partner)) continue;
    pairs.target.push_back(&block);
    pairs.source.push_back(partner);
    pairs.rounds.push_back(1);
    pairs.peeled.push_back(0);
  }
  const auto is_cut = [&](BasicBlock* head) { return llvm::is_contained(pairs.target, head); };
  return llvm::all_of(normalize::heads_of_loops(target), is_cut) ? pairs : Pairing();
}

}  // namespace assay::prove
