#include "services/worker/interpret/program/next.h"
#include "services/worker/interpret/program/steps.h"
#include "services/worker/interpret/values/evaluate.h"
#include "services/worker/interpret/values/lanes.h"

namespace assay::interpret {
namespace {

using semantics::Value;

/// Applies the flags to one lane; false if the run ended.
bool apply_flags(Machine& machine, const Step* step, Lane& lane) {
  if (lane.state == kPoison) return true;
  const unsigned width = step->info->result.bits;
  if (lane.state != kDefined && machine.lanes.lost == LostSets::Widen)
    return lane = widened(machine, width, semantics::may_create_poison(*step->info) || may_be_poison(machine, lane)),
           true;
  if (machine.lanes.lost == LostSets::Pick) lane = pick(machine, lane, width);
  if (lane.state != kDefined)
    return machine.stop(EndKind::Inconclusive, "fast-math flags on a set of values", step->instruction), false;
  WideDomain domain(&machine.choices);
  const Value<WideDomain> value{machine.lanes.pattern_of(lane, width), false};
  const auto result = semantics::fast_math_result(domain, *step->info, value);
  lane = result.poison ? kPoisonLane : machine.lanes.lane_of_pattern(result.bits);
  return true;
}

bool apply_to_all(Machine& machine, const Step* step, Lane* frame) {
  for (std::uint32_t i = 0; i < step->lanes; ++i)
    if (!apply_flags(machine, step, frame[step->to + i])) return false;
  return true;
}

}  // namespace

void step_fast_math(Machine& machine, const Step* step, Lane* frame) {
  machine.make_room();
  if (!apply_to_all(machine, step, frame)) return;
  ASSAY_NEXT;
}

}  // namespace assay::interpret
