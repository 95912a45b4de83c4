#include "services/worker/normalize/places_in_memory.h"

#include <llvm/IR/Argument.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include <limits>

namespace assay::normalize {
namespace {

using llvm::Value;

/// Of an object by itself: no pointer that is not based on it leads there.
bool is_own_object(const Value* base) { return llvm::isa<llvm::AllocaInst>(base); }
/// Of something that was there before the function's own objects.
bool is_older(const Value* base) { return llvm::isa<llvm::Argument, llvm::GlobalVariable>(base); }

}  // namespace

PlaceInMemory place_in_memory(const Value& pointer, const llvm::Type& type, const llvm::DataLayout& layout) {
  const llvm::TypeSize bytes = layout.getTypeStoreSize(const_cast<llvm::Type*>(&type));
  if (bytes.isScalable() || bytes > std::numeric_limits<std::int32_t>::max()) return {};
  llvm::APInt from(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
  const Value* base = pointer.stripAndAccumulateConstantOffsets(layout, from, /*AllowNonInbounds=*/true);
  if (!from.isSignedIntN(32) || base->getType() != pointer.getType()) return {};
  return {base, from.getSExtValue(), bytes};
}

/// Addresses are counted round the address space, which is far larger than what lies between the two.
bool are_apart(const PlaceInMemory& one, const PlaceInMemory& other) {
  if (one.base == nullptr || other.base == nullptr) return false;
  if (one.base == other.base)
    return one.from + static_cast<std::int64_t>(one.bytes) <= other.from ||
           other.from + static_cast<std::int64_t>(other.bytes) <= one.from;
  return (is_own_object(one.base) && (is_own_object(other.base) || is_older(other.base))) ||
         (is_older(one.base) && is_own_object(other.base));
}

}  // namespace assay::normalize
