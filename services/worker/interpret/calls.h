#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "services/worker/interpret/machine.h"

/// Calls of functions that are not executed step by step.
namespace assay::interpret {

/// The arguments of a call, one span of lanes each.
struct CallArguments {
  const llvm::CallBase* call = nullptr;
  const llvm::Function* callee = nullptr;  ///< also where the call is indirect
  std::vector<std::span<const Lane>> lanes;
  std::span<Lane> result;
  std::uint32_t instruction = kNoInstruction;
  const semantics::Promises* promises = nullptr;  ///< of the result
  std::span<const semantics::LaneType> result_types;
  std::vector<std::span<const semantics::LaneType>> types;
};

enum class Handled : std::uint8_t {
  No,       ///< not a function that is known here
  Done,     ///< the result is written
  Stopped,  ///< the run ended
};

/// Functions of the C library whose behaviour is known: memory allocation, strings, numbers, output, leaving.
Handled call_library(Machine& machine, std::string_view name, const CallArguments& arguments);
/// printf and its kin; the text goes to Machine::output.
Handled call_output(Machine& machine, std::string_view name, const CallArguments& arguments);
/// A function that nobody knows: an event whose result and effects are a function of its name and number, or, if it
/// only looks at its arguments and memory, of those. False if the run ended.
bool call_unknown(Machine& machine, std::string_view name, const CallArguments& arguments);

/// Functions that LLVM knows by name: what it knows of them is not only what their declarations say.
bool is_library_function(std::string_view name);

/// The bytes of a string that ends with a zero byte, read from memory; nothing if the run ended.
std::optional<std::string> read_string(Machine& machine, const Lane& pointer, std::uint32_t instruction,
                                       std::uint64_t most = ~std::uint64_t{0});

}  // namespace assay::interpret
