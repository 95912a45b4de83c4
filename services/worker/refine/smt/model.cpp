#include "services/worker/refine/smt/model.h"

namespace assay::refine::smt {

using llvm::APInt;

APInt Model::get(Term variable) const {
  const auto found = bits_.find(variable);
  return found == bits_.end() ? APInt(variable.width(), 0) : found->second;
}

ArrayValue Model::array(Term array) const {
  const auto found = arrays_.find(array);
  return found == arrays_.end() ? ArrayValue{APInt(array.width(), 0), {}} : found->second;
}

const FunctionValue* Model::function(const std::string& key) const {
  const auto found = functions_.find(key);
  return found == functions_.end() ? nullptr : &found->second;
}

std::string function_key(const Terms& terms, Term apply) {
  std::string key(terms.name(apply));
  key += ":" + std::to_string(apply.width());
  for (unsigned i = 0; i < apply.arity(); ++i) key += "," + std::to_string(apply.operand(i).width());
  return key;
}

}  // namespace assay::refine::smt
