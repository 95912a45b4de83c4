#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <set>

#include "services/worker/ir/ir.h"

namespace assay::ir {
namespace {

bool is_in(const llvm::User& user, const llvm::Function* function) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&user);
  return instruction != nullptr && function != nullptr && instruction->getFunction() == function;
}

/// In a function that nothing in the module calls or names, and nobody outside can.
bool is_dead(const llvm::User& user) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&user);
  return instruction != nullptr && instruction->getFunction()->hasLocalLinkage() &&
         instruction->getFunction()->use_empty();
}

/// Those in `own` count, though nothing calls it; those in `except` do not.
void collect_uses(const llvm::Value& pointer, const llvm::Function* own, const llvm::Function* except,
                  std::set<const llvm::Value*>& seen, Uses& uses) {
  if (!seen.insert(&pointer).second) return;
  for (const llvm::Use& use : pointer.uses()) {
    const llvm::User* user = use.getUser();
    if (is_in(*user, except) || (is_dead(*user) && !is_in(*user, own))) continue;
    const auto* copy = llvm::dyn_cast<llvm::MemIntrinsic>(user);
    if (llvm::isa<llvm::GEPOperator, llvm::BitCastOperator, llvm::AddrSpaceCastOperator, llvm::SelectInst,
                  llvm::PHINode>(user)) {
      collect_uses(*user, own, except, seen, uses);
    } else if (llvm::isa<llvm::LoadInst>(user)) {
      uses.reads = true;
    } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
               store != nullptr && store->getValueOperand() != &pointer) {
      uses.reads |= store->isVolatile();
    } else if (copy != nullptr && copy->getRawDest() == &pointer && use.getOperandNo() == 0) {
      uses.reads |= copy->isVolatile();
    } else if (!llvm::isa<llvm::ICmpInst>(user)) {
      uses.reads = true;
      uses.escapes |= copy == nullptr;
    }
  }
}

}  // namespace

Uses uses_of(const llvm::GlobalVariable& global, const llvm::Function* except) {
  Uses uses;
  std::set<const llvm::Value*> seen;
  collect_uses(global, /*own=*/nullptr, except, seen, uses);
  return uses;
}

Uses uses_in_pair(const llvm::GlobalVariable& global, const llvm::Function& own, const llvm::Function& other) {
  const auto is_own = [&](const llvm::User* user) { return is_in(*user, &other); };
  const bool stands_for_other =
      own.getParent() == other.getParent() && &own != &other && llvm::all_of(other.users(), is_own);
  Uses uses;
  std::set<const llvm::Value*> seen;
  collect_uses(global, &own, stands_for_other ? &other : nullptr, seen, uses);
  return uses;
}

std::uint64_t alignment_of(const std::string& variable, const llvm::Module& source, const llvm::Module& target) {
  const llvm::GlobalVariable* before = source.getGlobalVariable(variable, true);
  const llvm::GlobalVariable* after = target.getGlobalVariable(variable, true);
  const auto known = [](const llvm::GlobalVariable& global) {
    return global.getPointerAlignment(global.getParent()->getDataLayout()).value();
  };
  if (before == nullptr) return after == nullptr ? 1 : known(*after);
  if (after == nullptr || !before->canIncreaseAlignment()) return known(*before);
  return std::max(known(*before), known(*after));
}

bool may_be_larger(const llvm::GlobalVariable& variable) {
  return variable.isDeclaration() || variable.isInterposable();
}

}  // namespace assay::ir
