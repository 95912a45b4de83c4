#pragma once

#include <z3.h>

#include <span>
#include <unordered_map>
#include <vector>

#include "services/worker/refine/smt/terms.h"

namespace assay::refine::smt {

/// Bit vectors as unsigned integers: a sum modulo 2^width is the exact sum less a multiple of 2^width. What is not
/// linear may have any value in its bounds, so the integers have every solution that the bits have, and more: only a
/// refutation counts.
class Integers {
 public:
  explicit Integers(Z3_context context) : context_(context) {}
  ~Integers();
  Integers(const Integers&) = delete;
  Integers& operator=(const Integers&) = delete;

  /// Is there a sum, wide enough that bits are hard?
  static bool may_help(const Terms& terms, std::span<const Term> conjuncts);
  /// The conjuncts and all that is known of the numbers in them. Once.
  std::vector<Z3_ast> translate(const Terms& terms, std::span<const Term> conjuncts);

 private:
  Z3_ast keep(Z3_ast ast);
  Z3_ast number(const llvm::APInt& value);
  Z3_ast power(unsigned exponent) { return number(llvm::APInt::getOneBitSet(exponent + 1, exponent)); }
  Z3_ast unknown(bool is_truth);
  /// An unknown from `low` to `high`.
  Z3_ast between(const llvm::APInt& low, const llvm::APInt& high);
  Z3_ast below_power(unsigned exponent) { return between(llvm::APInt(exponent, 0), llvm::APInt::getAllOnes(exponent)); }
  Z3_ast between_signed(const llvm::APInt& low, const llvm::APInt& high);
  Z3_ast sum(std::span<const Z3_ast> parts);
  Z3_ast times(Z3_ast a, Z3_ast b);
  Z3_ast minus(Z3_ast a, Z3_ast b);
  Z3_ast truth(Term t) { return forms_.at(t.id()); }
  Z3_ast unsigned_value(Term t);
  Z3_ast signed_value(Term t);
  Z3_ast at_least_half(Z3_ast value, unsigned width);
  Z3_ast truth_of(Term t);
  Z3_ast signed_overflow(Term t);
  Z3_ast value_of(Term t);
  Z3_ast sum_of(Term t);
  Z3_ast slice_of(Term t);
  Z3_ast quotient_of(Term t);
  Z3_ast opaque(Term t);

  Z3_context context_;
  std::vector<Z3_ast> kept_;
  std::vector<Z3_ast> facts_;
  std::unordered_map<std::uint32_t, Z3_ast> forms_;  ///< by term: one bit as a truth, more as an integer
};

}  // namespace assay::refine::smt
