#include "services/worker/semantics/pointer_basis.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "services/worker/semantics/kept_promises.h"

namespace assay::semantics {

Basis basis_of(const llvm::Value* pointer) {
  Basis basis;
  if (pointer == nullptr) return basis;
  llvm::SmallVector<const llvm::Value*, 4> objects;
  llvm::getUnderlyingObjects(pointer, objects);
  basis.may_be_other = false;
  for (const llvm::Value* object : objects) {
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(object)) {
      basis.arguments.push_back(argument->getArgNo());
      continue;
    }
    basis.may_be_other = true;
    if (!llvm::isa<llvm::AllocaInst, llvm::GlobalVariable>(object) && !llvm::isNoAliasCall(object)) return basis;
  }
  basis.is_known = true;
  return basis;
}

const llvm::Value* accessed_pointer(const llvm::Instruction& instruction, unsigned operand) {
  if (const auto* fill = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) return fill->getArgOperand(operand);
  if (const auto* swap = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) return swap->getPointerOperand();
  if (const auto* change = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) return change->getPointerOperand();
  return llvm::getLoadStorePointerOperand(&instruction);
}

bool is_dead_at_unwind(const llvm::CallBase& call, const llvm::Function* callee, unsigned argument) {
  constexpr auto kDead = llvm::Attribute::DeadOnUnwind;
  return call.getAttributes().hasParamAttr(argument, kDead) ||
         (callee != nullptr && callee->getAttributes().hasParamAttr(argument, kDead));
}

bool shows_writes_through(const llvm::Argument& argument) {
  if (use_by_calls(argument).written) return false;
  return llvm::all_of(llvm::instructions(*argument.getParent()), [&](const llvm::Instruction& each) {
    const bool is_call = llvm::isa<llvm::CallBase>(each) && !llvm::isa<llvm::MemIntrinsic>(each);
    if (is_call || !each.mayWriteToMemory()) return true;
    const Basis basis = basis_of(accessed_pointer(each, 0));
    return basis.is_on(argument.getArgNo()) || basis.is_off(argument.getArgNo());
  });
}

}  // namespace assay::semantics
