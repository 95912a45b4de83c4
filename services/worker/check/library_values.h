#pragma once

#include "services/worker/semantics/program.h"

namespace assay::check {

/// Functions that nobody rounds correctly (sin, log, pow, …): only that the same arguments give the same is known.
bool is_library_value(semantics::Op op);

/// Does the target lack calls of functions that nobody rounds correctly (sin, log, pow, …) which the source has? An optimizer
/// that folds one puts a number in its place that is as good as any other, and takes one power for another. A counterexample then
/// says nothing.
bool replaces_library_values(const semantics::Function& source, const semantics::Function& target);

}  // namespace assay::check
