#pragma once

#include <llvm/IR/Function.h>

#include "services/worker/prove/proves_segment.h"

namespace assay::prove {

/// Does a call fill or copy memory, right before a loop?
bool has_called_loops(llvm::Function& function);

/// Is there a call that fills memory with a pattern (llvm.experimental.memset.pattern)? Nobody knows it but as a loop.
bool has_patterns(llvm::Function& function);

/// Calls of the target that fill or copy memory, right before what is left of the source's loop that did so round by
/// round, are written as loops of as many rounds, and these are fused with that. What is written may do less than the
/// call nowhere. False if there are none of which `proves` shows that it is so.
bool write_calls_as_loops(llvm::Function& source, llvm::Function& target, const ProvesSegment& proves);

}  // namespace assay::prove
