#pragma once

#include <llvm/ADT/APInt.h>

#include <cstdint>
#include <vector>

#include "services/worker/interpret/values/frame_lane.h"
#include "services/worker/interpret/values/lane_set.h"

namespace assay::interpret {

struct Frame;

/// What becomes of a set of values that can't be kept exactly.
enum class LostSets : std::uint8_t {
  End,    ///< the run ends without a result
  Widen,  ///< it becomes a larger one: what a source may do, and more
  Pick,   ///< one member, by choice, stands for it: one thing that a target does
};

/// What does not fit into a lane itself: sets, and patterns of more than 64 bits. Lanes hold indices into it.
class LanePools {
 public:
  LaneSet set_of(const Lane& lane, unsigned width) const;
  Lane lane_of(LaneSet set);
  Lane lane_of_pattern(const llvm::APInt& pattern);
  /// Of a defined lane.
  llvm::APInt pattern_of(const Lane& lane, unsigned width) const;
  /// Of a lane in state kSet.
  const LaneSet& set_at(const Lane& lane) const { return sets_[lane.bits]; }
  /// The bits of a lane that holds the constant; valid in all runs.
  std::uint64_t constant(const llvm::APInt& pattern);

  /// Forgets all but the constants.
  void clear();
  /// Drops what no lane of the frames refers to, if much was added since that was done last.
  void make_room(std::vector<Frame>& frames) {
    if (sets_.size() + wide_.size() > room_) compact(frames);
  }
  /// How often something was dropped: an index meant something else before.
  std::uint64_t compactions() const { return compactions_; }

  LostSets lost = LostSets::End;

 private:
  void compact(std::vector<Frame>& frames);

  static constexpr std::size_t kInitialRoom = 1u << 14;
  static constexpr std::uint64_t kConstantBase = std::uint64_t{1} << 62;  ///< first index of a constant
  std::vector<LaneSet> sets_;
  std::vector<llvm::APInt> wide_;
  std::vector<llvm::APInt> wide_constants_;
  std::size_t room_ = kInitialRoom;
  std::uint64_t compactions_ = 0;
};

}  // namespace assay::interpret
