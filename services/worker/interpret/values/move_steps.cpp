#include "services/worker/interpret/program/next.h"
#include "services/worker/interpret/program/steps.h"
#include "services/worker/interpret/values/evaluate.h"
#include "services/worker/interpret/values/lanes.h"

/// Steps that move lanes without computing: copies, permutations, select, freeze, vector elements, bit casts.
namespace assay::interpret {
namespace {

using llvm::APInt;
using semantics::Value;

/// What a set of one-bit patterns holds.
struct Condition {
  bool yes = false;
  bool no = false;
  bool poison = false;
};
Condition condition_of(const Machine& machine, const Lane& lane) {
  const LaneSet set = machine.lanes.set_of(lane, 1);
  return {set.contains(APInt(1, 1)), set.contains(APInt(1, 0)), set.poison};
}

bool select_lane(Machine& machine, const Step* step, const Lane& condition, const Lane& yes, const Lane& no,
                 semantics::Slot to, Lane& out) {
  if (condition.state == kDefined) {
    out = condition.bits != 0 ? yes : no;
    return true;
  }
  if (condition.state == kPoison) {
    out = kPoisonLane;
    return true;
  }
  const Condition may = condition_of(machine, condition);
  const unsigned width = width_at(machine, to);
  if (may.yes && may.no)
    out = join(machine, yes, no, width, may.poison, step->instruction);
  else
    out = join(machine, may.yes ? yes : no, may.yes ? yes : no, width, may.poison, step->instruction);
  return !machine.stopped;
}

/// A condition that is a set, and the same one for all lanes. Each lane by itself says more than they all say together.
/// False if the run ended.
bool settle_for_all(Machine& machine, const Step* step, Lane& condition) {
  if (machine.lanes.lost == LostSets::Pick) condition = pick(machine, condition, 1);
  if (machine.lanes.lost == LostSets::End) machine.stop(EndKind::Inconclusive, kCorrelated, step->instruction);
  return !machine.stopped;
}

}  // namespace

void step_copy(Machine& machine, const Step* step, Lane* frame) {
  frame[step->to] = frame[step->a];
  ASSAY_NEXT;
}

void step_moves(Machine& machine, const Step* step, Lane* frame) {
  for (const Move& move : machine.program->moves[step->detail])
    frame[move.to] = move.from < 0 ? kPoisonLane : frame[move.from];
  ASSAY_NEXT;
}

void step_select(Machine& machine, const Step* step, Lane* frame) {
  const Lane& first = frame[step->a];
  if (step->lanes == 1 && first.state == kDefined) [[likely]] {
    frame[step->to] = frame[first.bits != 0 ? step->b : step->c];
    ASSAY_NEXT;
  }
  machine.make_room();
  const bool correlated = step->stride_a == 0 && step->lanes > 1 && first.state > kPoison;
  if (correlated && step->detail == 0 && !settle_for_all(machine, step, frame[step->a])) return;
  for (std::uint32_t lane = 0; lane < step->lanes; ++lane)
    if (!select_lane(machine, step, frame[step->a + lane * step->stride_a], frame[step->b + lane],
                     frame[step->c + lane], step->to + lane, frame[step->to + lane]))
      return;
  ASSAY_NEXT;
}

namespace {

/// What a condition is where it decides; false if the run ended.
bool settle(Machine& machine, const Step* step, Lane& condition) {
  const semantics::Variant& variant = machine.program->function.variant;
  if (condition.state == kDefined) return true;
  if (variant.select_is_undefined()) return machine.stop_ub(semantics::Rule::SelectOnPoison, step->instruction), false;
  if (variant.select != semantics::Variant::Select::Choice) return true;
  if (condition.state == kPoison)
    condition = freeze(machine, condition, 1);
  else if (machine.lanes.set_of(condition, 1).poison)
    return machine.stop(EndKind::Inconclusive, "a choice for each member of a set", step->instruction), false;
  return true;
}

/// The lane with poison as one more thing that it may be; poison alone if `arm` is nothing else.
Lane with_poison_of(Machine& machine, const Step* step, const Lane& lane, const Lane& arm, unsigned width) {
  if (!may_be_poison(machine, arm) || lane.state == kPoison) return lane;
  return arm.state == kPoison ? kPoisonLane : join(machine, lane, lane, width, true, step->instruction);
}

}  // namespace

void step_variant_select(Machine& machine, const Step* step, Lane* frame) {
  machine.make_room();
  Lane condition = frame[step->a];
  const bool whole = step->stride_a == 0 || step->lanes == 1;
  if (whole && !settle(machine, step, condition)) return;
  if (whole && step->lanes > 1 && condition.state > kPoison && !settle_for_all(machine, step, condition)) return;
  for (std::uint32_t lane = 0; lane < step->lanes; ++lane) {
    if (!whole) {
      condition = frame[step->a + lane];
      if (!settle(machine, step, condition)) return;
    }
    const Lane& yes = frame[step->b + lane];
    const Lane& no = frame[step->c + lane];
    Lane result = kPoisonLane;
    if (!select_lane(machine, step, condition, yes, no, step->to + lane, result)) return;
    if (machine.program->function.variant.arms_poison()) {
      const unsigned width = width_at(machine, step->to + lane);
      for (const Lane* arm : {&yes, &no}) result = with_poison_of(machine, step, result, *arm, width);
      if (machine.stopped) return;
    }
    frame[step->to + lane] = result;
  }
  ASSAY_NEXT;
}

void step_freeze(Machine& machine, const Step* step, Lane* frame) {
  machine.make_room();
  for (std::uint32_t lane = 0; lane < step->lanes; ++lane)
    frame[step->to + lane] = freeze(machine, frame[step->a + lane], width_at(machine, step->to + lane));
  ASSAY_NEXT;
}

namespace {

bool extract_at(Machine& machine, const Step* step, Lane* frame) {
  const unsigned width = width_at(machine, step->to);
  const LaneSet index = machine.lanes.set_of(frame[step->b], step->width_b);
  // Members of the index that lie outside give poison, as a poison index does.
  bool poison = index.poison;
  bool started = false;
  Lane result = kPoisonLane;
  std::uint64_t inside = 0;
  for (std::uint32_t lane = 0; lane < step->lanes; ++lane) {
    if (step->width_b < 32 && (lane >> step->width_b) != 0) break;
    if (index.only_poison() || !index.contains(APInt(step->width_b, lane))) continue;
    ++inside;
    const Lane& element = frame[step->a + lane];
    result = started ? join(machine, result, element, width, false, step->instruction) : element;
    started = true;
  }
  if (!index.only_poison() && index.count(std::uint64_t{step->lanes} + 1) > inside) poison = true;
  if (started && poison) result = join(machine, result, result, width, true, step->instruction);
  frame[step->to] = result;
  return !machine.stopped;
}

}  // namespace

void step_extract_at(Machine& machine, const Step* step, Lane* frame) {
  machine.make_room();
  if (!extract_at(machine, step, frame)) return;
  ASSAY_NEXT;
}

namespace {

/// Each lane may be the element, or what it was.
bool insert_somewhere(Machine& machine, const Step* step, Lane* frame) {
  const LaneSet index = machine.lanes.set_of(frame[step->c], step->width_c);
  std::uint64_t inside = 0;
  const auto is_index = [&](std::uint32_t lane) {
    return (step->width_c >= 32 || (lane >> step->width_c) == 0) && index.contains(APInt(step->width_c, lane));
  };
  for (std::uint32_t lane = 0; lane < step->lanes; ++lane) inside += is_index(lane) ? 1 : 0;
  const bool poison = index.poison || index.count(inside + 1) > inside;
  for (std::uint32_t lane = 0; lane < step->lanes; ++lane) {
    const Lane& before = frame[step->a + lane];
    frame[step->to + lane] = join(machine, before, is_index(lane) ? frame[step->b] : before,
                                  width_at(machine, step->to + lane), poison, step->instruction);
  }
  return !machine.stopped;
}

bool insert_at(Machine& machine, const Step* step, Lane* frame) {
  Lane index = frame[step->c];
  if (index.state > kPoison && machine.lanes.lost == LostSets::Widen) return insert_somewhere(machine, step, frame);
  if (index.state > kPoison && machine.lanes.lost == LostSets::Pick) index = pick(machine, index, step->width_c);
  if (index.state > kPoison) return machine.stop(EndKind::Inconclusive, kCorrelated, step->instruction), false;
  std::uint64_t at = step->lanes;
  if (index.state == kDefined) at = machine.lanes.pattern_of(index, step->width_c).getLimitedValue(step->lanes);
  for (std::uint32_t lane = 0; lane < step->lanes; ++lane) {
    Lane& out = frame[step->to + lane];
    if (at >= step->lanes)
      out = kPoisonLane;
    else
      out = lane == at ? frame[step->b] : frame[step->a + lane];
  }
  return true;
}

}  // namespace

void step_insert_at(Machine& machine, const Step* step, Lane* frame) {
  machine.make_room();
  if (!insert_at(machine, step, frame)) return;
  ASSAY_NEXT;
}

namespace {

/// Some operand lane is a set: exact where every lane is a mask without poison, because its bits are then independent.
bool bitcast_masks(Machine& machine, const Step* step, Lane* frame, unsigned from, unsigned to, std::uint32_t count) {
  const unsigned total = from * step->lanes;
  APInt fixed(total, 0);
  APInt free(total, 0);
  APInt poison(total, 0);
  for (std::uint32_t lane = 0; lane < step->lanes; ++lane) {
    const LaneSet set = machine.lanes.set_of(frame[step->a + lane], from);
    if (set.only_poison()) {
      poison.setBits(lane * from, (lane + 1) * from);
      continue;
    }
    if (set.poison || !set.masked) return false;
    fixed.insertBits(set.fixed, lane * from);
    free.insertBits(set.free, lane * from);
  }
  for (std::uint32_t lane = 0; lane < count; ++lane) {
    const bool lost = !poison.extractBits(to, lane * to).isZero();
    frame[step->to + lane] = lost ? kPoisonLane
                                  : machine.lanes.lane_of(LaneSet::of_mask(fixed.extractBits(to, lane * to),
                                                                           free.extractBits(to, lane * to), false));
  }
  return true;
}

/// Of lanes that are sets of which the bits hang together: each bit of a result lane may be anything.
void bitcast_widened(Machine& machine, const Step* step, Lane* frame, unsigned from, unsigned to, std::uint32_t count) {
  for (std::uint32_t lane = 0; lane < count; ++lane) {
    bool poison = false;
    for (std::uint32_t operand = lane * to / from; operand * from < (lane + 1) * to; ++operand)
      poison |= may_be_poison(machine, frame[step->a + operand]);
    frame[step->to + lane] = widened(machine, to, poison);
  }
}

bool bitcast(Machine& machine, const Step* step, Lane* frame) {
  const unsigned from = step->width_a;
  const unsigned to = step->info->result.bits;
  const std::uint32_t count = step->lanes * from / to;
  bool sets = false;
  for (std::uint32_t lane = 0; lane < step->lanes; ++lane) sets |= frame[step->a + lane].state > kPoison;
  if (sets && bitcast_masks(machine, step, frame, from, to, count)) return true;
  if (sets && machine.lanes.lost == LostSets::End)
    return machine.stop(EndKind::Inconclusive, kCorrelated, step->instruction), false;
  if (sets && machine.lanes.lost == LostSets::Widen)
    return bitcast_widened(machine, step, frame, from, to, count), true;
  std::vector<Value<WideDomain>> in;
  std::vector<Value<WideDomain>> out(count, Value<WideDomain>{APInt(to, 0), false});
  for (std::uint32_t lane = 0; lane < step->lanes; ++lane) {
    const Lane value = pick(machine, frame[step->a + lane], from);
    const bool lost = value.state == kPoison;
    in.push_back({lost ? APInt(from, 0) : machine.lanes.pattern_of(value, from), lost});
  }
  const std::span<const Value<WideDomain>> operand(in);
  WideDomain domain;
  semantics::Meaning<semantics::Op::BitCast>::eval<WideDomain>(domain, *step->info, std::span(&operand, 1), out);
  for (std::uint32_t lane = 0; lane < count; ++lane)
    frame[step->to + lane] = out[lane].poison ? kPoisonLane : machine.lanes.lane_of_pattern(out[lane].bits);
  return true;
}

}  // namespace

void step_bitcast(Machine& machine, const Step* step, Lane* frame) {
  machine.make_room();
  if (!bitcast(machine, step, frame)) return;
  ASSAY_NEXT;
}

void step_approximate(Machine& machine, const Step* step, Lane*) {
  machine.stop(EndKind::Inconclusive, "fast-math flags permit other results", step->instruction);
}

void step_assume(Machine& machine, const Step* step, Lane* frame) {
  const Lane& condition = frame[step->a];
  if (condition.state != kDefined || condition.bits == 0)
    return machine.stop_ub(semantics::Meaning<semantics::Op::Assume>::rule_of(*step->info), step->instruction);
  ASSAY_NEXT;
}

}  // namespace assay::interpret
