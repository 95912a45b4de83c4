#pragma once

#include "services/worker/semantics/program.h"

namespace assay::semantics {

/// The error names an operation whose operands are not of the lanes that its row gives it.
Status misshapen(const Function& function);

}  // namespace assay::semantics
