#pragma once

#include <optional>
#include <span>

#include "services/worker/interpret/values/lanes.h"

namespace assay::interpret {

/// What an operation gives on sets in masked form, where that is exact without enumerating: bitwise operations, moves
/// of bits by known amounts, and sums with an operand that may be anything. Any width. Nothing if no such rule applies.
std::optional<LaneSet> evaluate_masks(const Machine& machine, const semantics::ValueInfo& info,
                                      std::span<const Operand> operands);

}  // namespace assay::interpret
