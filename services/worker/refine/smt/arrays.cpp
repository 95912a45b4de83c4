#include "services/worker/refine/smt/terms.h"

namespace assay::refine::smt {

Term Terms::store(Term array, Term index, Term element) {
  if (array.kind() == Kind::Store && array.operand(1) == index && use(Rule::StoreOverStore)) array = array.operand(0);
  if (element.kind() == Kind::Select && element.operand(0) == array && element.operand(1) == index &&
      use(Rule::StoreOfSelect))
    return array;
  if (array.kind() == Kind::ArrayConstant && array.operand(0) == element && use(Rule::StoreOfSameConstant))
    return array;
  const Term operands[] = {array, index, element};
  return make(Kind::Store, element.width(), operands, 0, array.index_width());
}

Term Terms::select(Term array, Term index) {
  // Stores at indices that are known to differ are stepped over.
  while (array.kind() == Kind::Store) {
    const Term same = eq(array.operand(1), index);
    if (same.is_true() && use(Rule::SelectOfStore)) return array.operand(2);
    if (!same.is_false() || !use(Rule::SelectPastStore)) break;
    array = array.operand(0);
  }
  if (array.kind() == Kind::ArrayConstant && use(Rule::SelectOfConstant)) return array.operand(0);
  return make2(Kind::Select, array.width(), array, index);
}

}  // namespace assay::refine::smt
