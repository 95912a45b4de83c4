#pragma once

#include <llvm/ADT/APInt.h>

#include <utility>
#include <vector>

#include "services/worker/refine/smt/terms.h"

namespace assay::refine::smt {

/// constant + sum of factor * term, modulo 2^width. The terms differ and are sorted by id; factors are not zero.
struct Linear {
  explicit Linear(unsigned width) : constant(width, 0) {}
  llvm::APInt constant;
  std::vector<std::pair<Term, llvm::APInt>> terms;

  void add(Term t, const llvm::APInt& factor);
  void scale(const llvm::APInt& factor);
};

Linear linear_of(Terms& terms, Term t);
/// Adds factor * t, with t taken apart where it is itself a sum in disguise.
void add_to(Terms& terms, Linear& sum, Term t, const llvm::APInt& factor);
Term term_of(Terms& terms, Linear sum);
/// -a - 1 as a sum; null where `a` is too long a sum to be taken apart.
Term complement_of_sum(Terms& terms, Term a);

/// Is the term 0 or 1 extended: Concat(0, p) with a one-bit p? Then p, else null.
inline Term extended_bit(Term t) {
  if (t.kind() == Kind::Concat && t.arity() == 2 && t.operand(0).is_zero() && t.operand(1).width() == 1)
    return t.operand(1);
  return Term();
}

/// Ite(c, constant, constant)?
inline bool is_constant_ite(Term t) {
  return t.kind() == Kind::Ite && !t.is_array() && t.operand(1).is_constant() && t.operand(2).is_constant();
}

}  // namespace assay::refine::smt
