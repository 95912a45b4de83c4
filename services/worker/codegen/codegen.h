#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "services/common/compiler_id.h"
#include "services/common/records.h"
#include "services/common/status.h"
#include "services/worker/codegen/target.h"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace assay::optimize {
class RepeatedProgram;
}

/// Code generation judged: llc makes machine code of functions, an emulator runs it, and the interpreter says what it
/// may do (ADR 49, docs/codegen.md).
namespace assay::codegen {

struct Runtime;

/// An llc of LLVM 14 or later.
struct Llc {
  CompilerId id;
  int major_version = 0;
  std::shared_ptr<optimize::RepeatedProgram> program;  ///< that is run; copies share it

  /// "22" (an installed release), or the path or name of an llc. The error says what is wrong with it.
  static Result<Llc> open(const std::string& name);
  /// Those of the releases that are installed, oldest first.
  static std::vector<Llc> installed();
  /// The data layout that it gives modules for the target.
  Result<std::string> data_layout(const Target& target);
  /// The library that its code calls (runtime.h).
  std::shared_ptr<const Runtime> runtime(const Target& target, Machine machine);

 private:
  std::map<std::string_view, std::string> data_layouts_;
  std::map<std::pair<std::string_view, Machine>, std::shared_ptr<const Runtime>> runtimes_;
};

/// How machine code is made.
struct Configuration {
  const Target* target = nullptr;  ///< null, for objects: the module's own, as it says it
  Selector selector = Selector::Default;
  unsigned level = 2;                               ///< 0 to 3
  std::string llc_args;                             ///< more options of code generation
  std::chrono::milliseconds time_limit{20'000};     ///< processor time of one run of llc
  std::size_t memory_limit = std::size_t{2} << 30;  ///< bytes
};
/// "aarch64 -O2 GlobalISel".
std::string describe(const Configuration& configuration);

/// What is known of the machine code of one function.
struct Judged {
  enum class Kind : std::uint8_t {
    Agrees,     ///< on all inputs on which it could be judged, of which there were some
    Differs,    ///< it does what the function may not do
    NotJudged,  ///< `reason` says why
    Failed,     ///< no code was made: llc crashed, or took too long
  };
  std::string function;
  Kind kind = Kind::NotJudged;
  std::string reason;           ///< NotJudged, Failed: a stable phrase, "a call of @f"
  std::string detail;           ///< more of it, for a reader
  std::uint64_t inputs = 0;     ///< run
  std::uint64_t judged = 0;     ///< of them, those on which the function is defined and the outcome is known
  std::uint64_t undefined = 0;  ///< of them, those on which the function is undefined
  std::uint64_t open = 0;       ///< of them, those of which nobody can tell; `detail` says why of one
  bool fell_back = false;       ///< GlobalISel gave the function to SelectionDAG
  std::string emulators;        ///< Differs: those that have shown it, "unicorn, qemu-aarch64"
  std::optional<Counterexample> counterexample;  ///< Differs
};
const char* name_of(Judged::Kind kind);
std::optional<Judged::Kind> enumerator_of(std::string_view name, std::type_identity<Judged::Kind>);
ASSAY_FIELDS(Judged, function, kind, reason, detail, inputs, judged, undefined, open, fell_back, emulators,
             counterexample);

/// Address space that a process needs which judges machine code, in bytes: its limit holds for its emulators, too,
/// which take all addresses of a processor of 32 bits.
inline constexpr std::size_t kMemoryToJudge = std::size_t{10} << 30;

struct Settings {
  std::uint64_t inputs = 64;  ///< for each function
  std::uint64_t seed = 0;
  std::uint64_t machine_instructions = 1u << 20;  ///< of one run
  std::chrono::milliseconds time_limit{60'000};   ///< of judging what one run of llc has made
  /// Of the process that judges: address space, of which the emulator takes a gigabyte for what it translates.
  std::size_t memory_limit = std::size_t{4} << 30;
  /// That runs the code; nothing: the target's own, and what that does not know or finds wrong is run by the other.
  std::optional<Machine> machine;
  std::size_t functions_in_module = 64;  ///< that are compiled together
  /// Processor time of llc for each of them, a second at least for all; 0: the configuration's limit for all.
  std::chrono::milliseconds compile_time_for_each{0};
};

/// Compiles and judges functions of the module, which is changed; the answers are in their order. What llc and the
/// machine code do ends child processes only. To be called while this process has one thread.
Result<std::vector<Judged>> judge(llvm::Module& module, const std::vector<std::string>& functions, Llc& llc,
                                  const Configuration& configuration, const Settings& settings);

/// Is it a function for other machines than these: has it a calling convention, address spaces or intrinsics that are
/// of none of them?
bool is_for_others(const llvm::Function& function, const std::vector<const Target*>& targets);

/// What llc's own passes over IR make of functions, as text, to be checked as any pair.
struct IrPart {
  std::string source;  ///< as llc was given it
  std::string target;  ///< what reached the selection of instructions; empty: `message` says why
  std::string message;
};
/// Of these functions, with what they need. The module is changed.
Result<IrPart> ir_part(llvm::Module& module, const std::vector<std::string>& functions, Llc& llc,
                       const Configuration& configuration);

}  // namespace assay::codegen
