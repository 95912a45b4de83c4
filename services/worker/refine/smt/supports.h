#pragma once

#include <llvm/ADT/APInt.h>

#include <map>
#include <span>
#include <unordered_map>

#include "services/worker/refine/smt/term.h"

namespace assay::refine::smt {

/// Which bits of inner variables each term depends on.
class Supports {
 public:
  Supports(const Terms& terms, std::span<const Term> inner) : terms_(terms) {
    for (Term v : inner) {
      first_.emplace(v, total_);
      total_ += v.width();
    }
  }
  /// Null: on none.
  const llvm::APInt* of(Term t) {
    if (!known_.contains(t)) learn(t);
    return find(t);
  }
  bool has(Term t) { return of(t) != nullptr; }
  unsigned total() const { return total_; }
  bool is_inner(Term t) const { return first_.contains(t); }
  /// A variable of so many bits at most, of which the set has some; null if there is none.
  Term narrow_one_in(const llvm::APInt& set, unsigned most_bits) const {
    for (const auto& [variable, first] : first_)
      if (variable.width() <= most_bits && touches(set, variable)) return variable;
    return Term();
  }
  /// Is some bit of the variable in the set?
  bool touches(const llvm::APInt& set, Term variable) const { return !bits_of(variable, set).isZero(); }
  /// Those of the variable that are in the set.
  llvm::APInt bits_of(Term variable, const llvm::APInt& set) const {
    return set.extractBits(variable.width(), first_.at(variable));
  }

 private:
  struct ById {
    bool operator()(Term a, Term b) const { return a.id() < b.id(); }
  };
  const llvm::APInt* find(Term t) const {
    const llvm::APInt& set = known_.at(t);
    return set.isZero() ? nullptr : &set;
  }
  void learn(Term root) {
    for (Term t : terms_.nodes_of(std::span(&root, 1))) {
      if (known_.contains(t)) continue;
      llvm::APInt set(total_, 0);
      if (const auto at = first_.find(t); at != first_.end()) {
        set.setBits(at->second, at->second + t.width());
      } else if (const auto part = first_.end(); t.kind() == Kind::Slice && first_.find(t.operand(0)) != part) {
        const unsigned low = first_.at(t.operand(0)) + t.payload();
        set.setBits(low, low + t.width());
      } else {
        for (unsigned i = 0; i < t.arity(); ++i) set |= known_.at(t.operand(i));
      }
      known_.emplace(t, std::move(set));
    }
  }

  const Terms& terms_;
  std::map<Term, unsigned, ById> first_;
  unsigned total_ = 0;
  std::unordered_map<Term, llvm::APInt> known_;
};

}  // namespace assay::refine::smt
