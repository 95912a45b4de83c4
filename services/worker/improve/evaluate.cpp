#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/ConstantFold.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Instructions.h>

#include "services/worker/improve/edit.h"

namespace assay::improve {
namespace {

using llvm::dyn_cast;
using llvm::isa;

/// What LLVM would say, without its detours: most of a search's time goes here. Null: it is asked.
llvm::Constant* evaluate_integers(Form form, unsigned code, const llvm::ConstantInt& one,
                                  const llvm::ConstantInt& other) {
  using Op = llvm::Instruction::BinaryOps;
  const llvm::APInt &a = one.getValue(), &b = other.getValue();
  llvm::LLVMContext& context = one.getContext();
  if (form == Form::Compare)
    return llvm::ConstantInt::getBool(context,
                                      llvm::ICmpInst::compare(a, b, static_cast<llvm::CmpInst::Predicate>(code)));
  const auto made = [&](const llvm::APInt& value) { return llvm::ConstantInt::get(context, value); };
  const bool is_shift = code == Op::Shl || code == Op::LShr || code == Op::AShr;
  if (is_shift && b.uge(b.getBitWidth())) return llvm::PoisonValue::get(one.getType());
  switch (code) {
    case Op::Add:
      return made(a + b);
    case Op::Sub:
      return made(a - b);
    case Op::Mul:
      return made(a * b);
    case Op::And:
      return made(a & b);
    case Op::Or:
      return made(a | b);
    case Op::Xor:
      return made(a ^ b);
    case Op::Shl:
      return made(a.shl(b));
    case Op::LShr:
      return made(a.lshr(b));
    case Op::AShr:
      return made(a.ashr(b));
    default:
      return nullptr;
  }
}

/// LLVM has it for calls only.
llvm::Constant* evaluate_one(unsigned code, llvm::Type* type, llvm::Constant* of) {
  if (isa<llvm::PoisonValue>(of)) return llvm::PoisonValue::get(type);
  if (const auto* real = dyn_cast<llvm::ConstantFP>(of); real != nullptr && code == llvm::Intrinsic::fabs)
    return llvm::ConstantFP::get(type, llvm::abs(real->getValueAPF()));
  const auto* number = dyn_cast<llvm::ConstantInt>(of);
  if (number == nullptr) return nullptr;
  if (code == llvm::Intrinsic::abs) return llvm::ConstantInt::get(type, number->getValue().abs());
  return code == llvm::Intrinsic::ctpop ? llvm::ConstantInt::get(type, number->getValue().popcount()) : nullptr;
}

/// LLVM folds it for scalars only.
llvm::Constant* evaluate_intrinsic(unsigned code, llvm::Type* type, llvm::ArrayRef<llvm::Constant*> operands) {
  const auto* vector = dyn_cast<llvm::FixedVectorType>(type);
  if (vector == nullptr)
    return operands.size() == 1 ? evaluate_one(code, type, operands[0])
                                : llvm::ConstantFoldBinaryIntrinsic(code, operands[0], operands[1], type, nullptr);
  std::vector<llvm::Constant*> lanes;
  for (unsigned i = 0; i < vector->getNumElements(); ++i) {
    llvm::SmallVector<llvm::Constant*, 2> of_lane;
    for (llvm::Constant* operand : operands) of_lane.push_back(operand->getAggregateElement(i));
    lanes.push_back(evaluate_intrinsic(code, vector->getElementType(), of_lane));
    if (lanes.back() == nullptr) return nullptr;
  }
  return llvm::ConstantVector::get(lanes);
}

}  // namespace

llvm::Constant* evaluate(Form form, unsigned code, llvm::Type* type, llvm::ArrayRef<llvm::Constant*> operands,
                         const llvm::DataLayout& layout) {
  if (llvm::is_contained(operands, nullptr)) return nullptr;
  if ((form == Form::Binary || form == Form::Compare) && isa<llvm::ConstantInt>(operands[0]) &&
      isa<llvm::ConstantInt>(operands[1]))
    if (auto* made = evaluate_integers(form, code, llvm::cast<llvm::ConstantInt>(*operands[0]),
                                       llvm::cast<llvm::ConstantInt>(*operands[1])))
      return made;
  switch (form) {
    case Form::Unary:
      return llvm::ConstantFoldUnaryOpOperand(code, operands[0], layout);
    case Form::Binary:
      return llvm::ConstantFoldBinaryOpOperands(code, operands[0], operands[1], layout);
    case Form::Compare:
      return llvm::ConstantFoldCompareInstOperands(code, operands[0], operands[1], layout);
    case Form::Cast:
      return llvm::ConstantFoldCastOperand(code, operands[0], type, layout);
    case Form::Select:
      return llvm::ConstantFoldSelectInstruction(operands[0], operands[1], operands[2]);
    case Form::Intrinsic:
      return evaluate_intrinsic(code, type, operands);
  }
  return nullptr;
}

}  // namespace assay::improve
