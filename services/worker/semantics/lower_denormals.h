#pragma once

#include "services/worker/semantics/emitter.h"

namespace assay::semantics {

/// Appends an operation with what flushes its operands and its result; false, and nothing is appended, if the
/// function's denormal modes do not concern it.
bool append_flushed(Emitter& out, const Instruction& instruction, llvm::ArrayRef<Slots> operands);

}  // namespace assay::semantics
