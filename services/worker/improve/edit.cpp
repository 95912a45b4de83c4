#include "services/worker/improve/edit.h"

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
using rules::Flag;

llvm::Value* build_call(const Step& step, llvm::ArrayRef<llvm::Value*> operands, llvm::IRBuilderBase& builder) {
  llvm::SmallVector<llvm::Value*, 3> arguments(operands);
  if (step.code == llvm::Intrinsic::abs) arguments.push_back(builder.getFalse());
  return builder.CreateIntrinsic(step.type, step.code, arguments);
}

llvm::Value* build(const Step& step, llvm::ArrayRef<llvm::Value*> operands, llvm::IRBuilderBase& builder) {
  switch (step.form) {
    case Form::Unary:
      return builder.CreateUnOp(static_cast<llvm::Instruction::UnaryOps>(step.code), operands[0]);
    case Form::Binary:
      return builder.CreateBinOp(static_cast<llvm::Instruction::BinaryOps>(step.code), operands[0], operands[1]);
    case Form::Compare:
      return builder.CreateCmp(static_cast<llvm::CmpInst::Predicate>(step.code), operands[0], operands[1]);
    case Form::Cast:
      return builder.CreateCast(static_cast<llvm::Instruction::CastOps>(step.code), operands[0], step.type);
    case Form::Select:
      return builder.CreateSelect(operands[0], operands[1], operands[2]);
    case Form::Intrinsic:
      return build_call(step, operands, builder);
  }
  return nullptr;
}

/// Where new operations stand that take the place of `root`.
llvm::Instruction* insertion_point(llvm::Instruction& root) {
  return isa<llvm::PHINode>(root) ? &*root.getParent()->getFirstInsertionPt() : &root;
}

/// What is there now.
llvm::Value* replace(const Edit& edit, const llvm::ValueToValueMapTy& copies, llvm::Instruction& root) {
  std::vector<llvm::Value*> made;
  const auto copy_of = [&](const Operand& operand) -> llvm::Value* {
    if (operand.value == nullptr) return made[operand.step];
    return isa<llvm::Constant>(operand.value) ? operand.value : static_cast<llvm::Value*>(copies.lookup(operand.value));
  };
  llvm::IRBuilder<llvm::NoFolder> builder(insertion_point(root));
  for (const Step& step : edit.steps) {
    llvm::SmallVector<llvm::Value*, 3> operands;
    for (unsigned i = 0; i < step.count; ++i) operands.push_back(copy_of(step.operands[i]));
    made.push_back(build(step, operands, builder));
    made.back()->setName("n");
  }
  llvm::Value* by = copy_of(edit.by);
  root.replaceAllUsesWith(by);
  llvm::RecursivelyDeleteTriviallyDeadInstructions(&root);
  return by;
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
    case Form::Unary:
    case Form::Binary:
    case Form::Cast:
      text += llvm::Instruction::getOpcodeName(step.code);
      break;
    case Form::Compare:
      text += llvm::CmpInst::isFPPredicate(static_cast<llvm::CmpInst::Predicate>(step.code)) ? "fcmp " : "icmp ";
      text += llvm::CmpInst::getPredicateName(static_cast<llvm::CmpInst::Predicate>(step.code)).str();
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

std::vector<Flag> unset_flags(const llvm::Instruction& instruction) {
  std::vector<Flag> flags = rules::possible_flags(instruction);
  std::erase_if(flags, [&](Flag flag) { return flag >= Flag::Nnan || rules::has_flag(instruction, flag); });
  return flags;
}

llvm::Instruction& place_of(const Edit& edit) {
  return edit.root != nullptr ? *edit.root : *edit.flags.back().instruction;
}

Applied apply(const Edit& edit, llvm::Function& function) {
  llvm::ValueToValueMapTy copies;
  llvm::Function* copy = llvm::CloneFunction(&function, copies);
  copy->setName("tgt");
  for (const SetFlag& set : edit.flags)
    rules::set_flag(*cast<llvm::Instruction>(copies.lookup(set.instruction)), set.flag);
  auto* place = cast<llvm::Instruction>(static_cast<llvm::Value*>(copies.lookup(&place_of(edit))));
  llvm::Value* value = edit.root == nullptr ? place : replace(edit, copies, *place);
  if (!llvm::verifyFunction(*copy)) return {copy, value};
  copy->eraseFromParent();
  return {};
}

std::string describe(const Edit& edit) {
  if (edit.root == nullptr) {
    std::string text;
    for (std::size_t i = 0; i < edit.flags.size(); ++i) {
      if (i == 0 || edit.flags[i].instruction != edit.flags[i - 1].instruction)
        text += (text.empty() ? "" : "; ") + ir::print(*edit.flags[i].instruction) + " is";
      text += std::string(" ") + rules::name_of(edit.flags[i].flag);
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

}  // namespace assay::improve
