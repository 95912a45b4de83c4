#include "services/worker/reduce/slips.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace assay::reduce {
namespace {

bool is_of_bits(llvm::Type* type) {
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) return is_of_bits(array->getElementType());
  const auto* integer = llvm::dyn_cast<llvm::IntegerType>(type->getScalarType());
  return integer != nullptr && integer->getBitWidth() % 8 != 0;
}

bool is_odd(llvm::Type* type) {
  const auto* integer = llvm::dyn_cast<llvm::IntegerType>(type->getScalarType());
  if (integer == nullptr) return false;
  for (const unsigned width : {1u, 8u, 16u, 32u, 64u, 128u})
    if (integer->getBitWidth() == width) return false;
  return true;
}

bool keeps_bits_in_memory(const llvm::Instruction& instruction) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return is_of_bits(load->getType());
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return is_of_bits(store->getValueOperand()->getType());
  if (const auto* object = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) return is_of_bits(object->getAllocatedType());
  return false;
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
  for (const llvm::GlobalVariable& global : module.globals()) odd.bits_in_memory |= is_of_bits(global.getValueType());
  for (const llvm::Function& function : module)
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      odd.bits_in_memory |= keeps_bits_in_memory(instruction);
      odd.odd_intrinsics |= is_odd_intrinsic(instruction);
    }
  return odd;
}

}  // namespace assay::reduce
