#pragma once

#include <algorithm>
#include <vector>

#include "services/worker/refine/smt/terms.h"

namespace assay::refine {

using smt::Term;

/// The variables that stand for a lane's undef bits, without repetition, ordered by identity. Mostly empty.
class UndefSet {
 public:
  UndefSet() = default;
  explicit UndefSet(Term variable) : variables_{variable} {}
  bool empty() const { return variables_.empty(); }
  const std::vector<Term>& variables() const { return variables_; }
  void add(const UndefSet& other) {
    if (other.empty()) return;
    std::vector<Term> merged;
    std::set_union(variables_.begin(), variables_.end(), other.variables_.begin(), other.variables_.end(),
                   std::back_inserter(merged), [](Term a, Term b) { return a.id() < b.id(); });
    variables_ = std::move(merged);
  }

 private:
  std::vector<Term> variables_;
};

/// One lane of a register: the set of all patterns (or poison) that `bits` and `poison` take as the variables in
/// `undef` vary. Copying a lane copies the set; looking at it picks a member (Machine::use), which renames the
/// variables.
struct Lane {
  Term bits;
  Term poison;
  UndefSet undef;
  /// If known: the condition under which the lane is any pattern; else it does not vary at all.
  Term wholly_undef = Term();
};

}  // namespace assay::refine
