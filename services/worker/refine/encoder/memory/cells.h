#pragma once

#include "services/worker/refine/encoder/memory/cell.h"

namespace assay::refine {

class Machine;

/// Makes cells of one side's memory.
class Cells {
 public:
  Cells(Machine& machine, const MemoryShape& shape);

  /// What nobody has written: undef, a new value each time.
  Cell uninitialized();
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
};

}  // namespace assay::refine
