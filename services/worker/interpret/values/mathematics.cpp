#include "services/worker/interpret/values/mathematics.h"

#include <llvm/ADT/APFloat.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "services/worker/semantics/apfloat.h"

namespace assay::interpret {

using semantics::FloatFormat;

thread_local bool RealMathematics::on_ = false, RealMathematics::guessed_ = false;

namespace {

struct RealFunction {
  std::string_view name;
  double (*of)(double);
  long double (*of_long)(long double);
};

constexpr RealFunction kFunctions[] = {
    {"llvm.sin", std::sin, std::sin},
    {"llvm.cos", std::cos, std::cos},
    {"llvm.tan", std::tan, std::tan},
    {"llvm.asin", std::asin, std::asin},
    {"llvm.acos", std::acos, std::acos},
    {"llvm.atan", std::atan, std::atan},
    {"llvm.sinh", std::sinh, std::sinh},
    {"llvm.cosh", std::cosh, std::cosh},
    {"llvm.tanh", std::tanh, std::tanh},
    {"llvm.exp", std::exp, std::exp},
    {"llvm.exp2", std::exp2, std::exp2},
    {"llvm.exp10", [](double x) { return std::pow(10.0, x); }, [](long double x) { return std::pow(10.0L, x); }},
    {"llvm.log", std::log, std::log},
    {"llvm.log2", std::log2, std::log2},
    {"llvm.log10", std::log10, std::log10},
};

double number_of(FloatFormat format, const llvm::APInt& pattern) {
  llvm::APFloat value(semantics::semantics_of(format), pattern);
  bool loses = false;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &loses);
  return value.convertToDouble();
}

// As bytes: what this machine calls a long double, if it is x86's.
constexpr unsigned kLongBits = 80;
constexpr bool kHasLong = std::numeric_limits<long double>::digits == 64;

long double long_number_of(FloatFormat, const llvm::APInt& pattern) {
  long double value = 0;
  std::memcpy(&value, pattern.getRawData(), kLongBits / 8);
  return value;
}

llvm::APInt pattern_of(long double value) {
  std::uint64_t words[2] = {0, 0};
  std::memcpy(words, &value, kLongBits / 8);
  return llvm::APInt(kLongBits, words);
}

template <class Number>
std::optional<Number> value_of(std::string_view name, FloatFormat format, std::span<const llvm::APInt> arguments,
                               Number (*number)(FloatFormat, const llvm::APInt&)) {
  const Number x = number(format, arguments[0]);
  for (const RealFunction& function : kFunctions)
    if (function.name == name) {
      if constexpr (std::is_same_v<Number, double>)
        return function.of(x);
      else
        return function.of_long(x);
    }
  if (arguments.size() != 2) return std::nullopt;
  if (name == "llvm.powi") return std::pow(x, static_cast<Number>(arguments[1].getSExtValue()));
  if (name == "llvm.pow") return std::pow(x, number(format, arguments[1]));
  if (name == "llvm.atan2") return std::atan2(x, number(format, arguments[1]));
  return std::nullopt;
}

}  // namespace

std::optional<llvm::APInt> real_value(std::string_view name, FloatFormat format,
                                      std::span<const llvm::APInt> arguments) {
  if (arguments.empty() || format == FloatFormat::Quad || (format == FloatFormat::X87 && !kHasLong))
    return std::nullopt;
  if (format == FloatFormat::X87) {
    const auto result = value_of(name, format, arguments, &long_number_of);
    if (!result) return std::nullopt;
    if (std::isnan(*result)) RealMathematics::guess();
    return pattern_of(*result);
  }
  const auto result = value_of(name, format, arguments, &number_of);
  if (!result) return std::nullopt;
  if (std::isnan(*result)) RealMathematics::guess();
  llvm::APFloat value(*result);
  bool loses = false;
  value.convert(semantics::semantics_of(format), llvm::APFloat::rmNearestTiesToEven, &loses);
  return value.bitcastToAPInt();
}

}  // namespace assay::interpret
