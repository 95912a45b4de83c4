#include "services/worker/ir/targeted.h"

#include <llvm/IR/Attributes.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/TargetParser/Triple.h>

#include "services/worker/ir/ir.h"

namespace assay::ir {
namespace {

constexpr const char* kProcessor = "target-cpu";
constexpr const char* kFeatures = "target-features";

llvm::StringRef text_of(std::string_view text) { return {text.data(), text.size()}; }

void set_layout(llvm::Module& module, const Environment& environment) {
  module.setTargetTriple(llvm::Triple(text_of(environment.triple)));
  module.setDataLayout(text_of(environment.layout));
}

}  // namespace

void set_environment(llvm::Module& module, const Environment& environment) {
  set_layout(module, environment);
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    const auto say = [&](const char* what, std::string_view value) {
      if (!value.empty() && !function.hasFnAttribute(what)) function.addFnAttr(what, text_of(value));
    };
    say(kProcessor, environment.processor);
    say(kFeatures, environment.features);
    if (environment.least_vscale != 0 && !function.hasFnAttribute(llvm::Attribute::VScaleRange))
      function.addFnAttr(llvm::Attribute::getWithVScaleRangeArgs(module.getContext(), environment.least_vscale,
                                                                 environment.most_vscale));
  }
}

void add_layout(llvm::Module& module) {
  if (module.getDataLayoutStr().empty() && !module.getTargetTriple().empty())
    module.setDataLayout(module.getTargetTriple().computeDataLayout());
}

std::optional<std::string> without_environment(const std::string& module_text) {
  llvm::LLVMContext context;
  auto module = parse(context, module_text, "case");
  if (!module || (*module)->getTargetTriple().empty()) return std::nullopt;
  set_layout(**module, without_target());
  for (llvm::Function& function : **module) {
    function.removeFnAttr(kProcessor);
    function.removeFnAttr(kFeatures);
    function.removeFnAttr(llvm::Attribute::VScaleRange);
  }
  if (verify(**module)) return std::nullopt;
  return print(**module);
}

}  // namespace assay::ir
