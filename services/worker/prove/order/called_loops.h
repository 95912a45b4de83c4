#pragma once

#include <llvm/IR/Function.h>

#include "services/worker/prove/proves_segment.h"

namespace assay::prove {

/// Does a call of the target's fill or copy memory, right before a loop, or where the source may do so by one?
bool has_called_loops(llvm::Function& source, llvm::Function& target);

/// Is there a call that fills memory with a pattern (llvm.experimental.memset.pattern)? Nobody knows it but as a loop.
bool has_patterns(llvm::Function& function);

/// Calls of the target that fill or copy memory, right before what is left of the source's loop that did so round by
/// round, are written as loops of as many rounds, and these are fused with that; where no loop is left, as loops that
/// count as the source's does. What is written may be undefined where the call is not, nothing else. False if there are
/// none of which `proves` shows that it is so.
bool write_calls_as_loops(llvm::Function& source, llvm::Function& target, const ProvesSegment& proves);

}  // namespace assay::prove
