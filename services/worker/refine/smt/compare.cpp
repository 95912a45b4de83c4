#include "services/worker/refine/smt/terms.h"

namespace assay::refine::smt {

Term Terms::eq(Term a, Term b) {
  if (a == b) return truth(true);
  if (a.id() > b.id()) std::swap(a, b);
  if (a.width() == 1) return bnot(bxor(a, b));
  return make2(Kind::Eq, 1, a, b);
}

Term Terms::ult(Term a, Term b) {
  if (a == b) return truth(false);
  return make2(Kind::Ult, 1, a, b);
}

Term Terms::slt(Term a, Term b) {
  if (a == b) return truth(false);
  return make2(Kind::Slt, 1, a, b);
}

Term Terms::uadd_overflows(Term a, Term b) { return ult(bnot(a), b); }
Term Terms::usub_overflows(Term a, Term b) { return ult(a, b); }
Term Terms::sadd_overflows(Term a, Term b) {
  if (a.id() > b.id()) std::swap(a, b);
  return make2(Kind::SAddOverflow, 1, a, b);
}
Term Terms::ssub_overflows(Term a, Term b) { return make2(Kind::SSubOverflow, 1, a, b); }
Term Terms::umul_overflows(Term a, Term b) {
  if (a.id() > b.id()) std::swap(a, b);
  return make2(Kind::UMulOverflow, 1, a, b);
}
Term Terms::smul_overflows(Term a, Term b) {
  if (a.id() > b.id()) std::swap(a, b);
  return make2(Kind::SMulOverflow, 1, a, b);
}

}  // namespace assay::refine::smt
