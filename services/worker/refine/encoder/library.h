#pragma once

#include <llvm/ADT/StringRef.h>

#include <optional>

#include "services/worker/semantics/program.h"

namespace assay::refine {

class Machine;

/// Functions of the C and C++ libraries whose meaning is known.
enum class Allocator : std::uint8_t { Malloc, Calloc, Realloc, New, NewNoThrow };
std::optional<Allocator> allocator_of(llvm::StringRef name);
/// Is the second argument of the allocator the alignment of what it makes?
bool takes_alignment(llvm::StringRef allocator);

/// The callee if the call is a direct one of a declared library function that may be treated as one.
const llvm::Function* library_callee(const semantics::Function& function, const semantics::Instruction& instruction);

/// Does the call look at single bytes of memory?
bool reads_bytes(const semantics::Function& function, const semantics::Instruction& instruction);

/// Does it copy bytes, and pointers among them?
bool copies_bytes(const semantics::Function& function, const semantics::Instruction& instruction);

/// Encodes a call of a known function; false if it is not known.
bool encode_library_call(Machine& machine, const semantics::Instruction& instruction);

}  // namespace assay::refine
