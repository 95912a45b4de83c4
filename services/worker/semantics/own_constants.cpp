#include "services/worker/semantics/own_constants.h"

#include <llvm/IR/Module.h>

#include <set>
#include <string>

#include "services/worker/ir/ir.h"
#include "services/worker/ir/references.h"
#include "services/worker/ir/same_globals.h"

namespace assay::semantics {

bool is_own_constant(const llvm::GlobalVariable& variable, const llvm::Function& source, const llvm::Function& target) {
  if (!variable.hasName()) return false;
  const auto is_one = [&](const llvm::Function& own, const llvm::Function& other) {
    const llvm::GlobalVariable* here = own.getParent()->getGlobalVariable(variable.getName(), true);
    return here != nullptr && here->isConstant() && here->hasDefinitiveInitializer() && here->hasLocalLinkage() &&
           ir::same_type(here->getValueType(), variable.getValueType()) && !ir::uses_in_pair(*here, own, other).escapes;
  };
  return is_one(source, target) && is_one(target, source);
}

template <class IsMeant>
static bool some_differs(const llvm::Function& source, const llvm::Function& target, const IsMeant& is_meant) {
  if (source.getParent() == target.getParent()) return false;
  for (const llvm::GlobalVariable& variable : source.getParent()->globals()) {
    const llvm::GlobalVariable* other = target.getParent()->getGlobalVariable(variable.getName(), true);
    if (other == nullptr || !variable.isConstant() || !other->isConstant()) continue;
    if (variable.hasInitializer() && other->hasInitializer() && !ir::same_initializer(variable, *other) &&
        is_meant(variable))
      return true;
  }
  return false;
}

bool constants_differ(const llvm::Function& source, const llvm::Function& target) {
  return some_differs(source, target, [](const llvm::GlobalVariable&) { return true; });
}

bool shared_constants_differ(const llvm::Function& source, const llvm::Function& target) {
  return some_differs(source, target,
                      [&](const llvm::GlobalVariable& variable) { return !is_own_constant(variable, source, target); });
}

bool needed_constants_differ(const llvm::Function& source, const llvm::Function& target) {
  std::set<std::string> needed;
  for (const llvm::Function* function : {&source, &target})
    for (const llvm::GlobalValue* global : ir::globals_needed_by(*function, /*with_callees=*/true))
      needed.insert(global->getName().str());
  return some_differs(source, target,
                      [&](const llvm::GlobalVariable& variable) { return needed.contains(variable.getName().str()); });
}

}  // namespace assay::semantics
