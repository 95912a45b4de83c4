#pragma once

#include <llvm/IR/Attributes.h>

#include "services/worker/semantics/program.h"

namespace assay::semantics {

/// What attributes promise of a parameter, or of a return value.
Promises promises_of(const llvm::AttributeSet& attributes);
/// All that `other` promises is promised too.
void merge_promises(Promises& promises, const Promises& other);

}  // namespace assay::semantics
