#include "fuzzers/generate/constants.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>

namespace assay::generate {
namespace {

llvm::APInt power_of_two(unsigned bits, Rng& rng) {
  return llvm::APInt::getOneBitSet(bits, static_cast<unsigned>(rng.below(bits)));
}

llvm::APInt mask(unsigned bits, Rng& rng) {
  const unsigned count = 1 + static_cast<unsigned>(rng.below(bits));
  return rng.chance(2, 3) ? llvm::APInt::getLowBitsSet(bits, count) : llvm::APInt::getHighBitsSet(bits, count);
}

llvm::APInt random_bits(unsigned bits, Rng& rng) {
  const std::uint64_t words[2] = {rng(), rng()};
  return llvm::APInt(128, llvm::ArrayRef<std::uint64_t>(words)).zextOrTrunc(bits);
}

llvm::Constant* integer_constant(llvm::IntegerType* type, Rng& rng, const std::vector<llvm::APInt>& pool) {
  const unsigned bits = type->getBitWidth();
  if (!pool.empty() && rng.chance(2, 5)) {
    const llvm::APInt seen = pool[rng.below(pool.size())].sextOrTrunc(bits);
    return llvm::ConstantInt::get(type, rng.chance(1, 3) ? seen : relative_of(seen, rng));
  }
  return llvm::ConstantInt::get(type, interesting_integer(bits, rng));
}

// Rarely an element becomes poison, or undef where that is allowed.
void make_hole(std::vector<llvm::Constant*>& elements, Rng& rng, const ConstantOptions& options) {
  if (elements.empty() || !rng.chance(options.poison_lane_percent, 100)) return;
  llvm::Constant*& element = elements[rng.below(elements.size())];
  const bool undef = options.allow_undef && rng.chance(1, 2);
  element = undef ? llvm::UndefValue::get(element->getType()) : llvm::PoisonValue::get(element->getType());
}

llvm::Constant* aggregate_constant(llvm::Type* type, Rng& rng, const ConstantOptions& options,
                                   const std::vector<llvm::APInt>& pool) {
  std::vector<llvm::Constant*> elements;
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    for (llvm::Type* element : structure->elements()) {
      elements.push_back(interesting_constant(element, rng, options, pool));
      if (elements.back() == nullptr) return nullptr;
    }
    make_hole(elements, rng, options);
    return llvm::ConstantStruct::get(structure, elements);
  }
  auto* array = llvm::cast<llvm::ArrayType>(type);
  if (array->getNumElements() > 64) return llvm::Constant::getNullValue(type);
  for (std::uint64_t index = 0; index < array->getNumElements(); ++index) {
    elements.push_back(interesting_constant(array->getElementType(), rng, options, pool));
    if (elements.back() == nullptr) return nullptr;
  }
  make_hole(elements, rng, options);
  return llvm::ConstantArray::get(array, elements);
}

llvm::Constant* vector_constant(llvm::FixedVectorType* type, Rng& rng, const ConstantOptions& options,
                                const std::vector<llvm::APInt>& pool) {
  ConstantOptions lane_options = options;
  lane_options.poison_permille = 0;
  llvm::Type* element = type->getElementType();
  const bool splat = rng.chance(11, 20);
  const bool holes = rng.chance(options.poison_lane_percent, 100);
  llvm::Constant* common = interesting_constant(element, rng, lane_options, pool);
  if (common == nullptr) return nullptr;
  std::vector<llvm::Constant*> lanes;
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    if (holes && rng.chance(1, 3)) {
      const bool undef = options.allow_undef && rng.chance(1, 2);
      lanes.push_back(undef ? llvm::UndefValue::get(element) : llvm::PoisonValue::get(element));
    } else {
      lanes.push_back(splat ? common : interesting_constant(element, rng, lane_options, pool));
    }
  }
  return llvm::ConstantVector::get(lanes);
}

}  // namespace

