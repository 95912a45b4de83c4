#pragma once

#include <llvm/Analysis/TargetLibraryInfo.h>

#include <cstdint>
#include <optional>
#include <span>

#include "services/worker/semantics/ops.h"

namespace llvm {
class CallBase;
class Function;
}  // namespace llvm

/// The catalogue of library functions: what the functions do that LLVM or Assay knows by name. Most of them LLVM knows,
/// too; then its tables say how they are spelled, which types they have and which targets have them.
namespace assay::semantics {

/// Functions of the C library that LLVM does not know, numbered behind its own.
enum OtherLibraryFunction : unsigned {
  Other_fma = llvm::NumLibFuncs,
  Other_fmaf,
  Other_isalpha,
  Other_isalnum,
  Other_isspace,
  Other_isupper,
  Other_islower,
  Other_isprint,
  Other_toupper,
  Other_tolower,
  Other_under_exit,
  Other_under_assert_fail,
  kLibraryFunctions,
};
constexpr bool is_known_to_llvm(llvm::LibFunc function) { return function < llvm::NumLibFuncs; }

/// What a library function does. A value function is lowered to operations; the machines carry out the others.
enum class LibraryEffect : std::uint8_t {
  Row,           ///< computes the row `op` of its arguments
  FindFirstSet,  ///< the number of the lowest bit that is set, from 1; 0 if none is
  IsAscii,
  ToAscii,
  IsDigit,
  Allocate,
  Reallocate,  ///< of argument 0
  Free,        ///< of argument 0
  Bytes,       ///< reads, compares or writes bytes of memory
  Characters,  ///< classes of characters
  Text,        ///< strings, and numbers that are read from them
  Print,
  Exit,
};

/// Which arguments an allocation function takes; -1: none.
struct AllocationArguments {
  std::int8_t size = -1;
  std::int8_t count = -1;  ///< the size is multiplied by it
  std::int8_t align = -1;
  bool zeroed = false;
  bool may_fail = true;  ///< by giving null
};

struct LibraryRow {
  llvm::LibFunc function;  ///< or an OtherLibraryFunction
  LibraryEffect effect;
  Op op = Op::Count;                    ///< Row
  bool sets_errno = false;              ///< may set errno for some arguments
  AllocationArguments allocation = {};  ///< Allocate, Reallocate
};

/// Is it computed from the arguments alone (but for errno)?
inline bool computes_value(const LibraryRow& row) { return row.effect <= LibraryEffect::IsDigit; }
/// Does it give an object of its own, as `allocation` says?
inline bool makes_object(const LibraryRow& row) {
  return row.effect == LibraryEffect::Allocate || row.effect == LibraryEffect::Reallocate;
}

/// All that is known, each function once.
std::span<const LibraryRow> library_rows();
/// Null if LLVM knows the function but the catalogue does not.
const LibraryRow* library_row(llvm::LibFunc function);
/// How the function is called on the target of the module.
llvm::StringRef name_of(llvm::LibFunc function, const llvm::Module& module);

/// What LLVM knows of the target's library. A module that names no target is taken as one for Linux on x86-64.
const llvm::TargetLibraryInfoImpl& library_of(const llvm::Module& module);
/// The library function that a function's name and type say it is, if LLVM knows it and the target has it.
std::optional<llvm::LibFunc> library_function(const llvm::Function& function);
/// The library function, one that LLVM does not know among them, that a call of `callee` calls. None where nobuiltin,
/// or no-builtins of the caller, says so, or where the callee's body says what it does.
std::optional<llvm::LibFunc> called_library_function(const llvm::CallBase& call, const llvm::Function& callee);

inline bool is_library_function(const llvm::Function& function) { return library_function(function).has_value(); }
/// Is it one of the fortified functions, which check the size of what they write (__memset_chk and others)?
bool is_fortified(const llvm::Function& function);
/// Is it a function by which code generation carries out what the machine has no instruction for (__atomic_exchange,
/// __divti3), and one that the catalogue does not know?
bool is_unknown_runtime_function(const llvm::Function& function);
/// Does it do nothing but compute, read memory, and write what its arguments point to (and errno)?
bool is_contained_library_function(const llvm::Function& function);
/// The attributes that LLVM infers for a declaration because of its name; none if it is no function of the C library or
/// of OpenMP's.
llvm::AttributeList inferred_attributes(const llvm::Function& declaration);

}  // namespace assay::semantics
