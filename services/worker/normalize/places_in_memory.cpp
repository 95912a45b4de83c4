#include "services/worker/normalize/places_in_memory.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Argument.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>
#include <limits>

#include "services/worker/ir/type_tags.h"

namespace assay::normalize {
namespace {

using llvm::Value;

/// Of an object by itself: no pointer that is not based on it leads there.
bool is_own_object(const Value* base) { return llvm::isa<llvm::AllocaInst>(base); }
/// Of something that was there before the function's own objects.
bool is_older(const Value* base) { return llvm::isa<llvm::Argument, llvm::GlobalVariable>(base); }

/// Is `pointer` no poison where `other` is none? Both are the same number of bytes from one base.
bool promises_no_more(const Value& pointer, const Value& base, const Value& other) {
  if (&pointer == &other || &pointer == &base) return true;
  const auto *step = llvm::dyn_cast<llvm::GEPOperator>(&pointer), *its = llvm::dyn_cast<llvm::GEPOperator>(&other);
  if (step == nullptr || step->getPointerOperand() != &base) return false;
  const llvm::GEPNoWrapFlags none, flags = step->getNoWrapFlags();
  return flags == none ||
         (its != nullptr && its->getPointerOperand() == &base && flags == (flags & its->getNoWrapFlags()));
}

}  // namespace

PlaceInMemory place_in_memory(const Value& pointer, const llvm::Type& type, const llvm::DataLayout& layout) {
  const llvm::TypeSize bytes = layout.getTypeStoreSize(const_cast<llvm::Type*>(&type));
  if (bytes.isScalable() || bytes > std::numeric_limits<std::int32_t>::max()) return {};
  llvm::APInt from(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
  const Value* base = pointer.stripAndAccumulateConstantOffsets(layout, from, /*AllowNonInbounds=*/true);
  if (!from.isSignedIntN(32) || base->getType() != pointer.getType()) return {};
  return {base, from.getSExtValue(), bytes, std::min(from.getBitWidth(), 64u)};
}

/// Addresses are counted round, so that the end of one may be the start of the other also where its number is smaller.
static bool lies_behind(const PlaceInMemory& one, const PlaceInMemory& other) {
  const std::uint64_t distance = static_cast<std::uint64_t>(other.from) - static_cast<std::uint64_t>(one.from);
  return (distance & llvm::maskTrailingOnes<std::uint64_t>(one.index_bits)) >= one.bytes;
}

bool are_apart(const PlaceInMemory& one, const PlaceInMemory& other) {
  if (one.base == nullptr || other.base == nullptr) return false;
  if (one.base == other.base) return lies_behind(one, other) && lies_behind(other, one);
  return (is_own_object(one.base) && (is_own_object(other.base) || is_older(other.base))) ||
         (is_older(one.base) && is_own_object(other.base));
}

PlaceInMemory place_of(const llvm::Instruction& access) {
  return place_in_memory(*llvm::getLoadStorePointerOperand(&access), *llvm::getLoadStoreType(&access),
                         access.getDataLayout());
}

bool may_write(const llvm::Instruction& instruction, const PlaceInMemory& place) {
  if (!instruction.mayWriteToMemory() || llvm::isa<llvm::AssumeInst, llvm::DbgInfoIntrinsic>(instruction)) return false;
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  return store == nullptr || !store->isSimple() || !are_apart(place, place_of(*store));
}

bool may_write(const llvm::Instruction& instruction, const PlaceInMemory& place, llvm::MDNode* type) {
  if (!may_write(instruction, place)) return false;
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  if (store == nullptr || !store->isSimple()) return true;
  llvm::AAMDNodes of_store, of_load;
  of_store.TBAA = store->getMetadata(llvm::LLVMContext::MD_tbaa);
  of_load.TBAA = type;
  return !ir::apart_by_types(of_store, of_load);
}

bool is_as_undefined(const llvm::Instruction& access, const llvm::Instruction& other) {
  const PlaceInMemory place = place_of(access), its = place_of(other);
  return place.base != nullptr && its.base == place.base && its.from == place.from && its.bytes >= place.bytes &&
         llvm::getLoadStoreAlignment(&other) >= llvm::getLoadStoreAlignment(&access) &&
         promises_no_more(*llvm::getLoadStorePointerOperand(&access), *place.base,
                          *llvm::getLoadStorePointerOperand(&other));
}

bool says_only_types(const llvm::Instruction& access) {
  llvm::SmallVector<std::pair<unsigned, llvm::MDNode*>, 4> metadata;
  access.getAllMetadataOtherThanDebugLoc(metadata);
  return llvm::all_of(metadata, [](const auto& each) { return each.first == llvm::LLVMContext::MD_tbaa; });
}

bool is_kept_whole(const llvm::StoreInst& store, const llvm::LoadInst& load) {
  const llvm::Type* type = store.getValueOperand()->getType();
  if (!store.isSimple() || type != load.getType()) return false;
  return type->isPointerTy() || type->isHalfTy() || type->isFloatTy() || type->isDoubleTy() ||
         (type->isIntegerTy() && type->getIntegerBitWidth() % 8 == 0);
}

}  // namespace assay::normalize
