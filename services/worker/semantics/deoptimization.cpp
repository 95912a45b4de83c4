#include "services/worker/semantics/deoptimization.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "services/worker/ir/references.h"

namespace assay::semantics {
namespace {

llvm::SmallPtrSet<const llvm::Type*, 4> types_of_deoptimizations(const llvm::Function& function) {
  llvm::SmallPtrSet<const llvm::Type*, 4> types;
  for (const llvm::Function* body : ir::bodies_needed_by(function))
    for (const llvm::Instruction& each : llvm::instructions(*body))
      if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&each);
          call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::experimental_deoptimize)
        types.insert(call->getType());
  return types;
}

}  // namespace

bool deoptimizes_otherwise(const llvm::Function& source, const llvm::Function& target) {
  const auto is_deoptimization = [](const llvm::Function& each) {
    return each.getIntrinsicID() == llvm::Intrinsic::experimental_deoptimize;
  };
  if (llvm::none_of(*target.getParent(), is_deoptimization)) return false;  // most modules
  const auto before = types_of_deoptimizations(source), after = types_of_deoptimizations(target);
  return llvm::any_of(after, [&](const llvm::Type* type) { return !before.contains(type); }) && !before.empty();
}

}  // namespace assay::semantics
