#pragma once

#include <vector>

#include "services/worker/interpret/machine.h"

/// What code outside sees of lanes and memory. Blocks of the function's own are kLocalBlock there: the two sides of a
/// comparison can't name each other's.
namespace assay::interpret {

LaneSet seen_lane(const Machine& machine, const Lane& lane, unsigned width);
/// The bytes of a block, beginning at `from`.
std::vector<MemoryByte> seen_bytes(const Machine& machine, const Block& block, std::uint64_t from);
/// Is it an object that the function has promised not to capture?
bool is_not_captured(const Machine& machine, Provenance provenance);

/// The memory that the caller may see at the end.
std::vector<VisibleBlock> memory_for_caller(const Machine& machine);
/// The memory that an unknown function may look at, wherever it was told of it, or calls functions of the module that
/// do.
std::vector<VisibleBlock> memory_for_unknown(const Machine& machine, bool calls_back);

}  // namespace assay::interpret
