#pragma once

#include <cstdint>

#include "services/worker/interpret/memory/memory.h"

namespace assay::interpret {

/// State of a lane in a frame.
enum LaneState : std::uint32_t {
  kDefined = 0,  ///< one pattern: `bits`, or for widths above 64 an index into LanePools
  kPoison = 1,
  kUndef = 2,  ///< every pattern
  kSet = 3,    ///< any other set: `bits` is an index into LanePools
};

struct Lane {
  std::uint64_t bits;
  std::uint32_t state;
  Provenance provenance;  ///< of a pointer
};
constexpr Lane kPoisonLane{0, kPoison, 0};

}  // namespace assay::interpret
