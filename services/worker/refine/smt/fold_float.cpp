#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/APSInt.h>

#include "services/worker/refine/smt/fold.h"
#include "services/worker/semantics/apfloat.h"

namespace assay::refine::smt {

using llvm::APFloat;
using llvm::APInt;

namespace {

APInt bits_of(const APFloat& value) {
  if (value.isNaN()) return APFloat::getQNaN(value.getSemantics()).bitcastToAPInt();
  return value.bitcastToAPInt();
}

/// floor(sqrt(n)), bit by bit.
APInt integer_sqrt(const APInt& n) {
  APInt root(n.getBitWidth(), 0);
  for (unsigned bit = (n.getActiveBits() + 1) / 2; bit-- > 0;) {
    APInt candidate = root;
    candidate.setBit(bit);
    if ((candidate * candidate).ule(n)) root = candidate;
  }
  return root;
}

/// Correctly rounded: the root of the scaled significand with some more bits than the precision and one that says
/// "inexact" is an integer that is rounded once, to quad (then nothing follows) or from quad (which held it exactly).
/// The scaling is exact, for a root is never near the ends of the exponent range.
APFloat square_root(const APFloat& value, llvm::RoundingMode mode) {
  const llvm::fltSemantics& semantics = value.getSemantics();
  if (value.isNaN() || value.isZero()) return value;
  if (value.isNegative()) return APFloat::getQNaN(semantics);
  if (value.isInfinity()) return value;
  const int precision = static_cast<int>(APFloat::semanticsPrecision(semantics));
  const int exponent = ilogb(value) - (precision - 1);  // value = significand * 2^exponent
  llvm::APSInt significand(4 * precision, true);
  bool flag = false;
  (void)scalbn(value, -exponent, mode).convertToInteger(significand, mode, &flag);
  const int shift = precision + 6 + ((exponent - precision) % 2 != 0);
  const APInt widened = significand.shl(shift);
  const APInt root = integer_sqrt(widened);
  APInt with_sticky = root.shl(1);
  if (root * root != widened) with_sticky.setBit(0);
  APFloat result(APFloat::IEEEquad());
  (void)result.convertFromAPInt(with_sticky, false, mode);
  result = scalbn(result, (exponent - shift) / 2 - 1, mode);
  (void)result.convert(semantics, mode, &flag);
  return result;
}

struct Reader {
  const llvm::fltSemantics& semantics;
  APFloat operator()(const APInt& bits) const { return APFloat(semantics, bits); }
};

APInt to_integer(const APFloat& value, unsigned width, bool is_signed, llvm::RoundingMode mode) {
  llvm::APSInt result(width, !is_signed);
  bool exact = false;
  if ((value.convertToInteger(result, mode, &exact) & APFloat::opInvalidOp) != 0) return APInt(width, 0);
  return result;
}

APFloat arithmetic(Kind kind, const Reader& read, llvm::RoundingMode mode, std::span<const APInt> in) {
  APFloat a = read(in[0]);
  switch (kind) {
    case Kind::FAdd:
      (void)a.add(read(in[1]), mode);
      break;
    case Kind::FMul:
      (void)a.multiply(read(in[1]), mode);
      break;
    case Kind::FDiv:
      (void)a.divide(read(in[1]), mode);
      break;
    case Kind::FRem:
      (void)a.mod(read(in[1]));
      break;
    case Kind::Fma:
      (void)a.fusedMultiplyAdd(read(in[1]), read(in[2]), mode);
      break;
    case Kind::FSqrt:
      return square_root(a, mode);
    default:
      (void)a.roundToIntegral(mode);
      break;
  }
  return a;
}

}  // namespace

APInt quiet_nan_bits(FloatFormat format) { return APFloat::getQNaN(semantics_of(format)).bitcastToAPInt(); }

std::optional<APInt> power_of_two(FloatFormat format, int exponent, bool negative) {
  const llvm::fltSemantics& semantics = semantics_of(format);
  const APFloat value = scalbn(APFloat::getOne(semantics, negative), exponent, llvm::RoundingMode::NearestTiesToEven);
  if (!value.isNormal()) return std::nullopt;
  return value.bitcastToAPInt();
}

std::optional<APInt> exact_inverse(FloatFormat format, const APInt& bits) {
  const APFloat value(semantics_of(format), bits);
  APFloat inverse(semantics_of(format));
  if (!value.getExactInverse(&inverse) || !inverse.isNormal()) return std::nullopt;
  return inverse.bitcastToAPInt();
}

APInt fold_float(Kind kind, unsigned width, FloatPayload attributes, std::span<const APInt> in) {
  const llvm::RoundingMode mode = mode_of(attributes.rounding);
  const Reader read{semantics_of(attributes.format)};
  switch (kind) {
    case Kind::FConvert: {
      APFloat value = read(in[0]);
      bool loses = false;
      (void)value.convert(semantics_of(attributes.to), mode, &loses);
      return bits_of(value);
    }
    case Kind::FloatToInt:
      return to_integer(read(in[0]), width, attributes.is_signed, mode);
    case Kind::IntToFloat: {
      APFloat value(read.semantics);
      (void)value.convertFromAPInt(in[0], attributes.is_signed, mode);
      return bits_of(value);
    }
    case Kind::FEq:
      return APInt(1, read(in[0]).compare(read(in[1])) == APFloat::cmpEqual);
    case Kind::FLt:
      return APInt(1, read(in[0]).compare(read(in[1])) == APFloat::cmpLessThan);
    default:
      return bits_of(arithmetic(kind, read, mode, in));
  }
}

}  // namespace assay::refine::smt
