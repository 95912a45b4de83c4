#pragma once

#include <optional>

#include "services/worker/interpret/machine.h"
#include "services/worker/semantics/program.h"

namespace assay::interpret {

/// Does the pattern keep the range, nonnull, align and nofpclass that are promised of it? Those that don't are poison.
bool keeps_promises(const semantics::Promises& promises, const semantics::LaneType& type, const llvm::APInt& value);
/// May they make a value of the type another one, poison?
bool changes_values(const semantics::Promises& promises, const semantics::LaneType& type);
/// The promises with the numbers that are computed, from the frame. Nothing where one is poison or undef.
std::optional<semantics::Promises> with_numbers(const Machine& machine, const semantics::Promises& promises,
                                                const Lane* frame);
/// Is noundef all that is promised of a value?
bool is_noundef_alone(const semantics::Promises& promises);

}  // namespace assay::interpret
