#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "services/common/status.h"

namespace assay::optimize {

/// A function of a program or of a library.
struct Code {
  std::uintptr_t address;
  std::uint64_t size;
  bool local;  ///< static: its name tells little
  bool named;  ///< its name is a pass's: is_of_passes()
};
/// Does a mangled name have words of a pass in it, or of an analysis that passes ask?
bool is_of_passes(std::string_view mangled);
/// Those whose names are passes', and the local ones between two such. One of each address, ascending.
std::vector<Code> code_of_passes(std::vector<Code> all);

/// The addresses at which blocks of these functions begin, ascending: found by disassembling them. `shift` leads from
/// an address to its byte in this process.
Result<std::vector<std::uintptr_t>> starts_of_blocks(const std::vector<Code>& functions, std::ptrdiff_t shift);
/// The same of the linked passes, which this program's symbols name. `base` is where the program was loaded.
Result<std::vector<std::uintptr_t>> find_blocks(std::uintptr_t base);

}  // namespace assay::optimize
