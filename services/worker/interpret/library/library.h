#pragma once

#include <map>

#include "services/worker/interpret/calls/calls.h"
#include "services/worker/semantics/library_functions.h"

/// What the files of library functions share.
namespace assay::interpret {

/// What a function of the catalogue does with arguments that are all defined.
using LibraryFunction = Handled (*)(Machine&, const CallArguments&);
using LibraryTable = std::map<unsigned, LibraryFunction>;  ///< by llvm::LibFunc or semantics::OtherLibraryFunction
const LibraryTable& allocation_functions();
const LibraryTable& string_functions();
const LibraryTable& number_functions();
/// Functions that are a row.
Handled compute_row(Machine& machine, const CallArguments& arguments);
/// printf and its kin, whose text goes to Machine::output. Their arguments may be undefined.
Handled call_output(Machine& machine, llvm::LibFunc function, const CallArguments& arguments);

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
