#include "services/worker/interpret/values/masks.h"

namespace assay::interpret {
namespace {

using llvm::APInt;
using semantics::Op;
using semantics::ValueInfo;

/// Bits of `a` and `b` are picked independently, and each bit of the result looks at one bit of each.
LaneSet bitwise(Op op, const LaneSet& a, const LaneSet& b, bool poison) {
  switch (op) {
    case Op::And:
      return LaneSet::of_mask(a.fixed & b.fixed, (a.free & (b.free | b.fixed)) | (b.free & a.fixed), poison);
    case Op::Or: {
      const APInt zero_a = ~a.fixed & ~a.free;
      const APInt zero_b = ~b.fixed & ~b.free;
      return LaneSet::of_mask(a.fixed | b.fixed, (a.free & (b.free | zero_b)) | (b.free & zero_a), poison);
    }
    default:
      return LaneSet::of_mask(a.fixed ^ b.fixed, a.free | b.free, poison);
  }
}

std::optional<LaneSet> unary(const ValueInfo& info, const LaneSet& a, bool poison) {
  const unsigned bits = info.result.bits;
  switch (info.op) {
    case Op::Trunc:
      return LaneSet::of_mask(a.fixed.trunc(bits), a.free.trunc(bits), poison);
    case Op::ZExt:
      return LaneSet::of_mask(a.fixed.zext(bits), a.free.zext(bits), poison);
    case Op::SExt:
      if (a.free.isNegative()) return std::nullopt;
      return LaneSet::of_mask(a.fixed.sext(bits), a.free.sext(bits), poison);
    case Op::BSwap:
      return LaneSet::of_mask(a.fixed.byteSwap(), a.free.byteSwap(), poison);
    case Op::BitReverse:
      return LaneSet::of_mask(a.fixed.reverseBits(), a.free.reverseBits(), poison);
    default:
      return std::nullopt;
  }
}

std::optional<LaneSet> shift(Op op, const LaneSet& a, const LaneSet& b, bool poison) {
  if (!b.free.isZero() || b.fixed.uge(b.width)) return std::nullopt;
  const auto by = static_cast<unsigned>(b.fixed.getZExtValue());
  switch (op) {
    case Op::Shl:
      return LaneSet::of_mask(a.fixed.shl(by), a.free.shl(by), poison);
    case Op::LShr:
      return LaneSet::of_mask(a.fixed.lshr(by), a.free.lshr(by), poison);
    default:
      if (by != 0 && a.free.isNegative()) return std::nullopt;
      return LaneSet::of_mask(a.fixed.ashr(by), a.free.ashr(by), poison);
  }
}

std::optional<LaneSet> product(const LaneSet& a, const LaneSet& b, bool poison) {
  const LaneSet& any = a.free.isAllOnes() ? a : b;
  const LaneSet& factor = a.free.isAllOnes() ? b : a;
  if (!any.free.isAllOnes() || !factor.free.isZero()) return std::nullopt;
  // An odd factor permutes the patterns; a power of two shifts them.
  if (factor.fixed.isZero()) return LaneSet::of_mask(factor.fixed, factor.free, poison);
  return LaneSet::of_mask(APInt(a.width, 0), APInt::getAllOnes(a.width).shl(factor.fixed.countr_zero()), poison);
}

std::optional<LaneSet> binary(const ValueInfo& info, const LaneSet& a, const LaneSet& b, bool poison) {
  switch (info.op) {
    case Op::And:
    case Op::Or:
    case Op::Xor:
      return bitwise(info.op, a, b, poison);
    case Op::Shl:
    case Op::LShr:
    case Op::AShr:
      return shift(info.op, a, b, poison);
    case Op::Add:
    case Op::Sub:
      if (!a.free.isAllOnes() && !b.free.isAllOnes()) return std::nullopt;
      return LaneSet::of_mask(APInt(a.width, 0), APInt::getAllOnes(a.width), poison);
    case Op::Mul:
      return product(a, b, poison);
    default:
      return std::nullopt;
  }
}

std::optional<LaneSet> funnel(Op op, const LaneSet& a, const LaneSet& b, const LaneSet& c, bool poison) {
  if (!c.free.isZero()) return std::nullopt;
  const unsigned width = a.width;
  const unsigned by = static_cast<unsigned>(c.fixed.urem(width));
  const auto pick = [&](const APInt& high, const APInt& low) {
    const APInt both = high.concat(low);
    return op == Op::FShl ? both.shl(by).extractBits(width, width) : both.lshr(by).extractBits(width, 0);
  };
  return LaneSet::of_mask(pick(a.fixed, b.fixed), pick(a.free, b.free), poison);
}

bool has_rule(Op op) {
  switch (op) {
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Shl:
    case Op::LShr:
    case Op::AShr:
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::Trunc:
    case Op::ZExt:
    case Op::SExt:
    case Op::BSwap:
    case Op::BitReverse:
    case Op::FShl:
    case Op::FShr:
      return true;
    default:
      return false;
  }
}

}  // namespace

std::optional<LaneSet> evaluate_masks(const Machine& machine, const ValueInfo& info,
                                      std::span<const Operand> operands) {
  if (info.flags != 0 || !has_rule(info.op)) return std::nullopt;
  std::array<LaneSet, 3> sets;
  bool poison = false;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    sets[i] = machine.lanes.set_of(*operands[i].lane, operands[i].width);
    poison |= sets[i].poison;
    // None of these operations can give anything but poison for poison.
    if (sets[i].only_poison()) return LaneSet::of_poison(info.result.bits);
    if (!sets[i].masked) return std::nullopt;
  }
  switch (operands.size()) {
    case 1:
      return unary(info, sets[0], poison);
    case 2:
      return binary(info, sets[0], sets[1], poison);
    default:
      return funnel(info.op, sets[0], sets[1], sets[2], poison);
  }
}

}  // namespace assay::interpret
