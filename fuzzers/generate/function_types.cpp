#include "fuzzers/generate/function_types.h"

#include <algorithm>

namespace assay::generate {

bool is_integer(llvm::Type* type) { return type->isIntOrIntVectorTy() && !llvm::isa<llvm::ScalableVectorType>(type); }

llvm::Type* with_width(llvm::Type* shape, unsigned bits) {
  return shape->getWithNewType(llvm::IntegerType::get(shape->getContext(), bits));
}

unsigned FunctionTypes::random_width() {
  std::uint64_t total = 0;
  for (const WidthWeight& width : profile_.widths) total += width.weight;
  if (total == 0) return 8;
  std::uint64_t roll = rng_.below(total);
  for (const WidthWeight& width : profile_.widths) {
    if (roll < width.weight) return std::clamp(width.bits, 1u, 128u);
    roll -= width.weight;
  }
  return 8;
}

void FunctionTypes::choose() {
  main_bits_ = random_width();
  if (main_bits_ == 1 && rng_.chance(1, 2)) main_bits_ = random_width();
  other_bits_ = rng_.chance(1, 4) ? std::min(128u, main_bits_ * 2) : random_width();
  lanes_ = 2 + static_cast<unsigned>(rng_.below(std::max(1u, profile_.max_lanes - 1)));
  if (lanes_ > 2 && rng_.chance(1, 2)) lanes_ = 2;
  has_vectors_ = rng_.chance(profile_.vector_percent, 100);
  has_floats_ = rng_.chance(profile_.float_percent, 100);
}

void FunctionTypes::choose_floating() { float_ = has_floats_ ? random_floating() : nullptr; }

void FunctionTypes::choose_for(llvm::Type* type, const std::vector<llvm::Value*>& scope) {
  if (type->isFPOrFPVectorTy()) {
    has_floats_ = true;
    float_ = type->getScalarType();
  }
  if (is_integer(type)) main_bits_ = std::min(128u, type->getScalarSizeInBits());
  // A truth value comes from a compare of numbers that are there.
  for (std::size_t index = scope.size(); main_bits_ == 1 && index-- > 0;)
    if (is_integer(scope[index]->getType()))
      main_bits_ = std::min(128u, scope[index]->getType()->getScalarSizeInBits());
  if (main_bits_ == 1) main_bits_ = 8;
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) lanes_ = vector->getNumElements();
  has_vectors_ = type->isVectorTy();
}

llvm::Type* FunctionTypes::random_floating() {
  if (profile_.rare_floats && rng_.chance(1, 8)) {
    switch (rng_.below(4)) {
      case 0:
        return llvm::Type::getBFloatTy(context_);
      case 1:
        return llvm::Type::getX86_FP80Ty(context_);
      case 2:
        return llvm::Type::getPPC_FP128Ty(context_);
      default:
        return llvm::Type::getFP128Ty(context_);
    }
  }
  switch (rng_.below(8)) {
    case 0:
    case 1:
    case 2:
      return llvm::Type::getHalfTy(context_);
    case 3:
      return llvm::Type::getDoubleTy(context_);
    default:
      return llvm::Type::getFloatTy(context_);
  }
}

llvm::Type* FunctionTypes::perhaps_vector(llvm::Type* element) {
  return has_vectors_ && rng_.chance(4, 5) ? llvm::FixedVectorType::get(element, lanes_) : element;
}

llvm::Type* FunctionTypes::floating() {
  return perhaps_vector(float_ != nullptr ? float_ : llvm::Type::getFloatTy(context_));
}

llvm::Type* FunctionTypes::any() { return has_floats_ && rng_.chance(3, 5) ? floating() : integer(); }

llvm::Type* FunctionTypes::integer() {
  const std::uint64_t roll = rng_.below(100);
  const unsigned bits = roll < 68 ? main_bits_ : roll < 84 ? other_bits_ : roll < 97 ? 1 : random_width();
  return perhaps_vector(llvm::IntegerType::get(context_, bits));
}

llvm::Type* FunctionTypes::narrower(llvm::Type* type) {
  const unsigned bits = type->getScalarSizeInBits();
  if (bits <= 1) return nullptr;
  const unsigned candidates[] = {main_bits_, other_bits_, std::max(1u, bits / 2),
                                 1 + static_cast<unsigned>(rng_.below(bits - 1))};
  for (const unsigned offset = static_cast<unsigned>(rng_.below(3)); const unsigned step : {0u, 1u, 2u, 3u})
    if (const unsigned candidate = candidates[(offset + step) % 4]; candidate < bits)
      return with_width(type, candidate);
  return nullptr;
}

llvm::Type* FunctionTypes::wider(llvm::Type* type) {
  const unsigned bits = type->getScalarSizeInBits();
  if (bits >= 128) return nullptr;
  const unsigned candidates[] = {main_bits_, other_bits_, std::min(128u, bits * 2), bits + 1};
  for (const unsigned offset = static_cast<unsigned>(rng_.below(3)); const unsigned step : {0u, 1u, 2u, 3u})
    if (const unsigned candidate = candidates[(offset + step) % 4]; candidate > bits)
      return with_width(type, candidate);
  return nullptr;
}

}  // namespace assay::generate
