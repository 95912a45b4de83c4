#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "services/worker/interpret/interpret.h"
#include "services/worker/ir/block_counts.h"

namespace assay::interpret {

/// Counts how often the blocks of functions run that do the same: a source and what compilers make of it. Counted, not
/// sampled: the same on any machine.
class Profiler {
 public:
  /// Draws inputs for long runs until the source returns with so many of them, or too many were tried in vain. No input
  /// has undef or poison. The source must outlive the profiler.
  Profiler(const semantics::Function& source, std::size_t inputs, std::uint64_t seed, const Limits& limits);
  ~Profiler();
  Profiler(Profiler&&) noexcept;

  /// With which the source returns.
  std::size_t inputs() const;
  /// Of all runs together; of the function itself, not of those that it calls. Blocks that do nothing but jump or
  /// return are not counted. Nothing: there are no inputs, or the function does not return with one of them.
  std::optional<ir::BlockCounts> run(const semantics::Function& function);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace assay::interpret
