#pragma once

#include "services/worker/refine/encoder/machine.h"

namespace assay::refine {

/// getelementptr.
void encode_address(Machine& machine, const semantics::Instruction& instruction);
/// ptrtoint, and ptrtoaddr, which tells nobody where the object is.
void encode_pointer_to_integer(Machine& machine, const semantics::Instruction& instruction);
/// llvm.ptrmask.
void encode_pointer_mask(Machine& machine, const semantics::Instruction& instruction);
void encode_integer_to_pointer(Machine& machine, const semantics::Instruction& instruction);
void encode_address_space_cast(Machine& machine, const semantics::Instruction& instruction);
/// icmp of pointers.
void encode_compare(Machine& machine, const semantics::Instruction& instruction);

}  // namespace assay::refine
