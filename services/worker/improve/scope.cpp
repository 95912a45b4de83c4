#include "services/worker/improve/scope.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

#include "services/worker/ir/ir.h"

namespace assay::improve {
namespace {

std::optional<std::string> reason_of_instruction(const llvm::Instruction& instruction) {
  if (is_use(instruction)) return std::nullopt;
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    if (llvm::isa<llvm::AssumeInst>(call) && !call->hasOperandBundles()) return std::nullopt;
    const bool is_value = llvm::isa<llvm::IntrinsicInst>(call) && call->doesNotAccessMemory() &&
                          !call->isConvergent() && call->willReturn() && !call->hasOperandBundles();
    if (!is_value) return "calls";
    return std::nullopt;
  }
  if (llvm::isa<llvm::AllocaInst>(instruction) || instruction.mayReadOrWriteMemory()) return "memory";
  if (instruction.isTerminator() &&
      !llvm::isa<llvm::ReturnInst, llvm::BranchInst, llvm::SwitchInst, llvm::UnreachableInst>(instruction))
    return "exceptions and indirect branches";
  if (instruction.isEHPad()) return "exceptions and indirect branches";
  return std::nullopt;
}

}  // namespace

bool is_float(const llvm::Type& type) {
  const llvm::Type* scalar = type.getScalarType();
  return (scalar->isHalfTy() || scalar->isFloatTy() || scalar->isDoubleTy()) &&
         !llvm::isa<llvm::ScalableVectorType>(type);
}

bool is_number(const llvm::Type& type) {
  return type.isIntegerTy() || (llvm::isa<llvm::FixedVectorType>(type) && type.isIntOrIntVectorTy()) || is_float(type);
}

bool is_use(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  if (callee == nullptr || callee->isIntrinsic() || !callee->isDeclaration() || !call->getType()->isVoidTy())
    return false;
  return !call->hasOperandBundles() && !call->isConvergent() && !call->doesNotReturn() && !callee->isVarArg() &&
         std::ranges::none_of(call->args(),
                              [](const llvm::Use& argument) { return ir::may_hold_pointer(*argument->getType()); });
}

std::optional<std::string> reason_to_leave(const llvm::Function& function) {
  if (function.isVarArg()) return "variable arguments";
  const bool has_uses = llvm::any_of(llvm::instructions(function), is_use);
  if (function.getReturnType()->isVoidTy() && !has_uses) return "no result";
  for (const llvm::Argument& argument : function.args())
    if (ir::may_hold_pointer(*argument.getType())) return "pointers";
  std::size_t operations = 0, numbers = 0;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (auto reason = reason_of_instruction(instruction)) return reason;
    for (const llvm::Value* operand : instruction.operands())
      if (llvm::isa<llvm::ScalableVectorType>(operand->getType())) return "scalable vectors";
    operations += !instruction.isTerminator();
    numbers += !instruction.isTerminator() && is_number(*instruction.getType());
  }
  if (ir::has_cycle(function)) return "loops";
  if (operations > kMostOperations) return "more than " + std::to_string(kMostOperations) + " operations";
  if (numbers == 0) return operations == 0 ? "no operation" : "no operation on numbers";
  return std::nullopt;
}

}  // namespace assay::improve
