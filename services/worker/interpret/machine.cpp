#include "services/worker/interpret/machine.h"

#include <algorithm>

namespace assay::interpret {
namespace {

constexpr std::size_t kStackLanes = std::size_t{1} << 20;
constexpr unsigned kNarrowestPointer = 32;

}  // namespace

Machine::Machine(const Program& top, World* world)
    : program(&top), world(world), top_(top), capacity_(top.calls.empty() ? top.types.size() : kStackLanes) {
  stack_ = std::make_unique_for_overwrite<Lane[]>(std::max<std::size_t>(capacity_, 1));
  memory.unwritten_is_poison = !top.function.variant.undef;
  memory.narrow = top.narrowest_pointer < 64;
  if (world != nullptr && top.uses_memory) surroundings.environment = blocks_of(*world, memory.unwritten_is_poison);
  surroundings.count = surroundings.environment.size();
  frames.emplace_back();
  frames.back().program = &top;
  frames.back().lanes = stack_.get();
  std::fill_n(stack_.get(), top.types.size(), kPoisonLane);
  constants_.load(top, stack_.get(), lanes, world);
  used_ = top.types.size();
}

Lane* Machine::push_frame(const Program& callee, const Step* resume) {
  if (used_ + callee.types.size() > capacity_) return nullptr;
  Frame frame;
  frame.program = &callee;
  frame.lanes = stack_.get() + used_;
  frame.resume = resume;
  frame.activation = ++calls.activations;
  frame.born = memory.allocated();
  used_ += callee.types.size();
  std::fill_n(frame.lanes, callee.types.size(), kPoisonLane);
  constants_.load(callee, frame.lanes, lanes, world);
  frames.push_back(std::move(frame));
  program = &callee;
  return frames.back().lanes;
}

const Step* Machine::pop_frame() {
  Frame& frame = frames.back();
  for (Provenance block : frame.blocks) memory.kill(block);
  while (!guards.empty() && guards.back().depth >= frames.size()) guards.pop_back();
  const Step* resume = frame.resume;
  used_ -= frame.program->types.size();
  frames.pop_back();
  program = frames.back().program;
  return resume;
}

void Machine::begin() {
  lanes.clear();
  if (!top_.uses_memory) return;
  memory.clear();
  surroundings.count = surroundings.environment.size();
  for (const Block& block : surroundings.environment) {
    memory.add(block.kind, block.base, block.size, block.align);
    memory.at(memory.count() - 1) = block;
  }
}

void Machine::run(const Limits& limits, Trace* into) {
  result.clear(top_.uses_memory);
  stopped = false;
  if (top_.uses_memory) {
    while (frames.size() > 1) pop_frame();
    guards.clear();
    frames.front().blocks.clear();
    frames.front().pads.clear();
    calls.clear();
    alias_log.clear();
    memory.limit = limits.memory;
    invariants.clear();
  }
  if (top_.has_invariants) invariants.keep(memory, surroundings.count);
  if (top_.narrowest_pointer < kNarrowestPointer)
    return stop(EndKind::Unsupported, "pointers of less than 32 bits", kNoInstruction);
  trace = into;
  watch.clear();
  picks_used = 0;
  pick_limit = limits.picks;
  budget_ = static_cast<std::int64_t>(limits.steps);
  const Step* first = top_.steps.data();
  steps_left = budget_ - static_cast<std::int64_t>(first->cost[0]);
  first->run(*this, first, stack_.get());
}

bool Machine::goes_on(const Step* step, const Step* next) {
  if (watch.is_back(*this, next)) {
    stop_endless(step->instruction);
  } else if (watch.is_over()) {
    stop(EndKind::OutOfSteps, "step limit", step->instruction);
  }
  return !stopped;
}

void Machine::stop_endless(std::uint32_t instruction) {
  if (Watch::may_wait(*this)) return stop(EndKind::OutOfSteps, "step limit", instruction);
  stop(EndKind::Diverges, Watch::must_progress(*this) ? "what must make progress" : "", instruction);
}

}  // namespace assay::interpret
