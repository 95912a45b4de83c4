#pragma once

#include <vector>

#include "services/worker/refine/encoder/memory/object.h"

namespace assay::refine {

/// Sets how memory is modelled for functions that share it, and whether they use any.
void find_shape(SharedMemory& shared, const std::vector<const semantics::Function*>& functions);
/// A constant of which nobody may have another definition.
bool has_known_contents(const llvm::GlobalVariable& variable);

}  // namespace assay::refine
