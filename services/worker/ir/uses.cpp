#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <functional>
#include <set>

#include "services/worker/ir/exposure.h"
#include "services/worker/ir/ir.h"
#include "services/worker/ir/pairs.h"

namespace assay::ir {
namespace {

bool is_in(const llvm::User& user, const llvm::Function& function) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&user);
  return instruction != nullptr && instruction->getFunction() == &function;
}

/// In a function that nothing in the module calls or names, and nobody outside can.
bool is_dead(const llvm::User& user) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&user);
  return instruction != nullptr && instruction->getFunction()->hasLocalLinkage() &&
         instruction->getFunction()->use_empty();
}

using Counts = std::function<bool(const llvm::User&)>;

/// A pointer, or several, made of others. The address of a thread's copy is the variable's as that thread names it.
bool moves_pointer(const llvm::User& user) {
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&user))
    return call->getIntrinsicID() == llvm::Intrinsic::threadlocal_address;
  return llvm::isa<llvm::GEPOperator, llvm::BitCastOperator, llvm::AddrSpaceCastOperator, llvm::SelectInst,
                   llvm::PHINode, llvm::FreezeInst, llvm::ExtractElementInst, llvm::InsertElementInst,
                   llvm::ShuffleVectorInst, llvm::ExtractValueInst, llvm::InsertValueInst>(user);
}

void collect_uses(const llvm::Value& pointer, const Counts& counts, std::set<const llvm::Value*>& seen, Uses& uses) {
  if (!seen.insert(&pointer).second) return;
  for (const llvm::Use& use : pointer.uses()) {
    const llvm::User* user = use.getUser();
    if (!counts(*user) || is_lost(*user)) continue;
    const auto* copy = llvm::dyn_cast<llvm::MemIntrinsic>(user);
    const unsigned opcode = llvm::Operator::getOpcode(user);
    if (moves_pointer(*user)) {
      collect_uses(*user, counts, seen, uses);
    } else if (llvm::isa<llvm::LoadInst>(user) || is_passed_by_value(use)) {
      uses.reads = true;
    } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
               store != nullptr && store->getValueOperand() != &pointer) {
      uses.reads |= store->isVolatile();
    } else if (copy != nullptr && copy->getRawDest() == &pointer && use.getOperandNo() == 0) {
      uses.reads |= copy->isVolatile();
    } else if (opcode == llvm::Instruction::PtrToInt) {
      uses.escapes |= exposes_pointer(*user, counts);
      uses.reads |= uses.escapes;
    } else if (opcode != llvm::Instruction::ICmp && opcode != llvm::Instruction::PtrToAddr) {
      uses.reads = true;
      uses.escapes |= copy == nullptr;
    }
  }
}

}  // namespace

Uses uses_of(const llvm::GlobalVariable& global) {
  Uses uses;
  std::set<const llvm::Value*> seen;
  collect_uses(
      global, [](const llvm::User& user) { return !is_dead(user); }, seen, uses);
  return uses;
}

Uses uses_in_pair(const llvm::GlobalVariable& global, const llvm::Function& own, const llvm::Function& other) {
  const bool stands_for_other = stands_for(own, other);
  const auto counts = [&](const llvm::User& user) {
    if (stands_for_other && is_in(user, other)) return false;
    return is_in(user, own) || !is_dead(user);
  };
  Uses uses;
  std::set<const llvm::Value*> seen;
  collect_uses(global, counts, seen, uses);
  return uses;
}

std::vector<const llvm::GlobalVariable*> variables_in(const llvm::Value& value) {
  std::vector<const llvm::GlobalVariable*> found;
  std::set<const llvm::Value*> seen;
  std::vector<const llvm::Value*> left{&value};
  while (!left.empty()) {
    const llvm::Value* each = left.back();
    left.pop_back();
    if (!may_hold_pointer(*each->getType()) || !seen.insert(each).second) continue;
    if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(each)) {
      if (variable->hasName()) found.push_back(variable);
    } else if (const auto* user = llvm::dyn_cast<llvm::User>(each);
               user != nullptr &&
               (moves_pointer(*user) || llvm::isa<llvm::GlobalAlias, llvm::ConstantAggregate>(user))) {
      left.insert(left.end(), user->value_op_begin(), user->value_op_end());
    }
  }
  return found;
}

bool may_be_called_back(const llvm::Function& function, const llvm::Function& source, const llvm::Function& target) {
  return &function != &source && &function != &target && !function.isDeclaration() &&
         (!function.hasLocalLinkage() || function.hasAddressTaken());
}

Uses uses_by_callbacks(const llvm::GlobalVariable& global, const llvm::Function& source, const llvm::Function& target) {
  const auto counts = [&](const llvm::User& user) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&user);
    return instruction == nullptr || may_be_called_back(*instruction->getFunction(), source, target);
  };
  Uses uses;
  std::set<const llvm::Value*> seen;
  collect_uses(global, counts, seen, uses);
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
