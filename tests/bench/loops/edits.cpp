#include "tests/bench/loops/edits.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/raw_ostream.h>

#include <optional>
#include <vector>

namespace assay::bench {
namespace {

constexpr unsigned kTries = 64;  ///< instructions that are looked at

std::string text_of(const llvm::Instruction& instruction) {
  std::string text;
  llvm::raw_string_ostream(text) << instruction;
  return text.substr(text.find_first_not_of(' '));
}

/// One more or one less; of a vector, in its last lane or in all. Null: no integer.
llvm::Constant* changed_by_one(llvm::Constant& constant, Rng& rng) {
  const bool more = rng.chance(1, 2);
  const auto next = [&](const llvm::APInt& value) { return more ? value + 1 : value - 1; };
  if (auto* number = llvm::dyn_cast<llvm::ConstantInt>(&constant); number != nullptr && number->getBitWidth() > 1)
    return llvm::ConstantInt::get(constant.getType(), next(number->getValue()));
  auto* type = llvm::dyn_cast<llvm::FixedVectorType>(constant.getType());
  if (type == nullptr || !type->getElementType()->isIntegerTy()) return nullptr;
  std::vector<llvm::Constant*> lanes;
  for (unsigned i = 0; i < type->getNumElements(); ++i) lanes.push_back(constant.getAggregateElement(i));
  auto* last = llvm::dyn_cast_or_null<llvm::ConstantInt>(lanes.back());
  if (last == nullptr) return nullptr;
  lanes.back() = last->getBitWidth() == 1 ? llvm::ConstantInt::get(last->getType(), last->isZero())
                                          : llvm::ConstantInt::get(last->getType(), next(last->getValue()));
  return llvm::ConstantVector::get(lanes);
}

bool change_constant(llvm::Instruction& at, Rng& rng) {
  if (llvm::isa<llvm::AllocaInst, llvm::BranchInst>(at)) return false;
  std::vector<llvm::Use*> uses;
  for (llvm::Use& use : at.operands())
    if (llvm::isa<llvm::ConstantInt, llvm::ConstantDataVector, llvm::ConstantVector, llvm::ConstantAggregateZero>(use))
      uses.push_back(&use);
  if (uses.empty()) return false;
  llvm::Use& use = *uses[rng.below(uses.size())];
  // What must be a constant by the intrinsic's own rules.
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&at))
    if (!call->isArgOperand(&use) || call->paramHasAttr(call->getArgOperandNo(&use), llvm::Attribute::ImmArg))
      return false;
  llvm::Constant* other = changed_by_one(*llvm::cast<llvm::Constant>(use), rng);
  if (other == nullptr) return false;
  use.set(other);
  return true;
}

bool change_comparison(llvm::Instruction& at, Rng& rng) {
  auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&at);
  if (compare == nullptr) return false;
  if (compare->isEquality()) {
    compare->setPredicate(rng.chance(1, 2) ? llvm::CmpInst::ICMP_UGE : llvm::CmpInst::ICMP_ULE);
    return true;
  }
  compare->setPredicate(rng.chance(1, 2) ? llvm::ICmpInst::getFlippedStrictnessPredicate(compare->getPredicate())
                                         : llvm::ICmpInst::getFlippedSignednessPredicate(compare->getPredicate()));
  return true;
}

/// A branch that goes one way always.
bool drop_check(llvm::Instruction& at, Rng& rng) {
  auto* branch = llvm::dyn_cast<llvm::BranchInst>(&at);
  if (branch == nullptr || branch->isUnconditional() || llvm::isa<llvm::Constant>(branch->getCondition())) return false;
  branch->setCondition(llvm::ConstantInt::getBool(at.getContext(), rng.chance(1, 2)));
  return true;
}

bool change_operation(llvm::Instruction& at, Rng& rng) {
  using llvm::Instruction;
  auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&at);
  if (operation == nullptr) return false;
  const auto other = [&]() -> std::optional<llvm::BinaryOperator::BinaryOps> {
    switch (operation->getOpcode()) {
      case Instruction::Add:
        return Instruction::Sub;
      case Instruction::Sub:
        return Instruction::Add;
      case Instruction::And:
        return Instruction::Or;
      case Instruction::Or:
        return rng.chance(1, 2) ? Instruction::And : Instruction::Xor;
      case Instruction::Mul:
        return Instruction::Add;
      case Instruction::FAdd:
        return Instruction::FSub;
      case Instruction::LShr:
        return Instruction::AShr;
      default:
        return std::nullopt;
    }
  }();
  if (!other) return false;
  auto* made = llvm::BinaryOperator::Create(*other, at.getOperand(0), at.getOperand(1), "", at.getIterator());
  made->copyFastMathFlags(at.isFast() ? at.getFastMathFlags() : llvm::FastMathFlags());
  at.replaceAllUsesWith(made);
  made->takeName(&at);
  at.eraseFromParent();
  return true;
}

