#include "services/worker/interpret/collect.h"

#include "services/worker/interpret/memory/visible.h"

namespace assay::interpret {

void set_to_refute(Machine& machine, Role role) {
  machine.lanes.lost = role == Role::Source ? LostSets::Widen : LostSets::Pick;
  machine.surroundings.has_known_sizes = true;
  machine.calls.is_to_refute = true;
  machine.calls.role = role;
}

/// What an object that the run allocated and returns holds.
static void add_returned(const Machine& machine, const Lane& lane, std::vector<VisibleBlock>& memory) {
  if (lane.state != kDefined || lane.provenance == 0 || machine.is_shared(lane.provenance)) return;
  const Block* block = machine.memory.find(lane.provenance);
  if (block == nullptr || block->kind != Block::Kind::Heap || !block->live) return;
  VisibleBlock& seen = memory.emplace_back();
  seen.bytes = seen_bytes(machine, *block, 0);
  seen.size = seen.bytes.size();
}

Behaviour behaviour_of(const Machine& machine) {
  const RunResult& result = machine.result;
  Behaviour behaviour;
  behaviour.end = result.end;
  behaviour.rule = result.rule;
  behaviour.instruction = result.at;
  behaviour.chain = result.chain;
  behaviour.reason = result.reason;
  behaviour.access = result.access;
  if (result.access && machine.is_shared(result.access->object) && machine.world != nullptr) {
    const std::size_t index = (result.access->object & kBlockMask) - 1;
    const auto& objects = machine.world->environment().objects();
    if (index < objects.size()) behaviour.access->name = objects[index].name;
  }
  behaviour.choices = machine.choices.script();
  behaviour.places = machine.memory.shift;
  behaviour.guesses_provenance = result.guesses_provenance;
  behaviour.steps = machine.executed() - machine.picks_used;
  behaviour.events = result.events;
  behaviour.output = result.output;
  behaviour.errors = result.errors;
  behaviour.exit_code = result.exit_code;
  if (result.end != EndKind::Returned) return behaviour;
  if (result.unwound) behaviour.exception = seen_lane(machine, machine.exceptions.thrown, 64);
  if (!result.is_trapped) behaviour.memory = memory_for_caller(machine);
  if (result.lanes == nullptr) return behaviour;  // exited
  const auto& types = machine.top().function.result_lanes;
  for (std::size_t lane = 0; lane < types.size(); ++lane) {
    const bool leaks = is_not_captured(machine, result.lanes[lane].provenance);
    behaviour.result.push_back(leaks ? LaneSet::of_poison(types[lane].bits)
                                     : seen_lane(machine, result.lanes[lane], types[lane].bits));
    if (machine.calls.is_to_refute) add_returned(machine, result.lanes[lane], behaviour.memory);
  }
  return behaviour;
}

}  // namespace assay::interpret
