#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "services/common/status.h"

namespace assay::optimize {

/// Which blocks of the linked optimizer's own code have run: breakpoints stand at the starts of the blocks of its
/// passes and go away when they are hit, so that a block costs something once. No rebuilt LLVM is needed, only a
/// program with its symbols, on x86-64. Processes that are forked from this one share the record of hits. One per
/// process.
class BlockCoverage {
 public:
  /// Plants the breakpoints. The error says why this program can't be looked at: no symbols, another processor.
  static Result<std::unique_ptr<BlockCoverage>> plant();
  ~BlockCoverage();
  BlockCoverage(const BlockCoverage&) = delete;
  BlockCoverage& operator=(const BlockCoverage&) = delete;

  std::size_t blocks() const;
  std::size_t hits() const;  ///< blocks hit so far, by any of the processes

  /// The function that the block is of, as C++ writes it; "?" if this program's symbols do not tell.
  std::string function_of(std::uint32_t block) const;

  /// Blocks hit since the last call of this process (or since it was forked), by this process.
  std::vector<std::uint32_t> take_new();
  /// Plants these again, as if they had never been hit.
  void rearm(const std::vector<std::uint32_t>& blocks);
  /// Removes the breakpoints that other processes have hit. To be called before the next process is forked.
  void catch_up();

  struct State;

 private:
  explicit BlockCoverage(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace assay::optimize
