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

}  // namespace

NoaliasAccesses::NoaliasAccesses(const llvm::Function& function, const std::vector<unsigned>& arguments)
    : arguments_(arguments) {
  if (arguments.empty()) return;
  for (const Instruction& instruction : llvm::instructions(function)) {
    const Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
    if (pointer == nullptr) {
      known_ &= is_harmless(instruction);
      continue;
    }
    const auto root = root_of(*pointer);
    known_ &= root && !llvm::getLoadStoreType(&instruction)->isScalableTy();
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

Value* touches(llvm::IRBuilderBase& build, const Instruction& access, Value* address) {
  const llvm::DataLayout& layout = build.GetInsertBlock()->getModule()->getDataLayout();
  Value* pointer = const_cast<Value*>(llvm::getLoadStorePointerOperand(&access));
  Value* first = build.CreatePtrToAddr(pointer);
  Value* size = llvm::ConstantInt::get(address->getType(),
                                       layout.getTypeStoreSize(llvm::getLoadStoreType(&access)).getFixedValue());
  return build.CreateICmpULT(build.CreateSub(address, first), size);
}

}  // namespace assay::prove
