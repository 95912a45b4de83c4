#include "services/worker/refine/smt/terms.h"

namespace assay::refine::smt {

Term Terms::uninterpreted(std::string_view name, unsigned width, std::span<const Term> arguments) {
  return make(Kind::Apply, width, arguments, name_index(name));
}

Term Terms::array_constant(unsigned index_width, Term element) {
  return make(Kind::ArrayConstant, element.width(), std::span(&element, 1), 0, index_width);
}

Term Terms::store(Term array, Term index, Term element) {
  if (array.kind() == Kind::Store && array.operand(1) == index) array = array.operand(0);
  if (element.kind() == Kind::Select && element.operand(0) == array && element.operand(1) == index) return array;
  if (array.kind() == Kind::ArrayConstant && array.operand(0) == element) return array;
  const Term operands[] = {array, index, element};
  return make(Kind::Store, element.width(), operands, 0, array.index_width());
}

Term Terms::select(Term array, Term index) {
  // Stores at indices that are known to differ are stepped over.
  while (array.kind() == Kind::Store) {
    const Term same = eq(array.operand(1), index);
    if (same.is_true()) return array.operand(2);
    if (!same.is_false()) break;
    array = array.operand(0);
  }
  if (array.kind() == Kind::ArrayConstant) return array.operand(0);
  return make2(Kind::Select, array.width(), array, index);
}

}  // namespace assay::refine::smt
