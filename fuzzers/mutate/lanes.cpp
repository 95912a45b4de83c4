#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/NoFolder.h>

#include "fuzzers/mutate/mutators.h"

namespace assay::mutate {
namespace {

using llvm::Instruction;
using llvm::Value;
using Builder = llvm::IRBuilder<llvm::NoFolder>;

bool works_by_lanes(const Instruction& instruction) {
  return llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CmpInst, llvm::FreezeInst>(instruction) ||
         (llvm::isa<llvm::CastInst>(instruction) &&
          !llvm::isa<llvm::BitCastInst, llvm::AddrSpaceCastInst>(instruction));
}

bool divides(const Instruction& instruction) { return instruction.isIntDivRem(); }

// The operation at another shape; its flags come along.
Value* rebuilt(Builder& builder, Instruction& old, llvm::ArrayRef<Value*> operands, llvm::Type* type) {
  Instruction* made = old.clone();
  for (unsigned index = 0; index < operands.size(); ++index) made->setOperand(index, operands[index]);
  made->mutateType(type);
  made->dropUnknownNonDebugMetadata();
  return builder.Insert(made);
}

}  // namespace

// The operation runs on one lane of a vector whose other lanes hold poison, a constant or the same value.
bool ScalarToVector::apply(Subject& subject) const {
  Instruction* chosen = any_instruction(subject, [](Instruction& each) {
    return works_by_lanes(each) && (each.getType()->isIntegerTy() || each.getType()->isFloatingPointTy()) &&
           llvm::all_of(each.operands(), [](const llvm::Use& use) {
             return use->getType()->isIntegerTy() || use->getType()->isFloatingPointTy();
           });
  });
  if (chosen == nullptr || !subject.may_grow()) return false;
  const unsigned lanes = subject.rng.chance(2, 3) ? 2 : 4;
  const std::uint64_t lane = subject.rng.below(lanes);
  Builder builder(chosen);
  std::vector<Value*> operands;
  for (const llvm::Use& use : chosen->operands()) {
    auto* type = llvm::FixedVectorType::get(use->getType(), lanes);
    Value* rest = llvm::PoisonValue::get(type);
    // A poison divisor in any lane is undefined behaviour of the whole operation.
    if (divides(*chosen))
      rest = llvm::ConstantInt::get(type, 1);
    else if (subject.rng.chance(1, 3))
      if (llvm::Constant* constant = subject.constant(type)) rest = constant;
    operands.push_back(builder.CreateInsertElement(rest, use.get(), lane));
  }
  Value* wide = rebuilt(builder, *chosen, operands, llvm::FixedVectorType::get(chosen->getType(), lanes));
  Value* result = builder.CreateExtractElement(wide, lane);
  chosen->replaceAllUsesWith(result);
  chosen->eraseFromParent();
  return true;
}

// A vector operation is done lane by lane.
bool VectorToScalars::apply(Subject& subject) const {
  Instruction* chosen = any_instruction(subject, [](Instruction& each) {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(each.getType());
    return vector != nullptr && vector->getNumElements() <= 4 && works_by_lanes(each);
  });
  if (chosen == nullptr || !subject.may_grow()) return false;
  auto* type = llvm::cast<llvm::FixedVectorType>(chosen->getType());
  Builder builder(chosen);
  Value* result = llvm::PoisonValue::get(type);
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    std::vector<Value*> operands;
    for (Value* operand : chosen->operands()) operands.push_back(builder.CreateExtractElement(operand, lane));
    result = builder.CreateInsertElement(result, rebuilt(builder, *chosen, operands, type->getElementType()), lane);
  }
  chosen->replaceAllUsesWith(result);
  chosen->eraseFromParent();
  return true;
}

}  // namespace assay::mutate