llvm::APInt interesting_integer(unsigned bits, Rng& rng) {
  llvm::APInt number(bits, 0);
  switch (rng.below(14)) {
    case 0:
      break;
    case 1:
    case 2:
      number = llvm::APInt(bits, 1);
      break;
    case 3:
    case 4:
      number = llvm::APInt::getAllOnes(bits);
      break;
    case 5:
      number = llvm::APInt::getSignedMinValue(bits);
      break;
    case 6:
      number = llvm::APInt::getSignedMaxValue(bits);
      break;
    case 7:
    case 8:
      number = power_of_two(bits, rng);
      break;
    case 9:
      number = mask(bits, rng);
      break;
    case 10:
      number = -power_of_two(bits, rng);
      break;
    case 11:
      number = llvm::APInt(bits, bits, false, true);
      break;
    case 12:
      number = llvm::APInt(bits, 2 + rng.below(14), false, true);
      break;
    default:
      number = random_bits(bits, rng);
      break;
  }
  if (rng.chance(1, 6)) number += rng.chance(1, 2) ? 1 : -1;
  return number;
}

llvm::APFloat interesting_float(const llvm::fltSemantics& semantics, Rng& rng) {
  using llvm::APFloat;
  const bool negative = rng.chance(1, 2);
  switch (rng.below(16)) {
    case 0:
    case 1:
      return APFloat::getZero(semantics, negative);
    case 2:
    case 3:
      return APFloat::getOne(semantics, negative);
    case 4:
      return APFloat::getInf(semantics, negative);
    case 5:
      return APFloat::getQNaN(semantics, negative);
    case 6: {
      const llvm::APInt payload(64, 1 + rng.below(7));
      return rng.chance(1, 2) ? APFloat::getQNaN(semantics, negative, &payload)
                              : APFloat::getSNaN(semantics, negative, &payload);
    }
    case 7:
      return APFloat::getLargest(semantics, negative);
    case 8:
      return APFloat::getSmallest(semantics, negative);
    case 9:
      return APFloat::getSmallestNormalized(semantics, negative);
    case 10:
    case 11: {
      // An integer, or near the limit of an integer type.
      APFloat number(semantics);
      const llvm::APInt integer = rng.chance(1, 2)
                                      ? llvm::APInt(64, 2 + rng.below(9))
                                      : llvm::APInt::getOneBitSet(64, static_cast<unsigned>(7 + rng.below(57)));
      number.convertFromAPInt(integer, false, APFloat::rmNearestTiesToEven);
      if (negative) number.changeSign();
      return number;
    }
    case 12:
    case 13: {
      APFloat number = APFloat::getOne(semantics, negative);
      return llvm::scalbn(number, static_cast<int>(rng.below(5)) - 2, APFloat::rmNearestTiesToEven);
    }
    default: {
      if (&semantics == &APFloat::PPCDoubleDouble() || &semantics == &APFloat::x87DoubleExtended())
        return APFloat::getOne(semantics, negative);
      return APFloat(semantics, random_bits(APFloat::getSizeInBits(semantics), rng));
    }
  }
}

llvm::APInt relative_of(const llvm::APInt& number, Rng& rng) {
  const unsigned bits = number.getBitWidth();
  switch (rng.below(8)) {
    case 0:
    case 1:
      return number + 1;
    case 2:
      return number - 1;
    case 3:
      return -number;
    case 4:
      return ~number;
    case 5:
      return number ^ power_of_two(bits, rng);
    case 6:
      return bits > 1 && rng.chance(1, 2) ? number.shl(1) : number.lshr(bits > 1 ? 1 : 0);
    default:
      return llvm::APInt(bits, bits, false, true) - number;
  }
}

llvm::Constant* interesting_constant(llvm::Type* type, Rng& rng, const ConstantOptions& options,
                                     const std::vector<llvm::APInt>& pool) {
  if (!type->isFirstClassType() || type->isLabelTy() || type->isTokenTy() || type->isMetadataTy() ||
      type->isX86_AMXTy() || llvm::isa<llvm::ScalableVectorType, llvm::TargetExtType>(type))
    return nullptr;
  if (rng.chance(options.poison_permille, 1000)) return llvm::PoisonValue::get(type);
  if (options.allow_undef && rng.chance(1, 60)) return llvm::UndefValue::get(type);
  if (auto* integer = llvm::dyn_cast<llvm::IntegerType>(type)) return integer_constant(integer, rng, pool);
  if (type->isFloatingPointTy())
    return llvm::ConstantFP::get(type->getContext(), interesting_float(type->getFltSemantics(), rng));
  if (auto* pointer = llvm::dyn_cast<llvm::PointerType>(type)) return llvm::ConstantPointerNull::get(pointer);
  if (type->isStructTy() || type->isArrayTy()) return aggregate_constant(type, rng, options, pool);
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) return vector_constant(vector, rng, options, pool);
  return nullptr;
}

}  // namespace assay::generate
