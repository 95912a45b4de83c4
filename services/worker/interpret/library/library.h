#pragma once

#include <map>
#include <string_view>

#include "services/worker/interpret/calls/calls.h"

/// What the files of library functions share.
namespace assay::interpret {

/// A function: how its arguments and result look ('p' pointer, 'i' integer, 'd' double, 'f' float, 'v' nothing), and what
/// it does with arguments that are all defined.
struct LibraryFunction {
  std::string_view shape;
  char result;
  Handled (*call)(Machine&, const CallArguments&);
};
using LibraryTable = std::map<std::string_view, LibraryFunction>;
const LibraryTable& allocation_functions();
const LibraryTable& string_functions();
const LibraryTable& number_functions();

Handled undefined(Machine& machine, semantics::Rule rule, const CallArguments& arguments);
Handled refuse(Machine& machine, const char* why, const CallArguments& arguments);

inline std::uint64_t number(const CallArguments& arguments, std::size_t i) { return arguments.lanes[i][0].bits; }
inline const Lane& pointer(const CallArguments& arguments, std::size_t i) { return arguments.lanes[i][0]; }

inline Handled give(const CallArguments& arguments, std::uint64_t value, Provenance provenance = 0) {
  const unsigned bits = arguments.result_types[0].bits;
  arguments.result[0] = {bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1), kDefined, provenance};
  return Handled::Done;
}
/// The pointer that argument `i` is, moved.
inline Handled give_moved(const CallArguments& arguments, std::size_t i, std::uint64_t distance) {
  return give(arguments, number(arguments, i) + distance, arguments.lanes[i][0].provenance);
}

/// New memory for what free() frees, or null: whether it fails is a choice.
Handled allocate(Machine& machine, const CallArguments& arguments, std::uint64_t size);

}  // namespace assay::interpret
