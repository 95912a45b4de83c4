#pragma once

#include "services/worker/semantics/emitter.h"

namespace assay::semantics {

/// Gives the constants that the function uses their slots. Those that hold constant expressions have to be computed:
/// they are returned, each after the ones that it is made of.
Result<std::vector<const llvm::Constant*>> add_constants(Emitter& out);
/// Appends what computes such a constant.
Status lower_constant_expression(Emitter& out, const llvm::Constant& constant);

}  // namespace assay::semantics
