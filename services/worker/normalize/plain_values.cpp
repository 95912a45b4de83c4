#include "services/worker/normalize/plain_values.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <vector>

#include "services/worker/normalize/expressions.h"

namespace assay::normalize {
namespace {

using llvm::Instruction;
using llvm::Value;

/// A load or store of the whole object that says nothing of what it finds there.
bool is_plain_access(const llvm::User& user, const llvm::AllocaInst& object) {
  const auto& instruction = llvm::cast<Instruction>(user);
  llvm::SmallVector<std::pair<unsigned, llvm::MDNode*>, 4> metadata;
  instruction.getAllMetadataOtherThanDebugLoc(metadata);
  if (llvm::any_of(metadata, [](const auto& each) { return each.first != llvm::LLVMContext::MD_tbaa; })) return false;
  const auto fits = [&](llvm::Type* type, llvm::Align align) {
    return type == object.getAllocatedType() && align <= object.getAlign();
  };
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&user))
    return load->isSimple() && fits(load->getType(), load->getAlign());
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&user);
  return store != nullptr && store->isSimple() && store->getValueOperand() != &object &&
         fits(store->getValueOperand()->getType(), store->getAlign());
}

/// Does a load give what was stored, bit by bit and with its provenance?
bool keeps_its_value(const llvm::Type* type) {
  return type->isIntegerTy() || type->isFloatingPointTy() || type->isPointerTy();
}

/// What the last store to the object before the load, in its block, wrote there; null if there is none.
const Value* stored_before(const llvm::LoadInst& load, const llvm::AllocaInst& object) {
  for (const Instruction* at = load.getPrevNode(); at != nullptr; at = at->getPrevNode()) {
    if (at == &object) return nullptr;
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(at);
    if (store != nullptr && store->getPointerOperand() == &object) return store->getValueOperand();
  }
  return nullptr;
}

}  // namespace

bool is_lifetime_marker(const llvm::User& user) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&user);
  return call != nullptr && call->isLifetimeStartOrEnd();
}

bool holds_one_value(const llvm::AllocaInst& object) {
  if (object.isArrayAllocation() || object.isUsedWithInAlloca() || object.isSwiftError() ||
      !keeps_its_value(object.getAllocatedType()))
    return false;
  // Accesses of one type in the sense of TBAA are never undefined because of it.
  const llvm::MDNode* type = nullptr;
  return std::all_of(object.user_begin(), object.user_end(), [&](const llvm::User* user) {
    if (is_lifetime_marker(*user)) return true;
    if (!is_plain_access(*user, object)) return false;
    const llvm::MDNode* own = llvm::cast<Instruction>(user)->getMetadata(llvm::LLVMContext::MD_tbaa);
    if (type == nullptr) type = own;
    return own == nullptr || own == type;
  });
}

PlainValues::PlainValues(const llvm::Function& function) {
  for (const Instruction& instruction : llvm::instructions(function))
    if (const auto* object = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) forward_stores(*object);
  while (merge_phis(function)) {
  }
  drop_unused_phis(function);
}

const Value* PlainValues::plain(const Value* value) const {
  for (auto known = known_.find(value); known != known_.end(); known = known_.find(value)) value = known->second;
  return value;
}

void PlainValues::replace(const Instruction& instruction, const Value& value) {
  const Value* is = plain(&value);
  if (is == &instruction) return;
  known_[&instruction] = is;
  dropped_.insert(&instruction);
}

void PlainValues::forward_stores(const llvm::AllocaInst& object) {
  const auto is_marker = [](const llvm::User* user) { return is_lifetime_marker(*user); };
  if (!holds_one_value(object) || llvm::any_of(object.users(), is_marker)) return;
  bool all = true;
  for (const llvm::User* user : object.users()) {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(user);
    const Value* stored = load == nullptr ? nullptr : stored_before(*load, object);
    if (stored != nullptr) replace(*load, *stored);
    all &= load == nullptr || dropped_.contains(load);
  }
  if (!all) return;
  dropped_.insert(&object);
  for (const llvm::User* user : object.users()) dropped_.insert(llvm::cast<Instruction>(user));
}

/// True if something was found.
bool PlainValues::merge_phis(const llvm::Function& function) {
  bool found = false;
  for (const llvm::BasicBlock& block : function)
    for (const llvm::PHINode& phi : block.phis()) {
      if (dropped_.contains(&phi)) continue;
      const Value* only = nullptr;
      const bool is_one = std::all_of(phi.op_begin(), phi.op_end(), [&](const llvm::Use& use) {
        const Value* value = plain(use);
        if (value == &phi) return true;
        if (only == nullptr) only = value;
        return value == only;
      });
      if (!is_one || only == nullptr) continue;
      replace(phi, *only);
      found = true;
    }
  return found;
}

void PlainValues::drop_unused_phis(const llvm::Function& function) {
  llvm::DenseSet<const Value*> needed;
  std::vector<const Value*> open;
  const auto need = [&](const Value* value) {
    value = plain(value);
    if (needed.insert(value).second) open.push_back(value);
  };
  for (const Instruction& instruction : llvm::instructions(function))
    if (!dropped_.contains(&instruction) && !llvm::isa<llvm::PHINode>(instruction) && !is_expression(instruction))
      need(&instruction);
  while (!open.empty()) {
    const auto* instruction = llvm::dyn_cast<Instruction>(open.back());
    open.pop_back();
    if (instruction == nullptr) continue;
    for (const llvm::Use& operand : instruction->operands()) need(operand);
  }
  for (const llvm::BasicBlock& block : function)
    for (const llvm::PHINode& phi : block.phis())
      if (!needed.contains(&phi)) dropped_.insert(&phi);
}

}  // namespace assay::normalize
