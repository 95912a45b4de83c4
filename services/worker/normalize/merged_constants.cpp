#include "services/worker/normalize/merged_constants.h"

#include <llvm/IR/GlobalVariable.h>

#include <utility>
#include <vector>

#include "services/worker/ir/ir.h"
#include "services/worker/ir/pairs.h"

namespace assay::normalize {
namespace {

using llvm::GlobalVariable;

/// Is it a constant of which nobody but its module decides what it is? Of null: no.
bool can_be_merged(const GlobalVariable* variable) {
  return variable != nullptr && variable->isConstant() && variable->hasDefinitiveInitializer() &&
         !variable->isThreadLocal() && !variable->hasSection();
}

/// May the target's module have `kept` in place of `lost`?
bool stands_for(const GlobalVariable& kept, const GlobalVariable& lost, const llvm::Module& target) {
  const GlobalVariable* there = target.getGlobalVariable(kept.getName(), true);
  return &kept != &lost && kept.hasName() && can_be_merged(&kept) && can_be_merged(there) &&
         kept.getType() == lost.getType() && kept.getInitializer() == lost.getInitializer() &&
         (lost.hasGlobalUnnamedAddr() || kept.hasGlobalUnnamedAddr()) &&
         ir::same_constant(kept.getInitializer(), there->getInitializer()) &&
         there->getPointerAlignment(target.getDataLayout()) >= lost.getPointerAlignment(target.getDataLayout());
}

}  // namespace

MergedConstants merge_constants_as_in(const llvm::Function& target, const llvm::Function& source) {
  MergedConstants merged;
  const llvm::Module &before = *source.getParent(), &after = *target.getParent();
  if (&before == &after) return merged;
  std::vector<std::pair<const GlobalVariable*, const GlobalVariable*>> found;
  for (const GlobalVariable& lost : before.globals()) {
    if (!can_be_merged(&lost) || !lost.hasLocalLinkage() || lost.use_empty()) continue;
    if (lost.hasName() && after.getNamedValue(lost.getName()) != nullptr) continue;
    const GlobalVariable* kept = nullptr;
    for (const GlobalVariable& other : before.globals()) {
      if (!stands_for(other, lost, after)) continue;
      merged.is_only_way &= kept == nullptr;
      if (kept == nullptr) kept = &other;
    }
    if (kept != nullptr) found.emplace_back(&lost, kept);
  }
  if (found.empty()) return merged;
  merged.module = ir::clone_for(source, target);
  merged.function = ir::same_in(*merged.module, source);
  const auto in_clone = [&](const GlobalVariable& variable) {
    const auto place = std::distance(before.global_begin(), variable.getIterator());
    return &*std::next(merged.module->global_begin(), place);
  };
  for (const auto& [lost, kept] : found) {
    GlobalVariable *from = in_clone(*lost), *to = in_clone(*kept);
    to->setAlignment(
        std::max(to->getPointerAlignment(before.getDataLayout()), from->getPointerAlignment(before.getDataLayout())));
    from->replaceAllUsesWith(to);
  }
  return merged;
}

}  // namespace assay::normalize
