// Replaces an operation by the first of its kind if the case is still wrong then: a subtraction by an addition, a
// remainder by a division, "ne" by "eq" with the select's arms exchanged. So cases of one mistake end as one case.
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <span>

#include "services/worker/reduce/passes.h"

namespace assay::reduce {
namespace {

using llvm::CmpInst;
using llvm::Instruction;
using llvm::Intrinsic::ID;

constexpr unsigned kArithmetic[] = {Instruction::Add, Instruction::Sub, Instruction::Mul};
constexpr unsigned kLogic[] = {Instruction::And, Instruction::Or, Instruction::Xor};
constexpr unsigned kShifts[] = {Instruction::Shl, Instruction::LShr, Instruction::AShr};
constexpr unsigned kDivisions[] = {Instruction::UDiv, Instruction::URem, Instruction::SDiv, Instruction::SRem};
constexpr unsigned kFloating[] = {Instruction::FAdd, Instruction::FSub, Instruction::FMul, Instruction::FDiv};
constexpr std::span<const unsigned> kFamilies[] = {kArithmetic, kLogic, kShifts, kDivisions, kFloating};

constexpr ID kLimits[] = {llvm::Intrinsic::umin, llvm::Intrinsic::umax, llvm::Intrinsic::smin, llvm::Intrinsic::smax};
constexpr ID kSaturating[] = {llvm::Intrinsic::uadd_sat, llvm::Intrinsic::usub_sat, llvm::Intrinsic::sadd_sat,
                              llvm::Intrinsic::ssub_sat};
constexpr ID kFunnels[] = {llvm::Intrinsic::fshl, llvm::Intrinsic::fshr};
constexpr ID kNumberLimits[] = {llvm::Intrinsic::minnum, llvm::Intrinsic::maxnum};
constexpr ID kFloatLimits[] = {llvm::Intrinsic::minimum, llvm::Intrinsic::maximum};
constexpr ID kZeros[] = {llvm::Intrinsic::ctlz, llvm::Intrinsic::cttz};
constexpr std::span<const ID> kIntrinsicFamilies[] = {kLimits,       kSaturating,  kFunnels,
                                                      kNumberLimits, kFloatLimits, kZeros};

constexpr CmpInst::Predicate kPredicates[] = {
    CmpInst::ICMP_EQ,  CmpInst::ICMP_NE,  CmpInst::ICMP_ULT, CmpInst::ICMP_UGT, CmpInst::ICMP_ULE, CmpInst::ICMP_UGE,
    CmpInst::ICMP_SLT, CmpInst::ICMP_SGT, CmpInst::ICMP_SLE, CmpInst::ICMP_SGE, CmpInst::FCMP_OEQ, CmpInst::FCMP_OLT,
    CmpInst::FCMP_OGT, CmpInst::FCMP_OLE, CmpInst::FCMP_OGE, CmpInst::FCMP_ONE, CmpInst::FCMP_ORD, CmpInst::FCMP_UEQ,
    CmpInst::FCMP_ULT, CmpInst::FCMP_UGT, CmpInst::FCMP_ULE, CmpInst::FCMP_UGE, CmpInst::FCMP_UNE, CmpInst::FCMP_UNO};
// Predicates that a later one of kPredicates may become.
constexpr CmpInst::Predicate kUsual[] = {CmpInst::ICMP_EQ,  CmpInst::ICMP_ULT, CmpInst::ICMP_SLT, CmpInst::FCMP_OEQ,
                                         CmpInst::FCMP_OLT, CmpInst::FCMP_UEQ, CmpInst::FCMP_ULT};

std::ptrdiff_t place_of(CmpInst::Predicate predicate) {
  return std::find(std::begin(kPredicates), std::end(kPredicates), predicate) - kPredicates;
}

// Keeps the flags that both operations have. Asks for every alternative, also after one was granted, and takes the
// first that was granted.
void replace_binary(llvm::BinaryOperator& old, Oracle& oracle) {
  for (const auto family : kFamilies) {
    const auto own = std::find(family.begin(), family.end(), old.getOpcode());
    if (own == family.end()) continue;
    auto chosen = own;
    for (auto other = family.begin(); other != own; ++other)
      if (!oracle.should_keep() && chosen == own) chosen = other;
    if (chosen == own) return;
    auto* changed = llvm::BinaryOperator::Create(static_cast<Instruction::BinaryOps>(*chosen), old.getOperand(0),
                                                 old.getOperand(1), "", old.getIterator());
    changed->copyIRFlags(&old);
    changed->takeName(&old);
    old.replaceAllUsesWith(changed);
    old.eraseFromParent();
    return;
  }
}

void replace_intrinsic(llvm::IntrinsicInst& call, Oracle& oracle) {
  for (const auto family : kIntrinsicFamilies) {
    const ID own = call.getIntrinsicID();
    if (std::find(family.begin(), family.end(), own) == family.end()) continue;
    ID chosen = own;
    for (auto other = family.begin(); *other != own; ++other)
      if (!oracle.should_keep() && chosen == own) chosen = *other;
    if (chosen != own)
      call.setCalledFunction(llvm::Intrinsic::getOrInsertDeclaration(call.getModule(), chosen, {call.getType()}));
    return;
  }
}

bool only_chooses(const CmpInst& compare) {
  return !compare.use_empty() && std::all_of(compare.user_begin(), compare.user_end(), [&](const llvm::User* user) {
    const auto* select = llvm::dyn_cast<llvm::SelectInst>(user);
    return llvm::isa<llvm::BranchInst>(user) ||
           (select != nullptr && select->getCondition() == &compare && select->getTrueValue() != &compare &&
            select->getFalseValue() != &compare);
  });
}

void exchange_arms(CmpInst& compare) {
  for (llvm::User* user : compare.users())
    if (auto* select = llvm::dyn_cast<llvm::SelectInst>(user))
      select->swapValues();
    else
      llvm::cast<llvm::BranchInst>(user)->swapSuccessors();
}

// If only selects and branches use a comparison, their arms are exchanged with its predicate. With the inverse one
// predicate the function computes the same; with another one it may still be wrong for the same reason.
void replace_predicate(CmpInst& compare, Oracle& oracle) {
  const auto own = place_of(compare.getPredicate());
  const bool chooses = only_chooses(compare);
  auto chosen = compare.getPredicate();
  bool exchanged = false;
  const auto offer = [&](CmpInst::Predicate predicate, bool with_arms) {
    if (place_of(predicate) >= own || oracle.should_keep() || place_of(chosen) != own) return;
    chosen = predicate;
    exchanged = with_arms;
  };
  if (chooses) offer(compare.getInversePredicate(), true);
  for (const auto usual : kUsual) {
    if (CmpInst::isIntPredicate(usual) != compare.isIntPredicate()) continue;
    offer(usual, false);
    if (chooses && usual != compare.getInversePredicate()) offer(usual, true);
  }
  compare.setPredicate(chosen);
  if (exchanged) exchange_arms(compare);
}

// nuw alone becomes nsw.
void replace_flag(llvm::BinaryOperator& sum, Oracle& oracle) {
  if (!llvm::isa<llvm::OverflowingBinaryOperator>(sum) || !sum.hasNoUnsignedWrap() || sum.hasNoSignedWrap() ||
      oracle.should_keep())
    return;
  sum.setHasNoUnsignedWrap(false);
  sum.setHasNoSignedWrap(true);
}

}  // namespace

void usual_operations(llvm::Module& module, Oracle& oracle) {
  for (llvm::Function* function : definitions(module))
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(*function))) {
      if (auto* compare = llvm::dyn_cast<CmpInst>(&instruction)) replace_predicate(*compare, oracle);
      if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) replace_intrinsic(*call, oracle);
      if (auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
        replace_flag(*sum, oracle);
        replace_binary(*sum, oracle);
      }
    }
}

}  // namespace assay::reduce
