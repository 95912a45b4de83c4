#include "services/worker/refine/encoder/memory/cells.h"

#include <algorithm>

#include "services/worker/refine/encoder/machine.h"

namespace assay::refine {

Cells::Cells(Machine& machine, const MemoryShape& shape) : machine_(machine), t_(machine.terms()), shape_(shape) {}

Cell Cells::choose(Term condition, const Cell& a, const Cell& b) const {
  if (condition.is_true()) return a;
  if (condition.is_false()) return b;
  Cell result{t_.ite(condition, a.value, b.value),
              t_.ite(condition, a.poison, b.poison),
              t_.ite(condition, a.tag, b.tag),
              t_.ite(condition, a.is_pointer, b.is_pointer),
              t_.ite(condition, a.pointer, b.pointer),
              t_.ite(condition, a.piece, b.piece),
              t_.ite(condition, a.uneven, b.uneven),
              t_.ite(condition, a.unwritten, b.unwritten),
              a.undef};
  result.undef.add(b.undef);
  return result;
}

Cell Cells::integer(Term value) const {
  return {value,
          t_.zero(shape_.poison_bits()),
          t_.zero(kTagBits),
          t_.truth(false),
          null_pointer(t_, shape_.offset_bits),
          t_.zero(kPieceBits),
          t_.truth(false),
          t_.truth(false),
          {}};
}

Cell Cells::zero() const { return integer(t_.zero(shape_.cell_bits())); }

Cell Cells::poison() const {
  Cell cell = zero();
  cell.poison = t_.all_ones(shape_.poison_bits());
  return cell;
}

Cell Cells::uninitialized() {
  if (!machine_.function().variant.undef) return poison();
  const Term any = machine_.choices().undef_variable(shape_.cell_bits(), "uninitialized");
  in_memory_.insert(any);
  Cell cell = integer(any);
  cell.undef = UndefSet(any, t_.truth(true));
  cell.unwritten = t_.truth(true);
  return cell;
}

Cell Cells::refresh(const Cell& cell, std::unordered_map<Term, Term>& renamed) {
  Cell own = machine_.choices().refresh(cell, renamed);
  in_memory_.insert(own.undef.variables().begin(), own.undef.variables().end());
  return own;
}

Cell Cells::refresh(const Cell& cell) {
  std::unordered_map<Term, Term> renamed;
  return refresh(cell, renamed);
}

Lane Cells::stored(const Lane& lane) {
  const auto is_used = [&](Term variable) { return in_memory_.contains(variable); };
  const Lane own = std::ranges::any_of(lane.undef.variables(), is_used) ? machine_.choices().refresh(lane) : lane;
  in_memory_.insert(own.undef.variables().begin(), own.undef.variables().end());
  return own;
}

}  // namespace assay::refine
