#include "services/worker/refine/smt/terms.h"

namespace assay::refine::smt {

void Terms::clear() {
  NodeStore::clear();
  slices_.clear();
  equalities_.clear();
  nan_cores_.clear();
}

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

}  // namespace assay::refine::smt
