#include "services/worker/interpret/values/mathematics.h"

#include <llvm/ADT/APFloat.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace assay::interpret {

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

const llvm::fltSemantics* format_of(unsigned bits) {
  if (bits == 16) return &llvm::APFloat::IEEEhalf();
  if (bits == 32) return &llvm::APFloat::IEEEsingle();
  return bits == 64 ? &llvm::APFloat::IEEEdouble() : nullptr;
}

std::optional<double> number_of(const llvm::APInt& pattern) {
  const llvm::fltSemantics* format = format_of(pattern.getBitWidth());
  if (format == nullptr) return std::nullopt;
  llvm::APFloat value(*format, pattern);
  bool loses = false;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &loses);
  return value.convertToDouble();
}

// As bytes: what this machine calls a long double, if it is x86's.
constexpr unsigned kLongBits = 80;
constexpr bool kHasLong = std::numeric_limits<long double>::digits == 64;

std::optional<long double> long_number_of(const llvm::APInt& pattern) {
  if (pattern.getBitWidth() != kLongBits) return std::nullopt;
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
std::optional<Number> value_of(std::string_view name, Number x, std::span<const llvm::APInt> arguments,
                               std::optional<Number> (*number)(const llvm::APInt&)) {
  for (const RealFunction& function : kFunctions)
    if (function.name == name) {
      if constexpr (std::is_same_v<Number, double>)
        return function.of(x);
      else
        return function.of_long(x);
    }
  if (arguments.size() != 2) return std::nullopt;
  if (name == "llvm.powi") return std::pow(x, static_cast<Number>(arguments[1].getSExtValue()));
  const std::optional<Number> y = number(arguments[1]);
  if (y && name == "llvm.pow") return std::pow(x, *y);
  if (y && name == "llvm.atan2") return std::atan2(x, *y);
  return std::nullopt;
}

}  // namespace

std::optional<llvm::APInt> real_value(std::string_view name, unsigned bits, std::span<const llvm::APInt> arguments) {
  if (arguments.empty()) return std::nullopt;
  if (kHasLong && bits == kLongBits) {
    const std::optional<long double> x = long_number_of(arguments[0]);
    const auto result = x ? value_of(name, *x, arguments, &long_number_of) : std::nullopt;
    if (!result) return std::nullopt;
    if (std::isnan(*result)) RealMathematics::guess();
    return pattern_of(*result);
  }
  const llvm::fltSemantics* format = format_of(bits);
  if (format == nullptr) return std::nullopt;
  const std::optional<double> x = number_of(arguments[0]);
  const auto result = x ? value_of(name, *x, arguments, &number_of) : std::nullopt;
  if (!result) return std::nullopt;
  if (std::isnan(*result)) RealMathematics::guess();
  llvm::APFloat value(*result);
  bool loses = false;
  value.convert(*format, llvm::APFloat::rmNearestTiesToEven, &loses);
  return value.bitcastToAPInt();
}

}  // namespace assay::interpret