/// What a phi starts with: another one's start, or zero.
bool change_start(llvm::Instruction& at, Rng& rng) {
  auto* phi = llvm::dyn_cast<llvm::PHINode>(&at);
  if (phi == nullptr || phi->getNumIncomingValues() < 2) return false;
  const unsigned from = static_cast<unsigned>(rng.below(phi->getNumIncomingValues()));
  std::vector<llvm::Value*> others{llvm::Constant::getNullValue(phi->getType())};
  for (llvm::Value* value : phi->incoming_values())
    if (llvm::isa<llvm::Constant, llvm::Argument>(value)) others.push_back(value);
  llvm::Value* other = others[rng.below(others.size())];
  if (other == phi->getIncomingValue(from)) return false;
  phi->setIncomingValue(from, other);
  return true;
}

bool change_lane(llvm::Instruction& at, Rng& rng) {
  auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&at);
  if (shuffle == nullptr || llvm::isa<llvm::ScalableVectorType>(at.getType())) return false;
  std::vector<int> mask(shuffle->getShuffleMask());
  const std::size_t lane = rng.chance(1, 2) ? mask.size() - 1 : rng.below(mask.size());
  const int all =
      2 * static_cast<int>(llvm::cast<llvm::FixedVectorType>(shuffle->getOperand(0)->getType())->getNumElements());
  mask[lane] = (mask[lane] + 1) % all;
  shuffle->setShuffleMask(mask);
  return true;
}

/// Another value of the same block in the place of one.
bool change_operand(llvm::Instruction& at, Rng& rng) {
  if (llvm::isa<llvm::PHINode, llvm::CallBase, llvm::AllocaInst>(at) || at.getNumOperands() == 0) return false;
  llvm::Use& use = at.getOperandUse(static_cast<unsigned>(rng.below(at.getNumOperands())));
  std::vector<llvm::Value*> others;
  for (llvm::Instruction& other : *at.getParent()) {
    if (&other == &at) break;
    if (other.getType() == use->getType() && &other != use.get()) others.push_back(&other);
  }
  for (llvm::Argument& other : at.getFunction()->args())
    if (other.getType() == use->getType() && &other != use.get()) others.push_back(&other);
  if (others.empty() || llvm::isa<llvm::BasicBlock>(use.get())) return false;
  use.set(others[rng.below(others.size())]);
  return true;
}

bool gain_flag(llvm::Instruction& at, Rng& rng) {
  if (!llvm::isa<llvm::OverflowingBinaryOperator>(at)) return false;
  if (at.hasNoSignedWrap() && at.hasNoUnsignedWrap()) return false;
  if (at.hasNoUnsignedWrap() || (!at.hasNoSignedWrap() && rng.chance(1, 2)))
    at.setHasNoSignedWrap(true);
  else
    at.setHasNoUnsignedWrap(true);
  return true;
}

/// The reduction of another operation.
bool change_reduction(llvm::Instruction& at, Rng&) {
  auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&at);
  if (call == nullptr) return false;
  using namespace llvm;
  static constexpr std::pair<Intrinsic::ID, Intrinsic::ID> kOthers[] = {
      {Intrinsic::vector_reduce_add, Intrinsic::vector_reduce_xor},
      {Intrinsic::vector_reduce_xor, Intrinsic::vector_reduce_or},
      {Intrinsic::vector_reduce_or, Intrinsic::vector_reduce_xor},
      {Intrinsic::vector_reduce_and, Intrinsic::vector_reduce_or},
      {Intrinsic::vector_reduce_mul, Intrinsic::vector_reduce_add},
      {Intrinsic::vector_reduce_smax, Intrinsic::vector_reduce_umax},
      {Intrinsic::vector_reduce_umax, Intrinsic::vector_reduce_smax},
      {Intrinsic::vector_reduce_smin, Intrinsic::vector_reduce_umin},
      {Intrinsic::vector_reduce_umin, Intrinsic::vector_reduce_smin},
      {Intrinsic::smax, Intrinsic::umax},
      {Intrinsic::umax, Intrinsic::smax},
      {Intrinsic::smin, Intrinsic::umin},
      {Intrinsic::umin, Intrinsic::smin}};
  const auto* found = llvm::find_if(kOthers, [&](const auto& pair) { return pair.first == call->getIntrinsicID(); });
  if (found == std::end(kOthers)) return false;
  Type* type = call->getArgOperand(0)->getType();
  call->setCalledFunction(Intrinsic::getOrInsertDeclaration(at.getModule(), found->second, {type}));
  return true;
}

struct Edit {
  const char* name;
  bool (*make)(llvm::Instruction&, Rng&);
};
constexpr Edit kEdits[] = {{"constant", change_constant},   {"comparison", change_comparison},
                           {"check", drop_check},           {"operation", change_operation},
                           {"start", change_start},         {"lane", change_lane},
                           {"operand", change_operand},     {"flag", gain_flag},
                           {"reduction", change_reduction}, {"constant", change_constant}};

}  // namespace

std::string make_mistake(llvm::Function& function, Rng& rng) {
  std::vector<llvm::Instruction*> all;
  for (llvm::Instruction& each : llvm::instructions(function)) all.push_back(&each);
  const Edit& edit = kEdits[rng.below(std::size(kEdits))];
  for (unsigned tried = 0; tried < kTries; ++tried) {
    llvm::Instruction& at = *all[rng.below(all.size())];
    const std::string before = text_of(at);
    if (edit.make(at, rng)) return std::string(edit.name) + ": " + before;
  }
  return {};
}

}  // namespace assay::bench
