#pragma once

#include <algorithm>
#include <vector>

#include "services/worker/refine/smt/terms.h"

namespace assay::refine {

using smt::Term;

/// The variables that stand for a lane's undef bits, and conditions: the lane depends on the variables only where one
/// of them holds. Both without repetition, ordered by identity. Mostly empty.
class UndefSet {
 public:
  UndefSet() = default;
  UndefSet(Term variable, Term where) : variables_{variable}, where_{where} {}
  UndefSet(Term variable, const UndefSet& where) : UndefSet(std::vector{variable}, where) {}
  /// Of distinct variables, in any order.
  UndefSet(std::vector<Term> variables, const UndefSet& where)
      : variables_(std::move(variables)), where_(where.where_) {
    std::sort(variables_.begin(), variables_.end(), by_identity);
  }
  bool empty() const { return variables_.empty(); }
  const std::vector<Term>& variables() const { return variables_; }
  const std::vector<Term>& where() const { return where_; }
  /// The same set of a lane that counts only under the condition. One that depends on a member of the set says nothing:
  /// with another member it may be another.
  UndefSet where_also(smt::Terms& terms, Term condition) const {
    if (empty() || condition.is_true()) return *this;
    for (const Term variable : terms.variables_of(condition))
      if (std::binary_search(variables_.begin(), variables_.end(), variable, by_identity)) return *this;
    UndefSet set;
    for (const Term where : where_)
      if (const Term both = terms.land(where, condition); !both.is_false())
        unite(set.where_, UndefSet(both, both).where_);
    if (!set.where_.empty()) set.variables_ = variables_;
    return set;
  }
  void add(const UndefSet& other) {
    if (other.empty()) return;
    unite(variables_, other.variables_);
    unite(where_, other.where_);
  }

 private:
  static bool by_identity(Term a, Term b) { return a.id() < b.id(); }
  static void unite(std::vector<Term>& into, const std::vector<Term>& other) {
    std::vector<Term> merged;
    std::set_union(into.begin(), into.end(), other.begin(), other.end(), std::back_inserter(merged), by_identity);
    into = std::move(merged);
  }

  std::vector<Term> variables_, where_;
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
