#include "services/worker/normalize/guards.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/GuardUtils.h>

#include <vector>

#include "services/worker/ir/ir.h"
#include "services/worker/ir/pairs.h"
#include "services/worker/ir/references.h"

namespace assay::normalize {
namespace {

llvm::Function* guard_of(const llvm::Module& module) {
  return llvm::Intrinsic::getDeclarationIfExists(&module, llvm::Intrinsic::experimental_guard);
}

}  // namespace

bool has_guards(const llvm::Function& function) {
  const llvm::Function* guard = guard_of(*function.getParent());
  return guard != nullptr && !guard->use_empty() && ir::globals_needed_by(function, true).contains(guard);
}

std::unique_ptr<llvm::Module> with_explicit_guards(const llvm::Function& function, const llvm::Function& other) {
  std::unique_ptr<llvm::Module> copy = ir::clone_for(function, other);
  llvm::Function* guard = guard_of(*copy);
  if (guard == nullptr) return copy;
  std::vector<llvm::CallInst*> calls;
  for (llvm::User* user : guard->users())
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(user); call != nullptr && call->getCalledFunction() == guard)
      calls.push_back(call);
  for (llvm::CallInst* call : calls) {
    llvm::Function* leaves = llvm::Intrinsic::getOrInsertDeclaration(
        copy.get(), llvm::Intrinsic::experimental_deoptimize, {call->getFunction()->getReturnType()});
    leaves->setCallingConv(guard->getCallingConv());
    llvm::makeGuardControlFlowExplicit(leaves, call, true);
    call->eraseFromParent();
  }
  return copy;
}

}  // namespace assay::normalize
