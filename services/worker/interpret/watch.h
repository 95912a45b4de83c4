#pragma once

#include <cstdint>
#include <vector>

#include "services/worker/interpret/values/frame_lane.h"
#include "services/worker/interpret/memory/memory.h"

namespace assay::interpret {

class Machine;
class Program;
struct Step;

/// Tells that a run never ends: it is where it was before, and all that decides how it goes on is as it was. Of use for
/// runs that are long already; it keeps one earlier state, taken at doubling distances (Brent's cycle finding).
class Watch {
 public:
  /// A new run.
  void clear() {
    jumps_ = 0;
    next_jump_ = 1;
    next_depth_ = kDeep;
    loop_.place = call_.place = nullptr;
  }
  /// At a jump to `next`: is this a round like an earlier one?
  bool is_back(const Machine& machine, const Step* next);
  /// Have enough jumps been looked at?
  bool is_over() const { return jumps_ >= kJumps; }
  /// At the entry of a function whose arguments stand in `lanes`: is it called as a function was that still runs?
  bool recurs(const Machine& machine, const Program& callee, const Lane* lanes);

  /// May the functions that run wait for another thread?
  static bool may_wait(const Machine& machine);
  /// Is a run without end undefined, because a function or a loop of those that run must make progress?
  static bool must_progress(const Machine& machine);

 private:
  static constexpr std::uint64_t kJumps = 1u << 12;
  static constexpr std::size_t kDeep = 64;             ///< calls; less deep ones are not looked at
  static constexpr std::uint64_t kBytes = 1u << 16;    ///< memory that is copied for a state
  struct State {
    const void* place = nullptr;  ///< the step, or the program; null: there is no state
    std::size_t depth = 0;
    std::uint64_t entered = 0;  ///< functions since the run began
    std::vector<Lane> lanes;
    std::vector<Block> blocks;
    std::vector<std::uint64_t> counters;  ///< of what would be a change
  };
  static State state_of(const Machine& machine, const void* place, const Lane* lanes, std::size_t count);
  static bool is_same(const State& state, const Machine& machine, const void* place, const Lane* lanes);
  std::uint64_t jumps_ = 0, next_jump_ = 1;
  std::size_t next_depth_ = kDeep;
  State loop_, call_;
};

}  // namespace assay::interpret
