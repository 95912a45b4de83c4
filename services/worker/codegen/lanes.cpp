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
/// Is it a vector that may be moved as one? Its lanes are whole bytes that memory holds one behind the other.
bool is_whole(const llvm::FixedVectorType& vector) {
  const unsigned bits = vector.getScalarSizeInBits();
  return !vector.getElementType()->isPointerTy() && bits >= 8 && bits <= 64 && llvm::isPowerOf2_32(bits);
}
/// The integer, or vector of integers, with the bits of a number.
llvm::Type* bits_type(llvm::Type* type) {
  llvm::Type* scalar = llvm::IntegerType::get(type->getContext(), type->getScalarSizeInBits());
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector == nullptr ? scalar : llvm::FixedVectorType::get(scalar, vector->getNumElements());
}
/// Of an integer, for which there is more room than it needs.
unsigned storage_bits(unsigned bits) { return bits <= 64 ? 64 : llvm::PowerOf2Ceil(bits); }

}  // namespace

llvm::Value* Lanes::load(llvm::Type* type) {
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type); vector != nullptr && !is_whole(*vector)) {
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
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type); vector != nullptr && !is_whole(*vector)) {
    for (unsigned i = 0; i < vector->getNumElements(); ++i)
      store(builder_.CreateExtractElement(value, builder_.getInt32(i)));
    return;
  }
  if (!type->isAggregateType()) return store_leaf(value);
  for (unsigned i = 0; i < parts_of(*type); ++i) store(builder_.CreateExtractValue(value, i));
}

llvm::Value* Lanes::place(std::uint32_t bytes, std::uint32_t lanes) {
  const std::uint32_t offset = next_;
  for (std::uint32_t i = 0; i < lanes; ++i) places_.push_back({offset + i * (bytes / lanes), bytes / lanes});
  next_ = static_cast<std::uint32_t>(llvm::alignTo(offset + bytes, kSlotAlign));
  return builder_.CreateConstGEP1_32(builder_.getInt8Ty(), base_, offset);
}

llvm::Value* Lanes::load_leaf(llvm::Type* type) {
  // Volatile, so that code generation makes no smaller load of it, which would leave nothing above the lane's bits.
  const auto load_from = [&](llvm::Type* loaded, llvm::Value* from) {
    return builder_.CreateAlignedLoad(loaded, from, llvm::Align(kSlotAlign), /*isVolatile=*/true);
  };
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    llvm::Value* from = place(vector->getNumElements() * vector->getScalarSizeInBits() / 8, vector->getNumElements());
    return builder_.CreateBitCast(load_from(bits_type(type), from), type);
  }
  if (type->isPointerTy()) return load_from(type, place(8, 1));
  const unsigned bits = type->getPrimitiveSizeInBits();
  const unsigned stored = storage_bits(bits);
  llvm::Value* value = load_from(builder_.getIntNTy(stored), place(stored / 8, 1));
  if (stored != bits) value = builder_.CreateTrunc(value, builder_.getIntNTy(bits));
  return type->isIntegerTy() ? value : builder_.CreateBitCast(value, type);
}

void Lanes::store_leaf(llvm::Value* value) {
  llvm::Type* type = value->getType();
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    llvm::Value* to = place(vector->getNumElements() * vector->getScalarSizeInBits() / 8, vector->getNumElements());
    builder_.CreateAlignedStore(builder_.CreateBitCast(value, bits_type(type)), to, llvm::Align(kSlotAlign));
    return;
  }
  if (type->isPointerTy()) {
    builder_.CreateAlignedStore(value, place(8, 1), llvm::Align(kSlotAlign));
    return;
  }
  const unsigned bits = type->getPrimitiveSizeInBits();
  const unsigned stored = storage_bits(bits);
  if (!type->isIntegerTy()) value = builder_.CreateBitCast(value, builder_.getIntNTy(bits));
  if (stored != bits) value = builder_.CreateZExt(value, builder_.getIntNTy(stored));
  builder_.CreateAlignedStore(value, place(stored / 8, 1), llvm::Align(kSlotAlign));
}

}  // namespace assay::codegen
