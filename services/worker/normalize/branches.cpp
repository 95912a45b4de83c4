#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include "services/worker/normalize/rows.h"

namespace assay::normalize {
namespace {

using llvm::CmpInst;
using llvm::Value;

bool is_inverse_of_usual(CmpInst::Predicate predicate) {
  switch (predicate) {
    case CmpInst::ICMP_NE:
    case CmpInst::ICMP_UGE:
    case CmpInst::ICMP_ULE:
    case CmpInst::ICMP_SGE:
    case CmpInst::ICMP_SLE:
      return true;
    default:
      return CmpInst::isFPPredicate(predicate) && CmpInst::isUnordered(predicate) && predicate != CmpInst::FCMP_TRUE;
  }
}
bool is_greater(CmpInst::Predicate predicate) {
  return predicate == CmpInst::ICMP_UGT || predicate == CmpInst::ICMP_SGT || predicate == CmpInst::FCMP_OGT ||
         predicate == CmpInst::FCMP_OGE;
}

void branch_as_usual(llvm::BranchInst& branch) {
  for (Value* inverse = nullptr; llvm::PatternMatch::match(
           branch.getCondition(), llvm::PatternMatch::m_Not(llvm::PatternMatch::m_Value(inverse)));) {
    branch.setCondition(inverse);
    branch.swapSuccessors();
  }
  auto* compare = llvm::dyn_cast<CmpInst>(branch.getCondition());
  if (compare == nullptr || (!is_inverse_of_usual(compare->getPredicate()) && !is_greater(compare->getPredicate())))
    return;
  auto* usual = llvm::cast<CmpInst>(compare->clone());
  usual->insertAfter(compare->getIterator());
  if (is_inverse_of_usual(usual->getPredicate())) {
    usual->setPredicate(usual->getInversePredicate());
    branch.swapSuccessors();
  }
  if (is_greater(usual->getPredicate())) usual->swapOperands();
  branch.setCondition(usual);
  if (compare->use_empty()) compare->eraseFromParent();
}

}  // namespace

void branch_on_usual_comparisons(llvm::Function& function, const Kept&) {
  for (llvm::BasicBlock& block : function)
    if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
        branch != nullptr && branch->isConditional())
      branch_as_usual(*branch);
}

}  // namespace assay::normalize
