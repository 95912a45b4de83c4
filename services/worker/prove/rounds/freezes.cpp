#include "services/worker/prove/rounds/freezes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace assay::prove {
namespace {

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

}  // namespace

void drop_freezes(llvm::Function& target) {
  for (Instruction& each : llvm::make_early_inc_range(llvm::instructions(target)))
    if (llvm::isa<llvm::FreezeInst>(each)) {
      each.replaceAllUsesWith(each.getOperand(0));
      each.eraseFromParent();
    }
}

bool freeze_alike(llvm::Function& source, const llvm::Function& target) {
  llvm::SmallPtrSet<const Value*, 8> frozen;
  for (const Instruction& each : llvm::instructions(target)) {
    Value* value = llvm::isa<llvm::FreezeInst>(each) ? partner_of(*each.getOperand(0), source) : nullptr;
    if (value == nullptr || frozen.contains(value)) continue;
    llvm::BasicBlock::iterator place = source.getEntryBlock().getFirstInsertionPt();
    if (auto* instruction = llvm::dyn_cast<Instruction>(value)) {
      const auto behind = instruction->getInsertionPointAfterDef();
      if (!behind) continue;
      place = *behind;
    }
    auto* freeze = new llvm::FreezeInst(value, each.getName(), place);
    value->replaceUsesWithIf(freeze, [&](const llvm::Use& use) { return use.getUser() != freeze; });
    frozen.insert(value);
  }
  return !frozen.empty();
}

}  // namespace assay::prove
