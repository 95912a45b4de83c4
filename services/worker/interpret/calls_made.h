#pragma once

#include <vector>

#include "services/worker/interpret/interpret.h"

namespace assay::interpret {

/// What unknown functions do where both functions run with the input, each call once, in their order: as a script that
/// makes them do it, as far as it can be said by what stands in the input.
std::vector<ScriptedCall> calls_made(const semantics::Function& source, const semantics::Function& target,
                                     const Input& input, const CheckOptions& options);

}  // namespace assay::interpret
