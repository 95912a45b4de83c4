#pragma once

#include "services/worker/semantics/program.h"

namespace assay::interpret {

/// Does the pattern keep the range, nonnull, align and nofpclass that are promised of it? Those that don't are poison.
bool keeps_promises(const semantics::Promises& promises, const semantics::LaneType& type, const llvm::APInt& value);

}  // namespace assay::interpret
