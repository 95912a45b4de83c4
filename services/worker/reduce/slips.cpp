#include "services/worker/reduce/slips.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "services/worker/ir/partial_bytes.h"

namespace assay::reduce {
namespace {

bool is_odd(llvm::Type* type) {
  const auto* integer = llvm::dyn_cast<llvm::IntegerType>(type->getScalarType());
  if (integer == nullptr) return false;
  for (const unsigned width : {1u, 8u, 16u, 32u, 64u, 128u})
    if (integer->getBitWidth() == width) return false;
  return true;
}

bool is_odd_intrinsic(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (call == nullptr) return false;
  if (is_odd(call->getType())) return true;
  for (const llvm::Use& argument : call->args())
    if (is_odd(argument->getType())) return true;
  return false;
}

}  // namespace

Oddities oddities_of(const llvm::Module& module) {
  Oddities odd;
  for (const llvm::GlobalVariable& global : module.globals())
    odd.bits_in_memory |= ir::is_of_partial_bytes(global.getValueType());
  for (const llvm::Function& function : module)
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      odd.bits_in_memory |= ir::keeps_partial_bytes(instruction);
      odd.odd_intrinsics |= is_odd_intrinsic(instruction);
    }
  return odd;
}

}  // namespace assay::reduce
