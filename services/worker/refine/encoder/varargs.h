#pragma once

#include "services/worker/refine/encoder/machine.h"

namespace assay::refine {

/// llvm.va_start, va_copy and va_end of lists that only such intrinsics and va_arg touch. False: others see the list, and
/// what the intrinsic does to it is not known.
bool encode_list_intrinsic(Machine& machine, const semantics::Instruction& instruction);
/// va_arg.
void encode_va_arg(Machine& machine, const semantics::Instruction& instruction);
/// May the two functions take one argument as different types? What that gives is not known.
bool takes_otherwise(const semantics::Function& source, const semantics::Function& target);

}  // namespace assay::refine
