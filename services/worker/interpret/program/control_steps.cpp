#include <algorithm>

#include "services/worker/interpret/program/next.h"
#include "services/worker/interpret/program/steps.h"
#include "services/worker/interpret/values/lanes.h"

/// Steps that go elsewhere: jumps, branches, returns.
namespace assay::interpret {
namespace {

using semantics::Rule;

bool holds_poison(const Machine& machine, const Lane& lane) {
  return lane.state == kPoison || (lane.state == kSet && machine.lanes.set_at(lane).poison);
}

const Step* switch_target(const Machine& machine, const Step* step, const Lane& value) {
  const Program::SwitchTable& table = machine.program->switches[step->detail];
  if (step->width_a <= 64) {
    const auto found = std::lower_bound(table.cases.begin(), table.cases.end(), value.bits,
                                        [](const auto& entry, std::uint64_t bits) { return entry.first < bits; });
    return found != table.cases.end() && found->first == value.bits ? found->second : table.fallback;
  }
  const llvm::APInt pattern = machine.lanes.pattern_of(value, step->width_a);
  for (const auto& [bits, to] : table.wide_cases)
    if (bits == pattern) return to;
  return table.fallback;
}

/// An instruction may be lowered to several, of which the last one has its value.
bool is_helper(const semantics::Function& function, std::uint32_t index) {
  const llvm::Instruction* origin = function.instructions[index].origin;
  return origin == nullptr ||
         (index + 1 < function.instructions.size() && function.instructions[index + 1].origin == origin);
}

void record(Machine& machine, const Step* step, const Lane* frame) {
  const semantics::Function& function = machine.program->function;
  if (is_helper(function, step->instruction)) return;
  TracedValue value;
  value.instruction = function.instructions[step->instruction].origin;
  value.depth = machine.frames.size() - 1;
  for (std::uint32_t lane = 0; lane < step->lanes; ++lane) {
    value.types.push_back(machine.program->types[step->a + lane]);
    value.lanes.push_back(machine.lanes.set_of(frame[step->a + lane], value.types.back().bits));
  }
  const std::uint64_t bytes =
      sizeof(TracedValue) + value.lanes.size() * (sizeof(LaneSet) + sizeof(semantics::LaneType));
  machine.trace->push_back(std::move(value));
  machine.keep(bytes, step->instruction);
}

}  // namespace

void step_jump(Machine& machine, const Step* step, Lane* frame) {
  if (!pay(machine, step, 0, step->target[0])) return;
  ASSAY_GO(step->target[0]);
}

void step_copy_and_jump(Machine& machine, const Step* step, Lane* frame) {
  frame[step->to] = frame[step->a];
  const Step* jump = step + 1;
  if (!pay(machine, jump, 0, jump->target[0])) return;
  ASSAY_GO(jump->target[0]);
}

void step_two_copies(Machine& machine, const Step* step, Lane* frame) {
  frame[step->to] = frame[step->a];
  frame[step[1].to] = frame[step[1].a];
  ASSAY_GO(step + 2);
}

void step_branch(Machine& machine, const Step* step, Lane* frame) {
  const Lane& condition = frame[step->a];
  if (condition.state != kDefined) [[unlikely]]
    return machine.stop_ub(holds_poison(machine, condition) ? Rule::BranchOnPoison : Rule::BranchOnUndef,
                           step->instruction);
  const unsigned which = condition.bits == 0;
  if (!pay(machine, step, which, step->target[which])) return;
  ASSAY_GO(step->target[which]);
}

void step_switch(Machine& machine, const Step* step, Lane* frame) {
  const Lane& value = frame[step->a];
  if (value.state != kDefined)
    return machine.stop_ub(holds_poison(machine, value) ? Rule::SwitchOnPoison : Rule::SwitchOnUndef,
                           step->instruction);
  const Step* target = switch_target(machine, step, value);
  if (!pay(machine, step, 0, target)) return;
  ASSAY_GO(target);
}

void step_choosing_branch(Machine& machine, const Step* step, Lane* frame) {
  const unsigned which = freeze(machine, frame[step->a], step->width_a).bits == 0;
  if (!pay(machine, step, which, step->target[which])) return;
  ASSAY_GO(step->target[which]);
}

void step_choosing_switch(Machine& machine, const Step* step, Lane* frame) {
  const Step* target = switch_target(machine, step, freeze(machine, frame[step->a], step->width_a));
  if (!pay(machine, step, 0, target)) return;
  ASSAY_GO(target);
}

void step_indirect_branch(Machine& machine, const Step* step, Lane* frame) {
  const Lane& address = frame[step->a];
  if (address.state != kDefined)
    return machine.stop_ub(holds_poison(machine, address) ? Rule::BranchOnPoison : Rule::BranchOnUndef,
                           step->instruction);
  const Block* label = machine.memory.find(address.provenance);
  const llvm::BasicBlock* block = label != nullptr && label->is_label && label->base == address.bits
                                      ? machine.world->block_at((address.provenance & kBlockMask) - 1)
                                      : nullptr;
  const Step* target = nullptr;
  for (const auto& [listed, first] : machine.program->switches[step->detail].blocks)
    if (listed == block) target = first;
  if (target == nullptr) return machine.stop_ub(Rule::InvalidIndirectBranch, step->instruction);
  if (!pay(machine, step, 0, target)) return;
  ASSAY_GO(target);
}

void step_pick_block(Machine& machine, const Step* step, Lane* frame) {
  const auto& blocks = machine.program->switches[step->detail].blocks;
  const Step* target = blocks[machine.calls.branch_draw % blocks.size()].second;
  if (!pay(machine, step, 0, target)) return;
  ASSAY_GO(target);
}

void step_returned(Machine& machine, const Step* step, Lane* frame) {
  for (std::uint32_t lane = 0; lane < step->lanes; ++lane) {
    const Lane &given = frame[step->a + lane], &passed = frame[step->b + lane];
    const bool same = given.state == kDefined && passed.state == kDefined &&
                      machine.lanes.pattern_of(given, step->width_a) == machine.lanes.pattern_of(passed, step->width_a);
    if (!same) machine.raise_doubt("something else than the returned argument is returned");
  }
  ASSAY_NEXT;
}

void step_start(Machine& machine, const Step* step, Lane* frame) { ASSAY_NEXT; }

void step_forbidden_return(Machine& machine, const Step* step, Lane*) {
  machine.stop_ub(Rule::NoReturnReturned, step->instruction);
}

void step_unreachable(Machine& machine, const Step* step, Lane*) {
  machine.stop_ub(Rule::Unreachable, step->instruction);
}

void step_unsupported(Machine& machine, const Step* step, Lane*) {
  const auto op = machine.program->function.instructions[step->instruction].op;
  machine.stop(EndKind::Unsupported, std::string(semantics::row_of(op).spelling), step->instruction);
}

void step_trace(Machine& machine, const Step* step, Lane* frame) {
  record(machine, step, frame);
  if (machine.stopped) return;
  ASSAY_NEXT;
}

}  // namespace assay::interpret
