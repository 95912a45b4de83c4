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

Verdict explained_disagreement(Verdict verdict, const llvm::Function& source, const llvm::Function& target) {
  const auto explain = [&](const char* feature, const char* detail) {
    verdict.reason = Reason::Unsupported;
    verdict.feature = feature;
    verdict.detail = detail;
  };
  if (ir::keeps_partial_bytes(source) || ir::keeps_partial_bytes(target))
    explain(
        "memory of types that are no whole bytes",
        "LangRef leaves open what is read where another type was written (MEM-1); the machines read it in two ways");
  else if (verdict.reason == Reason::OraclesDisagree && callees_differ(source, target))
    explain(
        "callees that differ",
        "the interpreter runs what each side calls, the solver takes a function and its callees for the same on both "
        "sides: the pair of a callee is wrong, not this one");
  return verdict;
}

}  // namespace assay::check
