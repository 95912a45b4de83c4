#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/NoFolder.h>
#include <llvm/IR/Operator.h>

#include <functional>

#include "fuzzers/mutate/mutators.h"

namespace assay::mutate {
namespace {

using llvm::Instruction;
namespace Intrinsic = llvm::Intrinsic;
using Builder = llvm::IRBuilder<llvm::NoFolder>;

using Opcodes = llvm::ArrayRef<Instruction::BinaryOps>;
constexpr Instruction::BinaryOps kSums[] = {Instruction::Add, Instruction::Sub, Instruction::Mul};
constexpr Instruction::BinaryOps kBitwise[] = {Instruction::And, Instruction::Or, Instruction::Xor};
constexpr Instruction::BinaryOps kShifts[] = {Instruction::Shl, Instruction::LShr, Instruction::AShr};
constexpr Instruction::BinaryOps kDivisions[] = {Instruction::UDiv, Instruction::SDiv, Instruction::URem,
                                                 Instruction::SRem};
constexpr Instruction::BinaryOps kIntegers[] = {
    Instruction::Add,  Instruction::Sub,  Instruction::Mul,  Instruction::And,  Instruction::Or,
    Instruction::Xor,  Instruction::Shl,  Instruction::LShr, Instruction::AShr, Instruction::UDiv,
    Instruction::SDiv, Instruction::URem, Instruction::SRem};
constexpr Instruction::BinaryOps kFloats[] = {Instruction::FAdd, Instruction::FSub, Instruction::FMul,
                                              Instruction::FDiv, Instruction::FRem};

Opcodes family_of(unsigned opcode, bool whole) {
  if (llvm::is_contained(kFloats, opcode)) return kFloats;
  if (whole) return kIntegers;
  for (Opcodes family : {Opcodes(kSums), Opcodes(kBitwise), Opcodes(kShifts), Opcodes(kDivisions)})
    if (llvm::is_contained(family, opcode)) return family;
  return kIntegers;
}

// Intrinsics that take the same arguments; a call may change its callee within a group.
const std::vector<std::vector<Intrinsic::ID>>& intrinsic_groups() {
  static const std::vector<std::vector<Intrinsic::ID>> groups = {
      {Intrinsic::ctpop, Intrinsic::bitreverse, Intrinsic::bswap},
      {Intrinsic::ctlz, Intrinsic::cttz, Intrinsic::abs},
      {Intrinsic::smin, Intrinsic::smax, Intrinsic::umin, Intrinsic::umax, Intrinsic::sadd_sat, Intrinsic::uadd_sat,
       Intrinsic::ssub_sat, Intrinsic::usub_sat, Intrinsic::sshl_sat, Intrinsic::ushl_sat},
      {Intrinsic::fshl, Intrinsic::fshr},
      {Intrinsic::scmp, Intrinsic::ucmp},
      {Intrinsic::sadd_with_overflow, Intrinsic::uadd_with_overflow, Intrinsic::ssub_with_overflow,
       Intrinsic::usub_with_overflow, Intrinsic::smul_with_overflow, Intrinsic::umul_with_overflow},
      {Intrinsic::minnum, Intrinsic::maxnum, Intrinsic::minimum, Intrinsic::maximum, Intrinsic::copysign},
      {Intrinsic::fabs, Intrinsic::sqrt, Intrinsic::canonicalize, Intrinsic::floor, Intrinsic::ceil, Intrinsic::trunc,
       Intrinsic::rint, Intrinsic::nearbyint, Intrinsic::round, Intrinsic::roundeven},
      {Intrinsic::fma, Intrinsic::fmuladd},
  };
  return groups;
}

void take_over(Instruction& old, Instruction& replacement) {
  replacement.takeName(&old);
  old.replaceAllUsesWith(&replacement);
  old.eraseFromParent();
}

bool change_binary(Subject& subject, llvm::BinaryOperator& old) {
  const Opcodes family = family_of(old.getOpcode(), subject.rng.chance(1, 4));
  const Instruction::BinaryOps opcode = family[subject.rng.below(family.size())];
  if (opcode == old.getOpcode()) return false;
  auto* made = llvm::BinaryOperator::Create(opcode, old.getOperand(0), old.getOperand(1), "", old.getIterator());
  made->copyIRFlags(&old);
  if (auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(made)) disjoint->setIsDisjoint(false);
  take_over(old, *made);
  return true;
}

bool change_cast(llvm::CastInst& old) {
  Instruction::CastOps opcode;
  switch (old.getOpcode()) {
    case Instruction::ZExt:
      opcode = Instruction::SExt;
      break;
    case Instruction::SExt:
      opcode = Instruction::ZExt;
      break;
    case Instruction::FPToUI:
      opcode = Instruction::FPToSI;
      break;
    case Instruction::FPToSI:
      opcode = Instruction::FPToUI;
      break;
    case Instruction::UIToFP:
      opcode = Instruction::SIToFP;
      break;
    case Instruction::SIToFP:
      opcode = Instruction::UIToFP;
      break;
    default:
      return false;
  }
  take_over(old, *llvm::CastInst::Create(opcode, old.getOperand(0), old.getType(), "", old.getIterator()));
  return true;
}

bool change_intrinsic(Subject& subject, llvm::IntrinsicInst& call) {
  for (const auto& group : intrinsic_groups()) {
    if (!llvm::is_contained(group, call.getIntrinsicID())) continue;
    const Intrinsic::ID id = group[subject.rng.below(group.size())];
    if (id == call.getIntrinsicID()) return false;
    if (id == Intrinsic::bswap && call.getType()->getScalarSizeInBits() % 16 != 0) return false;
    llvm::SmallVector<llvm::Type*, 2> types;
    if (!Intrinsic::getIntrinsicSignature(call.getCalledFunction()->getIntrinsicID(), call.getFunctionType(), types))
      return false;
    call.setCalledFunction(Intrinsic::getOrInsertDeclaration(call.getModule(), id, types));
    return true;
  }
  return false;
}

bool changeable(const Instruction& instruction) {
  return llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::IntrinsicInst>(instruction);
}

using Toggle = std::function<void()>;

void add_arithmetic_toggles(Instruction& instruction, unsigned language, std::vector<Toggle>& toggles) {
  Instruction* i = &instruction;
  const bool wraps = llvm::isa<llvm::OverflowingBinaryOperator>(i);
  if (wraps || (llvm::isa<llvm::TruncInst>(i) && language >= 19)) {
    toggles.push_back([i] { i->setHasNoUnsignedWrap(!i->hasNoUnsignedWrap()); });
    toggles.push_back([i] { i->setHasNoSignedWrap(!i->hasNoSignedWrap()); });
  }
  if (llvm::isa<llvm::PossiblyExactOperator>(i)) toggles.push_back([i] { i->setIsExact(!i->isExact()); });
  if (auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(i); disjoint != nullptr && language >= 18)
    toggles.push_back([disjoint] { disjoint->setIsDisjoint(!disjoint->isDisjoint()); });
  if (llvm::isa<llvm::PossiblyNonNegInst>(i) && language >= (llvm::isa<llvm::ZExtInst>(i) ? 18u : 19u))
    toggles.push_back([i] { i->setNonNeg(!i->hasNonNeg()); });
  if (auto* compare = llvm::dyn_cast<llvm::ICmpInst>(i);
      compare != nullptr && language >= 20 && compare->isRelational())
    toggles.push_back([compare] { compare->setSameSign(!compare->hasSameSign()); });
}

void add_other_toggles(Subject& subject, Instruction& instruction, std::vector<Toggle>& toggles) {
  if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    const Intrinsic::ID id = call->getIntrinsicID();
    if (id == Intrinsic::ctlz || id == Intrinsic::cttz || id == Intrinsic::abs)
      toggles.push_back([call] {
        const bool on = llvm::cast<llvm::ConstantInt>(call->getArgOperand(1))->isOne();
        call->setArgOperand(1, llvm::ConstantInt::getBool(call->getContext(), !on));
      });
  }
  if (auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
    toggles.push_back([gep] { gep->setIsInBounds(!gep->isInBounds()); });
    if (subject.language() >= 19)
      toggles.push_back([gep] {
        const auto flags = gep->getNoWrapFlags();
        gep->setNoWrapFlags(gep->hasNoUnsignedSignedWrap() ? flags.withoutNoUnsignedSignedWrap()
                                                           : flags | llvm::GEPNoWrapFlags::noUnsignedSignedWrap());
      });
    if (subject.language() >= 19)
      toggles.push_back([gep] {
        const auto flags = gep->getNoWrapFlags();
        gep->setNoWrapFlags(gep->hasNoUnsignedWrap() ? flags.withoutNoUnsignedWrap()
                                                     : flags | llvm::GEPNoWrapFlags::noUnsignedWrap());
      });
  }
  if (llvm::isa<llvm::FPMathOperator>(instruction)) {
    Instruction* i = &instruction;
    const auto which = subject.rng.below(8);
    toggles.push_back([i, which] {
      llvm::FastMathFlags flags = i->getFastMathFlags();
      switch (which) {
        case 0:
          flags.setNoNaNs(!flags.noNaNs());
          break;
        case 1:
          flags.setNoInfs(!flags.noInfs());
          break;
        case 2:
          flags.setNoSignedZeros(!flags.noSignedZeros());
          break;
        case 3:
          flags.setAllowReciprocal(!flags.allowReciprocal());
          break;
        case 4:
          flags.setAllowContract(!flags.allowContract());
          break;
        case 5:
          flags.setApproxFunc(!flags.approxFunc());
          break;
        case 6:
          flags.setAllowReassoc(!flags.allowReassoc());
          break;
        default:
          flags.setFast(!flags.isFast());
          break;
      }
      i->copyFastMathFlags(flags);
    });
  }
}

std::vector<Toggle> toggles_of(Subject& subject, Instruction& instruction) {
  std::vector<Toggle> toggles;
  add_arithmetic_toggles(instruction, subject.language(), toggles);
  add_other_toggles(subject, instruction, toggles);
  return toggles;
}

}  // namespace

