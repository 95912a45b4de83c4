#include "services/worker/prove/rounds/sunk_stores.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>

namespace assay::prove {
namespace {

using llvm::PHINode;
using llvm::StoreInst;

/// What the store may write, as it goes through phis.
llvm::SetVector<const llvm::Value*> written_by(const StoreInst& store) {
  llvm::SetVector<const llvm::Value*> found;
  found.insert(store.getValueOperand());
  for (std::size_t i = 0; i < found.size(); ++i)
    if (const auto* phi = llvm::dyn_cast<PHINode>(found[i]))
      for (const llvm::Value* value : phi->incoming_values()) found.insert(value);
  return found;
}

/// Is the address known when the loop is entered?
bool is_known_before(const llvm::Value& address, const llvm::Loop& loop, const llvm::DominatorTree& tree) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&address);
  return instruction == nullptr || tree.properlyDominates(instruction->getParent(), loop.getHeader());
}

}  // namespace

void find_sunk_stores(HandedAtCuts& handed, llvm::Function& target) {
  llvm::SmallVector<StoreInst*, 8> stores;
  for (llvm::Instruction& each : llvm::instructions(target))
    if (auto* store = llvm::dyn_cast<StoreInst>(&each); store != nullptr && store->isSimple()) stores.push_back(store);
  if (stores.empty()) return;
  const llvm::DominatorTree tree(target);
  const llvm::LoopInfo loops(tree);
  for (auto& cut : handed)
    for (Handed& each : cut) {
      const auto* phi = llvm::dyn_cast<PHINode>(each.target);
      const llvm::Loop* loop = phi == nullptr || !llvm::isa_and_present<llvm::LoadInst>(each.source)
                                   ? nullptr
                                   : loops.getLoopFor(phi->getParent());
      if (loop == nullptr || loop->getHeader() != phi->getParent()) continue;
      for (StoreInst* store : stores) {
        if (loop->contains(store) || store->getValueOperand()->getType() != phi->getType() ||
            !is_known_before(*store->getPointerOperand(), *loop, tree))
          continue;
        const auto written = written_by(*store);
        const auto is_written = [&](const llvm::Value* value) { return written.contains(value); };
        const bool goes_round = llvm::any_of(phi->blocks(), [&](const llvm::BasicBlock* from) {
          return loop->contains(from) && is_written(phi->getIncomingValueForBlock(from));
        });
        if (goes_round || is_written(phi)) each.late = store;
      }
    }
}

}  // namespace assay::prove
