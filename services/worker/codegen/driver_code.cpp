#include "services/worker/codegen/driver_code.h"

#include <llvm/BinaryFormat/ELF.h>
#include <llvm/TargetParser/Triple.h>

#include "services/common/text.h"
#include "services/worker/codegen/driver_assembly.h"
#include "services/worker/codegen/layout.h"

namespace assay::codegen {

DriverCode driver_code(const Target& target) {
  using namespace llvm::ELF;
  DriverCode code{0, 0, 0, 0, 63, 64, 94, 134, 132, ""};  // the numbers that newer architectures share
  switch (llvm::Triple(llvm::StringRef(target.triple)).getArch()) {
    case llvm::Triple::aarch64:
      code.machine = EM_AARCH64;
      code.kept_words = 19;
      code.assembly = kAArch64;
      break;
    case llvm::Triple::x86_64:
      code = {EM_X86_64, 0, 6, 0x0400'0000, 0, 1, 231, 13, 131, kX86};
      break;
    case llvm::Triple::x86:
      code = {EM_386, 0, 4, 0, 3, 4, 252, 174, 186, kX86Of32};
      break;
    case llvm::Triple::arm:
      code = {EM_ARM, EF_ARM_EABI_VER5 | EF_ARM_ABI_FLOAT_HARD, 24, 0, 3, 4, 248, 174, 186, kArm};
      break;
    case llvm::Triple::riscv64:
      code.machine = EM_RISCV;
      code.elf_flags = EF_RISCV_RVC | EF_RISCV_FLOAT_ABI_DOUBLE;
      code.kept_words = 24;
      code.assembly = kRiscV;
      break;
    case llvm::Triple::systemz:
      code = {EM_S390, 0, 16, 0, 3, 4, 248, 174, 186, kSystemZ};
      break;
    case llvm::Triple::ppc64:
    case llvm::Triple::ppc64le:
      code = {EM_PPC64, 2 /* of the ABI */, 36, 0, 3, 4, 234, 173, 185, kPowerPC};
      break;
    default:
      break;
  }
  return code;
}

std::string driver_assembly(const Target& target, std::uint64_t stack_top) {
  const DriverCode code = driver_code(target);
  std::string text(code.assembly);
  replace_all(text, "TOP", std::to_string(stack_top));
  replace_all(text, "ARGUMENTS", std::to_string(kArguments));
  const bool is_riscv = code.machine == llvm::ELF::EM_RISCV;
  replace_all(text, "VECTORS", !target.has_vectors ? "" : is_riscv ? kRiscVVectors : kSve);
  for (const char* name : {"_start", "assay.syscall", "assay.map", "assay.run", "assay.stop", "assay.host"})
    text = "  .globl " + std::string(name) + "\n" + text;
  return "  .text\n" + text;
}

}  // namespace assay::codegen
