#include "services/worker/interpret/values/mathematics.h"

#include <llvm/ADT/APFloat.h>

#include <cmath>
#include <numbers>

namespace assay::interpret {

thread_local bool RealMathematics::on_ = false, RealMathematics::guessed_ = false;

namespace {

struct RealFunction {
  std::string_view name;
  double (*of)(double);
};

constexpr RealFunction kFunctions[] = {
    {"llvm.sin", std::sin},   {"llvm.cos", std::cos},   {"llvm.tan", std::tan},
    {"llvm.asin", std::asin}, {"llvm.acos", std::acos}, {"llvm.atan", std::atan},
    {"llvm.sinh", std::sinh}, {"llvm.cosh", std::cosh}, {"llvm.tanh", std::tanh},
    {"llvm.exp", std::exp},   {"llvm.exp2", std::exp2}, {"llvm.exp10", [](double x) { return std::pow(10.0, x); }},
    {"llvm.log", std::log},   {"llvm.log2", std::log2}, {"llvm.log10", std::log10},
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

}  // namespace

std::optional<llvm::APInt> real_value(std::string_view name, unsigned bits, std::span<const llvm::APInt> arguments) {
  const llvm::fltSemantics* format = format_of(bits);
  if (format == nullptr || arguments.empty()) return std::nullopt;
  const std::optional<double> x = number_of(arguments[0]);
  if (!x) return std::nullopt;
  std::optional<double> result;
  for (const RealFunction& function : kFunctions)
    if (function.name == name) result = function.of(*x);
  if (arguments.size() == 2 && name == "llvm.powi")
    result = std::pow(*x, static_cast<double>(arguments[1].getSExtValue()));
  if (arguments.size() == 2 && (name == "llvm.pow" || name == "llvm.atan2"))
    if (const std::optional<double> y = number_of(arguments[1]))
      result = name == "llvm.pow" ? std::pow(*x, *y) : std::atan2(*x, *y);
  if (!result) return std::nullopt;
  if (std::isnan(*result)) RealMathematics::guess();
  llvm::APFloat value(*result);
  bool loses = false;
  value.convert(*format, llvm::APFloat::rmNearestTiesToEven, &loses);
  return value.bitcastToAPInt();
}

}  // namespace assay::interpret
