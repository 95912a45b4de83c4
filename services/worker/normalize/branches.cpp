#include "services/worker/normalize/branches.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/NoFolder.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/IR/ValueSymbolTable.h>

#include <vector>

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

const llvm::BranchInst* conditional_end(const llvm::BasicBlock& block) {
  const auto* branch = llvm::dyn_cast_or_null<llvm::BranchInst>(block.getTerminator());
  return branch != nullptr && branch->isConditional() ? branch : nullptr;
}

std::vector<const llvm::BranchInst*> turned_branches(const llvm::Function& target, const llvm::Function& source) {
  std::vector<const llvm::BranchInst*> turned;
  const llvm::ValueSymbolTable* names = source.getValueSymbolTable();
  if (names == nullptr) return turned;
  for (const llvm::BasicBlock& block : target) {
    const llvm::BranchInst* own = conditional_end(block);
    const auto* partner = own == nullptr || !block.hasName()
                              ? nullptr
                              : llvm::dyn_cast_or_null<llvm::BasicBlock>(names->lookup(block.getName()));
    const llvm::BranchInst* other = partner == nullptr ? nullptr : conditional_end(*partner);
    if (other == nullptr) continue;
    const auto leads_to = [](const llvm::BranchInst& branch, unsigned way) {
      return branch.getSuccessor(way)->getName();
    };
    if (!leads_to(*own, 0).empty() && leads_to(*own, 0) != leads_to(*own, 1) &&
        leads_to(*own, 0) == leads_to(*other, 1) && leads_to(*own, 1) == leads_to(*other, 0))
      turned.push_back(own);
  }
  return turned;
}

void turn(llvm::BranchInst& branch) {
  Value* condition = branch.getCondition();
  Value* inverse = nullptr;
  if (auto* compare = llvm::dyn_cast<CmpInst>(condition); compare != nullptr && compare->hasOneUse())
    compare->setPredicate(compare->getInversePredicate());
  else if (llvm::PatternMatch::match(condition, llvm::PatternMatch::m_Not(llvm::PatternMatch::m_Value(inverse))))
    branch.setCondition(inverse);
  else
    branch.setCondition(llvm::IRBuilder<llvm::NoFolder>(&branch).CreateNot(condition));
  branch.swapSuccessors();
}

}  // namespace

bool has_turned_branches(const llvm::Function& target, const llvm::Function& source) {
  return !turned_branches(target, source).empty();
}

void turn_branches_back(llvm::Function& target, const llvm::Function& source) {
  for (const llvm::BranchInst* each : turned_branches(target, source)) turn(const_cast<llvm::BranchInst&>(*each));
}

void compare_pointers_as_usual(llvm::Function& function, const Kept&) {
  std::vector<llvm::ICmpInst*> unusual;
  for (llvm::Instruction& each : llvm::instructions(function))
    if (auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&each);
        compare != nullptr && compare->getOperand(0)->getType()->isPointerTy() &&
        (is_inverse_of_usual(compare->getPredicate()) || is_greater(compare->getPredicate())))
      unusual.push_back(compare);
  for (llvm::ICmpInst* compare : unusual) {
    if (is_inverse_of_usual(compare->getPredicate())) {
      compare->setPredicate(compare->getInversePredicate());
      llvm::IRBuilder<llvm::NoFolder> build(compare->getNextNode());
      auto* inverse = llvm::cast<llvm::Instruction>(build.CreateNot(compare));
      compare->replaceUsesWithIf(inverse, [&](const llvm::Use& use) { return use.getUser() != inverse; });
    }
    if (is_greater(compare->getPredicate())) compare->swapOperands();
  }
}

void branch_on_usual_comparisons(llvm::Function& function, const Kept&) {
  for (llvm::BasicBlock& block : function)
    if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
        branch != nullptr && branch->isConditional())
      branch_as_usual(*branch);
}

}  // namespace assay::normalize
