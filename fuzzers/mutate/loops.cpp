#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include "fuzzers/mutate/mutators.h"

namespace assay::mutate {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;

bool can_be_copied(const llvm::Loop& loop) {
  if (loop.getLoopPreheader() == nullptr || loop.getNumBlocks() > 12) return false;
  return llvm::none_of(loop.blocks(), [](const BasicBlock* block) {
    if (block->hasAddressTaken() || block->isEHPad()) return true;
    if (!llvm::isa<llvm::BranchInst, llvm::SwitchInst, llvm::UnreachableInst, llvm::ReturnInst>(block->getTerminator()))
      return true;
    return llvm::any_of(*block, [](const Instruction& each) { return each.getType()->isTokenTy(); });
  });
}

/// Branches and selects of the loop whose condition is the same on every turn.
std::vector<llvm::Use*> invariant_conditions(const llvm::Loop& loop) {
  std::vector<llvm::Use*> found;
  for (BasicBlock* block : loop.blocks())
    for (Instruction& each : *block) {
      const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&each);
      if (!llvm::isa<llvm::SelectInst>(each) && (branch == nullptr || !branch->isConditional())) continue;
      llvm::Use& condition = each.getOperandUse(0);  // in both
      if (condition->getType()->isIntegerTy(1) && !llvm::isa<llvm::Constant>(condition) &&
          loop.isLoopInvariant(condition.get()))
        found.push_back(&condition);
    }
  return found;
}

/// A copy of the loop's blocks; phis behind the loop take what comes from there too. The loop must be in LCSSA form.
BasicBlock* copy_of(const llvm::Loop& loop, BasicBlock& preheader, llvm::ValueToValueMapTy& map) {
  llvm::Function& function = *preheader.getParent();
  BasicBlock* entry = BasicBlock::Create(function.getContext(), "unswitched", &function);
  map[&preheader] = entry;
  llvm::SmallVector<BasicBlock*, 8> blocks;
  for (BasicBlock* block : loop.blocks()) {
    blocks.push_back(llvm::CloneBasicBlock(block, map, ".us", &function));
    map[block] = blocks.back();
  }
  llvm::remapInstructionsInBlocks(blocks, map);
  llvm::IRBuilder<>(entry).CreateBr(llvm::cast<BasicBlock>(static_cast<Value*>(map[loop.getHeader()])));
  llvm::SmallVector<BasicBlock*, 4> exits;
  loop.getUniqueExitBlocks(exits);
  for (BasicBlock* exit : exits)
    for (llvm::PHINode& phi : exit->phis())
      for (unsigned index = 0, count = phi.getNumIncomingValues(); index < count; ++index) {
        if (!loop.contains(phi.getIncomingBlock(index))) continue;
        Value* value = phi.getIncomingValue(index);
        const auto mapped = map.find(value);
        phi.addIncoming(mapped == map.end() ? value : static_cast<Value*>(mapped->second),
                        llvm::cast<BasicBlock>(static_cast<Value*>(map[phi.getIncomingBlock(index)])));
      }
  return entry;
}

}  // namespace

bool UnswitchLoop::apply(Subject& subject) const {
  if (!subject.may_grow()) return false;
  llvm::DominatorTree tree(*subject.function);
  const llvm::LoopInfo info(tree);
  std::vector<llvm::Loop*> loops;
  for (llvm::Loop* loop : info.getLoopsInPreorder())
    if (can_be_copied(*loop)) loops.push_back(loop);
  if (loops.empty()) return false;
  llvm::Loop& loop = *loops[subject.rng.below(loops.size())];
  BasicBlock* head = loop.getLoopPreheader();
  const auto conditions = invariant_conditions(loop);
  llvm::Use* chosen = conditions.empty() ? nullptr : conditions[subject.rng.below(conditions.size())];
  Value* condition = chosen == nullptr ? nullptr : chosen->get();
  if (condition == nullptr) {
    // No condition is invariant: the loop is duplicated under any condition.
    const auto tests =
        Scope(*subject.function).values_before(*head->getTerminator(), llvm::Type::getInt1Ty(head->getContext()));
    if (tests.empty()) return false;
    condition = tests[subject.rng.below(tests.size())];
  }
  for (llvm::Loop* inner : llvm::reverse(loop.getLoopsInPreorder())) llvm::formLCSSA(*inner, tree, &info, nullptr);
  llvm::ValueToValueMapTy map;
  BasicBlock* preheader = llvm::SplitBlock(head, head->getTerminator());
  // The new block is the preheader now; the loop still counts it as outside.
  BasicBlock* other = copy_of(loop, *preheader, map);
  head->getTerminator()->eraseFromParent();
  llvm::IRBuilder<> builder(head);
  Value* test = subject.rng.chance(1, 3) ? builder.CreateFreeze(condition) : condition;
  builder.CreateCondBr(test, preheader, other);
  if (chosen == nullptr || subject.rng.chance(1, 8)) return true;
  auto* user = llvm::cast<Instruction>(chosen->getUser());
  auto* copied = llvm::cast<Instruction>(static_cast<Value*>(map[user]));
  user->setOperand(0, builder.getTrue());
  copied->setOperand(0, builder.getFalse());
  return true;
}

}  // namespace assay::mutate
