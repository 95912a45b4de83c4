#include "services/worker/refine/encoder/memory/placement.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <vector>

namespace assay::refine {
namespace {

using Seen = llvm::SmallPtrSet<const llvm::Value*, 16>;

bool looks_at(const llvm::User& user, const llvm::Value& pointer, Seen& seen);

bool any_looks_at(const llvm::Value& pointer, Seen& seen) {
  if (!seen.insert(&pointer).second) return false;
  return std::any_of(pointer.user_begin(), pointer.user_end(),
                     [&](const llvm::User* user) { return looks_at(*user, pointer, seen); });
}

bool looks_at(const llvm::User& user, const llvm::Value& pointer, Seen& seen) {
  if (llvm::isa<llvm::LoadInst, llvm::LifetimeIntrinsic, llvm::MemIntrinsic>(user)) return false;
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&user)) return store->getValueOperand() == &pointer;
  const bool gives_it =
      llvm::isa<llvm::GetElementPtrInst, llvm::BitCastInst, llvm::PHINode, llvm::SelectInst, llvm::FreezeInst>(user);
  return !gives_it || any_looks_at(user, seen);
}

}  // namespace

bool is_looked_at(const llvm::AllocaInst& variable) {
  Seen seen;
  return any_looks_at(variable, seen);
}

bool has_lifetime_start(const llvm::Value& variable) {
  std::vector<const llvm::Value*> pointers{&variable};
  while (!pointers.empty()) {
    const llvm::Value* pointer = pointers.back();
    pointers.pop_back();
    for (const llvm::User* user : pointer->users()) {
      if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(user)) {
        if (call->getIntrinsicID() == llvm::Intrinsic::lifetime_start) return true;
      } else if (llvm::isa<llvm::BitCastInst>(user)) {
        pointers.push_back(user);
      }
    }
  }
  return false;
}

}  // namespace assay::refine
