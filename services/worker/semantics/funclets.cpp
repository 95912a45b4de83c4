#include "services/worker/semantics/funclets.h"

#include <llvm/IR/EHPersonalities.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>

namespace assay::semantics {

bool unwinds_within(const llvm::Value* pad) {
  while (const auto* funclet = llvm::dyn_cast_or_null<llvm::FuncletPadInst>(pad)) {
    if (const auto* taken = llvm::dyn_cast<llvm::CatchPadInst>(funclet)) {
      if (taken->getCatchSwitch()->hasUnwindDest()) return true;
      pad = taken->getCatchSwitch()->getParentPad();
      continue;
    }
    for (const llvm::User* user : funclet->users()) {
      const auto* ret = llvm::dyn_cast<llvm::CleanupReturnInst>(user);
      if (ret != nullptr && ret->hasUnwindDest()) return true;
    }
    pad = funclet->getParentPad();
  }
  return false;
}

const llvm::Value* funclet_of(const llvm::CallBase& call) {
  const auto bundle = call.getOperandBundle(llvm::LLVMContext::OB_funclet);
  return bundle ? bundle->Inputs[0].get() : nullptr;
}

bool has_known_pads(const llvm::Function& function) {
  return function.hasPersonalityFn() &&
         !llvm::isAsynchronousEHPersonality(llvm::classifyEHPersonality(function.getPersonalityFn()));
}

}  // namespace assay::semantics
