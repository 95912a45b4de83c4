#include "services/worker/interpret/values/float_ops.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/APSInt.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Support/Error.h>

#include <bit>
#include <cmath>
#include <functional>

#include "services/worker/semantics/apfloat.h"

namespace assay::interpret {
namespace {

using llvm::APFloat;
using llvm::APInt;
using semantics::FloatFormat;
using semantics::Rounding;

APFloat number(FloatFormat format, const APInt& bits) { return APFloat(semantics_of(format), bits); }

/// The integral square root of a number of any width, rounded down.
APInt integer_sqrt(const APInt& value) {
  APInt root(value.getBitWidth(), 0);
  for (unsigned bit = (value.getActiveBits() + 1) / 2; bit-- > 0;) {
    APInt candidate = root;
    candidate.setBit(bit);
    if ((candidate * candidate).ule(value)) root = candidate;
  }
  return root;
}

/// sqrt by integers: value = m * 4^k with m wide enough that its root has more bits than the format, and a sticky bit.
APFloat exact_sqrt(FloatFormat format, Rounding rounding, const APFloat& value) {
  const auto& semantics = semantics_of(format);
  const unsigned precision = APFloat::semanticsPrecision(semantics);
  int exponent = llvm::ilogb(value);
  const APFloat scaled = llvm::scalbn(value, static_cast<int>(precision) - 1 - exponent, APFloat::rmNearestTiesToEven);
  const unsigned width = 4 * precision + 16;
  llvm::APSInt integer(width, true);
  bool exact = false;
  (void)scaled.convertToInteger(integer, APFloat::rmTowardZero, &exact);
  int power = exponent - static_cast<int>(precision) + 1;  // value = integer * 2^power
  unsigned shift = precision + 8;
  if ((power - static_cast<int>(shift)) % 2 != 0) ++shift;
  const APInt widened = integer << shift;
  power -= static_cast<int>(shift);
  const APInt root = integer_sqrt(widened);
  const bool sticky = root * root != widened;
  const APInt mantissa = (root << 1) | APInt(width, sticky ? 1 : 0);
  // Rounded once: Quad holds the mantissa of all narrower formats exactly, and a root is never subnormal.
  APFloat result(APFloat::IEEEquad());
  result.convertFromAPInt(mantissa, false, mode_of(rounding));
  result = llvm::scalbn(result, power / 2 - 1, mode_of(rounding));
  bool loses = false;
  result.convert(semantics, mode_of(rounding), &loses);
  return result;
}

template <class Operation>
APInt apply(FloatFormat format, const APInt& a, const APInt& b, Operation operation) {
  APFloat x = number(format, a);
  operation(x, number(format, b));
  return x.bitcastToAPInt();
}

/// What the processor gives for its own formats in the usual rounding. Nothing for NaNs, where APFloat says which one
/// it is.
template <class Number, class Operation, class... Operands>
std::optional<APInt> of_processor(Operation operation, const Operands&... operands) {
  using Bits = std::conditional_t<sizeof(Number) == 4, std::uint32_t, std::uint64_t>;
  const Number result = operation(std::bit_cast<Number>(static_cast<Bits>(operands.getZExtValue()))...);
  if (std::isnan(result)) return std::nullopt;
  return APInt(sizeof(Number) * 8, std::bit_cast<Bits>(result));
}
template <class Operation, class... Operands>
std::optional<APInt> natively(FloatFormat f, Rounding r, Operation operation, const Operands&... operands) {
  if (r != Rounding::NearestTiesToEven) return std::nullopt;
  if (f == FloatFormat::Double) return of_processor<double>(operation, operands...);
  return f == FloatFormat::Single ? of_processor<float>(operation, operands...) : std::nullopt;
}

/// Compares two numbers of the processor's formats, or others as APFloat does.
template <class Operation>
bool compare(FloatFormat f, const APInt& a, const APInt& b, Operation operation, APFloat::cmpResult wanted) {
  if (f == FloatFormat::Double) return operation(a.bitsToDouble(), b.bitsToDouble());
  if (f == FloatFormat::Single) return operation(a.bitsToFloat(), b.bitsToFloat());
  return number(f, a).compare(number(f, b)) == wanted;
}

}  // namespace

APInt float_add(FloatFormat f, Rounding r, const APInt& a, const APInt& b) {
  if (const auto sum = natively(f, r, std::plus<>(), a, b)) return *sum;
  return apply(f, a, b, [&](APFloat& x, const APFloat& y) { x.add(y, mode_of(r)); });
}
APInt float_sub(FloatFormat f, Rounding r, const APInt& a, const APInt& b) {
  if (const auto difference = natively(f, r, std::minus<>(), a, b)) return *difference;
  return apply(f, a, b, [&](APFloat& x, const APFloat& y) { x.subtract(y, mode_of(r)); });
}
APInt float_mul(FloatFormat f, Rounding r, const APInt& a, const APInt& b) {
  if (const auto product = natively(f, r, std::multiplies<>(), a, b)) return *product;
  return apply(f, a, b, [&](APFloat& x, const APFloat& y) { x.multiply(y, mode_of(r)); });
}
APInt float_div(FloatFormat f, Rounding r, const APInt& a, const APInt& b) {
  if (const auto quotient = natively(f, r, std::divides<>(), a, b)) return *quotient;
  return apply(f, a, b, [&](APFloat& x, const APFloat& y) { x.divide(y, mode_of(r)); });
}
APInt float_rem(FloatFormat f, const APInt& a, const APInt& b) {
  return apply(f, a, b, [&](APFloat& x, const APFloat& y) { x.mod(y); });
}

APInt float_fma(FloatFormat f, Rounding r, const APInt& a, const APInt& b, const APInt& c) {
  const auto fused = [](auto x, auto y, auto z) { return std::fma(x, y, z); };
  if (const auto result = natively(f, r, fused, a, b, c)) return *result;
  APFloat x = number(f, a);
  x.fusedMultiplyAdd(number(f, b), number(f, c), mode_of(r));
  return x.bitcastToAPInt();
}

APInt float_sqrt(FloatFormat f, Rounding r, const APInt& a) {
  if (const auto root = natively(
          f, r, [](auto x) { return std::sqrt(x); }, a))
    return *root;
  const APFloat x = number(f, a);
  if (x.isNaN() || x.isZero()) return a;
  if (x.isNegative()) return APFloat::getNaN(semantics_of(f)).bitcastToAPInt();
  if (x.isInfinity()) return a;
  return exact_sqrt(f, r, x).bitcastToAPInt();
}

APInt float_round(FloatFormat f, Rounding r, const APInt& a) {
  APFloat x = number(f, a);
  x.roundToIntegral(mode_of(r));
  return x.bitcastToAPInt();
}

APInt float_convert(FloatFormat from, FloatFormat to, Rounding r, const APInt& a) {
  APFloat x = number(from, a);
  bool loses = false;
  x.convert(semantics_of(to), mode_of(r), &loses);
  return x.bitcastToAPInt();
}

APInt float_to_int(FloatFormat f, Rounding r, const APInt& a, unsigned bits, bool is_signed) {
  llvm::APSInt result(bits, !is_signed);
  bool exact = false;
  (void)number(f, a).convertToInteger(result, mode_of(r), &exact);
  return result;
}

bool float_fits_int(FloatFormat f, Rounding r, const APInt& a, unsigned bits, bool is_signed) {
  llvm::APSInt result(bits, !is_signed);
  bool exact = false;
  return (number(f, a).convertToInteger(result, mode_of(r), &exact) & APFloat::opInvalidOp) == 0;
}

APInt int_to_float(const APInt& a, bool is_signed, FloatFormat f, Rounding r) {
  APFloat x(semantics_of(f));
  x.convertFromAPInt(a, is_signed, mode_of(r));
  return x.bitcastToAPInt();
}

bool float_equal(FloatFormat f, const APInt& a, const APInt& b) {
  return compare(f, a, b, std::equal_to<>(), APFloat::cmpEqual);
}
bool float_less(FloatFormat f, const APInt& a, const APInt& b) {
  return compare(f, a, b, std::less<>(), APFloat::cmpLessThan);
}

unsigned float_class(FloatFormat f, const APInt& a) { return static_cast<unsigned>(number(f, a).classify()); }

std::optional<APInt> parse_float(FloatFormat f, const std::string& text) {
  APFloat x(semantics_of(f));
  auto status = x.convertFromString(text, APFloat::rmNearestTiesToEven);
  if (!status) {
    llvm::consumeError(status.takeError());
    return std::nullopt;
  }
  return x.bitcastToAPInt();
}

std::string print_float(FloatFormat f, const APInt& a) {
  const APFloat x = number(f, a);
  llvm::SmallString<32> hex;
  a.toString(hex, 16, false, true);
  if (x.isNaN()) return "NaN (" + std::string(hex) + ")";
  llvm::SmallString<64> text;
  x.toString(text);
  return std::string(text) + " (" + std::string(hex) + ")";
}

}  // namespace assay::interpret
