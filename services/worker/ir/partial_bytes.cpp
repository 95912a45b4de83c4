#include "services/worker/ir/partial_bytes.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "services/worker/ir/references.h"

namespace assay::ir {
namespace {

bool body_keeps_partial_bytes(const llvm::Function& function) {
  const auto all = llvm::instructions(function);
  return std::any_of(all.begin(), all.end(), [](const llvm::Instruction& each) { return keeps_partial_bytes(each); });
}

}  // namespace

bool is_of_partial_bytes(llvm::Type* type) {
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) return is_of_partial_bytes(array->getElementType());
  const auto* integer = llvm::dyn_cast<llvm::IntegerType>(type->getScalarType());
  return integer != nullptr && integer->getBitWidth() % 8 != 0;
}

bool keeps_partial_bytes(const llvm::Instruction& instruction) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return is_of_partial_bytes(load->getType());
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return is_of_partial_bytes(store->getValueOperand()->getType());
  if (const auto* object = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
    return is_of_partial_bytes(object->getAllocatedType());
  return false;
}

bool keeps_partial_bytes(const llvm::Function& function) {
  if (body_keeps_partial_bytes(function)) return true;
  for (const llvm::GlobalValue* each : globals_needed_by(function, /*with_callees=*/true))
    if (const auto* callee = llvm::dyn_cast<llvm::Function>(each);
        callee != nullptr && body_keeps_partial_bytes(*callee))
      return true;
  return false;
}

}  // namespace assay::ir
