#pragma once

#include <llvm/IR/Function.h>

#include "services/worker/codegen/codegen.h"
#include "services/worker/cost/cost.h"

namespace assay::codegen {

/// Adds what the machine code costs that llc makes of a function, for the target of its module. False: none is made, or
/// it can't be measured.
bool add_object_costs(const llvm::Function& function, const Llc& llc, cost::Costs& costs);

}  // namespace assay::codegen
