#pragma once

#include "services/worker/refine/encoder/library.h"

namespace assay::refine {

/// Library functions that compute a value and do nothing else: which one `callee` is, if its type is the usual one.
bool is_value_function(const llvm::Function& callee);
/// Encodes a call of one.
void encode_value_function(Machine& machine, const semantics::Instruction& instruction, const llvm::Function& callee);

}  // namespace assay::refine
