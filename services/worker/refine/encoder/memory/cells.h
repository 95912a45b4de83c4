#pragma once

#include <unordered_map>
#include <unordered_set>

#include "services/worker/refine/encoder/memory/cell.h"

namespace assay::refine {

class Machine;

/// Makes cells of one side's memory.
class Cells {
 public:
  Cells(Machine& machine, const MemoryShape& shape);

  /// What nobody has written: undef, a new value each time.
  Cell uninitialized();
  /// A lane as it is stored: two cells share an undef variable only where one store wrote both of them from one lane,
  /// for whoever reads undef memory picks a value of his own.
  Lane stored(const Lane& lane);
  /// A cell as it is copied, likewise: those that are copied with one record of new variables share what they shared.
  Cell refresh(const Cell& cell, std::unordered_map<Term, Term>& renamed);
  Cell refresh(const Cell& cell);
  Cell zero() const;
  Cell poison() const;
  /// Bits of a value that is no pointer, in the width of a cell.
  Cell integer(Term value) const;
  /// `a` where the condition holds, else `b`.
  Cell choose(Term condition, const Cell& a, const Cell& b) const;

 private:
  Machine& machine_;
  smt::Terms& t_;
  const MemoryShape& shape_;
  std::unordered_set<Term> in_memory_;  ///< undef variables of cells
};

}  // namespace assay::refine
