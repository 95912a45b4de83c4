#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "services/worker/codegen/target.h"

namespace assay::codegen {

/// What the driver's IR can't say, for one target.
struct DriverCode {
  unsigned machine = 0;  ///< of an ELF file
  unsigned elf_flags = 0;
  unsigned kept_words = 0;          ///< registers that @assay.run loads from @assay.kept and stores to @assay.after
  std::uint64_t restorer_flag = 0;  ///< of sigaction, where a handler must have one
  // Numbers of the kernel's calls.
  unsigned read = 0, write = 0, exit = 0, sigaction = 0, sigaltstack = 0;
  /// Functions, beside _start, which calls @assay.main; words are as wide as pointers:
  ///   word @assay.syscall(word number, word, word, word, word)
  ///   word @assay.map(word address, word bytes)
  ///   void @assay.run(word entry, word first, word second): on the stack that ends at TOP, with the registers from
  ///     @assay.kept; stores them to @assay.after then, the stack pointer behind them
  ///   void @assay.stop(): returns from @assay.run, wherever it is
  ///   void @assay.host(): calls @assay.called, then changes registers to what stands in @assay.changed
  std::string_view assembly;
};
DriverCode driver_code(const Target& target);
/// The assembly, with the address that the stack of the code under test ends at.
std::string driver_assembly(const Target& target, std::uint64_t stack_top);

/// The words of @assay.changed.
constexpr unsigned kChangedWords = 64;

}  // namespace assay::codegen
