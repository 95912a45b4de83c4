#include "services/worker/prove/parts/undef_values.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>

#include <algorithm>

#include "services/worker/normalize/expressions.h"

namespace assay::prove {
namespace {

using llvm::Instruction;
using llvm::Value;

bool is_origin(const Instruction& instruction) {
  return llvm::isa<llvm::LoadInst>(instruction) ||
         (llvm::isa<llvm::CallInst>(instruction) && !normalize::is_expression(instruction));
}

}  // namespace

bool has_undef(const llvm::Constant& constant) {
  if (llvm::isa<llvm::UndefValue>(constant) && !llvm::isa<llvm::PoisonValue>(constant)) return true;
  if (llvm::isa<llvm::GlobalValue>(constant)) return false;  // an address, whatever is there
  return std::any_of(constant.op_begin(), constant.op_end(), [](const llvm::Use& use) {
    const auto* operand = llvm::dyn_cast<llvm::Constant>(use);
    return operand != nullptr && has_undef(*operand);
  });
}

bool is_always_one_value(const Value& value) {
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&value))
    return argument->hasAttribute(llvm::Attribute::NoUndef);
  if (llvm::isa<llvm::ConstantInt, llvm::ConstantPointerNull, llvm::FreezeInst>(value)) return true;
  const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&value);
  return compare != nullptr && !compare->hasSameSign() && is_always_one_value(*compare->getOperand(0)) &&
         is_always_one_value(*compare->getOperand(1));
}

UndefValues::UndefValues(const llvm::Function& function, bool arguments) : arguments_(arguments) {
  for (const llvm::Argument& argument : function.args()) arises_ |= is_undef(argument);
  for (const Instruction& instruction : llvm::instructions(function)) {
    arises_ |= is_origin(instruction);
    for (const Value* operand : instruction.operand_values())
      if (const auto* constant = llvm::dyn_cast<llvm::Constant>(operand)) arises_ |= has_undef(*constant);
  }
}

bool UndefValues::may_be(const Value& value) {
  if (!arises_) return false;
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&value)) return has_undef(*constant);
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&value)) return is_undef(*argument);
  const auto* instruction = llvm::dyn_cast<Instruction>(&value);
  if (instruction == nullptr || is_origin(*instruction) || llvm::isa<llvm::PHINode>(instruction)) return true;
  if (llvm::isa<llvm::FreezeInst>(instruction)) return false;
  const auto [place, is_new] = known_.try_emplace(instruction, false);
  if (!is_new) return place->second;
  const bool may = std::any_of(instruction->op_begin(), instruction->op_end(),
                               [&](const llvm::Use& use) { return !llvm::isa<llvm::Function>(use) && may_be(*use); });
  return known_[instruction] = may;
}

}  // namespace assay::prove
