#pragma once

#include <unordered_map>
#include <vector>

#include "services/worker/interpret/program/world.h"
#include "services/worker/interpret/values/lane_pools.h"

namespace assay::interpret {

/// The constants of programs as lanes, made when a program first gets a frame.
class Constants {
 public:
  /// Writes the program's constants to the beginning of its frame. `world` may be null where none of them is an
  /// address.
  void load(const Program& program, Lane* frame, LanePools& pools, const World* world);

 private:
  std::unordered_map<const Program*, std::vector<Lane>> lanes_;
};

}  // namespace assay::interpret
