#pragma once

#include <set>

#include "services/worker/refine/encoder/callees.h"
#include "services/worker/refine/refine.h"

namespace assay::refine {

/// Encodes the pair and asks the solver, calls of functions that have a body there being run. `changed` are the
/// functions of internal linkage that the two modules define differently. The modules leave some things open. Where a
/// counterexample may hang on how the encoding takes one of them, the pair is asked again in another reading, and the
/// answers are combined.
RefineResult ask(const Callees& source, const Callees& target, const std::set<const llvm::Function*>& changed,
                 const Options& options, smt::Solver& solver);

}  // namespace assay::refine
