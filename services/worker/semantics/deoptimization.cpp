#include "services/worker/semantics/deoptimization.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace assay::semantics {
namespace {

using Types = llvm::SmallPtrSet<const llvm::Type*, 4>;
using Functions = llvm::SmallPtrSet<const llvm::Function*, 8>;

void look_at(const llvm::Function& function, Types& types, Functions& seen) {
  if (!seen.insert(&function).second) return;
  for (const llvm::Instruction& each : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&each);
    if (call == nullptr || call->getCalledFunction() == nullptr) continue;
    if (call->getIntrinsicID() == llvm::Intrinsic::experimental_deoptimize) types.insert(call->getType());
    look_at(*call->getCalledFunction(), types, seen);
  }
}

}  // namespace

bool deoptimizes_otherwise(const llvm::Function& source, const llvm::Function& target) {
  Types before, after;
  Functions seen;
  look_at(source, before, seen);
  look_at(target, after, seen);
  return llvm::any_of(after, [&](const llvm::Type* type) { return !before.contains(type); }) && !before.empty();
}

}  // namespace assay::semantics
