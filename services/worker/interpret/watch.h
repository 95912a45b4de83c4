#pragma once

#include <cstdint>
#include <vector>

#include "services/worker/interpret/memory/memory.h"
#include "services/worker/interpret/values/frame_lane.h"
#include "services/worker/semantics/progress.h"

namespace assay::interpret {

class Machine;
class Program;
struct Step;

/// Finds runs that never end: the run is at a place where it was before, with the same state. It is asked only in runs
/// that are long already, and keeps one earlier state, taken at doubling distances (Brent's cycle finding).
class Watch {
 public:
  /// A new run.
  void clear() {
    jumps_ = 0;
    next_jump_ = 1;
    next_depth_ = kDeep;
    loop_.place = call_.place = nullptr;
  }
  /// At a jump to `next`: is the run back in the state that it had at an earlier jump?
  bool is_back(const Machine& machine, const Step* next);
  /// Were so many jumps looked at that the run is given up?
  bool is_over() const { return jumps_ >= kJumps; }
  /// At the entry of a function whose arguments stand in `lanes`: does the same call, made earlier, still run?
  bool recurs(const Machine& machine, const Program& callee, const Lane* lanes);

  /// May the functions that run wait for another thread?
  static bool may_wait(const Machine& machine);
  /// Of a run without end: must a function that runs return, or the innermost one or its loop at that instruction make
  /// progress? Then it is undefined.
  static semantics::Progress progress_asked(const Machine& machine, std::uint32_t instruction);

 private:
  static constexpr std::uint64_t kJumps = 1u << 12;
  static constexpr std::size_t kDeep = 64;           ///< calls are looked at from this depth on
  static constexpr std::uint64_t kBytes = 1u << 16;  ///< a state with more memory is not kept
  struct State {
    const void* place = nullptr;  ///< the step, or the program; null: there is no state
    std::size_t depth = 0;
    std::uint64_t entered = 0;  ///< functions since the run began
    std::vector<Lane> lanes;
    std::vector<Block> blocks;
    std::vector<std::uint64_t> counters;  ///< of effects: see counters_of
  };
  static State state_of(const Machine& machine, const void* place, const Lane* lanes, std::size_t count);
  static bool is_same(const State& state, const Machine& machine, const void* place, const Lane* lanes);
  std::uint64_t jumps_ = 0, next_jump_ = 1;
  std::size_t next_depth_ = kDeep;
  State loop_, call_;
};

}  // namespace assay::interpret
