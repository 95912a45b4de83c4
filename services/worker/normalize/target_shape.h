#pragma once

#include <llvm/IR/Function.h>

namespace assay::normalize {

/// Writes the source's code along the target's blocks: each of the target's has one of the source's then, which leads
/// to the same ones. What the target has several times (a loop that was rotated or unrolled, ways that were threaded)
/// is written several times, blocks that only lead on come and go, and a branch of which only one way can be gone is
/// none: a number that the branches before it found to be a constant decides it. Otherwise each run does what it did:
/// this may take undefined behaviour from the source, and adds none, so that who proves that the target refines what
/// comes out has proved it of what was given. It is for a source only. Which place of one function belongs to which of
/// the other is guessed; false if nothing fits, and then the source is of no more use.
bool write_in_shape_of(const llvm::Function& target, llvm::Function& source);

}  // namespace assay::normalize
