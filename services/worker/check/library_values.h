#pragma once

#include "services/worker/semantics/program.h"

namespace assay::check {

/// Does the target lack calls of functions that nobody rounds correctly (sin, log, pow, …) which the source has? What they give is
/// only known to be the same for the same arguments; an optimizer that folds one puts a number in its place that is as good as any
/// other, and takes one power for another. A counterexample then says nothing.
bool replaces_library_values(const semantics::Function& source, const semantics::Function& target);

}  // namespace assay::check
