#include "services/worker/check/numbers.h"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Module.h>

namespace assay::check {

Numbers::Numbers(llvm::Function& function)
    : tree_(function),
      library_(function.getParent()->getTargetTriple()),
      known_(library_),
      assumptions_(function),
      loops_(tree_),
      evolution_(function, known_, assumptions_, tree_, loops_) {}

llvm::Constant* Numbers::difference(llvm::Value& first, llvm::Value& second) {
  const auto* constant = llvm::dyn_cast<llvm::SCEVConstant>(
      evolution_.getMinusSCEV(evolution_.getSCEV(&first), evolution_.getSCEV(&second)));
  return constant == nullptr ? nullptr : constant->getValue();
}

}  // namespace assay::check
