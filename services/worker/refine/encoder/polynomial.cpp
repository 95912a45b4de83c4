#include "services/worker/refine/encoder/polynomial.h"

#include <llvm/ADT/SmallString.h>

#include <algorithm>
#include <cstdlib>
#include <set>

namespace assay::refine {
namespace {

using llvm::APFloat;

constexpr std::size_t kMostProducts = 64;
constexpr int kHighestDegree = 16;

const llvm::fltSemantics& precise() { return APFloat::IEEEquad(); }

APFloat converted(APFloat value, const llvm::fltSemantics& to) {
  bool loses = false;
  value.convert(to, APFloat::rmNearestTiesToEven, &loses);
  return value;
}

std::string text_of(const APFloat& value, const llvm::fltSemantics& format) {
  llvm::SmallString<40> text;
  converted(value, format).bitcastToAPInt().toStringUnsigned(text, 16);
  return std::string(text);
}

}  // namespace

std::optional<Polynomial> Polynomial::constant(const APFloat& value) {
  if (!value.isFinite()) return std::nullopt;
  Polynomial result;
  result.add({}, converted(value, precise()));
  return result;
}

Polynomial Polynomial::atom(std::uint32_t number) {
  Polynomial result;
  result.add({{number, 1}}, APFloat(precise(), 1));
  return result;
}

void Polynomial::add(const Product& product, const APFloat& coefficient) {
  const auto [place, is_new] = sum_.try_emplace(product, coefficient);
  if (!is_new) place->second = place->second + coefficient;
  if (place->second.isZero()) sum_.erase(place);
}

Polynomial Polynomial::negated() const {
  Polynomial result;
  for (const auto& [product, coefficient] : sum_) result.add(product, -coefficient);
  return result;
}

Polynomial Polynomial::plus(const Polynomial& other) const {
  Polynomial result = *this;
  for (const auto& [product, coefficient] : other.sum_) result.add(product, coefficient);
  return result;
}

std::optional<Polynomial> Polynomial::times(const Polynomial& other) const {
  if (sum_.size() * other.sum_.size() > 4 * kMostProducts) return std::nullopt;
  Polynomial result;
  for (const auto& [left, a] : sum_) {
    for (const auto& [right, b] : other.sum_) {
      std::map<std::uint32_t, int> exponents(left.begin(), left.end());
      for (const auto& [atom, exponent] : right) exponents[atom] += exponent;
      std::erase_if(exponents, [](const auto& power) { return power.second == 0; });
      result.add(Product(exponents.begin(), exponents.end()), a * b);
    }
  }
  if (!result.is_small()) return std::nullopt;
  return result;
}

std::optional<Polynomial> Polynomial::reciprocal() const {
  if (sum_.size() != 1) return std::nullopt;
  Product product = sum_.begin()->first;
  for (auto& [atom, exponent] : product) exponent = -exponent;
  Polynomial result;
  result.add(product, APFloat(precise(), 1) / sum_.begin()->second);
  return result;
}

bool Polynomial::is_small() const {
  const auto is_high = [](const auto& term) {
    int degree = 0;
    for (const auto& [atom, exponent] : term.first) degree += std::abs(exponent);
    return degree > kHighestDegree;
  };
  return sum_.size() <= kMostProducts && std::none_of(sum_.begin(), sum_.end(), is_high);
}

bool Polynomial::fits(const llvm::fltSemantics& format) const {
  const auto is_normal = [&](const auto& term) { return converted(term.second, format).isNormal(); };
  return is_small() && std::all_of(sum_.begin(), sum_.end(), is_normal);
}

bool Polynomial::is_constant() const { return sum_.empty() || (sum_.size() == 1 && sum_.begin()->first.empty()); }

std::optional<std::uint32_t> Polynomial::as_atom() const {
  if (sum_.size() != 1) return std::nullopt;
  const auto& [product, coefficient] = *sum_.begin();
  if (product.size() != 1 || product[0].second != 1 || !coefficient.isExactlyValue(1.0)) return std::nullopt;
  return product[0].first;
}

std::vector<std::uint32_t> Polynomial::atoms() const {
  std::set<std::uint32_t> all;
  for (const auto& [product, coefficient] : sum_)
    for (const auto& [atom, exponent] : product) all.insert(atom);
  return {all.begin(), all.end()};
}

APFloat Polynomial::value(const llvm::fltSemantics& format) const {
  return sum_.empty() ? APFloat::getZero(format) : converted(sum_.begin()->second, format);
}

std::string Polynomial::text(const llvm::fltSemantics& format) const {
  std::string text;
  for (const auto& [product, coefficient] : sum_) {
    text += "+" + text_of(coefficient, format);
    for (const auto& [atom, exponent] : product) text += "*" + std::to_string(atom) + "^" + std::to_string(exponent);
  }
  return text;
}

}  // namespace assay::refine
