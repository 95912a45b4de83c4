#include "services/worker/prove/shared_variables.h"

#include <llvm/IR/GlobalVariable.h>

#include "services/worker/ir/pairs.h"

namespace assay::prove {

void share_variables_in(const llvm::Value& value, llvm::ArrayRef<llvm::Module*> modules) {
  for (const llvm::GlobalVariable* variable : ir::variables_in(value))
    for (llvm::Module* module : modules)
      if (llvm::GlobalVariable* here = module->getGlobalVariable(variable->getName(), /*AllowInternal=*/true);
          here != nullptr && here->hasLocalLinkage())
        here->setLinkage(llvm::GlobalValue::ExternalLinkage);
}

}  // namespace assay::prove
