#include <vector>

#include "services/worker/refine/smt/fold.h"
#include "services/worker/refine/smt/terms.h"

namespace assay::refine::smt {

Term Terms::concat(std::span<const Term> parts) {
  Term result = parts[0];
  for (Term part : parts.subspan(1)) result = concat(result, part);
  return result;
}

Term Terms::concat(Term high, Term low) {
  if (high.is_constant() && low.is_constant()) return constant(high.value().concat(low.value()));
  return make2(Kind::Concat, high.width() + low.width(), high, low);
}

Term Terms::zext(Term a, unsigned width) { return width == a.width() ? a : concat(zero(width - a.width()), a); }

Term Terms::sext(Term a, unsigned width) {
  if (width == a.width()) return a;
  if (a.is_constant()) return constant(a.value().sext(width));
  return make1(Kind::SExt, width, a);
}

Term Terms::trunc(Term a, unsigned width) { return slice(a, 0, width); }

Term Terms::slice(Term a, unsigned lowest, unsigned width) {
  if (width == a.width()) return a;
  if (a.is_constant()) return constant(a.value().extractBits(width, lowest));
  if (a.kind() == Kind::Slice) return slice(a.operand(0), lowest + a.payload(), width);
  return make1(Kind::Slice, width, a, lowest);
}

Term Terms::ctpop(Term a) { return make1(Kind::CtPop, a.width(), a); }
Term Terms::ctlz(Term a) { return make1(Kind::CtLz, a.width(), a); }
Term Terms::cttz(Term a) { return make1(Kind::CtTz, a.width(), a); }
Term Terms::bitreverse(Term a) { return make1(Kind::BitReverse, a.width(), a); }

Term Terms::bswap(Term a) {
  std::vector<Term> bytes;
  for (unsigned low = 0; low + 8 <= a.width(); low += 8) bytes.push_back(slice(a, low, 8));
  return concat(bytes);
}

}  // namespace assay::refine::smt
