#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "services/worker/interpret/machine.h"

/// Calls of functions that are not executed step by step.
namespace assay::interpret {

/// Where to go on; no step: the run ended.
struct Next {
  const Step* step = nullptr;
  Lane* frame = nullptr;
};

/// The arguments of a call, one span of lanes each.
struct CallArguments {
  const llvm::CallBase* call = nullptr;
  const llvm::Function* callee = nullptr;       ///< also where the call is indirect; null: no module's
  semantics::InputBlockNumber function = 0;     ///< the input's that is called; 0 and no callee: inline assembly
  const semantics::CallFacts* facts = nullptr;  ///< of the call of that callee
  std::vector<std::span<const Lane>> lanes;
  std::span<Lane> result;
  std::uint32_t instruction = kNoInstruction;
  const semantics::Promises* promises = nullptr;        ///< of the result
  std::shared_ptr<const semantics::Promises> computed;  ///< the same, where numbers in them are computed
  std::span<const semantics::LaneType> result_types;
  std::vector<std::span<const semantics::LaneType>> types;
};

enum class Handled : std::uint8_t {
  No,       ///< not a function that is known here
  Done,     ///< the result is written
  Stopped,  ///< the run ended
  Unwinds,  ///< it threw Machine::exception
};

/// Functions of the catalogue of library functions.
Handled call_library(Machine& machine, const CallArguments& arguments);
/// Functions that allockind says allocate or free.
Handled call_allocator(Machine& machine, const CallArguments& arguments);
/// A function that nobody knows: an event whose result and effects are a function of its name and number, or, if it
/// only looks at its arguments and memory, of those. It may unwind or never come back.
Handled call_unknown(Machine& machine, std::string_view name, const CallArguments& arguments);

/// What the call of a function that no module has is named: by its block of the input and the type that it is called
/// as.
std::string name_of_function_of_input(semantics::InputBlockNumber block, const llvm::CallBase& call);

/// llvm.objectsize: the size, or that it is not known.
Handled call_object_size(Machine& machine, const CallArguments& arguments);
/// llvm.trap and llvm.ubsantrap end the program; llvm.debugtrap is an event.
Handled call_trap(Machine& machine, const CallArguments& arguments);
Handled call_debug_trap(Machine& machine);
/// llvm.eh.typeid.for: the selector of a type.
Handled call_type_number(const CallArguments& arguments);

/// An exception leaves the call that the running frame makes: it goes to the nearest landing pad that takes it, or out
/// of the function that the run began with.
Next unwind(Machine& machine, const Step* call, const Lane& exception);

/// What the interpreter does for the library of programs (library/runtime.cpp): functions whose names begin with
/// __assay_, and functions of numbers that the catalogue of library functions does not have.
Handled call_runtime(Machine& machine, std::string_view name, const CallArguments& arguments);
// Of those, what exceptions need: who catches one, and how to get there.
Handled count_clauses(Machine& machine, const CallArguments& arguments);
Handled count_filter(Machine& machine, const CallArguments& arguments);
Handled give_clause(Machine& machine, const CallArguments& arguments);
Handled unwind_to(Machine& machine, const CallArguments& arguments);
/// setjmp and longjmp, of programs; nothing if it is another function.
std::optional<Next> call_jump(Machine& machine, std::string_view name, const CallArguments& arguments, const Step* step,
                              Lane* frame);

/// The byte at an offset behind a pointer, which must be a plain number. False if the run ended.
bool read_byte(Machine& machine, const Lane& pointer, std::uint64_t offset, std::uint32_t instruction,
               std::uint8_t& byte);
/// The bytes of a string that ends with a zero byte, read from memory; nothing if the run ended.
std::optional<std::string> read_string(Machine& machine, const Lane& pointer, std::uint32_t instruction,
                                       std::uint64_t most = ~std::uint64_t{0});

/// The innermost function unwinds: what was written through its dead_on_unwind arguments is poison (LangRef).
void bury_written(Machine& machine);
/// The innermost function returns or unwinds: what its dead_on_return arguments lead to is poison (LangRef).
void end_dead_arguments(Machine& machine);

}  // namespace assay::interpret
