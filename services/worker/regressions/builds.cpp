#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "services/common/environment.h"
#include "services/worker/ir/ir.h"
#include "services/worker/ir/targeted.h"
#include "services/worker/optimize/optimize.h"
#include "services/worker/regressions/comparison.h"

namespace assay::regressions {

Result<Build> open_build(const std::string& opt) {
  auto compiler = optimize::open_compiler(opt);
  if (!compiler) return Error{compiler.error()};
  Build build{std::move(*compiler), std::nullopt};
  const std::string path = opt == "linked" ? "" : optimize::llc_beside(build.opt->id().path);
  if (path.empty()) return build;
  auto llc = codegen::Llc::open(path);
  if (!llc) return Error{llc.error()};
  build.llc = std::move(*llc);
  return build;
}

Result<std::string> text_for_both(const std::string& module_text, const Build& baseline, const Build& branch,
                                  const Options& options) {
  llvm::LLVMContext context;
  auto module = ir::parse(context, module_text, "the module");
  if (!module) return Error{module.error()};
  if (Status bad = ir::verify(**module)) return Error{bad->message};
  const auto environments = parse_environments(options.target);
  if (!environments) return Error{environments.error()};
  if ((*module)->getTargetTriple().empty()) ir::set_environment(**module, environments->front());
  ir::add_layout(**module);
  // Nobody calls it here.
  for (llvm::Function& function : **module)
    if (!function.isDeclaration() && function.isDiscardableIfUnused())
      function.setLinkage(llvm::GlobalValue::ExternalLinkage);
  const int older = std::min(baseline.opt->major_version(), branch.opt->major_version());
  const auto spelling = optimize::spell_module(**module, older);
  if (!spelling) return Error{"LLVM " + std::to_string(older) + " can't read it: " + spelling.error()};
  return spelling->text;
}

optimize::Limits limits_of(const Options& options) {
  optimize::Limits limits;
  limits.opt_args = options.opt_args;
  return limits;
}

}  // namespace assay::regressions
