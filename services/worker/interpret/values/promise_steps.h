#pragma once

#include "services/worker/semantics/program.h"

namespace assay::interpret {

/// Does the pattern keep the range, nonnull, align and nofpclass that are promised of it? Those that don't are poison.
bool keeps_promises(const semantics::Promises& promises, const semantics::LaneType& type, const llvm::APInt& value);
/// May they make a value of the type another one, poison?
bool changes_values(const semantics::Promises& promises, const semantics::LaneType& type);
/// Is noundef all that is promised of a value?
bool is_noundef_alone(const semantics::Promises& promises);

}  // namespace assay::interpret
