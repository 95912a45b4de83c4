#include "services/worker/codegen/code_costs.h"

#include <llvm/IR/Module.h>

#include "services/worker/codegen/llc.h"

namespace assay::codegen {

bool add_object_costs(const llvm::Function& function, const Llc& llc, cost::Costs& costs) {
  const auto text = spelled(*function.getParent(), llc);
  if (!text) return false;
  const auto compiled = compile(llc, Configuration(), *text);
  if (compiled.end != Compiled::End::Ok) return false;
  const auto more = cost::object_costs(compiled.output, function.getName().str(), cost::processor_of(function));
  if (!more) return false;
  costs.insert(costs.end(), more->begin(), more->end());
  return true;
}

}  // namespace assay::codegen
