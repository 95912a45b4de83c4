#pragma once

#include "services/worker/refine/encoder/machine.h"
#include "services/worker/refine/refine.h"
#include "services/worker/refine/smt/model.h"

namespace assay::refine {

/// The input that a model of a question speaks of: arguments, the caller's memory, and what unknown functions do.
semantics::Input input_in(World& world, Machine& source, const smt::Model& model);

}  // namespace assay::refine
