#pragma once

#include <llvm/IR/Function.h>

#include <optional>

#include "services/worker/codegen/codegen.h"
#include "services/worker/cost/cost.h"

namespace assay::codegen {

/// Adds what the machine code costs that llc makes of a function, for the target of its module. False: none is made, or
/// it can't be measured.
bool add_object_costs(const llvm::Function& function, const Llc& llc, cost::Costs& costs);

/// The llc of an opt's build; of the linked LLVM the installed one of its release. Nothing: there is none.
std::optional<Llc> llc_of(const CompilerId& opt);

}  // namespace assay::codegen
