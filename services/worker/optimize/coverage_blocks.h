#pragma once

#include <cstdint>
#include <vector>

#include "services/common/status.h"

namespace assay::optimize {

/// The addresses at which blocks of the linked passes begin, in this process, ascending: found by disassembling the
/// functions that the program's symbols name. `base` is where the program was loaded.
Result<std::vector<std::uintptr_t>> find_blocks(std::uintptr_t base);

}  // namespace assay::optimize
