#include "services/worker/interpret/calls/calls.h"

#include <algorithm>

/// setjmp and longjmp of programs.
namespace assay::interpret {
namespace {

using Mark = CallState::Mark;

/// The function goes on after the call of setjmp; what its registers and variables hold is what they hold now.
Next go_back(Machine& machine, const Mark& mark, std::uint64_t value) {
  while (machine.frames.size() > mark.frames) machine.pop_frame();
  Frame& frame = machine.frames.back();
  for (const Provenance each : frame.blocks)
    if (Block* block = machine.memory.find(each)) block->deny_read = block->deny_write = false;
  const semantics::Slots result = machine.program->calls[mark.call->detail].result;
  if (result.count != 0) frame.lanes[result.first] = {value == 0 ? 1 : value, kDefined, 0};
  return {mark.call + 1, frame.lanes};
}

}  // namespace

std::optional<Next> call_jump(Machine& machine, std::string_view name, const CallArguments& arguments, const Step* step,
                              Lane* frame) {
  const bool marks = name == "setjmp" || name == "_setjmp" || name == "__sigsetjmp" || name == "sigsetjmp";
  const bool jumps = name == "longjmp" || name == "_longjmp" || name == "siglongjmp" || name == "__longjmp_chk";
  if (machine.calls.invents || (!marks && !jumps) || arguments.lanes.empty()) return std::nullopt;
  auto& known = machine.calls.marks;
  const Lane& buffer = arguments.lanes[0][0];
  const auto old = std::ranges::find(known, buffer.bits, &Mark::buffer);
  if (marks) {
    if (old != known.end()) known.erase(old);
    known.push_back({buffer.bits, machine.frames.size(), machine.frames.back().activation, step});
    if (!arguments.result.empty()) arguments.result[0] = {0, kDefined, 0};
    return Next{step + 1, frame};
  }
  const bool is_there = buffer.state == kDefined && arguments.lanes[1][0].state == kDefined && old != known.end() &&
                        old->frames <= machine.frames.size() &&
                        machine.frames[old->frames - 1].activation == old->activation;
  if (is_there) return go_back(machine, *old, arguments.lanes[1][0].bits);
  machine.stop(EndKind::Inconclusive, "longjmp to a function that has returned", step->instruction);
  return Next{};
}

}  // namespace assay::interpret