bool ChangeOpcode::apply(Subject& subject) const {
  Instruction* chosen = any_instruction(subject, changeable);
  if (chosen == nullptr) return false;
  if (auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(chosen)) return change_binary(subject, *binary);
  if (auto* cast = llvm::dyn_cast<llvm::CastInst>(chosen)) return change_cast(*cast);
  return change_intrinsic(subject, *llvm::cast<llvm::IntrinsicInst>(chosen));
}

bool ToggleFlags::apply(Subject& subject) const {
  Instruction* chosen = any_instruction(subject, [&](Instruction& each) { return !toggles_of(subject, each).empty(); });
  if (chosen == nullptr) return false;
  const auto toggles = toggles_of(subject, *chosen);
  toggles[subject.rng.below(toggles.size())]();
  return true;
}

bool ChangePredicate::apply(Subject& subject) const {
  auto* compare = llvm::cast_or_null<llvm::CmpInst>(
      any_instruction(subject, [](Instruction& each) { return llvm::isa<llvm::CmpInst>(each); }));
  if (compare == nullptr) return false;
  if (subject.rng.chance(1, 5)) {
    compare->swapOperands();
    return true;
  }
  const bool integer = llvm::isa<llvm::ICmpInst>(compare);
  const auto first = integer ? llvm::CmpInst::FIRST_ICMP_PREDICATE : llvm::CmpInst::FIRST_FCMP_PREDICATE;
  const auto last = integer ? llvm::CmpInst::LAST_ICMP_PREDICATE : llvm::CmpInst::LAST_FCMP_PREDICATE;
  const auto predicate = static_cast<llvm::CmpInst::Predicate>(first + subject.rng.below(last - first + 1));
  if (predicate == compare->getPredicate()) return false;
  compare->setPredicate(predicate);
  if (auto* icmp = llvm::dyn_cast<llvm::ICmpInst>(compare); icmp != nullptr && icmp->isEquality())
    icmp->setSameSign(false);
  return true;
}

