#pragma once

#include <cstddef>

namespace assay::door {

/// Raises this process's limit of open files as far as it may, at most to `wanted`, and gives the limit that holds.
std::size_t raise_open_files(std::size_t wanted);

}  // namespace assay::door
