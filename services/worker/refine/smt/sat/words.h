#pragma once

#include <llvm/ADT/SmallVector.h>

#include <span>
#include <utility>

#include "services/worker/refine/smt/sat/circuit.h"

namespace assay::refine::smt {

/// The signals of a bit vector, the lowest bit first.
using Word = llvm::SmallVector<Signal, 64>;

/// Builds the operations of bit vectors in a circuit. They mean the same as those of Terms; operands of one operation
/// have equal widths.
class Words {
 public:
  explicit Words(Circuit& circuit) : c_(circuit) {}

  Word choose(Signal condition, const Word& then, const Word& otherwise);
  Word add(const Word& a, const Word& b, Signal carry = kFalse) { return add_with_carry(a, b, carry).first; }
  Word negate(const Word& a);
  Word multiply(const Word& a, const Word& b);
  std::pair<Word, Word> divide(const Word& a, const Word& b);         ///< quotient, remainder
  std::pair<Word, Word> divide_signed(const Word& a, const Word& b);  ///< rounded toward zero
  Word shift_left(const Word& a, const Word& amount);
  Word shift_right(const Word& a, const Word& amount, Signal fill);
  Word population(const Word& a);
  Word leading_zeros(const Word& a);
  Signal equal(const Word& a, const Word& b);
  Signal less(const Word& a, const Word& b);
  Signal less_signed(Word a, Word b);
  Signal sum_overflows(const Word& a, const Word& b);
  Signal difference_overflows(const Word& a, const Word& b);
  Signal product_overflows(const Word& a, const Word& b);
  Signal signed_product_overflows(const Word& a, const Word& b);

  static Word reversed(const Word& a) { return Word(a.rbegin(), a.rend()); }
  static Word inverted(const Word& a);
  static Word extended(const Word& a, std::size_t width, Signal fill);

 private:
  std::pair<Word, Signal> add_with_carry(const Word& a, const Word& b, Signal carry);
  Word multiply_by_constant(const Word& a, const Word& constant);

  Circuit& c_;
};

}  // namespace assay::refine::smt
