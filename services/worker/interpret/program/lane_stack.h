#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <unordered_map>
#include <vector>

#include "services/worker/interpret/program/world.h"
#include "services/worker/interpret/values/lane_pools.h"

namespace assay::interpret {

/// The lanes of the frames of a run, one frame after the other. A new frame holds its program's constants, and poison.
class LaneStack {
 public:
  /// For as many lanes in all.
  explicit LaneStack(std::size_t capacity);
  /// The lanes of a new frame; null if there is no room. `world` may be null where no constant is an address.
  Lane* push(const Program& program, LanePools& pools, const World* world);
  /// Removes the last frame, which is of the program.
  void pop(const Program& program) { used_ -= program.types.size(); }
  /// The lanes of the first frame.
  Lane* first() { return lanes_.get(); }
  /// Objects of the environment that nobody defines: what is extern_weak has the address null in these. The first
  /// frame, which is of the program, gets its constants anew.
  void set_absent(std::vector<std::size_t> objects, const Program& program, LanePools& pools, const World* world);

 private:
  Lane lane_of(const semantics::ConstantLane& constant, LanePools& pools, const World* world) const;
  const std::vector<Lane>& constants_of(const Program& program, LanePools& pools, const World* world);

  std::unique_ptr<Lane[]> lanes_;
  std::size_t capacity_;
  std::size_t used_ = 0;
  std::unordered_map<const Program*, std::vector<Lane>> constants_;  ///< made when a program first gets a frame
  std::vector<std::size_t> absent_;
  struct Known {
    const Program* program = nullptr;
    const std::vector<Lane>* constants = nullptr;
  };
  std::array<Known, 64> known_;  ///< some of them, by the programs' addresses
};

}  // namespace assay::interpret
