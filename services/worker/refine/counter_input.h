#pragma once

#include "services/worker/refine/encoder/machine.h"
#include "services/worker/refine/refine.h"
#include "services/worker/refine/smt/model.h"

namespace assay::refine {

/// The arguments and the caller's memory that a model of a question speaks of.
CounterInput input_in(World& world, Machine& source, const smt::Model& model);

}  // namespace assay::refine
