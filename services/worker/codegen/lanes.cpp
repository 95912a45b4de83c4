#include "services/worker/codegen/lanes.h"

#include <llvm/IR/DerivedTypes.h>
#include <llvm/Support/MathExtras.h>

namespace assay::codegen {
namespace {

constexpr std::uint32_t kSlotAlign = 16;

unsigned parts_of(const llvm::Type& type) {
  return type.isStructTy() ? type.getStructNumElements() : static_cast<unsigned>(type.getArrayNumElements());
}
llvm::Type* part_of(const llvm::Type& type, unsigned i) {
  return type.isStructTy() ? type.getStructElementType(i) : type.getArrayElementType();
}
/// Is it a vector that is moved as one? Its lanes are whole bytes that memory holds one behind the other, or become so.
bool is_whole(const llvm::VectorType& vector) {
  if (vector.getElementCount().isScalable()) return true;
  const unsigned bits = vector.getScalarSizeInBits();
  return !vector.getElementType()->isPointerTy() && bits >= 8 && bits <= 64 && llvm::isPowerOf2_32(bits);
}
/// What memory holds of it: integers with its bits, whole bytes.
llvm::VectorType* stored_vector(const llvm::VectorType& vector) {
  llvm::Type* element = vector.getElementType();
  if (!element->isPointerTy())
    element = llvm::IntegerType::get(vector.getContext(),
                                     std::max<std::uint64_t>(8, llvm::PowerOf2Ceil(vector.getScalarSizeInBits())));
  return llvm::VectorType::get(element, vector.getElementCount());
}
/// Of an integer, for which there is more room than it needs.
unsigned storage_bits(unsigned bits) { return bits <= 64 ? 64 : llvm::PowerOf2Ceil(bits); }

}  // namespace

llvm::Value* Lanes::load(llvm::Type* type) {
  if (auto* whole = llvm::dyn_cast<llvm::VectorType>(type); whole != nullptr && is_whole(*whole))
    return load_vector(*whole);
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    llvm::Value* value = llvm::PoisonValue::get(type);
    for (unsigned i = 0; i < vector->getNumElements(); ++i)
      value = builder_.CreateInsertElement(value, load(vector->getElementType()), builder_.getInt32(i));
    return value;
  }
  if (!type->isAggregateType()) return load_leaf(type);
  llvm::Value* value = llvm::PoisonValue::get(type);
  for (unsigned i = 0; i < parts_of(*type); ++i) value = builder_.CreateInsertValue(value, load(part_of(*type, i)), i);
  return value;
}

void Lanes::store(llvm::Value* value) {
  llvm::Type* type = value->getType();
  if (auto* whole = llvm::dyn_cast<llvm::VectorType>(type); whole != nullptr && is_whole(*whole))
    return store_vector(value);
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    for (unsigned i = 0; i < vector->getNumElements(); ++i)
      store(builder_.CreateExtractElement(value, builder_.getInt32(i)));
    return;
  }
  if (!type->isAggregateType()) return store_leaf(value);
  for (unsigned i = 0; i < parts_of(*type); ++i) store(builder_.CreateExtractValue(value, i));
}

void Lanes::copy(llvm::Value* pointer, std::uint32_t bytes) {
  llvm::Value* to = place(bytes, 1);
  for (std::uint32_t i = 0; i < bytes; ++i) {
    llvm::Type* byte = builder_.getInt8Ty();
    builder_.CreateStore(builder_.CreateLoad(byte, builder_.CreateConstGEP1_32(byte, pointer, i)),
                         builder_.CreateConstGEP1_32(byte, to, i));
  }
}

llvm::Value* Lanes::place(std::uint32_t bytes, std::uint32_t lanes) {
  const std::uint32_t offset = next_;
  for (std::uint32_t i = 0; i < lanes; ++i) places_.push_back({offset + i * (bytes / lanes), bytes / lanes});
  next_ = static_cast<std::uint32_t>(llvm::alignTo(offset + bytes, kSlotAlign));
  return builder_.CreateConstGEP1_32(builder_.getInt8Ty(), base_, offset);
}

std::uint32_t Lanes::lanes_of(const llvm::VectorType& vector) const {
  const llvm::ElementCount count = vector.getElementCount();
  return count.getKnownMinValue() * (count.isScalable() ? vscale_ : 1);
}

std::uint32_t Lanes::bytes_of_pointer() const {
  return builder_.GetInsertBlock()->getModule()->getDataLayout().getPointerSize();
}

// Loads are volatile, so that code generation makes no smaller ones of them, which would leave nothing above the lanes'
// bits.

llvm::Value* Lanes::load_vector(llvm::VectorType& type) {
  llvm::VectorType* stored = stored_vector(type);
  const std::uint32_t lanes = lanes_of(type), bytes = stored->getElementType()->isPointerTy()
                                                          ? bytes_of_pointer()
                                                          : stored->getScalarSizeInBits() / 8;
  llvm::Value* value =
      builder_.CreateAlignedLoad(stored, place(lanes * bytes, lanes), llvm::Align(kSlotAlign), /*isVolatile=*/true);
  if (stored->getElementType()->isPointerTy()) return value;
  if (type.getElementType()->isIntegerTy()) return builder_.CreateTrunc(value, &type);
  return builder_.CreateBitCast(value, &type);
}

void Lanes::store_vector(llvm::Value* value) {
  auto& type = *llvm::cast<llvm::VectorType>(value->getType());
  llvm::VectorType* stored = stored_vector(type);
  const std::uint32_t lanes = lanes_of(type), bytes = stored->getElementType()->isPointerTy()
                                                          ? bytes_of_pointer()
                                                          : stored->getScalarSizeInBits() / 8;
  if (type.getElementType()->isIntegerTy())
    value = builder_.CreateZExt(value, stored);
  else if (!type.getElementType()->isPointerTy())
    value = builder_.CreateBitCast(value, stored);
  builder_.CreateAlignedStore(value, place(lanes * bytes, lanes), llvm::Align(kSlotAlign));
}

llvm::Value* Lanes::load_leaf(llvm::Type* type) {
  const auto load_from = [&](llvm::Type* loaded, llvm::Value* from) {
    return builder_.CreateAlignedLoad(loaded, from, llvm::Align(kSlotAlign), /*isVolatile=*/true);
  };
  if (type->isPointerTy()) return load_from(type, place(bytes_of_pointer(), 1));
  const unsigned bits = type->getPrimitiveSizeInBits();
  const unsigned stored = storage_bits(bits);
  llvm::Value* value = load_from(builder_.getIntNTy(stored), place(stored / 8, 1));
  if (stored != bits) value = builder_.CreateTrunc(value, builder_.getIntNTy(bits));
  return type->isIntegerTy() ? value : builder_.CreateBitCast(value, type);
}

void Lanes::store_leaf(llvm::Value* value) {
  llvm::Type* type = value->getType();
  if (type->isPointerTy()) {
    builder_.CreateAlignedStore(value, place(bytes_of_pointer(), 1), llvm::Align(kSlotAlign));
    return;
  }
  const unsigned bits = type->getPrimitiveSizeInBits();
  const unsigned stored = storage_bits(bits);
  if (!type->isIntegerTy()) value = builder_.CreateBitCast(value, builder_.getIntNTy(bits));
  if (stored != bits) value = builder_.CreateZExt(value, builder_.getIntNTy(stored));
  builder_.CreateAlignedStore(value, place(stored / 8, 1), llvm::Align(kSlotAlign));
}

}  // namespace assay::codegen
