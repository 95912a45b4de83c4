#include "services/worker/improve/scope.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "services/worker/ir/ir.h"

namespace assay::improve {
namespace {

std::optional<std::string> reason_of_instruction(const llvm::Instruction& instruction) {
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

bool has_loop(const llvm::Function& function) {
  llvm::SmallVector<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>> edges;
  llvm::FindFunctionBackedges(function, edges);
  return !edges.empty();
}

}  // namespace

bool is_integer(const llvm::Type& type) {
  return type.isIntegerTy() || (llvm::isa<llvm::FixedVectorType>(type) && type.isIntOrIntVectorTy());
}

std::optional<std::string> reason_to_leave(const llvm::Function& function) {
  if (function.isVarArg()) return "variable arguments";
  if (function.getReturnType()->isVoidTy()) return "no result";
  for (const llvm::Argument& argument : function.args())
    if (ir::may_hold_pointer(*argument.getType())) return "pointers";
  std::size_t operations = 0, integers = 0;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (auto reason = reason_of_instruction(instruction)) return reason;
    for (const llvm::Value* operand : instruction.operands())
      if (llvm::isa<llvm::ScalableVectorType>(operand->getType())) return "scalable vectors";
    operations += !instruction.isTerminator();
    integers += !instruction.isTerminator() && is_integer(*instruction.getType());
  }
  if (has_loop(function)) return "loops";
  if (operations > kMostOperations) return "more than " + std::to_string(kMostOperations) + " operations";
  if (integers == 0) return operations == 0 ? "no operation" : "no operation on integers";
  return std::nullopt;
}

}  // namespace assay::improve
