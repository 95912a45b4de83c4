#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// The processors that code is generated for and run on: one row each.
namespace assay::codegen {

/// What code generation chooses instructions with.
enum class Selector : std::uint8_t {
  Default,  ///< what llc takes at that level
  Dag,      ///< SelectionDAG
  Fast,     ///< FastISel
  Global,   ///< GlobalISel
};
const char* name_of(Selector selector);

/// What runs the code.
enum class Machine : std::uint8_t {
  Unicorn,  ///< QEMU 5.0, in a child process of Assay's
  Qemu,     ///< the installed qemu-user, a program of its own
};

struct Target {
  std::string_view name;    ///< as --target names it
  std::string_view triple;  ///< for llc
  std::string_view prefix;  ///< of its own intrinsics: llvm.<prefix>.…
  std::vector<std::string_view> llc_args;
  std::string_view first_machine_pass;  ///< of SelectionDAG and FastISel, as -stop-before names it
  std::vector<Selector> selectors;      ///< those that it has
  unsigned word_bytes = 8;              ///< of a pointer, and of C's size_t and long
  bool is_big_endian = false;
  bool has_vectors = false;                    ///< of scalable types
  bool variable_numbers_are_integers = false;  ///< floats that the callee does not name are in integer registers
  /// Of functions with variable arguments, of llvm::CallingConv; 0: the same as others'.
  unsigned variable_convention = 0;
  /// Numbers that a function returns go through registers that change signaling NaNs, but for those that are inreg.
  bool returns_change_numbers = false;
  bool vectors_lose_subnormals = false;     ///< arithmetic of float vectors takes them for zeros
  unsigned vscale = 0;                      ///< of scalable vectors, where a processor of its kind has any; 0: none has
  std::string_view qemu;                    ///< the program of qemu-user
  std::vector<std::string_view> qemu_args;  ///< what the processor is to know
  // The words of the emulator in this process for it; without them there is qemu-user only.
  int arch = 0;
  int mode = 0;
  int cpu = -1;  ///< -1: the emulator's default
  int pc = 0, sp = 0;
  int link = -1;  ///< where a call leaves the address to return to; -1: on the stack
  int first_argument = 0, second_argument = 0;
  std::vector<int> kept;     ///< registers that a function must leave as they were
  std::vector<int> changed;  ///< those that it need not, but for the link register
};

/// What runs its code first.
Machine own_machine(const Target& target);
/// Is what runs its code first installed here?
bool can_run(const Target& target);
/// Is qemu-user for it installed here?
bool has_qemu(const Target& target);

const std::vector<Target>& targets();
/// Null for a name that no row has.
const Target* target_of(std::string_view name);
/// "aarch64, x86-64 and riscv64".
std::string target_names();

}  // namespace assay::codegen
