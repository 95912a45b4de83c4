#include "services/worker/interpret/inputs/counts.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <iterator>

#include "services/worker/interpret/inputs/long_runs.h"

namespace assay::interpret {
namespace {

using llvm::APFloat;
using llvm::APInt;

/// A small number as bits of the type.
APInt element(const llvm::Type& type, std::uint64_t number) {
  if (!type.isFloatingPointTy()) return APInt(64, number).zextOrTrunc(type.getIntegerBitWidth());
  APFloat value(type.getFltSemantics());
  value.convertFromAPInt(APInt(64, number), /*IsSigned=*/false, APFloat::rmNearestTiesToEven);
  return value.bitcastToAPInt();
}

}  // namespace

Counts::Counts(const llvm::Function* source, const llvm::Function* target) {
  for (const llvm::Function* function : {source, target})
    if (function != nullptr) see(*function);
}

void Counts::see(const llvm::Function& function) {
  constexpr std::uint64_t kShortest = 3, kMost = 128;  // rounds; the square of the most are some 100,000 instructions
  constexpr std::size_t kEnough = 4;
  const std::vector<std::uint64_t> strides = strides_of(function);
  for (const std::uint64_t longer : strides) {
    longest_stride_ = std::max(longest_stride_, std::min(longer, kMostBytesOfRound));
    for (const std::uint64_t shorter : strides) {
      const std::uint64_t row = longer % shorter == 0 ? longer / shorter : 0;
      if (row >= kShortest && row <= kMost && rows_.size() < kEnough && !llvm::is_contained(rows_, row))
        rows_.push_back(row);
    }
  }
  for (const llvm::Instruction& each : llvm::instructions(function)) {
    const llvm::Type* type = nullptr;
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&each)) type = load->getType()->getScalarType();
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&each))
      type = store->getValueOperand()->getType()->getScalarType();
    if (type == nullptr || !(type->isIntegerTy() || type->isIEEELikeFPTy())) continue;
    const unsigned bits = type->getPrimitiveSizeInBits().getFixedValue();
    if (bits % 8 == 0 && bits <= 64 && !llvm::is_contained(elements_, type)) elements_.push_back(type);
  }
}

void Counts::begin(std::uint64_t number) {
  constexpr std::uint64_t kMost[] = {12, 20, 8, 40}, kRows = 4;
  row_ = !rows_.empty() && number % kRows == kRows - 1 ? rows_[number / kRows % rows_.size()] : 0;
  most_ = row_ != 0 ? row_ + 4 : kMost[number % std::size(kMost)];
}

APInt Counts::draw(unsigned width, Rng& rng) const {
  std::uint64_t number = rng.below(most_ + 1);
  if (row_ != 0 && rng.chance(7, 8))
    number = row_ + rng.below(4) - (rng.chance(1, 8) ? 1 : 0);
  else if (rng.chance(1, 2))  // the first rounds of unrolled loops are others
    number = std::max(number, rng.below(most_ + 1));
  return APInt(64, number).zextOrTrunc(width);
}

std::uint64_t Counts::bytes() const {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 17, kElement = 4, kLongestSquare = 20, kSlack = 64;
  const std::uint64_t square = most_ <= kLongestSquare ? most_ * most_ * kElement : 0;
  return std::min(std::max(longest_stride_, kLeastBytesOfRound) * (most_ + 2) + square + kSlack, kMost);
}

void Counts::fill(InputBlock& block, bool is_big_endian, Rng& rng) const {
  block.bytes.resize(block.size);
  const llvm::Type* type = elements_.empty() ? nullptr : elements_[rng.below(elements_.size())];
  const std::uint64_t size = type == nullptr ? 1 : type->getPrimitiveSizeInBits().getFixedValue() / 8;
  constexpr std::uint64_t kNumbers = 251;
  for (std::uint64_t at = 0; at < block.size; at += size) {
    const std::uint64_t number = rng.below(kNumbers);
    const APInt bits = type == nullptr ? APInt(8, number) : element(*type, number);
    for (std::uint64_t i = 0; i < size && at + i < block.size; ++i) {
      const std::uint64_t byte = is_big_endian ? size - 1 - i : i;
      block.bytes[at + i] = InputByte::of(static_cast<std::uint8_t>(bits.extractBitsAsZExtValue(8, 8 * byte)));
    }
  }
}

}  // namespace assay::interpret
