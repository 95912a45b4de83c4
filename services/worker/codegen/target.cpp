#include "services/worker/codegen/target.h"

#include <llvm/IR/CallingConv.h>
#include <llvm/Support/Program.h>
#include <unicorn/unicorn.h>

#include <algorithm>

#include "services/worker/codegen/codegen.h"

namespace assay::codegen {
namespace {

/// Registers that follow each other in the emulator's numbering.
std::vector<int> from_to(int first, int last) {
  std::vector<int> registers;
  for (int each = first; each <= last; ++each) registers.push_back(each);
  return registers;
}

Target aarch64() {
  Target row;
  row.name = "aarch64";
  row.triple = "aarch64-unknown-linux-gnu";
  row.prefix = "aarch64";
  row.first_machine_pass = "aarch64-isel";
  row.selectors = {Selector::Dag, Selector::Global, Selector::Fast};
  row.qemu = "qemu-aarch64";
  row.qemu_args = {"-cpu", "max,sve-default-vector-length=32"};
  row.vscale = 2;
  row.arch = UC_ARCH_ARM64;
  row.mode = UC_MODE_ARM;
  row.cpu = UC_CPU_ARM64_MAX;
  row.pc = UC_ARM64_REG_PC;
  row.sp = UC_ARM64_REG_SP;
  row.link = UC_ARM64_REG_X30;
  row.first_argument = UC_ARM64_REG_X0;
  row.second_argument = UC_ARM64_REG_X1;
  row.kept = from_to(UC_ARM64_REG_X19, UC_ARM64_REG_X28);
  row.kept.push_back(UC_ARM64_REG_X29);
  for (int each = UC_ARM64_REG_D8; each <= UC_ARM64_REG_D15; ++each) row.kept.push_back(each);
  row.changed = from_to(UC_ARM64_REG_X0, UC_ARM64_REG_X17);
  for (int each = 0; each < 32; ++each)
    if (each < 8 || each > 15) row.changed.push_back(UC_ARM64_REG_V0 + each);
  return row;
}

Target x86_64() {
  Target row;
  row.name = "x86-64";
  row.triple = "x86_64-unknown-linux-gnu";
  row.prefix = "x86";
  row.first_machine_pass = "x86-isel";
  row.selectors = {Selector::Dag, Selector::Fast};
  row.qemu = "qemu-x86_64";
  row.qemu_args = {"-cpu", "max"};
  row.arch = UC_ARCH_X86;
  row.mode = UC_MODE_64;
  row.pc = UC_X86_REG_RIP;
  row.sp = UC_X86_REG_RSP;
  row.first_argument = UC_X86_REG_RDI;
  row.second_argument = UC_X86_REG_RSI;
  row.kept = {UC_X86_REG_RBX, UC_X86_REG_RBP, UC_X86_REG_R12, UC_X86_REG_R13, UC_X86_REG_R14, UC_X86_REG_R15};
  row.changed = {UC_X86_REG_RAX, UC_X86_REG_RCX, UC_X86_REG_RDX, UC_X86_REG_RSI, UC_X86_REG_RDI,
                 UC_X86_REG_R8,  UC_X86_REG_R9,  UC_X86_REG_R10, UC_X86_REG_R11};
  for (int each = UC_X86_REG_XMM0; each <= UC_X86_REG_XMM15; ++each) row.changed.push_back(each);
  return row;
}

Target riscv64() {
  Target row;
  row.name = "riscv64";
  row.triple = "riscv64-unknown-linux-gnu";
  row.prefix = "riscv";
  row.llc_args = {"-mattr=+m,+a,+f,+d,+c", "-target-abi=lp64d"};
  row.first_machine_pass = "riscv-isel";
  row.selectors = {Selector::Dag};
  row.qemu = "qemu-riscv64";
  row.variable_numbers_are_integers = true;
  row.qemu_args = {"-cpu", "rv64,v=true,vlen=256,vext_spec=v1.0,zba=true,zbb=true,zbc=true,zbs=true"};
  row.vscale = 4;
  row.arch = UC_ARCH_RISCV;
  row.mode = UC_MODE_RISCV64;
  row.pc = UC_RISCV_REG_PC;
  row.sp = UC_RISCV_REG_SP;
  row.link = UC_RISCV_REG_RA;
  row.first_argument = UC_RISCV_REG_A0;
  row.second_argument = UC_RISCV_REG_A1;
  row.kept = from_to(UC_RISCV_REG_X18, UC_RISCV_REG_X27);
  row.kept.push_back(UC_RISCV_REG_X8);
  row.kept.push_back(UC_RISCV_REG_X9);
  row.changed = from_to(UC_RISCV_REG_X10, UC_RISCV_REG_X17);
  for (const int each : {5, 6, 7, 28, 29, 30, 31}) row.changed.push_back(UC_RISCV_REG_X0 + each);
  for (int each = 0; each < 32; ++each)
    if (each < 8 || (each > 9 && each < 18) || each > 27) row.changed.push_back(UC_RISCV_REG_F0 + each);
  return row;
}

/// With a processor that the emulator in this process does not know.
Target only_in_qemu(Target row, std::string_view name, std::vector<std::string_view> llc_args) {
  row.name = name;
  row.llc_args = std::move(llc_args);
  row.arch = 0;
  return row;
}

Target riscv64_v() {
  Target row = only_in_qemu(riscv64(), "riscv64-v", {"-mattr=+m,+a,+f,+d,+c,+v,+zba,+zbb,+zbs", "-target-abi=lp64d"});
  row.has_vectors = true;
  return row;
}

Target sve2() {
  Target row = only_in_qemu(aarch64(), "sve2", {"-mattr=+sve2"});
  row.selectors = {Selector::Dag};  // GlobalISel and FastISel give functions with such vectors back
  row.has_vectors = true;
  return row;
}

Target systemz() {
  Target row;
  row.name = "systemz";
  row.triple = "s390x-unknown-linux-gnu";
  row.prefix = "s390";
  row.llc_args = {"-mcpu=z13"};
  row.first_machine_pass = "systemz-isel";
  row.selectors = {Selector::Dag};
  row.is_big_endian = true;
  row.qemu = "qemu-s390x";
  row.qemu_args = {"-cpu", "max"};
  return row;
}

Target ppc64le() {
  Target row;
  row.name = "ppc64le";
  row.triple = "powerpc64le-unknown-linux-gnu";
  row.prefix = "ppc";
  row.llc_args = {"-mcpu=pwr9"};
  row.first_machine_pass = "ppc-isel";
  row.selectors = {Selector::Dag, Selector::Fast};
  row.qemu = "qemu-ppc64le";
  row.qemu_args = {"-cpu", "power9"};
  return row;
}

Target ppc64() {
  Target row = ppc64le();
  row.name = "ppc64";
  row.triple = "powerpc64-unknown-linux-musl";  // functions have no descriptors there
  row.is_big_endian = true;
  row.qemu = "qemu-ppc64";
  return row;
}

Target armv7() {
  Target row;
  row.name = "armv7";
  row.triple = "armv7-unknown-linux-gnueabihf";
  row.prefix = "arm";
  row.llc_args = {"-mcpu=cortex-a15", "-mattr=+neon"};  // which Debian's builds leave out
  row.first_machine_pass = "arm-isel";
  row.selectors = {Selector::Dag, Selector::Fast};
  row.word_bytes = 4;
  row.variable_convention = llvm::CallingConv::ARM_AAPCS;
  row.vectors_lose_subnormals = true;
  row.qemu = "qemu-arm";
  row.qemu_args = {"-cpu", "max"};
  return row;
}

Target i386() {
  Target row;
  row.name = "i386";
  row.triple = "i386-unknown-linux-gnu";
  row.prefix = "x86";
  row.llc_args = {"-mcpu=pentium4"};
  row.first_machine_pass = "x86-isel";
  row.selectors = {Selector::Dag, Selector::Fast};
  row.word_bytes = 4;
  row.returns_change_numbers = true;
  row.qemu = "qemu-i386";
  row.qemu_args = {"-cpu", "max"};
  return row;
}

}  // namespace

Machine own_machine(const Target& target) { return target.arch != 0 ? Machine::Unicorn : Machine::Qemu; }

bool can_run(const Target& target) { return own_machine(target) == Machine::Unicorn || has_qemu(target); }

bool has_qemu(const Target& target) {
  return static_cast<bool>(llvm::sys::findProgramByName(llvm::StringRef(target.qemu)));
}

const char* name_of(Selector selector) {
  switch (selector) {
    case Selector::Default:
      return "default";
    case Selector::Dag:
      return "dag";
    case Selector::Fast:
      return "fast";
    case Selector::Global:
      return "global";
  }
  return "";
}

const std::vector<Target>& targets() {
  static const std::vector<Target> rows{
      aarch64(),   x86_64(), riscv64(), only_in_qemu(x86_64(), "avx2", {"-mcpu=x86-64-v3"}),
      riscv64_v(), sve2(),   systemz(), ppc64(),
      ppc64le(),   armv7(),  i386()};
  return rows;
}

const Target* target_of(std::string_view name) {
  const auto row = std::ranges::find(targets(), name, &Target::name);
  return row == targets().end() ? nullptr : &*row;
}

std::string target_names() {
  std::string names;
  for (const Target& row : targets()) {
    if (!names.empty()) names += &row == &targets().back() ? " and " : ", ";
    names += row.name;
  }
  return names;
}

std::string describe(const Configuration& configuration) {
  std::string text = std::string(configuration.target->name) + " -O" + std::to_string(configuration.level);
  if (configuration.selector == Selector::Dag) text += " SelectionDAG";
  if (configuration.selector == Selector::Fast) text += " FastISel";
  if (configuration.selector == Selector::Global) text += " GlobalISel";
  if (!configuration.llc_args.empty()) text += " " + configuration.llc_args;
  return text;
}

}  // namespace assay::codegen
