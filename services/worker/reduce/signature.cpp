#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "services/worker/reduce/passes.h"

namespace assay::reduce {

llvm::Function* with_signature(llvm::Function& function, const std::vector<unsigned>& kept,
                               const std::vector<llvm::Type*>& added, llvm::Type* result) {
  std::vector<llvm::Type*> types;
  std::vector<llvm::AttributeSet> attributes;
  const llvm::AttributeList old = function.getAttributes();
  for (unsigned index : kept) {
    types.push_back(function.getArg(index)->getType());
    attributes.push_back(old.getParamAttrs(index));
  }
  types.insert(types.end(), added.begin(), added.end());
  auto* changed = llvm::Function::Create(llvm::FunctionType::get(result, types, function.isVarArg()),
                                         function.getLinkage(), function.getAddressSpace(), "", function.getParent());
  changed->copyAttributesFrom(&function);
  const auto of_result = result == function.getReturnType() ? old.getRetAttrs() : llvm::AttributeSet();
  changed->setAttributes(llvm::AttributeList::get(function.getContext(), old.getFnAttrs(), of_result, attributes));
  changed->splice(changed->begin(), &function);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    llvm::Argument* argument = function.getArg(kept[i]);
    argument->replaceAllUsesWith(changed->getArg(i));
    changed->getArg(i)->takeName(argument);
  }
  changed->takeName(&function);
  function.eraseFromParent();
  return changed;
}

void drop_arguments(llvm::Module& module, Oracle& oracle) {
  for (llvm::Function* function : definitions(module)) {
    if (!function->use_empty() || function->isVarArg()) continue;
    std::vector<unsigned> kept;
    for (llvm::Argument& argument : function->args())
      if (!argument.use_empty() || oracle.should_keep()) kept.push_back(argument.getArgNo());
    if (kept.size() < function->arg_size()) with_signature(*function, kept, {}, function->getReturnType());
  }
}

// Of two arguments of one type the later one becomes the earlier one; drop_arguments then takes it away.
void merge_arguments(llvm::Module& module, Oracle& oracle) {
  for (llvm::Function* function : definitions(module)) {
    for (llvm::Argument& later : function->args()) {
      if (later.use_empty()) continue;
      for (unsigned i = 0; i < later.getArgNo(); ++i) {
        llvm::Argument* earlier = function->getArg(i);
        if (earlier->getType() == later.getType() && !oracle.should_keep()) later.replaceAllUsesWith(earlier);
      }
    }
  }
}

// For failures that show in memory, in calls, or by themselves.
void return_nothing(llvm::Module& module, Oracle& oracle) {
  llvm::Type* nothing = llvm::Type::getVoidTy(module.getContext());
  for (llvm::Function* function : definitions(module)) {
    if (!function->use_empty() || function->getReturnType()->isVoidTy() || oracle.should_keep()) continue;
    std::vector<unsigned> all;
    for (llvm::Argument& argument : function->args()) all.push_back(argument.getArgNo());
    llvm::Function* changed = with_signature(*function, all, {}, nothing);
    for (llvm::BasicBlock& block : *changed) {
      auto* end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator());
      if (end == nullptr) continue;
      llvm::ReturnInst::Create(module.getContext(), nullptr, end->getIterator());
      end->eraseFromParent();
    }
  }
}

}  // namespace assay::reduce
