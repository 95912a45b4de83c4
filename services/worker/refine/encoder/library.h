#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/Analysis/TargetLibraryInfo.h>

#include <optional>

#include "services/worker/semantics/program.h"

namespace assay::refine {

class Machine;

/// Calls whose meaning is encoded, beside those of functions whose bodies are used.
enum class KnownCall : std::uint8_t {
  None,
  Allocate,  ///< by a library function of the catalogue
  Reallocate,
  Free,          ///< by a library function, or one that only frees as its attributes say
  WriteBytes,    ///< memset, memcpy and their kin
  CompareBytes,  ///< memcmp, bcmp
  Length,        ///< strlen
  Text,          ///< functions of strings and bytes, where MemoryShape::texts says so: see encode_text_call
  WriteNothing,  ///< fwrite of no bytes
};
KnownCall known_call(const semantics::Function& function, const semantics::Instruction& instruction);

/// Does the call look at single bytes of memory?
bool reads_bytes(const semantics::Function& function, const semantics::Instruction& instruction);

/// Does it copy bytes, and pointers among them?
bool copies_bytes(const semantics::Function& function, const semantics::Instruction& instruction);

inline constexpr unsigned kScanned = 12;  ///< bytes of unknown memory that a scan looks at; more exceeds the bound
inline constexpr unsigned kScannedKnown = 128;  ///< of an object that is known

/// Functions of strings and bytes (library_text.cpp). They are unknown functions where source and target call the same:
/// that proves more, for any length.
bool is_text_function(llvm::LibFunc function);
void encode_text_call(Machine& machine, const semantics::Instruction& instruction, llvm::LibFunc function);

/// Encodes a call of a known function; false if it is not known.
bool encode_library_call(Machine& machine, const semantics::Instruction& instruction);

}  // namespace assay::refine
