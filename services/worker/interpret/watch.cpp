#include "services/worker/interpret/watch.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>

#include <algorithm>

#include "services/worker/interpret/machine.h"

namespace assay::interpret {
namespace {

/// Counts of what the run does that code outside sees, or that may turn out otherwise the next time.
std::vector<std::uint64_t> counters_of(const Machine& machine) {
  return {machine.choices.made(),           machine.result.events.size(), machine.calls.branch_draw,
          machine.result.output.size(),     machine.result.errors.size(), machine.lanes.compactions(),
          machine.frames.back().pads.size()};
}

bool is_same_lane(const Lane& a, const Lane& b) {
  return a.state == b.state && a.bits == b.bits && a.provenance == b.provenance;
}

}  // namespace

bool Watch::may_wait(const Machine& machine) {
  return std::any_of(machine.frames.begin(), machine.frames.end(), [](const Frame& frame) {
    const llvm::Function* function = frame.program->function.origin;
    return function == nullptr || std::any_of(llvm::inst_begin(function), llvm::inst_end(function),
                                              [](const llvm::Instruction& each) { return each.isAtomic(); });
  });
}

semantics::Progress Watch::progress_asked(const Machine& machine, std::uint32_t instruction) {
  const bool will_return = std::any_of(machine.frames.begin(), machine.frames.end(), [](const Frame& frame) {
    const llvm::Function* function = frame.program->function.origin;
    return function != nullptr && function->willReturn();
  });
  if (will_return) return semantics::Progress::Asked;
  const auto& instructions = machine.program->function.instructions;
  const llvm::Instruction* origin = instruction < instructions.size() ? instructions[instruction].origin : nullptr;
  return origin == nullptr ? semantics::Progress::Unclear : semantics::progress_asked(*origin->getParent());
}

Watch::State Watch::state_of(const Machine& machine, const void* place, const Lane* lanes, std::size_t count) {
  State state;
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < machine.memory.count(); ++i) bytes += machine.memory.at(i).size;
  if (bytes > kBytes) return state;
  state.place = place;
  state.depth = machine.frames.size();
  state.entered = machine.calls.activations;
  state.lanes.assign(lanes, lanes + count);
  for (std::size_t i = 0; i < machine.memory.count(); ++i) state.blocks.push_back(machine.memory.at(i));
  state.counters = counters_of(machine);
  return state;
}

/// Blocks that were allocated since do not matter: whatever pointed to them would have changed.
bool Watch::is_same(const State& state, const Machine& machine, const void* place, const Lane* lanes) {
  if (state.place != place || state.counters != counters_of(machine)) return false;
  if (!std::equal(state.lanes.begin(), state.lanes.end(), lanes, is_same_lane)) return false;
  if (machine.memory.count() < state.blocks.size()) return false;
  for (std::size_t i = 0; i < state.blocks.size(); ++i)
    if (!state.blocks[i].holds_what(machine.memory.at(i))) return false;
  return true;
}

bool Watch::is_back(const Machine& machine, const Step* next) {
  const Frame& frame = machine.frames.back();
  // Where a function was called in between, its effects may not show here.
  if (loop_.place != nullptr && loop_.depth == machine.frames.size() && loop_.entered == machine.calls.activations &&
      is_same(loop_, machine, next, frame.lanes))
    return true;
  if (++jumps_ == next_jump_) {
    loop_ = state_of(machine, next, frame.lanes, frame.program->types.size());
    next_jump_ *= 2;
  }
  return false;
}

bool Watch::recurs(const Machine& machine, const Program& callee, const Lane* lanes) {
  const std::size_t depth = machine.frames.size();
  if (depth < kDeep) return false;
  // All functions that were called since still run.
  if (call_.place != nullptr && depth > call_.depth &&
      machine.calls.activations - call_.entered == depth - call_.depth && is_same(call_, machine, &callee, lanes))
    return true;
  if (depth >= next_depth_) {
    std::size_t count = 0;
    for (const semantics::Argument& argument : callee.function.arguments)
      count = std::max<std::size_t>(count, argument.value.first + argument.value.count);
    call_ = state_of(machine, &callee, lanes, count);
    next_depth_ = depth * 2;
  }
  return false;
}

}  // namespace assay::interpret
