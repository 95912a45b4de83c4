#include "services/worker/prove/rounds/freezes.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <vector>

#include "services/worker/prove/rounds/defined_parameters.h"

namespace assay::prove {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;

/// The source's value that is the target's, as far as names tell.
Value* partner_of(const Value& value, llvm::Function& source) {
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&value)) return source.getArg(argument->getArgNo());
  if (!llvm::isa<Instruction>(value) || !value.hasName()) return nullptr;
  for (Instruction& each : llvm::instructions(source))
    if (each.getName() == value.getName() && each.getType() == value.getType()) return &each;
  return nullptr;
}

struct Frozen {
  Instruction *source = nullptr, *target = nullptr;
};

/// A branch that is undefined where the argument is not what was frozen of it.
struct Said {
  llvm::BranchInst* branch;
  llvm::Argument* argument;
  Instruction* frozen;
};

template <class FrozenOf>
std::vector<Said> said_by_branches(llvm::Function& function, const FrozenOf& frozen_of) {
  const llvm::DominatorTree tree(function);
  std::vector<Said> said;
  for (BasicBlock& block : function) {
    auto* branch = llvm::dyn_cast_or_null<llvm::BranchInst>(block.getTerminator());
    if (branch == nullptr || !branch->isConditional()) continue;
    for (llvm::Argument* argument : deciding_arguments(branch->getCondition()))
      if (Instruction* frozen = frozen_of(*argument); frozen != nullptr && tree.dominates(frozen, branch))
        said.push_back({branch, argument, frozen});
  }
  return said;
}

/// Undef is not equal to what was frozen, nor another value: to branch on it is undefined. Behind that the branch may
/// as well be on what was frozen.
void write(const Said& said) {
  auto* condition = llvm::dyn_cast<Instruction>(said.branch->getCondition());
  if (condition != nullptr && condition != said.frozen && condition->hasOneUse())
    condition->replaceUsesOfWith(said.argument, said.frozen);
  llvm::LLVMContext& context = said.branch->getContext();
  BasicBlock* block = said.branch->getParent();
  BasicBlock* rest = block->splitBasicBlock(said.branch);
  BasicBlock* never = BasicBlock::Create(context, "", block->getParent());
  new llvm::UnreachableInst(context, never);
  Instruction* old = block->getTerminator();
  auto* same = new llvm::ICmpInst(old->getIterator(), llvm::CmpInst::ICMP_EQ, said.argument, said.frozen);
  llvm::BranchInst::Create(rest, never, same, old->getIterator());
  old->eraseFromParent();
}

}  // namespace

void drop_freezes(llvm::Function& target) {
  for (Instruction& each : llvm::make_early_inc_range(llvm::instructions(target)))
    if (llvm::isa<llvm::FreezeInst>(each)) {
      each.replaceAllUsesWith(each.getOperand(0));
      each.eraseFromParent();
    }
}

bool freeze_alike(llvm::Function& source, llvm::Function& target) {
  llvm::SmallDenseMap<Value*, Frozen, 8> frozen;
  for (Instruction& each : llvm::instructions(target)) {
    Value* value = llvm::isa<llvm::FreezeInst>(each) ? partner_of(*each.getOperand(0), source) : nullptr;
    if (value == nullptr || frozen.contains(value)) continue;
    BasicBlock::iterator place = source.getEntryBlock().getFirstInsertionPt();
    if (auto* instruction = llvm::dyn_cast<Instruction>(value)) {
      const auto behind = instruction->getInsertionPointAfterDef();
      if (!behind) continue;
      place = *behind;
    }
    frozen[value] = {new llvm::FreezeInst(value, each.getName(), place), &each};
  }
  const auto in_source = [&](llvm::Argument& argument) { return frozen.lookup(&argument).source; };
  const auto in_target = [&](llvm::Argument& argument) {
    return frozen.lookup(source.getArg(argument.getArgNo())).target;
  };
  const std::vector<Said> said = said_by_branches(source, in_source), others = said_by_branches(target, in_target);
  for (const auto& [value, freezes] : frozen)
    value->replaceUsesWithIf(freezes.source, [&](const llvm::Use& use) { return use.getUser() != freezes.source; });
  for (const Said& each : said) write(each);
  for (const Said& each : others) write(each);
  return !frozen.empty();
}

}  // namespace assay::prove
