#include "services/worker/prove/parts/phi_ranges.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

namespace assay::prove {
namespace {

using llvm::APInt;
using llvm::ConstantRange;
using llvm::Value;

constexpr std::size_t kMostPhis = 4;

/// Whatever its operand is, undef too.
bool is_never_negative(const Value& value) {
  const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&value);
  const auto* number = operation == nullptr ? nullptr : llvm::dyn_cast<llvm::ConstantInt>(operation->getOperand(1));
  if (number == nullptr) return llvm::isa<llvm::ZExtInst>(value);
  return (operation->getOpcode() == llvm::Instruction::LShr && !number->isZero()) ||
         (operation->getOpcode() == llvm::Instruction::And && !number->isNegative());
}

ConstantRange not_negative(unsigned bits) {
  return ConstantRange(APInt::getZero(bits), APInt::getSignedMinValue(bits));
}

}  // namespace

/// What starts at a number that is not negative mostly counts up, or down to 0.
std::optional<ConstantRange> PhiRanges::guess(const llvm::PHINode& phi) const {
  if (!phi.getType()->isIntegerTy()) return std::nullopt;
  std::optional<ConstantRange> constants;
  bool all = true;
  for (const Value* value : phi.incoming_values()) {
    const auto* number = llvm::dyn_cast<llvm::ConstantInt>(common_.plain(value));
    all &= number != nullptr;
    if (number == nullptr) continue;
    const ConstantRange one(number->getValue());
    constants = constants ? constants->unionWith(one, ConstantRange::Signed) : one;
  }
  if (!constants || constants->isFullSet() || constants->isEmptySet()) return std::nullopt;
  if (all) return constants;
  if (constants->getSignedMin().isNegative()) return std::nullopt;
  return not_negative(phi.getType()->getIntegerBitWidth());
}

bool PhiRanges::lies_in(const Value& value, const ConstantRange& range, const Value* condition, bool when) {
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value)) return range.contains(number->getValue());
  const auto part = parts_.cut_alone(value, condition);
  if (!part) return false;
  // A range is one of all members of the set.
  for (const Value* input : part->inputs)
    if (undef_.may_be(*input) && !known_->contains(common_.number_of(input))) return false;
  return parts_.lies_in(*part, range, condition, when, *known_, proves_);
}

/// In a round that comes from a block whose branch has a condition, the condition held.
bool PhiRanges::holds(const llvm::PHINode& phi, const ConstantRange& range) {
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    const Value& value = *common_.plain(phi.getIncomingValue(i));
    if (lies_in(value, range, nullptr, true)) continue;
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(phi.getIncomingBlock(i)->getTerminator());
    if (branch == nullptr || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
      return false;
    if (!lies_in(value, range, branch->getCondition(), branch->getSuccessor(0) == phi.getParent())) return false;
  }
  return true;
}

const Ranges& PhiRanges::all() {
  if (known_) return *known_;
  known_.emplace();
  std::vector<const llvm::PHINode*> phis;
  for (const llvm::BasicBlock& block : source_)
    for (const llvm::PHINode& phi : block.phis()) {
      if (phis.size() >= kMostPhis || common_.plain(&phi) != &phi || common_.number_of(&phi) == 0) continue;
      const auto range = guess(phi);
      if (!range) continue;
      known_->emplace(common_.number_of(&phi), *range);
      phis.push_back(&phi);
    }
  for (std::size_t i = 0; i < phis.size();) {
    const StepsInCommon::Number number = common_.number_of(phis[i]);
    const ConstantRange range = known_->at(number);
    if (holds(*phis[i], range)) {
      ++i;
      continue;
    }
    known_->erase(number);  // what was proved with its help has to be proved again
    phis.erase(phis.begin() + static_cast<std::ptrdiff_t>(i));
    i = 0;
  }
  return *known_;
}

bool PhiRanges::is_not_negative(const Value& value) {
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value)) return !number->getValue().isNegative();
  if (!value.getType()->isIntegerTy()) return false;
  if (is_never_negative(value)) return true;
  const auto known = not_negative_.find(&value);
  if (known != not_negative_.end()) return known->second;
  all();
  return not_negative_[&value] = lies_in(value, not_negative(value.getType()->getIntegerBitWidth()), nullptr, true);
}

}  // namespace assay::prove
