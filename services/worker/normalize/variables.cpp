#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <algorithm>
#include <vector>

#include "services/worker/normalize/rows.h"

namespace assay::normalize {
namespace {

using llvm::AllocaInst;
using llvm::BasicBlock;
using llvm::Instruction;

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

bool is_lifetime_marker(const llvm::User& user) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&user);
  return call != nullptr && call->isLifetimeStartOrEnd();
}

/// Is the object only loaded and stored as a whole, beside marks of its lifetime, so that it is what was stored last?
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

bool starts(const Instruction& marker) {
  return llvm::cast<llvm::IntrinsicInst>(marker).getIntrinsicID() == llvm::Intrinsic::lifetime_start;
}

/// Does the object live wherever it is accessed, on all ways? One without marks always does, else it lives from
/// llvm.lifetime.start to llvm.lifetime.end.
class Lifetime {
 public:
  explicit Lifetime(const AllocaInst& object) : object_(object) {
    for (const llvm::User* user : object.users()) {
      is_marked_ |= is_lifetime_marker(*user);
      blocks_of_users_.insert(llvm::cast<Instruction>(user)->getParent());
    }
  }
  bool is_kept() {
    if (!is_marked_) return true;
    come_to(*object_.getParent(), false);
    while (!left_.empty()) {
      auto [block, lives] = left_.back();
      left_.pop_back();
      if (!follow(*block, lives)) return false;
      for (const BasicBlock* next : llvm::successors(block)) come_to(*next, lives);
    }
    return true;
  }

 private:
  void come_to(const BasicBlock& block, bool lives) {
    if (seen_[lives].insert(&block).second) left_.emplace_back(&block, lives);
  }
  /// False if the dead object is accessed.
  bool follow(const BasicBlock& block, bool& lives) const {
    if (!blocks_of_users_.contains(&block)) return true;
    for (const Instruction& each : block) {
      if (!llvm::is_contained(each.operand_values(), &object_)) continue;
      if (is_lifetime_marker(each))
        lives = starts(each);
      else if (!lives)
        return false;
    }
    return true;
  }

  const AllocaInst& object_;
  bool is_marked_ = false;
  llvm::DenseSet<const BasicBlock*> blocks_of_users_;
  llvm::DenseSet<const BasicBlock*> seen_[2];  ///< when it is dead, and when it lives
  std::vector<std::pair<const BasicBlock*, bool>> left_;
};

/// May stack objects be gone before the function ends?
bool frees_objects(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const Instruction& each) {
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&each);
    return call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::stackrestore;
  });
}

bool is_variable(const AllocaInst& object) { return holds_one_value(object) && Lifetime(object).is_kept(); }

}  // namespace

bool has_variables(const llvm::Function& function) {
  return !frees_objects(function) && llvm::any_of(llvm::instructions(function), [](const Instruction& each) {
    const auto* object = llvm::dyn_cast<AllocaInst>(&each);
    return object != nullptr && is_variable(*object);
  });
}

void keep_variables_in_registers(llvm::Function& function, const Kept&) {
  if (frees_objects(function)) return;
  std::vector<AllocaInst*> variables;
  for (Instruction& each : llvm::instructions(function))
    if (auto* object = llvm::dyn_cast<AllocaInst>(&each); object != nullptr && is_variable(*object))
      variables.push_back(object);
  if (variables.empty()) return;
  // What nobody has written is undef: no phi may be folded because of it, which would make it one value.
  std::vector<Instruction*> unwritten;
  for (AllocaInst* object : variables) {
    auto* any =
        new llvm::FreezeInst(llvm::PoisonValue::get(object->getAllocatedType()), "", std::next(object->getIterator()));
    unwritten.push_back(any);
    new llvm::StoreInst(any, object, std::next(any->getIterator()));
    for (llvm::User* user : llvm::make_early_inc_range(object->users())) {
      if (!is_lifetime_marker(*user)) continue;
      auto* at = llvm::cast<Instruction>(user);
      if (starts(*at)) new llvm::StoreInst(any, object, at->getIterator());
      at->eraseFromParent();
    }
  }
  llvm::DominatorTree tree(function);
  llvm::PromoteMemToReg(variables, tree);
  for (Instruction* any : unwritten) {
    any->replaceAllUsesWith(llvm::UndefValue::get(any->getType()));
    any->eraseFromParent();
  }
}

}  // namespace assay::normalize
