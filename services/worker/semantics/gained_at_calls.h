#pragma once

#include <string>

#include "services/worker/semantics/promise_lists.h"

namespace assay::semantics {

/// The first promise at a call of the target that the source's calls of the same callee do not make, and to which
/// nobody holds the function that is called.
std::string gained_at_calls(const SaidBefore& source, const llvm::Function& target, bool FollowedBy::*machine);

}  // namespace assay::semantics
