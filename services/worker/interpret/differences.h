#pragma once

#include <string>

#include "services/worker/interpret/interpret.h"

namespace assay::interpret {

/// What code outside saw of this behaviour and not of the other, except for the result: calls and the memory at the
/// end.
/// ", after calling @foo(1), with @g = 01 00 00 00"; of a large block only the bytes that differ, with their places;
/// empty if there is no such difference.
std::string describe_difference(const Behaviour& behaviour, const Behaviour& other, const Input& input);
/// Bytes in hexadecimal; ?? for undef, xx for poison, bits where only some of them are (0b0000xx?1), (k) for a byte of
/// a pointer into block k.
std::string print_bytes(const std::vector<MemoryByte>& bytes);
std::string print_bytes(const std::vector<InputByte>& bytes);
/// The arguments of an input, its memory, and what calls are to do in it.
std::vector<Binding> print_inputs(const semantics::Function& function, const Input& input);

}  // namespace assay::interpret
