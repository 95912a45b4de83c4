#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "services/common/status.h"
#include "services/worker/optimize/optimize.h"

namespace assay::optimize {

/// Which blocks of its passes an installed opt runs through: it is started under this process's eyes (ptrace), with
/// breakpoints in its copy of the code. x86-64 only. Not for use by two threads: the one that starts an opt must wait
/// for it.
class TracedOpt {
 public:
  /// Of an opt as open_compiler() has it. The error says why it can't be looked into.
  static Result<std::unique_ptr<TracedOpt>> open(const Compiler& compiler);
  ~TracedOpt();
  TracedOpt(const TracedOpt&) = delete;
  TracedOpt& operator=(const TracedOpt&) = delete;

  /// All blocks, by number from 0.
  std::size_t blocks() const;
  /// The function that the block is of, as C++ writes it; "?" if nothing tells.
  std::string function_of(std::uint32_t block) const;

  /// The blocks among the watched ones (ascending) that one run reaches, in the order in which it does. The text must
  /// be one that this release reads.
  Result<std::vector<std::uint32_t>> run(const std::string& ir, const std::string& pipeline,
                                         const std::vector<std::uint32_t>& watched, const Limits& limits);

 private:
  struct State;
  explicit TracedOpt(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace assay::optimize
