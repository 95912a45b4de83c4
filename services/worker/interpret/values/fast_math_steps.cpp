#include "services/worker/interpret/program/next.h"
#include "services/worker/interpret/program/steps.h"
#include "services/worker/interpret/values/evaluate.h"

namespace assay::interpret {
namespace {

using semantics::Value;

/// Applies the flags to one lane; false if the run ended.
bool apply_flags(Machine& machine, const Step* step, Lane& lane) {
  if (lane.state == kPoison) return true;
  if (lane.state != kDefined) {
    machine.stop(EndKind::Inconclusive, "fast-math flags on a set of values", step->instruction);
    return false;
  }
  WideDomain domain(&machine.choices);
  const Value<WideDomain> value{machine.lanes.pattern_of(lane, step->info->result.bits), false};
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
