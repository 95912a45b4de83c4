#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/NoFolder.h>

#include "fuzzers/mutate/mutators.h"

namespace assay::mutate {
namespace {

using Builder = llvm::IRBuilder<llvm::NoFolder>;

llvm::Use* pick_operand(Subject& subject, llvm::function_ref<bool(const llvm::Use&)> test) {
  const auto operands = operands_where(*subject.function, test);
  return operands.empty() ? nullptr : operands[subject.rng.below(operands.size())];
}

bool is_integer(const llvm::Use& use) { return use->getType()->isIntOrIntVectorTy(); }

bool is_number(const llvm::Use& use) { return is_integer(use) || use->getType()->isFPOrFPVectorTy(); }

// A phi that lists a block twice must take the same value from it both times.
bool set_operand(llvm::Use& use, llvm::Value* value) {
  if (value == nullptr || use.get() == value) return false;
  if (auto* phi = llvm::dyn_cast<llvm::PHINode>(use.getUser()))
    phi->setIncomingValueForBlock(phi->getIncomingBlock(use), value);
  else
    use.set(value);
  return true;
}

llvm::Constant* perturbed(Subject& subject, llvm::Constant* constant) {
  if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(constant)) {
    const llvm::APInt number = subject.rng.chance(3, 4)
                                   ? generate::relative_of(integer->getValue(), subject.rng)
                                   : generate::interesting_integer(integer->getBitWidth(), subject.rng);
    return llvm::ConstantInt::get(integer->getType(), number);
  }
  if (const auto* real = llvm::dyn_cast<llvm::ConstantFP>(constant)) {
    llvm::APFloat number = real->getValueAPF();
    switch (subject.rng.below(4)) {
      case 0:
        number.changeSign();
        break;
      case 1:
        (void)number.next(subject.rng.chance(1, 2));
        break;
      default:
        number = generate::interesting_float(number.getSemantics(), subject.rng);
        break;
    }
    return llvm::ConstantFP::get(constant->getContext(), number);
  }
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(constant->getType());
  if (vector == nullptr || vector->getElementType()->isPointerTy()) return nullptr;
  if (llvm::Constant* splat = constant->getSplatValue(); splat != nullptr && subject.rng.chance(2, 3)) {
    llvm::Constant* lane = perturbed(subject, splat);
    return lane == nullptr ? nullptr : llvm::ConstantVector::getSplat(vector->getElementCount(), lane);
  }
  std::vector<llvm::Constant*> lanes;
  for (unsigned lane = 0; lane < vector->getNumElements(); ++lane) {
    lanes.push_back(constant->getAggregateElement(lane));
    if (lanes.back() == nullptr) return nullptr;
  }
  llvm::Constant*& changed = lanes[subject.rng.below(lanes.size())];
  llvm::Constant* lane = perturbed(subject, changed);
  if (lane == nullptr) return nullptr;
  changed = subject.rng.chance(1, 6) ? llvm::PoisonValue::get(vector->getElementType()) : lane;
  return llvm::ConstantVector::get(lanes);
}

}  // namespace

bool ReplaceOperand::apply(Subject& subject) const {
  llvm::Use* use = pick_operand(subject, [](const llvm::Use&) { return true; });
  if (use == nullptr) return false;
  const auto values = Scope(*subject.function).values_before(availability_point(*use), use->get()->getType());
  return !values.empty() && set_operand(*use, values[subject.rng.below(values.size())]);
}

bool ConstantOperand::apply(Subject& subject) const {
  llvm::Use* use = pick_operand(subject, [](const llvm::Use& each) { return !llvm::isa<llvm::Constant>(each.get()); });
  return use != nullptr && set_operand(*use, subject.constant(use->get()->getType()));
}

bool PoisonOperand::apply(Subject& subject) const {
  llvm::Use* use = pick_operand(subject, [](const llvm::Use& each) {
    return !llvm::isa<llvm::PoisonValue>(each.get()) && !llvm::cast<llvm::Instruction>(each.getUser())->isTerminator();
  });
  if (use == nullptr) return false;
  llvm::Type* type = use->get()->getType();
  const bool undef = subject.options.profile.allow_undef && subject.rng.chance(1, 2);
  return set_operand(*use, undef ? llvm::UndefValue::get(type) : llvm::PoisonValue::get(type));
}

bool FreezeOperand::apply(Subject& subject) const {
  llvm::Use* use = pick_operand(subject, [](const llvm::Use& each) { return !llvm::isa<llvm::Constant>(each.get()); });
  if (use == nullptr || !subject.may_grow()) return false;
  Builder builder(&availability_point(*use));
  return set_operand(*use, builder.CreateFreeze(use->get()));
}

bool SwapOperands::apply(Subject& subject) const {
  llvm::Use* use =
      pick_operand(subject, [](const llvm::Use& each) { return !llvm::isa<llvm::PHINode>(each.getUser()); });
  if (use == nullptr) return false;
  std::vector<llvm::Use*> partners;
  for (llvm::Use& other : use->getUser()->operands())
    if (&other != use && is_free_operand(other) && other->getType() == use->get()->getType() &&
        other.get() != use->get())
      partners.push_back(&other);
  if (partners.empty()) return false;
  partners[subject.rng.below(partners.size())]->swap(*use);
  return true;
}

bool AddUse::apply(Subject& subject) const {
  static constexpr llvm::Instruction::BinaryOps kOps[] = {llvm::Instruction::Add, llvm::Instruction::Sub,
                                                          llvm::Instruction::Xor, llvm::Instruction::And,
                                                          llvm::Instruction::Or,  llvm::Instruction::Mul};
  llvm::Use* use = pick_operand(subject, is_integer);
  if (use == nullptr || !subject.may_grow()) return false;
  llvm::Instruction& at = availability_point(*use);
  const auto values = Scope(*subject.function).values_before(at, use->get()->getType());
  if (values.empty()) return false;
  Builder builder(&at);
  llvm::Value* value = values[subject.rng.below(values.size())];
  return set_operand(*use, builder.CreateBinOp(kOps[subject.rng.below(std::size(kOps))], use->get(), value));
}

bool GrowOperand::apply(Subject& subject) const {
  llvm::Use* use = pick_operand(subject, is_number);
  if (use == nullptr || !subject.may_grow()) return false;
  llvm::Instruction& at = availability_point(*use);
  if (!can_insert_before(at)) return false;
  const auto scope = Scope(*subject.function).values_before(at);
  const auto size = 1 + static_cast<unsigned>(subject.rng.below(4));
  return set_operand(
      *use, generate::generate_value(at, use->get()->getType(), scope, subject.rng, subject.options.profile, size));
}

bool PerturbConstant::apply(Subject& subject) const {
  llvm::Use* use = pick_operand(subject, [](const llvm::Use& each) {
    return is_number(each) && llvm::isa<llvm::ConstantData, llvm::ConstantVector>(each.get());
  });
  return use != nullptr && set_operand(*use, perturbed(subject, llvm::cast<llvm::Constant>(use->get())));
}

}  // namespace assay::mutate
