#include "services/worker/codegen/code_costs.h"

#include <llvm/Config/llvm-config.h>
#include <llvm/IR/Module.h>

#include "services/worker/codegen/llc.h"
#include "services/worker/optimize/optimize.h"

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

std::optional<Llc> llc_of(const CompilerId& opt) {
  const std::string name = opt.path == "linked" ? std::to_string(LLVM_VERSION_MAJOR) : optimize::llc_beside(opt.path);
  if (name.empty()) return std::nullopt;
  auto llc = Llc::open(name);
  return llc ? std::optional(std::move(*llc)) : std::nullopt;
}

}  // namespace assay::codegen
