#include "services/worker/improve/edit.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/ConstantFold.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/NoFolder.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include "services/worker/ir/ir.h"

namespace assay::improve {
namespace {

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

void set_flag(llvm::Instruction& instruction, Flag flag) {
  switch (flag) {
    case Flag::Nsw:
      return instruction.setHasNoSignedWrap();
    case Flag::Nuw:
      return instruction.setHasNoUnsignedWrap();
    case Flag::Exact:
      return instruction.setIsExact();
    case Flag::Disjoint:
      return cast<llvm::PossiblyDisjointInst>(instruction).setIsDisjoint(true);
    case Flag::Nneg:
      return instruction.setNonNeg();
    case Flag::Samesign:
      return cast<llvm::ICmpInst>(instruction).setSameSign();
  }
}

llvm::Value* build(const Step& step, llvm::ArrayRef<llvm::Value*> operands, llvm::IRBuilderBase& builder) {
  switch (step.form) {
    case Form::Binary:
      return builder.CreateBinOp(static_cast<llvm::Instruction::BinaryOps>(step.code), operands[0], operands[1]);
    case Form::Compare:
      return builder.CreateICmp(static_cast<llvm::CmpInst::Predicate>(step.code), operands[0], operands[1]);
    case Form::Cast:
      return builder.CreateCast(static_cast<llvm::Instruction::CastOps>(step.code), operands[0], step.type);
    case Form::Select:
      return builder.CreateSelect(operands[0], operands[1], operands[2]);
    case Form::Intrinsic:
      return builder.CreateBinaryIntrinsic(step.code, operands[0], operands[1]);
  }
  return nullptr;
}

/// Where new operations stand that take the place of `root`.
llvm::Instruction* place_of(llvm::Instruction& root) {
  return isa<llvm::PHINode>(root) ? &*root.getParent()->getFirstInsertionPt() : &root;
}

void replace(const Edit& edit, const llvm::ValueToValueMapTy& copies, llvm::Instruction& root) {
  std::vector<llvm::Value*> made;
  const auto copy_of = [&](const Operand& operand) -> llvm::Value* {
    if (operand.value == nullptr) return made[operand.step];
    return isa<llvm::Constant>(operand.value) ? operand.value : static_cast<llvm::Value*>(copies.lookup(operand.value));
  };
  llvm::IRBuilder<llvm::NoFolder> builder(place_of(root));
  for (const Step& step : edit.steps) {
    llvm::SmallVector<llvm::Value*, 3> operands;
    for (unsigned i = 0; i < step.count; ++i) operands.push_back(copy_of(step.operands[i]));
    made.push_back(build(step, operands, builder));
    made.back()->setName("n");
  }
  root.replaceAllUsesWith(copy_of(edit.by));
  llvm::RecursivelyDeleteTriviallyDeadInstructions(&root);
}

/// LLVM folds it for scalars only.
llvm::Constant* evaluate_intrinsic(unsigned code, llvm::Type* type, llvm::Constant* left, llvm::Constant* right) {
  const auto* vector = dyn_cast<llvm::FixedVectorType>(type);
  if (vector == nullptr) return llvm::ConstantFoldBinaryIntrinsic(code, left, right, type, nullptr);
  std::vector<llvm::Constant*> lanes;
  for (unsigned i = 0; i < vector->getNumElements(); ++i) {
    lanes.push_back(evaluate_intrinsic(code, vector->getElementType(), left->getAggregateElement(i),
                                       right->getAggregateElement(i)));
    if (lanes.back() == nullptr) return nullptr;
  }
  return llvm::ConstantVector::get(lanes);
}

std::string text_of(const Step& step, const std::vector<std::string>& names) {
  const auto typed = [&](const Operand& operand) {
    if (operand.value == nullptr) return names[operand.step];
    std::string text;
    llvm::raw_string_ostream out(text);
    operand.value->printAsOperand(out, /*PrintType=*/false);
    return text;
  };
  std::string text = "(";
  switch (step.form) {
    case Form::Binary:
    case Form::Cast:
      text += llvm::Instruction::getOpcodeName(step.code);
      break;
    case Form::Compare:
      text += "icmp " + llvm::CmpInst::getPredicateName(static_cast<llvm::CmpInst::Predicate>(step.code)).str();
      break;
    case Form::Select:
      text += "select";
      break;
    case Form::Intrinsic:
      text += llvm::Intrinsic::getBaseName(step.code).str();
      break;
  }
  for (unsigned i = 0; i < step.count; ++i) text += (i == 0 ? " " : ", ") + typed(step.operands[i]);
  return text + ")";
}

}  // namespace

const char* name_of(Flag flag) {
  constexpr const char* kNames[] = {"nsw", "nuw", "exact", "disjoint", "nneg", "samesign"};
  return kNames[static_cast<std::size_t>(flag)];
}

std::vector<Flag> unset_flags(const llvm::Instruction& instruction) {
  std::vector<Flag> flags;
  if (isa<llvm::OverflowingBinaryOperator, llvm::TruncInst>(instruction)) {
    if (!instruction.hasNoSignedWrap()) flags.push_back(Flag::Nsw);
    if (!instruction.hasNoUnsignedWrap()) flags.push_back(Flag::Nuw);
  }
  if (isa<llvm::PossiblyExactOperator>(instruction) && !instruction.isExact()) flags.push_back(Flag::Exact);
  if (const auto* either = dyn_cast<llvm::PossiblyDisjointInst>(&instruction);
      either != nullptr && !either->isDisjoint())
    flags.push_back(Flag::Disjoint);
  if (isa<llvm::PossiblyNonNegInst>(instruction) && !instruction.hasNonNeg()) flags.push_back(Flag::Nneg);
  if (const auto* compare = dyn_cast<llvm::ICmpInst>(&instruction);
      compare != nullptr && !compare->isEquality() && !compare->hasSameSign())
    flags.push_back(Flag::Samesign);
  return flags;
}

llvm::Function* apply(const Edit& edit, llvm::Function& function) {
  llvm::ValueToValueMapTy copies;
  llvm::Function* copy = llvm::CloneFunction(&function, copies);
  copy->setName("tgt");
  for (const SetFlag& set : edit.flags) set_flag(*cast<llvm::Instruction>(copies.lookup(set.instruction)), set.flag);
  if (edit.root != nullptr) replace(edit, copies, *cast<llvm::Instruction>(copies.lookup(edit.root)));
  if (!llvm::verifyFunction(*copy)) return copy;
  copy->eraseFromParent();
  return nullptr;
}

std::string describe(const Edit& edit) {
  if (edit.root == nullptr) {
    std::string text;
    for (std::size_t i = 0; i < edit.flags.size(); ++i) {
      if (i == 0 || edit.flags[i].instruction != edit.flags[i - 1].instruction)
        text += (text.empty() ? "" : "; ") + ir::print(*edit.flags[i].instruction) + " is";
      text += std::string(" ") + name_of(edit.flags[i].flag);
    }
    return text;
  }
  std::vector<std::string> names;
  for (const Step& step : edit.steps) names.push_back(text_of(step, names));
  if (edit.by.value == nullptr) return ir::print(*edit.root) + " is " + names[edit.by.step];
  std::string text;
  llvm::raw_string_ostream out(text);
  edit.by.value->printAsOperand(out);
  return ir::print(*edit.root) + " is " + text;
}

llvm::Constant* evaluate(Form form, unsigned code, llvm::Type* type, llvm::ArrayRef<llvm::Constant*> operands,
                         const llvm::DataLayout& layout) {
  if (llvm::is_contained(operands, nullptr)) return nullptr;
  switch (form) {
    case Form::Binary:
      return llvm::ConstantFoldBinaryOpOperands(code, operands[0], operands[1], layout);
    case Form::Compare:
      return llvm::ConstantFoldCompareInstOperands(code, operands[0], operands[1], layout);
    case Form::Cast:
      return llvm::ConstantFoldCastOperand(code, operands[0], type, layout);
    case Form::Select:
      return llvm::ConstantFoldSelectInstruction(operands[0], operands[1], operands[2]);
    case Form::Intrinsic:
      return evaluate_intrinsic(code, type, operands[0], operands[1]);
  }
  return nullptr;
}

}  // namespace assay::improve
