#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

#include "fuzzers/mutate/mutators.h"

namespace assay::mutate {
namespace {

using llvm::Instruction;
using llvm::Type;
using llvm::Value;

// Operations that mean the same wherever they stand.
bool is_pure(const Instruction& instruction) {
  if (llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CmpInst, llvm::CastInst, llvm::SelectInst,
                llvm::FreezeInst, llvm::ExtractElementInst, llvm::InsertElementInst, llvm::ShuffleVectorInst,
                llvm::ExtractValueInst>(instruction))
    return true;
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call != nullptr && call->doesNotAccessMemory() && !call->isConvergent() && !call->hasOperandBundles() &&
         std::none_of(call->arg_begin(), call->arg_end(),
                      [](const Value* each) { return each->getType()->isMetadataTy(); });
}

// The instructions above the root, a few of them, each after its operands.
std::vector<const Instruction*> expression_of(const Instruction& root, std::size_t most) {
  llvm::SetVector<const Instruction*> found;
  found.insert(&root);
  for (std::size_t next = 0; next < found.size(); ++next)
    for (const Value* operand : found[next]->operands())
      if (const auto* definition = llvm::dyn_cast<Instruction>(operand);
          definition != nullptr && is_pure(*definition) && definition->getParent() == root.getParent() &&
          found.size() < most)
        found.insert(definition);
  std::vector<const Instruction*> ordered(found.begin(), found.end());
  std::sort(ordered.begin(), ordered.end(),
            [](const Instruction* a, const Instruction* b) { return a->comesBefore(b); });
  return ordered;
}

// What stands in for a value of the donor that is not copied; null if there is nothing.
Value* stand_in(Subject& subject, const std::vector<Value*>& scope, Type* type) {
  std::vector<Value*> fitting;
  for (Value* value : scope)
    if (value->getType() == type) fitting.push_back(value);
  if (!fitting.empty()) return fitting[subject.rng.below(fitting.size())];
  return subject.constant(type);
}

// Constants that belong to the donor's module (globals, or expressions of them) stay there.
bool refers_to_globals(const llvm::Constant& constant) {
  return llvm::isa<llvm::GlobalValue>(constant) ||
         std::any_of(constant.op_begin(), constant.op_end(),
                     [](const llvm::Use& use) { return refers_to_globals(*llvm::cast<llvm::Constant>(use)); });
}

}  // namespace

bool SpliceExpression::apply(Subject& subject) const {
  if (subject.donors == nullptr || subject.donors->empty() || !subject.may_grow()) return false;
  const llvm::Function& donor = *subject.donors->all()[subject.rng.below(subject.donors->size())].function;
  const auto operands =
      operands_where(*subject.function, [](const llvm::Use& use) { return !use->getType()->isPointerTy(); });
  if (operands.empty()) return false;
  llvm::Use& use = *operands[subject.rng.below(operands.size())];
  Instruction& at = availability_point(use);
  std::vector<const Instruction*> roots;
  for (const Instruction& each : llvm::instructions(donor))
    if (each.getType() == use->getType() && is_pure(each)) roots.push_back(&each);
  if (roots.empty() || !can_insert_before(at)) return false;

  const auto scope = Scope(*subject.function).values_before(at);
  const auto expression = expression_of(*roots[subject.rng.below(roots.size())], 2 + subject.rng.below(5));
  llvm::DenseMap<const Value*, Value*> copies;
  std::vector<Instruction*> inserted;
  const auto give_up = [&] {
    for (Instruction* each : llvm::reverse(inserted)) each->eraseFromParent();
    return false;
  };
  for (const Instruction* original : expression) {
    Instruction* copy = original->clone();
    copy->insertBefore(at.getIterator());
    inserted.push_back(copy);
    for (llvm::Use& operand : copy->operands()) {
      if (const auto* callee = llvm::dyn_cast<llvm::Function>(operand.get())) {
        llvm::SmallVector<Type*, 3> types;
        if (!llvm::Intrinsic::getIntrinsicSignature(callee->getIntrinsicID(), callee->getFunctionType(), types))
          return give_up();
        operand.set(llvm::Intrinsic::getOrInsertDeclaration(at.getModule(), callee->getIntrinsicID(), types));
        continue;
      }
      if (const auto* constant = llvm::dyn_cast<llvm::Constant>(operand.get());
          constant != nullptr && !refers_to_globals(*constant))
        continue;
      auto& stand = copies[operand.get()];
      if (stand == nullptr) stand = stand_in(subject, scope, operand->getType());
      if (stand == nullptr) return give_up();
      operand.set(stand);
    }
    copies[original] = copy;
  }
  if (auto* phi = llvm::dyn_cast<llvm::PHINode>(use.getUser()))
    phi->setIncomingValueForBlock(phi->getIncomingBlock(use), inserted.back());
  else
    use.set(inserted.back());
  return true;
}

}  // namespace assay::mutate
