#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "services/worker/interpret/calls/call_state.h"
#include "services/worker/interpret/choices.h"
#include "services/worker/interpret/inputs/surroundings.h"
#include "services/worker/interpret/memory/alias_log.h"
#include "services/worker/interpret/memory/guard.h"
#include "services/worker/interpret/memory/invariants.h"
#include "services/worker/interpret/memory/memory.h"
#include "services/worker/interpret/program/frame.h"
#include "services/worker/interpret/program/lane_stack.h"
#include "services/worker/interpret/program/world.h"
#include "services/worker/interpret/run_result.h"
#include "services/worker/interpret/values/lane_pools.h"
#include "services/worker/interpret/watch.h"

namespace assay::interpret {

/// Runs one program again and again; the frame and the pools are kept.
class Machine {
 public:
  /// `world` may be null for programs that don't use memory.
  explicit Machine(const Program& program, World* world = nullptr);

  /// Forgets the sets, wide patterns and memory of the last run; before the arguments are set. The environment's
  /// globals get their initial values.
  void begin();
  /// The frame that the run begins with: arguments are written to it. They survive a run unless they carry promises.
  Lane* arguments() { return stack_.first(); }
  /// Objects of the environment that nobody defines, in this and the runs that follow (LaneStack::set_absent).
  void set_absent(std::vector<std::size_t> objects) { stack_.set_absent(std::move(objects), top_, lanes, world); }
  /// Runs from the start.
  void run(const Limits& limits, Trace* trace = nullptr);
  /// The program that the run begins with.
  const Program& top() const { return top_; }
  /// Instructions and picks of the run.
  std::uint64_t executed() const { return static_cast<std::uint64_t>(budget_ - steps_left) + picks_used; }

  // For the steps.
  void stop_ub(semantics::Rule broken, std::uint32_t instruction) {
    result.rule = broken;
    end_as(EndKind::UndefinedBehaviour, instruction);
  }
  void stop(EndKind kind, std::string why, std::uint32_t instruction) {
    result.reason = std::move(why);
    end_as(kind, instruction);
  }
  /// The run never comes back from a call.
  void leave(std::uint32_t instruction) {
    result.exit_code = kNoreturnExit;
    end_as(EndKind::Returned, instruction);
  }
  /// The run keeps so many bytes for who looks at it: they count as memory of the program's. Past the limit it ends.
  void keep(std::uint64_t bytes, std::uint32_t instruction) {
    kept_ += bytes;
    if (kept_ > memory.limit && !stopped) stop(EndKind::Inconclusive, "memory limit", instruction);
  }
  /// A run that was found to go on for ever.
  void stop_endless(std::uint32_t instruction);
  /// The run goes on, but proves and refutes nothing.
  void raise_doubt(const char* why) {
    result.address_observed = true;
    result.doubt = why;
  }
  /// After the step limit, at a jump to `next`: goes on for a while, to see whether the run is one without end. False:
  /// it is stopped.
  bool goes_on(const Step* step, const Step* next);
  /// Called where all live lanes are in frames: drops what no lane refers to when a pool has grown large.
  void make_room() { lanes.make_room(frames); }
  /// Puts a frame for the program on the stack, constants filled in. Null if there is no room.
  Lane* push_frame(const Program& callee, const Step* resume);
  /// Ends the frame's allocas; gives the step to resume at.
  const Step* pop_frame();
  /// True for a block of the environment or of the input: its address is the same on both sides.
  bool is_shared(Provenance provenance) const {
    const std::uint32_t index = provenance & kBlockMask;
    return index <= surroundings.count && provenance >> kBlockBits == 0 &&
           (index == 0 || !memory.at(index - 1).is_label);
  }

  const Program* program;  ///< of the running frame
  World* world;
  Memory memory;
  LanePools lanes;
  Choices choices;
  std::vector<Frame> frames;
  bool stopped = false;  ///< the run has ended, and no further step may run
  std::int64_t steps_left = 0;
  std::uint64_t picks_used = 0;
  std::uint64_t pick_limit = 0;
  Trace* trace = nullptr;
  Watch watch;
  Surroundings surroundings;
  RunResult result;
  CallState calls;
  ExceptionState exceptions;
  std::vector<Guard> guards;  ///< of functions that are running, the innermost last
  Invariants invariants;
  AliasLog alias_log;

 private:
  /// Where a function called ends the run, it is the call in the first frame that is told, and the chain of calls.
  void end_as(EndKind kind, std::uint32_t instruction) {
    result.end = kind;
    result.at = instruction;
    stopped = true;
    if (frames.size() > 1) tell_chain(instruction);
  }
  void tell_chain(std::uint32_t instruction);

  const Program& top_;
  LaneStack stack_;
  std::vector<std::vector<Provenance>> rooms_;  ///< of lists of allocas, for frames to come
  std::int64_t budget_ = 0;
  std::uint64_t kept_ = 0;  ///< bytes of events, output and the trace
};

}  // namespace assay::interpret
