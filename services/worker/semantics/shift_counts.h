#pragma once

#include <cstddef>
#include <cstdint>

#include "services/worker/semantics/meaning.h"

namespace assay::semantics {

/// Of an operand by which the operation shifts or rotates: how many of its least patterns give all results that any
/// pattern of `width` bits gives, since from there on all are the same, or they begin anew. 0: not such an operand.
std::uint64_t counts_that_matter(const ValueInfo& info, std::size_t operand, unsigned width);

}  // namespace assay::semantics
