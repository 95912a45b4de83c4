#include "services/worker/interpret/machine.h"

namespace assay::interpret {
namespace {

constexpr std::size_t kStackLanes = std::size_t{1} << 20;
constexpr unsigned kNarrowestPointer = 32, kWidestPointer = 64;

}  // namespace

Machine::Machine(const Program& top, World* world)
    : program(&top), world(world), top_(top), stack_(top.calls.empty() ? top.types.size() : kStackLanes) {
  memory.unwritten_is_poison = !top.function.variant.undef;
  memory.narrow = top.narrowest_pointer < 64;
  if (world != nullptr && top.uses_memory) surroundings.environment = blocks_of(*world, memory.unwritten_is_poison);
  surroundings.count = surroundings.environment.size();
  frames.emplace_back();
  frames.back().program = &top;
  frames.back().lanes = stack_.push(top, lanes, world);
}

Lane* Machine::push_frame(const Program& callee, const Step* resume) {
  Lane* room = stack_.push(callee, lanes, world);
  if (room == nullptr) return nullptr;
  Frame& frame = frames.emplace_back();
  frame.program = &callee;
  frame.lanes = room;
  frame.resume = resume;
  frame.activation = ++calls.activations;
  frame.born = memory.allocated();
  if (!rooms_.empty()) {
    frame.blocks.swap(rooms_.back());
    rooms_.pop_back();
  }
  program = &callee;
  return room;
}

const Step* Machine::pop_frame() {
  Frame& frame = frames.back();
  for (Provenance block : frame.blocks) memory.kill(block);
  while (!guards.empty() && guards.back().depth >= frames.size()) guards.pop_back();
  if (frame.blocks.capacity() != 0) {
    frame.blocks.clear();
    rooms_.push_back(std::move(frame.blocks));
  }
  const Step* resume = frame.resume;
  stack_.pop(*frame.program);
  frames.pop_back();
  program = frames.back().program;
  return resume;
}

void Machine::begin() {
  lanes.clear();
  if (!top_.uses_memory) return;
  while (frames.size() > 1) pop_frame();  // of calls in which the last run stopped: what they own is of its memory
  memory.restart(surroundings.environment);
  surroundings.count = surroundings.environment.size();
}

void Machine::run(const Limits& limits, Trace* into) {
  result.clear(top_.uses_memory);
  stopped = false;
  if (top_.uses_memory) {
    guards.clear();
    frames.front().blocks.clear();
    frames.front().pads.clear();
    calls.clear();
    exceptions.ways.clear();
    alias_log.clear();
    memory.limit = limits.memory;
    invariants.clear();
  }
  if (top_.has_invariants) invariants.keep(memory, surroundings.count);
  if (top_.narrowest_pointer < kNarrowestPointer)
    return stop(EndKind::Unsupported, "pointers of less than 32 bits", kNoInstruction);
  if (top_.widest_pointer > kWidestPointer)
    return stop(EndKind::Unsupported, "pointers of more than 64 bits", kNoInstruction);
  trace = into;
  watch.clear();
  picks_used = kept_ = 0;
  pick_limit = limits.picks;
  budget_ = static_cast<std::int64_t>(limits.steps);
  const Step* first = top_.steps.data();
  steps_left = budget_ - static_cast<std::int64_t>(first->cost[0]);
  first->run(*this, first, stack_.first());
  if (result.end == EndKind::Returned && invariants.has_loads()) (void)keep_invariants(*this, result.at);
}

void Machine::tell_chain(std::uint32_t instruction) {
  result.at = frames[1].resume->instruction;
  for (std::size_t depth = frames.size(); depth-- > 0;) {
    const auto& instructions = frames[depth].program->function.instructions;
    if (instruction < instructions.size() && instructions[instruction].origin != nullptr)
      result.chain.push_back(instructions[instruction].origin);
    if (depth != 0) instruction = frames[depth].resume->instruction;
  }
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
  const semantics::Progress asked = Watch::progress_asked(*this, instruction);
  if (asked == semantics::Progress::Asked) return stop_ub(semantics::Rule::NoProgress, instruction);
  stop(EndKind::Diverges, asked == semantics::Progress::Unclear ? "what must make progress" : "", instruction);
}

}  // namespace assay::interpret
