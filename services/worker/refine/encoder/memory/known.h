#pragma once

#include <map>
#include <utility>
#include <vector>

#include "services/worker/refine/smt/terms.h"

namespace assay::refine {

using smt::Term;
using smt::Terms;
class Memory;

/// What others know of one side's objects: whom they have pointers to, and whose addresses. What the path changes of
/// that stands in memory's state (given, escaped, exposed).
class Known {
 public:
  Known(Memory& memory, Terms& terms) : memory_(memory), t_(terms) {}

  /// They are given a pointer to `block` where the condition holds; and so on.
  void mark_escaped(Term block, Term condition);
  /// They are given one by which they may only read.
  void mark_readable(Term block, Term condition);
  /// A pointer to `block` is stored in `into`: who may read that object may know this one.
  void mark_stored(Term into, Term block, Term condition);
  /// What is in `from` is copied to `into`.
  void mark_copied(Term into, Term from, Term condition);
  /// A callee may read `block`: it comes to know the objects that pointers stored there lead to.
  void mark_read(Term block, Term condition);
  /// The address of `block` becomes an integer.
  void mark_exposed(Term block, Term condition);
  /// They know where `block` is, but have no pointer to access it by.
  void mark_located(Term block, Term condition);

  /// May they know where `block` is?
  Term located(Term block) const;
  /// May they come to know where some own object stands?
  bool tells_places() const { return tells_places_ || !located_.empty(); }

 private:
  void mark_given(Term block, Term condition);
  /// The pointers that were stored in an own object, and when they are there and the condition holds.
  std::vector<std::pair<Term, Term>> held_by(unsigned number, Term condition) const;
  template <class Note>
  void spread(Term block, Term condition, std::vector<Term>& known, const Note& note);

  Memory& memory_;
  Terms& t_;
  bool tells_places_ = false;                   ///< some own object escapes or is exposed
  std::vector<std::pair<Term, Term>> located_;  ///< blocks whose address others have come to know, and when
  std::map<unsigned, std::vector<std::pair<Term, Term>>> holds_;  ///< own objects: blocks stored there, and when
};

}  // namespace assay::refine
