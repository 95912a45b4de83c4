#include "services/worker/refine/encoder/memory/exposure.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <vector>

namespace assay::refine {
namespace {

/// An operation whose result is all that comes of its operands.
bool computes(const llvm::Instruction& user) {
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&user))
    return intrinsic->doesNotAccessMemory() && !intrinsic->getType()->isVoidTy() &&
           !intrinsic->getType()->isPtrOrPtrVectorTy();
  if (llvm::isa<llvm::IntToPtrInst>(user)) return false;
  return llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CastInst, llvm::SelectInst, llvm::PHINode,
                   llvm::FreezeInst, llvm::ExtractElementInst, llvm::InsertElementInst, llvm::ShuffleVectorInst,
                   llvm::ExtractValueInst, llvm::InsertValueInst>(user);
}

bool decides(const llvm::Instruction& user) {
  return llvm::isa<llvm::CmpInst, llvm::BranchInst, llvm::SwitchInst, llvm::AssumeInst>(user);
}

}  // namespace

bool contributes_elsewhere(const llvm::Value& integer) {
  llvm::SmallPtrSet<const llvm::Value*, 16> seen{&integer};
  std::vector<const llvm::Value*> open{&integer};
  while (!open.empty()) {
    const llvm::Value* value = open.back();
    open.pop_back();
    for (const llvm::User* each : value->users()) {
      const auto* user = llvm::dyn_cast<llvm::Instruction>(each);
      if (user == nullptr) return true;
      if (decides(*user)) continue;
      if (!computes(*user)) return true;
      if (seen.insert(user).second) open.push_back(user);
    }
  }
  return false;
}

}  // namespace assay::refine
