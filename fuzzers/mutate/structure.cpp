#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/NoFolder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "fuzzers/mutate/mutators.h"

namespace assay::mutate {
namespace {

using llvm::Instruction;
using llvm::Value;
using Builder = llvm::IRBuilder<llvm::NoFolder>;

// Instructions that may be copied, moved and removed without regard for where they stand.
bool is_movable(const Instruction& instruction) {
  if (instruction.isTerminator() || instruction.isEHPad() || llvm::isa<llvm::PHINode, llvm::AllocaInst>(instruction))
    return false;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call == nullptr || (!call->isMustTailCall() && !call->isConvergent() && !call->isLifetimeStartOrEnd());
}

bool has_plain_result(const Instruction& instruction) {
  return instruction.getType()->isFirstClassType() && !instruction.getType()->isTokenTy();
}

Value* any_value(Subject& subject, Instruction& at, llvm::Type* type) {
  const auto values = Scope(*subject.function).values_before(at, type);
  if (values.empty() || subject.rng.chance(1, 4))
    if (llvm::Constant* constant = subject.constant(type)) return constant;
  return values.empty() ? nullptr : values[subject.rng.below(values.size())];
}

Value* condition_before(Subject& subject, Instruction& at) {
  const auto scope = Scope(*subject.function).values_before(at);
  llvm::Type* type = llvm::Type::getInt1Ty(at.getContext());
  return generate::generate_value(at, type, scope, subject.rng, subject.options.profile,
                                  static_cast<unsigned>(1 + subject.rng.below(2)));
}

}  // namespace

bool DeleteInstruction::apply(Subject& subject) const {
  Instruction* chosen =
      any_instruction(subject, [](Instruction& each) { return is_movable(each) || llvm::isa<llvm::PHINode>(each); });
  if (chosen == nullptr) return false;
  if (!chosen->use_empty()) {
    std::vector<Value*> substitutes;
    if (!llvm::isa<llvm::PHINode>(chosen))
      for (Value* operand : chosen->operands())
        if (operand->getType() == chosen->getType() && !llvm::isa<llvm::Function>(operand))
          substitutes.push_back(operand);
    for (llvm::Argument& argument : subject.function->args())
      if (argument.getType() == chosen->getType() && substitutes.empty()) substitutes.push_back(&argument);
    if (substitutes.empty())
      if (llvm::Constant* constant = subject.constant(chosen->getType())) substitutes.push_back(constant);
    if (substitutes.empty()) return false;
    Value* substitute = substitutes[subject.rng.below(substitutes.size())];
    if (substitute == chosen) return false;  // only in unreachable code
    chosen->replaceAllUsesWith(substitute);
  }
  chosen->eraseFromParent();
  return true;
}

bool DuplicateInstruction::apply(Subject& subject) const {
  if (!subject.may_grow()) return false;
  Instruction* chosen =
      any_instruction(subject, [](Instruction& each) { return is_movable(each) && !each.use_empty(); });
  if (chosen == nullptr) return false;
  Instruction* copy = chosen->clone();
  copy->insertAfter(chosen->getIterator());
  std::vector<llvm::Use*> uses;
  for (llvm::Use& use : chosen->uses())
    if (!llvm::isa<llvm::PHINode>(use.getUser())) uses.push_back(&use);
  for (llvm::Use* use : uses)
    if (subject.rng.chance(1, 2)) use->set(copy);
  return true;
}

bool MoveInstruction::apply(Subject& subject) const {
  Instruction* chosen = any_instruction(subject, is_movable);
  if (chosen == nullptr) return false;
  const Scope scope(*subject.function);
  const auto places = instructions_where(*subject.function, [&](Instruction& place) {
    if (&place == chosen || place.getPrevNode() == chosen || place.getNextNode() == chosen || !can_insert_before(place))
      return false;
    if (!scope.tree().isReachableFromEntry(place.getParent())) return false;
    for (const Value* operand : chosen->operands())
      if (const auto* definition = llvm::dyn_cast<Instruction>(operand);
          definition != nullptr && !scope.tree().dominates(definition, &place))
        return false;
    for (const llvm::Use& use : chosen->uses()) {
      const Instruction& needed = availability_point(use);
      if (&needed != &place && !scope.tree().dominates(&place, &needed)) return false;
    }
    return true;
  });
  if (places.empty()) return false;
  chosen->moveBefore(places[subject.rng.below(places.size())]->getIterator());
  return true;
}

bool WrapInSelect::apply(Subject& subject) const {
  if (!subject.may_grow()) return false;
  const auto operands = operands_where(*subject.function, [](const llvm::Use& use) {
    return !llvm::isa<llvm::Constant>(use.get()) && use->getType()->isSingleValueType();
  });
  if (operands.empty()) return false;
  llvm::Use& use = *operands[subject.rng.below(operands.size())];
  Instruction& at = availability_point(use);
  if (!can_insert_before(at)) return false;
  Value* other = any_value(subject, at, use->getType());
  if (other == nullptr) return false;
  Value* condition = condition_before(subject, at);
  Builder builder(&at);
  Value* wrapped = subject.rng.chance(1, 2) ? builder.CreateSelect(condition, use.get(), other)
                                            : builder.CreateSelect(condition, other, use.get());
  if (auto* phi = llvm::dyn_cast<llvm::PHINode>(use.getUser()))
    phi->setIncomingValueForBlock(phi->getIncomingBlock(use), wrapped);
  else
    use.set(wrapped);
  return true;
}

bool WrapInBranch::apply(Subject& subject) const {
  if (!subject.may_grow()) return false;
  Instruction* chosen = any_instruction(subject, [](Instruction& each) {
    return is_movable(each) && (each.getType()->isVoidTy() || (has_plain_result(each) && !each.use_empty()));
  });
  if (chosen == nullptr) return false;
  Value* other = nullptr;
  if (!chosen->getType()->isVoidTy()) {
    other = any_value(subject, *chosen, chosen->getType());
    if (other == nullptr) return false;
  }
  Value* condition = condition_before(subject, *chosen);
  llvm::BasicBlock* head = chosen->getParent();
  Instruction* end_of_then = llvm::SplitBlockAndInsertIfThen(condition, chosen->getIterator(), false);
  llvm::BasicBlock* tail = chosen->getParent();
  chosen->moveBefore(end_of_then->getIterator());
  if (other == nullptr) return true;
  auto* phi = llvm::PHINode::Create(chosen->getType(), 2, "", tail->begin());
  chosen->replaceAllUsesWith(phi);
  phi->addIncoming(chosen, end_of_then->getParent());
  phi->addIncoming(other, head);
  return true;
}

bool SelectToBranch::apply(Subject& subject) const {
  auto* select = llvm::cast_or_null<llvm::SelectInst>(any_instruction(subject, [](Instruction& each) {
    const auto* candidate = llvm::dyn_cast<llvm::SelectInst>(&each);
    return candidate != nullptr && candidate->getCondition()->getType()->isIntegerTy(1);
  }));
  if (select == nullptr || !subject.may_grow()) return false;
  llvm::BasicBlock* head = select->getParent();
  Instruction* end_of_then = llvm::SplitBlockAndInsertIfThen(select->getCondition(), select->getIterator(), false);
  auto* phi = llvm::PHINode::Create(select->getType(), 2, "", select->getParent()->begin());
  phi->addIncoming(select->getTrueValue(), end_of_then->getParent());
  phi->addIncoming(select->getFalseValue(), head);
  // An operation that only the true side uses may move there.
  auto* work = llvm::dyn_cast<Instruction>(select->getTrueValue());
  select->replaceAllUsesWith(phi);
  select->eraseFromParent();
  if (work != nullptr && work->hasOneUse() && is_movable(*work) && work->getParent() == head)
    work->moveBefore(end_of_then->getIterator());
  return true;
}

bool EditPhi::apply(Subject& subject) const {
  auto* phi = llvm::cast_or_null<llvm::PHINode>(any_instruction(subject, [](Instruction& each) {
    const auto* candidate = llvm::dyn_cast<llvm::PHINode>(&each);
    return candidate != nullptr && candidate->getNumIncomingValues() > 1;
  }));
  if (phi == nullptr) return false;
  const auto count = phi->getNumIncomingValues();
  const auto from = static_cast<unsigned>(subject.rng.below(count));
  const auto to = static_cast<unsigned>(subject.rng.below(count));
  Value* value = phi->getIncomingValue(from);
  if (value == phi->getIncomingValue(to)) return false;
  const Scope scope(*subject.function);
  if (const auto* definition = llvm::dyn_cast<Instruction>(value);
      definition != nullptr && !scope.tree().dominates(definition, phi->getIncomingBlock(to)->getTerminator()))
    return false;
  phi->setIncomingValueForBlock(phi->getIncomingBlock(to), value);
  return true;
}

}  // namespace assay::mutate