// What the function computes stays the same; what a rule expects on which side does not.
bool Commute::apply(Subject& subject) const {
  Instruction* chosen = any_instruction(subject, [](Instruction& each) {
    if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&each)) {
      const auto* test = llvm::dyn_cast<llvm::CmpInst>(select->getCondition());
      return test != nullptr && test->hasOneUse();
    }
    return llvm::isa<llvm::CmpInst>(each) || (each.isCommutative() && each.getNumOperands() >= 2);
  });
  if (chosen == nullptr) return false;
  if (auto* compare = llvm::dyn_cast<llvm::CmpInst>(chosen)) {
    compare->swapOperands();
  } else if (auto* select = llvm::dyn_cast<llvm::SelectInst>(chosen)) {
    auto* test = llvm::cast<llvm::CmpInst>(select->getCondition());
    test->setPredicate(test->getInversePredicate());
    select->swapValues();
    select->swapProfMetadata();
  } else {
    llvm::Value* first = chosen->getOperand(0);
    chosen->setOperand(0, chosen->getOperand(1));
    chosen->setOperand(1, first);
  }
  return true;
}

bool Reassociate::apply(Subject& subject) const {
  const auto inner_of = [](Instruction& each) -> llvm::BinaryOperator* {
    auto* inner =
        llvm::isa<llvm::BinaryOperator>(each) ? llvm::dyn_cast<llvm::BinaryOperator>(each.getOperand(0)) : nullptr;
    return inner != nullptr && inner->getOpcode() == each.getOpcode() && each.isAssociative() ? inner : nullptr;
  };
  Instruction* outer = any_instruction(subject, [&](Instruction& each) { return inner_of(each) != nullptr; });
  if (outer == nullptr) return false;
  llvm::BinaryOperator* inner = inner_of(*outer);
  const auto opcode = static_cast<Instruction::BinaryOps>(outer->getOpcode());
  Builder builder(outer);
  llvm::Value* right = builder.CreateBinOp(opcode, inner->getOperand(1), outer->getOperand(1));
  auto* made = llvm::cast<Instruction>(builder.CreateBinOp(opcode, inner->getOperand(0), right));
  if (subject.rng.chance(1, 2)) made->copyIRFlags(outer);
  if (auto* lower = llvm::dyn_cast<Instruction>(right); lower != nullptr && subject.rng.chance(1, 2))
    lower->copyIRFlags(inner);
  take_over(*outer, *made);
  return true;
}

}  // namespace assay::mutate
