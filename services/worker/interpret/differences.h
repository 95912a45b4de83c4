#pragma once

#include <string>

#include "services/worker/interpret/interpret.h"
#include "services/worker/interpret/object_names.h"

namespace assay::interpret {

/// How a run ended, in one line, with the names of its objects.
std::string describe(const semantics::Function& function, const Behaviour& behaviour, const ObjectNames& names);
/// What code outside saw of this behaviour and not of the other, except for the result: calls, or what memory the first
/// of them found that differs, and the memory at the end. ", after calling @foo(1), which finds block 1 = 02, with
/// @g = 01 00 00 00"; of a large block only the bytes that differ, with their places; empty if there is no such
/// difference.
std::string describe_difference(const Behaviour& behaviour, const Behaviour& other, const ObjectNames& names);
/// The same where the source is undefined, but only behind what code outside saw: the calls alone.
std::string describe_difference_before_ub(const Behaviour& behaviour, const Behaviour& other, const ObjectNames& names);
/// Bytes in hexadecimal; ?? for undef, xx for poison, bits where only some of them are (0b0000xx?1), (block 2 + 8) for
/// a pointer, and where it is not whole, (block 2) for each of its bytes.
std::string print_bytes(const std::vector<InputByte>& bytes, const Input& input);
/// The arguments of an input, its memory, and what calls are to do in it.
std::vector<Binding> print_inputs(const semantics::Function& function, const Input& input);

}  // namespace assay::interpret
