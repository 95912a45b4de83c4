#include "services/worker/refine/smt/fold.h"
#include "services/worker/refine/smt/terms.h"

namespace assay::refine::smt {

Term Terms::add(Term a, Term b) {
  if (a.is_constant() && b.is_constant()) return constant(a.value() + b.value());
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  if (b.is_constant() || (!a.is_constant() && a.id() > b.id())) std::swap(a, b);
  return make2(Kind::Add, a.width(), a, b);
}

Term Terms::neg(Term a) { return mul(all_ones(a.width()), a); }
Term Terms::sub(Term a, Term b) { return a == b ? zero(a.width()) : add(a, neg(b)); }

Term Terms::mul(Term a, Term b) {
  if (a.is_constant() && b.is_constant()) return constant(a.value() * b.value());
  if (b.is_constant() || (!a.is_constant() && a.id() > b.id())) std::swap(a, b);
  if (a.is_zero()) return a;
  if (a.is_constant() && a.value().isOne()) return b;
  return make2(Kind::Mul, a.width(), a, b);
}

Term Terms::udiv(Term a, Term b) {
  if (a.is_constant() && b.is_constant()) return constant(fold_udiv(a.value(), b.value()));
  return make2(Kind::UDiv, a.width(), a, b);
}
Term Terms::urem(Term a, Term b) {
  if (a.is_constant() && b.is_constant()) return constant(fold_urem(a.value(), b.value()));
  return make2(Kind::URem, a.width(), a, b);
}
Term Terms::sdiv(Term a, Term b) {
  if (a.is_constant() && b.is_constant()) return constant(fold_sdiv(a.value(), b.value()));
  return make2(Kind::SDiv, a.width(), a, b);
}
Term Terms::srem(Term a, Term b) {
  if (a.is_constant() && b.is_constant()) return constant(fold_srem(a.value(), b.value()));
  return make2(Kind::SRem, a.width(), a, b);
}

Term Terms::shl(Term a, Term b) {
  if (a.is_constant() && b.is_constant()) return constant(a.value().shl(b.value()));
  return make2(Kind::Shl, a.width(), a, b);
}
Term Terms::lshr(Term a, Term b) {
  if (a.is_constant() && b.is_constant()) return constant(a.value().lshr(b.value()));
  return make2(Kind::LShr, a.width(), a, b);
}
Term Terms::ashr(Term a, Term b) {
  if (a.is_constant() && b.is_constant()) return constant(a.value().ashr(b.value()));
  return make2(Kind::AShr, a.width(), a, b);
}

}  // namespace assay::refine::smt
