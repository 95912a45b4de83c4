#include "services/worker/ir/target.h"

#include <llvm/Support/TargetSelect.h>

#include <mutex>

namespace assay::ir {

const llvm::Target* target_of(const llvm::Triple& triple) {
  if (triple.getArch() == llvm::Triple::UnknownArch) return nullptr;
  static std::once_flag once;
  std::call_once(once, [] {
#define ASSAY_TARGET(name)            \
  LLVMInitialize##name##TargetInfo(); \
  LLVMInitialize##name##Target();     \
  LLVMInitialize##name##TargetMC();
    ASSAY_TARGET(X86)
    ASSAY_TARGET(AArch64)
    ASSAY_TARGET(RISCV)
    ASSAY_TARGET(ARM)
    ASSAY_TARGET(SystemZ)
    ASSAY_TARGET(PowerPC)
    ASSAY_TARGET(WebAssembly)
    ASSAY_TARGET(AMDGPU)
#undef ASSAY_TARGET
  });
  std::string error;
  return llvm::TargetRegistry::lookupTarget(triple, error);
}

std::unique_ptr<llvm::TargetMachine> machine_for(const llvm::Triple& triple) {
  const llvm::Target* target = target_of(triple);
  if (target == nullptr) return nullptr;
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(triple, "", "", llvm::TargetOptions(), std::nullopt));
}

}  // namespace assay::ir
