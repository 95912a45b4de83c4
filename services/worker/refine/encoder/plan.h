#pragma once

#include <cstdint>
#include <vector>

#include "services/worker/semantics/program.h"

namespace assay::refine {

/// The order in which a function is encoded: every step executes one block once, and every edge leads to a later step.
/// Loops, reducible or not, are unrolled: the blocks of a strongly connected component are repeated `bound` times, an
/// edge back to its head leads to the next repetition, and the last repetition's leads nowhere.
struct Plan {
  static constexpr std::uint32_t kUnrollExceeded = 0xffffffff;
  struct Step {
    std::uint32_t block = 0;
    std::vector<std::uint32_t> successors;  ///< of the block's successors, in their order: step, or kUnrollExceeded
  };
  std::vector<Step> steps;                 ///< the entry first
  std::vector<std::uint32_t> loop_of;      ///< per block: innermost loop, 0 for none
  std::vector<std::uint32_t> loop_parent;  ///< per loop: the enclosing one; entry 0 stands for the whole function
  std::vector<std::uint32_t> loop_head;    ///< per loop: its head, a block
  bool cut = false;                        ///< some edge exceeds the bound

  /// Is `inner` the loop `outer` or nested in it?
  bool within(std::uint32_t inner, std::uint32_t outer) const;
  /// The loop around `inside`, or `inside` itself, whose head is `block`; 0: none.
  std::uint32_t loop_headed_by(std::uint32_t block, std::uint32_t inside) const;
};

/// Lays out `function` with each loop's head executed at most `bound` times per entry (at least once). No steps if the
/// layout would have more than `limit`.
Plan make_plan(const semantics::Function& function, unsigned bound, std::size_t limit);

}  // namespace assay::refine
