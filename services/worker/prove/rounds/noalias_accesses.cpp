#include "services/worker/prove/rounds/noalias_accesses.h"

#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace assay::prove {

using llvm::Instruction;
using llvm::Value;

namespace {

/// Neither an access nor the end of the run.
bool is_harmless(const Instruction& instruction) {
  if (llvm::isa<llvm::AssumeInst, llvm::DbgInfoIntrinsic>(instruction)) return true;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr) return !instruction.mayReadOrWriteMemory() && !instruction.mayThrow();
  return call->doesNotAccessMemory() && call->doesNotThrow() && call->hasFnAttr(llvm::Attribute::WillReturn);
}

/// A load or store, of all lanes of its type or of those that a mask says.
struct Access {
  const Value* pointer = nullptr;  ///< null: it is none
  llvm::Type* type = nullptr;
  Value* mask = nullptr;  ///< null: all
};
Access access_of(const Instruction& instruction) {
  if (const Value* pointer = llvm::getLoadStorePointerOperand(&instruction))
    return {pointer, llvm::getLoadStoreType(&instruction)};
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (call == nullptr) return {};
  Access access;
  if (call->getIntrinsicID() == llvm::Intrinsic::masked_load)
    access = {call->getArgOperand(0), call->getType(), call->getArgOperand(1)};
  else if (call->getIntrinsicID() == llvm::Intrinsic::masked_store)
    access = {call->getArgOperand(1), call->getArgOperand(0)->getType(), call->getArgOperand(2)};
  if (access.type == nullptr) return {};
  const llvm::DataLayout& layout = instruction.getDataLayout();
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(access.type);
  const bool has_bytes = vector != nullptr && layout.getTypeSizeInBits(vector->getElementType()) ==
                                                  layout.getTypeAllocSizeInBits(vector->getElementType());
  return has_bytes ? access : Access();
}

}  // namespace

NoaliasAccesses::NoaliasAccesses(const llvm::Function& function, const std::vector<unsigned>& arguments)
    : arguments_(arguments) {
  if (arguments.empty()) return;
  for (const Instruction& instruction : llvm::instructions(function)) {
    const Access access = access_of(instruction);
    if (access.pointer == nullptr) {
      known_ &= is_harmless(instruction);
      continue;
    }
    const auto root = root_of(*access.pointer);
    known_ &= root && !access.type->isScalableTy();
    has_masked_ |= access.mask != nullptr;
    if (root) root_of_access_[&instruction] = *root;
  }
}

std::optional<std::size_t> NoaliasAccesses::root_of(const Value& pointer) const {
  llvm::SmallVector<const Value*, 4> objects;
  llvm::getUnderlyingObjects(&pointer, objects, nullptr, 0);
  std::optional<std::size_t> root;
  for (const Value* object : objects) {
    std::size_t found = arguments_.size();
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(object)) {
      const auto place = std::find(arguments_.begin(), arguments_.end(), argument->getArgNo());
      found = static_cast<std::size_t>(place - arguments_.begin());
    } else if (!llvm::isa<llvm::GlobalVariable>(object)) {
      return std::nullopt;
    }
    if (root && *root != found) return std::nullopt;
    root = found;
  }
  if (pointer.getType()->getPointerAddressSpace() != 0) return std::nullopt;
  return root;
}

bool NoaliasAccesses::is_based_on_others(const Value& pointer) const { return root_of(pointer) == arguments_.size(); }

std::vector<std::size_t> NoaliasAccesses::kinds_of(const Instruction& instruction) const {
  const auto root = root_of_access_.find(&instruction);
  if (root == root_of_access_.end()) return {};
  if (!instruction.mayWriteToMemory()) return {2 * root->second};
  return {2 * root->second, 2 * root->second + 1};
}

Value* touches(llvm::IRBuilderBase& build, const Instruction& instruction, Value* address) {
  const llvm::DataLayout& layout = build.GetInsertBlock()->getModule()->getDataLayout();
  const Access access = access_of(instruction);
  Value* first = build.CreatePtrToAddr(const_cast<Value*>(access.pointer));
  const auto is_in = [&](llvm::Type* type, std::uint64_t offset) {
    Value* from = build.CreateAdd(first, llvm::ConstantInt::get(address->getType(), offset));
    Value* size = llvm::ConstantInt::get(address->getType(), layout.getTypeStoreSize(type).getFixedValue());
    return build.CreateICmpULT(build.CreateSub(address, from), size);
  };
  if (access.mask == nullptr) return is_in(access.type, 0);
  Value* some = build.getFalse();
  llvm::Type* lane_type = access.type->getScalarType();
  for (unsigned lane = 0; lane < llvm::cast<llvm::FixedVectorType>(access.type)->getNumElements(); ++lane) {
    Value* touched = is_in(lane_type, lane * layout.getTypeAllocSize(lane_type).getFixedValue());
    some = build.CreateOr(some, build.CreateAnd(build.CreateExtractElement(access.mask, lane), touched));
  }
  return some;
}

}  // namespace assay::prove
