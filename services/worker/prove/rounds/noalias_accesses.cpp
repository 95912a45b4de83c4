#include "services/worker/prove/rounds/noalias_accesses.h"

#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "services/worker/ir/steps_to_object.h"
#include "services/worker/prove/places.h"

namespace assay::prove {

using llvm::Instruction;
using llvm::Use;
using llvm::Value;

namespace {

/// Neither an access nor the end of the run.
bool is_harmless(const Instruction& instruction) {
  if (llvm::isa<llvm::AssumeInst, llvm::DbgInfoIntrinsic>(instruction)) return true;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr) return !instruction.mayReadOrWriteMemory() && !instruction.mayThrow();
  return call->doesNotAccessMemory() && call->doesNotThrow() && call->hasFnAttr(llvm::Attribute::WillReturn);
}

/// What is accessed at a place: all lanes of a type, those that a mask says, or a number of bytes.
struct Access {
  llvm::Type* type = nullptr;
  Value* mask = nullptr;   ///< null: all
  Value* bytes = nullptr;  ///< null: of the type
};
Access access_at(const Use& place) {
  const auto& instruction = *llvm::cast<Instruction>(place.getUser());
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (call == nullptr) return {llvm::getLoadStoreType(&instruction)};
  if (const auto* fills = llvm::dyn_cast<llvm::MemIntrinsic>(call)) return {nullptr, nullptr, fills->getLength()};
  const bool loads = call->getIntrinsicID() == llvm::Intrinsic::masked_load;
  return {loads ? call->getType() : call->getArgOperand(0)->getType(), call->getArgOperand(loads ? 1 : 2)};
}
/// Is it known which bytes these are? Of lanes: if they lie in memory as in an array.
bool has_known_bytes(const Access& access, const llvm::DataLayout& layout) {
  if (access.bytes != nullptr) return true;
  if (access.mask == nullptr) return !access.type->isScalableTy();
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(access.type);
  return vector != nullptr &&
         layout.getTypeSizeInBits(vector->getElementType()) == layout.getTypeAllocSizeInBits(vector->getElementType());
}

}  // namespace

NoaliasAccesses::NoaliasAccesses(const llvm::Function& function, const std::vector<unsigned>& arguments)
    : arguments_(arguments) {
  if (arguments.empty()) return;
  for (const Instruction& instruction : llvm::instructions(function)) {
    const auto places = places_of(instruction);
    known_ &= !places.empty() || is_harmless(instruction);
    for (const Use* place : places) {
      const Access access = access_at(*place);
      const auto root = root_of(**place);
      known_ &= root && has_known_bytes(access, instruction.getDataLayout());
      has_masked_ |= access.mask != nullptr;
      if (root) root_of_place_[place] = *root;
    }
  }
}

std::optional<std::size_t> NoaliasAccesses::root_of(const Value& pointer) const {
  llvm::SmallVector<const Value*, 4> objects;
  llvm::getUnderlyingObjects(&pointer, objects, nullptr, ir::kStepsToObject);
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

std::vector<std::size_t> NoaliasAccesses::kinds_of(const Use& place) const {
  const auto root = root_of_place_.find(&place);
  if (root == root_of_place_.end()) return {};
  if (!is_written(place)) return {2 * root->second};
  return {2 * root->second, 2 * root->second + 1};
}

Value* touches(llvm::IRBuilderBase& build, const Use& place, Value* address) {
  const llvm::DataLayout& layout = build.GetInsertBlock()->getModule()->getDataLayout();
  const Access access = access_at(place);
  Value* first = build.CreatePtrToAddr(place.get());
  const auto is_in = [&](Value* size, std::uint64_t offset) {
    Value* from = build.CreateAdd(first, llvm::ConstantInt::get(address->getType(), offset));
    return build.CreateICmpULT(build.CreateSub(address, from), size);
  };
  const auto size_of = [&](llvm::Type* type) {
    return llvm::ConstantInt::get(address->getType(), layout.getTypeStoreSize(type).getFixedValue());
  };
  if (access.bytes != nullptr) return is_in(build.CreateZExtOrTrunc(access.bytes, address->getType()), 0);
  if (access.mask == nullptr) return is_in(size_of(access.type), 0);
  Value* some = build.getFalse();
  llvm::Type* lane_type = access.type->getScalarType();
  for (unsigned lane = 0; lane < llvm::cast<llvm::FixedVectorType>(access.type)->getNumElements(); ++lane) {
    Value* touched = is_in(size_of(lane_type), lane * layout.getTypeAllocSize(lane_type).getFixedValue());
    some = build.CreateOr(some, build.CreateAnd(build.CreateExtractElement(access.mask, lane), touched));
  }
  return some;
}

}  // namespace assay::prove
