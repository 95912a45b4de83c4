#pragma once

#include "services/worker/refine/encoder/callees.h"
#include "services/worker/refine/encoder/memory/object.h"
#include "services/worker/refine/encoder/world.h"
#include "services/worker/semantics/program.h"

namespace assay::refine {

/// Lays out the memory that two functions share: how large a cell can be without any access cutting it, which objects
/// the caller has, and which of the functions' own objects correspond. The error is an unsupported feature's name.
Status set_up_memory(World& world, const Callees& source, const Callees& target);

/// Is this a call that allocates an own object: malloc and its kin, or a function that returns noalias?
bool allocates(const semantics::Function& function, const semantics::Instruction& instruction);

}  // namespace assay::refine
