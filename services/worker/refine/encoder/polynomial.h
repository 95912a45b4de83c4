#pragma once

#include <llvm/ADT/APFloat.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay::refine {

/// A sum of products of atoms with coefficients: what a floating-point expression says of real numbers. Atoms are
/// numbers that the user gives; exponents may be negative. Coefficients have 113 bits, so that sums and products of a
/// few doubles are exact.
class Polynomial {
 public:
  /// Of a finite number; none for infinities and NaNs.
  static std::optional<Polynomial> constant(const llvm::APFloat& value);
  static Polynomial atom(std::uint32_t number);

  Polynomial negated() const;
  Polynomial plus(const Polynomial& other) const;
  /// None if it would be large.
  std::optional<Polynomial> times(const Polynomial& other) const;
  /// None unless it is a single product.
  std::optional<Polynomial> reciprocal() const;

  /// Is it small, and all its coefficients normal numbers of the format?
  bool fits(const llvm::fltSemantics& format) const;
  bool is_constant() const;
  /// Its only atom if it is nothing else.
  std::optional<std::uint32_t> as_atom() const;
  /// In ascending order.
  std::vector<std::uint32_t> atoms() const;
  /// The value of one that is_constant(), in the format, to nearest.
  llvm::APFloat value(const llvm::fltSemantics& format) const;
  /// Equal for polynomials with the same atoms whose coefficients are the same numbers of the format, to nearest: so
  /// much may be lost where constants are folded.
  std::string text(const llvm::fltSemantics& format) const;

 private:
  using Product = std::vector<std::pair<std::uint32_t, int>>;  ///< atoms in ascending order, and exponents

  void add(const Product& product, const llvm::APFloat& coefficient);
  bool is_small() const;

  std::map<Product, llvm::APFloat> sum_;  ///< no coefficient is zero
};

}  // namespace assay::refine
