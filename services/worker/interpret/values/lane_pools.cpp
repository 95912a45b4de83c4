#include "services/worker/interpret/values/lane_pools.h"

#include "services/worker/interpret/program/frame.h"

namespace assay::interpret {

void LanePools::clear() {
  sets_.clear();
  wide_.clear();
  room_ = kInitialRoom;
}

std::uint64_t LanePools::constant(const llvm::APInt& pattern) {
  if (pattern.getBitWidth() <= 64) return pattern.getZExtValue();
  wide_constants_.push_back(pattern);
  return kConstantBase + wide_constants_.size() - 1;
}

void LanePools::compact(std::vector<Frame>& frames) {
  ++compactions_;
  std::vector<LaneSet> sets;
  std::vector<llvm::APInt> wide;
  for (const Frame& frame : frames) {
    const auto& types = frame.program->types;
    for (std::size_t slot = frame.program->function.constants.size(); slot < types.size(); ++slot) {
      Lane& lane = frame.lanes[slot];
      const bool is_set = lane.state == kSet;
      const bool is_wide = lane.state == kDefined && types[slot].bits > 64 && lane.bits < kConstantBase;
      if (!is_set && !is_wide) continue;
      // A lane that was left over from an earlier run refers to nothing.
      if (lane.bits >= (is_set ? sets_.size() : wide_.size())) {
        lane = kPoisonLane;
      } else if (is_set) {
        sets.push_back(sets_[lane.bits]);
        lane.bits = sets.size() - 1;
      } else {
        wide.push_back(wide_[lane.bits]);
        lane.bits = wide.size() - 1;
      }
    }
  }
  sets_ = std::move(sets);
  wide_ = std::move(wide);
  room_ = kInitialRoom + 2 * (sets_.size() + wide_.size());
}

LaneSet LanePools::set_of(const Lane& lane, unsigned width) const {
  switch (lane.state) {
    case kDefined: {
      LaneSet set = LaneSet::of(pattern_of(lane, width));
      set.provenance = lane.provenance;
      return set;
    }
    case kPoison:
      return LaneSet::of_poison(width);
    case kUndef:
      return LaneSet::of_undef(width);
    default:
      return sets_[lane.bits];
  }
}

Lane LanePools::lane_of(LaneSet set) {
  if (set.only_poison()) return kPoisonLane;
  if (set.is_single()) {
    Lane lane = lane_of_pattern(set.fixed);
    lane.provenance = set.provenance;
    return lane;
  }
  if (set.is_undef()) return {0, kUndef, 0};
  sets_.push_back(std::move(set));
  return {sets_.size() - 1, kSet, 0};
}

Lane LanePools::lane_of_pattern(const llvm::APInt& pattern) {
  if (pattern.getBitWidth() <= 64) return {pattern.getZExtValue(), kDefined, 0};
  wide_.push_back(pattern);
  return {wide_.size() - 1, kDefined, 0};
}

llvm::APInt LanePools::pattern_of(const Lane& lane, unsigned width) const {
  if (width <= 64) return llvm::APInt(width, lane.bits);
  return lane.bits >= kConstantBase ? wide_constants_[lane.bits - kConstantBase] : wide_[lane.bits];
}

}  // namespace assay::interpret
