#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <optional>

#include "services/worker/normalize/rows.h"

namespace assay::normalize {
namespace {

using llvm::PHINode;

/// The one value that comes in, beside the phi itself; null if there is none.
llvm::Value* only_value(const PHINode& phi) {
  llvm::Value* only = nullptr;
  for (llvm::Value* value : phi.incoming_values()) {
    if (value == &phi) continue;
    if (only != nullptr && value != only) return nullptr;
    only = value;
  }
  return only;
}

/// Where a block that nothing leads to is among those before, a value that all ways bring need not be there.
class Replaceable {
 public:
  explicit Replaceable(const llvm::Function& function) : function_(function) {}
  llvm::Value* by(const PHINode& phi) {
    llvm::Value* only = only_value(phi);
    const auto* instruction = llvm::dyn_cast_if_present<llvm::Instruction>(only);
    if (instruction == nullptr || phi.getNumIncomingValues() == 1) return only;
    if (!tree_) tree_.emplace(const_cast<llvm::Function&>(function_));
    return tree_->dominates(instruction, &phi) ? only : nullptr;
  }

 private:
  const llvm::Function& function_;
  std::optional<llvm::DominatorTree> tree_;
};

}  // namespace

bool has_phis_of_one_value(const llvm::Function& function) {
  Replaceable replaceable(function);
  return llvm::any_of(function, [&](const llvm::BasicBlock& block) {
    return llvm::any_of(block.phis(), [&](const PHINode& phi) { return replaceable.by(phi) != nullptr; });
  });
}

bool replace_one_valued(llvm::Function& function) {
  bool found = false;
  Replaceable replaceable(function);
  for (bool again = true; again;) {
    again = false;
    for (llvm::BasicBlock& block : function)
      for (PHINode& phi : llvm::make_early_inc_range(block.phis())) {
        llvm::Value* only = replaceable.by(phi);
        if (only == nullptr) continue;
        phi.replaceAllUsesWith(only);
        phi.eraseFromParent();
        again = found = true;
      }
  }
  return found;
}

void replace_phis_of_one_value(llvm::Function& function, const Kept&) { replace_one_valued(function); }

}  // namespace assay::normalize
