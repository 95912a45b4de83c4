#include "services/worker/normalize/registers.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <vector>

#include "services/worker/normalize/plain_values.h"

namespace assay::normalize {
namespace {

using llvm::AllocaInst;
using llvm::BasicBlock;
using llvm::Instruction;

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

}  // namespace

void use_registers(llvm::Function& function) {
  std::vector<AllocaInst*> kept;
  for (Instruction& each : function.getEntryBlock())
    if (auto* object = llvm::dyn_cast<AllocaInst>(&each);
        object != nullptr && holds_one_value(*object) && Lifetime(*object).is_kept())
      kept.push_back(object);
  if (kept.empty()) return;
  // What nobody has written is undef: no phi may be folded because of it, which would make it one value.
  std::vector<Instruction*> unwritten;
  for (AllocaInst* object : kept) {
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
  llvm::PromoteMemToReg(kept, tree);
  for (Instruction* any : unwritten) {
    any->replaceAllUsesWith(llvm::UndefValue::get(any->getType()));
    any->eraseFromParent();
  }
}

}  // namespace assay::normalize
