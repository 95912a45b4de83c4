#include "services/worker/refine/smt/terms.h"

namespace assay::refine::smt {

Term Terms::all_of(std::span<const Term> list) {
  Term result = truth(true);
  for (Term t : list) result = band(result, t);
  return result;
}

Term Terms::any_of(std::span<const Term> list) {
  Term result = truth(false);
  for (Term t : list) result = bor(result, t);
  return result;
}

Term Terms::bnot(Term a) {
  if (a.is_constant()) return constant(~a.value());
  if (a.kind() == Kind::Not) return a.operand(0);
  return make1(Kind::Not, a.width(), a);
}

Term Terms::band(Term a, Term b) {
  if (a.is_constant() && b.is_constant()) return constant(a.value() & b.value());
  if (a == b || b.is_all_ones() || a.is_zero()) return a;
  if (a.is_all_ones() || b.is_zero()) return b;
  if (a.id() > b.id()) std::swap(a, b);
  return make2(Kind::And, a.width(), a, b);
}

Term Terms::bor(Term a, Term b) { return bnot(band(bnot(a), bnot(b))); }

Term Terms::bxor(Term a, Term b) {
  if (a.is_constant() && b.is_constant()) return constant(a.value() ^ b.value());
  if (a == b) return zero(a.width());
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  if (a.is_all_ones()) return bnot(b);
  if (b.is_all_ones()) return bnot(a);
  if (a.id() > b.id()) std::swap(a, b);
  return make2(Kind::Xor, a.width(), a, b);
}

Term Terms::ite(Term condition, Term then, Term otherwise) {
  if (condition.is_constant()) return condition.is_true() ? then : otherwise;
  if (then == otherwise) return then;
  if (condition.kind() == Kind::Not) return ite(condition.operand(0), otherwise, then);
  if (then.width() == 1 && !then.is_array()) {
    if (then.is_true()) return bor(condition, otherwise);
    if (then.is_false()) return band(bnot(condition), otherwise);
    if (otherwise.is_true()) return bor(bnot(condition), then);
    if (otherwise.is_false()) return band(condition, then);
  }
  const Term operands[] = {condition, then, otherwise};
  return make(Kind::Ite, then.width(), operands, 0, then.index_width());
}

}  // namespace assay::refine::smt
