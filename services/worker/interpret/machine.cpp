#include "services/worker/interpret/machine.h"

namespace assay::interpret {
Machine::Machine(const Program& program) : program(program), frame_(program.types.size()) {
  const semantics::Function& function = program.function;
  for (std::size_t slot = 0; slot < function.constants.size(); ++slot) {
    const semantics::ConstantLane& constant = function.constants[slot];
    using Kind = semantics::ConstantLane::Kind;
    switch (constant.kind) {
      case Kind::Bits:
        frame_[slot] = lane_of_pattern(constant.bits);
        break;
      case Kind::Poison:
        frame_[slot].state = kPoison;
        break;
      case Kind::Undef:
        frame_[slot].state = kUndef;
        break;
      case Kind::NullPointer:
        break;
      case Kind::Global:
      case Kind::BlockAddress:
        break;  // instructions that use addresses are refused
    }
  }
  constant_wide_ = wide_.size();
}

void Machine::begin() {
  sets_.clear();
  wide_.resize(constant_wide_, llvm::APInt());
  room_ = kInitialRoom;
}

void Machine::compact() {
  std::vector<LaneSet> sets;
  std::vector<llvm::APInt> wide(wide_.begin(), wide_.begin() + static_cast<std::ptrdiff_t>(constant_wide_));
  const auto& types = program.types;
  for (std::size_t slot = program.function.constants.size(); slot < frame_.size(); ++slot) {
    Lane& lane = frame_[slot];
    if (lane.state == kSet) {
      // A lane that was left over from an earlier run refers to nothing.
      if (lane.bits >= sets_.size()) {
        lane = {0, kPoison, 0};
        continue;
      }
      sets.push_back(sets_[lane.bits]);
      lane.bits = sets.size() - 1;
    } else if (lane.state == kDefined && types[slot].bits > 64) {
      if (lane.bits >= wide_.size()) {
        lane = {0, kPoison, 0};
        continue;
      }
      wide.push_back(wide_[lane.bits]);
      lane.bits = wide.size() - 1;
    }
  }
  sets_ = std::move(sets);
  wide_ = std::move(wide);
  room_ = kInitialRoom + 2 * (sets_.size() + wide_.size());
}

void Machine::set_argument(semantics::Slot slot, const InputLane& lane) {
  switch (lane.kind) {
    case InputLane::Kind::Bits:
      frame_[slot] = lane_of_pattern(lane.bits);
      break;
    case InputLane::Kind::Poison:
      frame_[slot] = {0, kPoison, 0};
      break;
    case InputLane::Kind::Undef:
      frame_[slot] = {0, kUndef, 0};
      break;
  }
}

void Machine::run(const Limits& limits, Trace* into) {
  end = EndKind::Returned;
  at = kNoInstruction;
  reason = "";
  result = nullptr;
  trace = into;
  picks_used = 0;
  pick_limit = limits.picks;
  budget_ = static_cast<std::int64_t>(limits.steps);
  steps_left = budget_ - static_cast<std::int64_t>(program.steps.front().cost[0]);
  const Step* first = program.steps.data();
  first->run(*this, first, frame_.data());
}

LaneSet Machine::set_of(const Lane& lane, unsigned width) const {
  switch (lane.state) {
    case kDefined:
      return LaneSet::of(pattern_of(lane, width));
    case kPoison:
      return LaneSet::of_poison(width);
    case kUndef:
      return LaneSet::of_undef(width);
    default:
      return sets_[lane.bits];
  }
}

Lane Machine::lane_of(LaneSet set) {
  if (set.only_poison()) return {0, kPoison, 0};
  if (set.is_single()) return lane_of_pattern(set.fixed);
  if (set.is_undef()) return {0, kUndef, 0};
  sets_.push_back(std::move(set));
  return {sets_.size() - 1, kSet, 0};
}

Lane Machine::lane_of_pattern(const llvm::APInt& pattern) {
  if (pattern.getBitWidth() <= 64) return {pattern.getZExtValue(), kDefined, 0};
  wide_.push_back(pattern);
  return {wide_.size() - 1, kDefined, 0};
}

llvm::APInt Machine::pattern_of(const Lane& lane, unsigned width) const {
  return width <= 64 ? llvm::APInt(width, lane.bits) : wide_[lane.bits];
}

Behaviour behaviour_of(const Machine& machine) {
  Behaviour behaviour;
  behaviour.end = machine.end;
  behaviour.rule = machine.rule;
  behaviour.instruction = machine.at;
  behaviour.reason = machine.reason;
  behaviour.choices = machine.choices.script();
  behaviour.steps = machine.executed() - machine.picks_used;
  if (machine.end == EndKind::Returned) {
    const auto& lanes = machine.program.function.result_lanes;
    for (std::size_t lane = 0; lane < lanes.size(); ++lane)
      behaviour.result.push_back(machine.set_of(machine.result[lane], lanes[lane].bits));
  }
  return behaviour;
}

}  // namespace assay::interpret
