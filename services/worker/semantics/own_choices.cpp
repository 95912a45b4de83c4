#include "services/worker/semantics/own_choices.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>

#include "services/worker/ir/references.h"

namespace assay::semantics {
namespace {

bool has_licence(const llvm::Instruction& instruction) {
  if (!llvm::isa<llvm::FPMathOperator>(instruction)) return false;
  const llvm::FastMathFlags flags = instruction.getFastMathFlags();
  return flags.noSignedZeros() || flags.allowContract() || flags.allowReassoc() || flags.allowReciprocal() ||
         flags.approxFunc();
}

bool is_left_open(const llvm::IntrinsicInst& call) {
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::fabs:
    case llvm::Intrinsic::copysign:
      return has_licence(call);
    case llvm::Intrinsic::is_constant:
    case llvm::Intrinsic::allow_runtime_check:
    case llvm::Intrinsic::allow_ubsan_check:
    case llvm::Intrinsic::experimental_widenable_condition:
    case llvm::Intrinsic::smul_fix:
    case llvm::Intrinsic::smul_fix_sat:
    case llvm::Intrinsic::umul_fix:
    case llvm::Intrinsic::umul_fix_sat:
    case llvm::Intrinsic::sdiv_fix:
    case llvm::Intrinsic::sdiv_fix_sat:
    case llvm::Intrinsic::udiv_fix:
    case llvm::Intrinsic::udiv_fix_sat:
      return true;
    default:
      break;
  }
  const auto is_float = [](const llvm::Type* type) { return type->isFPOrFPVectorTy() || type->isAggregateType(); };
  const auto takes_float = [](const llvm::Use& use) { return use->getType()->isFPOrFPVectorTy(); };
  return is_float(call.getType()) || llvm::any_of(call.args(), takes_float);
}

bool makes_choice(const llvm::Instruction& instruction) {
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) return is_left_open(*intrinsic);
  if (has_licence(instruction) || llvm::isa<llvm::FreezeInst>(instruction)) return true;
  if (instruction.isBinaryOp()) return instruction.getType()->isFPOrFPVectorTy();
  return llvm::isa<llvm::FPTruncInst, llvm::FPExtInst>(instruction);
}

bool has_choice(const llvm::Function& body) {
  return llvm::any_of(llvm::instructions(body), [](const auto& each) { return makes_choice(each); });
}

}  // namespace

bool makes_choices(const llvm::Function& function) {
  if (function.isDeclaration()) return false;
  return llvm::any_of(ir::bodies_needed_by(function), [](const llvm::Function* each) { return has_choice(*each); });
}

}  // namespace assay::semantics
