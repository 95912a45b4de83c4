#pragma once

#include "services/worker/refine/encoder/machine.h"

namespace assay::refine {

/// llvm.va_start, va_copy and va_end of a list that only these intrinsics and va_arg touch. False if others see the
/// list: then it is not known what the intrinsic does to it.
bool encode_list_intrinsic(Machine& machine, const semantics::Instruction& instruction);
/// va_arg.
void encode_va_arg(Machine& machine, const semantics::Instruction& instruction);
/// May source and target take one variable argument as different types? It is not known what that gives.
bool takes_otherwise(const semantics::Function& source, const semantics::Function& target);

}  // namespace assay::refine
