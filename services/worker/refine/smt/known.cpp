#include <algorithm>
#include <bit>

#include "services/worker/refine/smt/storage.h"

namespace assay::refine::smt {

using llvm::APInt;
using llvm::KnownBits;

namespace {

const KnownBits& of(const Node& node, unsigned i) { return *node.operands[i]->known; }

void keep_high_zeros(KnownBits& known, unsigned count) {
  known.resetAll();
  known.Zero.setHighBits(count);
}

/// LLVM's transfer functions leave out amounts of the width or more, for which our shifts are total.
KnownBits shifted(const Node& node) {
  const KnownBits& value = of(node, 0);
  const KnownBits& amount = of(node, 1);
  const unsigned width = node.width;
  const bool may_exceed = amount.getMaxValue().uge(width);
  KnownBits beyond(width);  // the result for amounts of the width or more
  if (node.kind != Kind::AShr) {
    beyond.setAllZero();
  } else {
    if (value.isNegative()) beyond.setAllOnes();
    if (value.isNonNegative()) beyond.setAllZero();
  }
  if (amount.getMinValue().uge(width)) return beyond;
  KnownBits result = node.kind == Kind::Shl    ? KnownBits::shl(value, amount)
                     : node.kind == Kind::LShr ? KnownBits::lshr(value, amount)
                                               : KnownBits::ashr(value, amount);
  return may_exceed ? result.intersectWith(beyond) : result;
}

KnownBits divided(const Node& node) {
  const KnownBits& a = of(node, 0);
  const KnownBits& b = of(node, 1);
  KnownBits result(node.width);
  const bool divisor_is_not_zero = b.getMinValue().ugt(0);
  switch (node.kind) {
    case Kind::UDiv:
      if (divisor_is_not_zero) return KnownBits::udiv(a, b);
      break;
    case Kind::URem:
      if (divisor_is_not_zero) return KnownBits::urem(a, b);
      keep_high_zeros(result, a.countMinLeadingZeros());  // by zero: the dividend
      break;
    case Kind::SRem:
      if (a.isNonNegative()) keep_high_zeros(result, a.countMinLeadingZeros());
      break;
    default:
      break;
  }
  return result;
}

/// A number from `least` to `most`: the bits above are zero.
KnownBits counted(unsigned width, unsigned least, unsigned most) {
  KnownBits result(width);
  if (least == most) return KnownBits::makeConstant(APInt(width, least, false, true));
  const unsigned used = std::bit_width(most);
  if (used < width) result.Zero.setBitsFrom(used);
  return result;
}

KnownBits bitwise(const Node& node) {
  KnownBits result = of(node, 0);
  for (unsigned i = 1; i < node.count; ++i) {
    if (node.kind == Kind::And)
      result &= of(node, i);
    else
      result ^= of(node, i);
  }
  return result;
}

KnownBits sum_or_product(const Node& node) {
  KnownBits result = of(node, 0);
  for (unsigned i = 1; i < node.count; ++i)
    result = node.kind == Kind::Add ? KnownBits::add(result, of(node, i)) : KnownBits::mul(result, of(node, i));
  return result;
}

KnownBits joined(const Node& node) {
  KnownBits result(node.width);
  unsigned position = node.width;
  for (unsigned i = 0; i < node.count; ++i) {
    const KnownBits& part = of(node, i);
    position -= part.getBitWidth();
    result.insertBits(part, position);
  }
  return result;
}

KnownBits compared(const Node& node) {
  const KnownBits& a = of(node, 0);
  const KnownBits& b = of(node, 1);
  const std::optional<bool> known = node.kind == Kind::Eq    ? KnownBits::eq(a, b)
                                    : node.kind == Kind::Ult ? KnownBits::ult(a, b)
                                                             : KnownBits::slt(a, b);
  return known ? KnownBits::makeConstant(APInt(1, *known)) : KnownBits(1);
}

KnownBits structural(const Node& node) {
  switch (node.kind) {
    case Kind::Not: {
      KnownBits result = of(node, 0);
      std::swap(result.Zero, result.One);
      return result;
    }
    case Kind::And:
    case Kind::Xor:
      return bitwise(node);
    case Kind::Add:
    case Kind::Mul:
      return sum_or_product(node);
    case Kind::UDiv:
    case Kind::URem:
    case Kind::SDiv:
    case Kind::SRem:
      return divided(node);
    case Kind::Shl:
    case Kind::LShr:
    case Kind::AShr:
      return shifted(node);
    case Kind::Concat:
      return joined(node);
    case Kind::Slice:
      return of(node, 0).extractBits(node.width, node.payload);
    case Kind::SExt:
      return of(node, 0).sext(node.width);
    case Kind::CtPop:
      return counted(node.width, of(node, 0).countMinPopulation(), of(node, 0).countMaxPopulation());
    case Kind::CtLz:
      return counted(node.width, of(node, 0).countMinLeadingZeros(), of(node, 0).countMaxLeadingZeros());
    case Kind::CtTz:
      return counted(node.width, of(node, 0).countMinTrailingZeros(), of(node, 0).countMaxTrailingZeros());
    case Kind::BitReverse:
      return of(node, 0).reverseBits();
    case Kind::Eq:
    case Kind::Ult:
    case Kind::Slt:
      return compared(node);
    case Kind::Ite:
      return of(node, 1).intersectWith(of(node, 2));
    default:
      return KnownBits(node.width);
  }
}

std::uint32_t least_of(const Node& node, unsigned first) {
  std::uint32_t least = node.width;
  for (unsigned i = first; i < node.count; ++i) least = std::min(least, node.operands[i]->sign_bits);
  return least;
}

std::uint32_t structural_sign_bits(const Node& node) {
  switch (node.kind) {
    case Kind::Not:
    case Kind::And:
    case Kind::Xor:
      return least_of(node, 0);
    case Kind::Add: {
      const std::uint32_t lost = std::bit_width(node.count - 1);
      const std::uint32_t least = least_of(node, 0);
      return least > lost ? least - lost : 1;
    }
    case Kind::SExt:
      return node.operands[0]->sign_bits + node.width - node.operands[0]->width;
    case Kind::Ite:
      return least_of(node, 1);
    case Kind::AShr:
      return node.operands[0]->sign_bits;
    case Kind::Concat:
      return node.operands[0]->sign_bits;
    case Kind::Slice: {
      const std::uint32_t dropped = node.operands[0]->width - (node.payload + node.width);
      return node.operands[0]->sign_bits > dropped ? node.operands[0]->sign_bits - dropped : 1;
    }
    default:
      return 1;
  }
}

}  // namespace

void compute_known(const Node& node, KnownBits& known, std::uint32_t& sign_bits) {
  known = structural(node);
  if (known.hasConflict()) known.resetAll();
  const std::uint32_t from_known = known.countMinSignBits();
  sign_bits = std::min(node.width, std::max(structural_sign_bits(node), from_known));
}

}  // namespace assay::refine::smt
