#pragma once

#include "services/worker/normalize/normalize.h"

namespace assay::normalize {

/// Does the source have blocks by names that the target has lost?
bool has_lost_blocks(const llvm::Function& source, const llvm::Function& target);

/// What the source computes on a way of its own, in a block that the target no longer has, is computed before the
/// branch, and a select chooses: `phi` becomes `select`, and two branches that lead to one block become one. This may
/// take undefined behaviour from the source (of the branch, where its condition is undef or poison), and adds none: who
/// proves that the target refines what comes out has proved it of what was given. It is for a source only. True if
/// something was written.
bool choose_without_lost_blocks(llvm::Function& source, const llvm::Function& target, const Kept& kept);

}  // namespace assay::normalize
