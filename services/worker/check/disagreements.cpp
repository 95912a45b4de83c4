#include "services/worker/check/disagreements.h"

#include <llvm/IR/Module.h>

#include "services/worker/ir/ir.h"
#include "services/worker/ir/partial_bytes.h"
#include "services/worker/ir/references.h"

namespace assay::check {
namespace {

/// Is one of the functions of the module that the source calls another one in the target's module?
bool callees_differ(const llvm::Function& source, const llvm::Function& target) {
  for (const llvm::GlobalValue* each : ir::globals_needed_by(source, /*with_callees=*/true)) {
    const auto* before = llvm::dyn_cast<llvm::Function>(each);
    if (before == nullptr || before->isDeclaration()) continue;
    const llvm::Function* after = target.getParent()->getFunction(before->getName());
    if (after != nullptr && !after->isDeclaration() && !ir::same_text(*before, *after)) return true;
  }
  return false;
}

}  // namespace

void explain_disagreement(evidence::Claim& claim, const llvm::Function& source, const llvm::Function& target) {
  if (ir::keeps_partial_bytes(source) || ir::keeps_partial_bytes(target))
    claim.assume({evidence::Assumed::PartialBytes});
  else if (claim.reason() == Reason::OraclesDisagree && callees_differ(source, target))
    claim.assume({evidence::Assumed::SameCallees});
}

}  // namespace assay::check
