#include "services/worker/semantics/openmp_runtime.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/Frontend/OpenMP/OMPIRBuilder.h>

namespace assay::semantics {
namespace {

using llvm::omp::RuntimeFunction;

const llvm::StringMap<RuntimeFunction>& runtime_functions() {
  static const llvm::StringMap<RuntimeFunction> functions = {
#define OMP_RTL(Enum, Name, ...) {Name, llvm::omp::Enum},
#include <llvm/Frontend/OpenMP/OMPKinds.def>
  };
  return functions;
}

bool is_openmp_code(const llvm::Module& module) { return module.getModuleFlag("openmp") != nullptr; }

}  // namespace

bool uses_openmp_runtime(const llvm::Module& module) {
  return is_openmp_code(module) && llvm::any_of(module, [](const llvm::Function& function) {
           return function.isDeclaration() && !function.use_empty() &&
                  (runtime_functions().contains(function.getName()) || function.getName().starts_with("__tgt_"));
         });
}

/// Calls `look(known)` with the function as LLVM itself declares it, if it is one of the runtime library.
template <typename Look>
static void with_known(const llvm::Function& declaration, Look look) {
  const llvm::Module& module = *declaration.getParent();
  if (!declaration.isDeclaration() || !is_openmp_code(module)) return;
  const auto found = runtime_functions().find(declaration.getName());
  if (found == runtime_functions().end()) return;
  llvm::Module scratch("scratch", declaration.getContext());
  scratch.setTargetTriple(module.getTargetTriple());
  scratch.setDataLayout(module.getDataLayout());
  llvm::OpenMPIRBuilder builder(scratch);
  builder.initialize();
  const llvm::Function* known = builder.getOrCreateRuntimeFunctionPtr(found->second);
  if (known->getFunctionType() == declaration.getFunctionType()) look(*known);
}

llvm::AttributeList openmp_attributes(const llvm::Function& declaration) {
  llvm::AttributeList attributes;
  with_known(declaration, [&](const llvm::Function& known) { attributes = known.getAttributes(); });
  return attributes;
}

const llvm::MDNode* openmp_callbacks(const llvm::Function& declaration) {
  const llvm::MDNode* callbacks = nullptr;
  with_known(declaration,
             [&](const llvm::Function& known) { callbacks = known.getMetadata(llvm::LLVMContext::MD_callback); });
  return callbacks;
}

}  // namespace assay::semantics
