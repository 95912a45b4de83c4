#pragma once

#include <cstdint>
#include <optional>

namespace llvm {
class BasicBlock;
class Function;
}  // namespace llvm

namespace assay::semantics {

/// Is a run undefined that stays in some code for ever and does nothing there that others see? Only where the function
/// or the loop must make progress (LangRef, mustprogress, llvm.loop.mustprogress). Else it runs for ever, and a target
/// must, too.
enum class Progress : std::uint8_t {
  NotAsked,
  Asked,
  Unclear,  ///< some of the loops around must, or llvm.sideeffect stands for progress somewhere
};

/// What is asked of a run that comes to `block` again and again. Of its function, not of that one's callers: a caller's
/// mustprogress says nothing of its callees.
Progress progress_asked(const llvm::BasicBlock& block);

/// Does the loop that the block leads back to say that it must make progress (llvm.loop.mustprogress)?
bool asks_for_progress(const llvm::BasicBlock& latch);

/// Does some loop of the function say that it must make progress (llvm.loop.mustprogress)?
bool has_loop_that_must_progress(const llvm::Function& function);

/// A cycle that control never leaves: each block has one successor, and none of them does anything that is seen, may be
/// undefined or may end. Nothing where the block is in no such cycle.
struct PlainCycle {
  bool must_progress = false;  ///< then running into it is undefined
};
std::optional<PlainCycle> plain_cycle_at(const llvm::BasicBlock& block);

}  // namespace assay::semantics
