#pragma once

#include <llvm/IR/Function.h>

#include "services/worker/prove/rounds/pairing.h"

namespace assay::prove {

/// A run of the target that never ends is undefined if it stays in a loop that must make progress
/// (llvm.loop.mustprogress). Is then the source's run, which comes to the partners of the same cuts, undefined, too?
bool promises_progress(const llvm::Function& source, const llvm::Function& target, const Pairing& pairs);

}  // namespace assay::prove
