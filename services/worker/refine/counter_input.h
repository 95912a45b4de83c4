#pragma once

#include "services/worker/refine/encoder/machine.h"
#include "services/worker/refine/refine.h"
#include "services/worker/refine/smt/model.h"

namespace assay::refine {

/// Bytes of an object that is not one of the module's: the concrete machine has room for one as large as that.
inline constexpr std::uint64_t kRoom = 1ULL << 40;

/// The input that a model of a question speaks of: arguments, the caller's memory, and what unknown functions do.
semantics::Input input_in(World& world, Machine& source, const smt::Model& model);

}  // namespace assay::refine
