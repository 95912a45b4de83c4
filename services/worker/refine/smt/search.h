#pragma once

#include <optional>
#include <span>

#include "services/common/rng.h"
#include "services/worker/refine/smt/model.h"
#include "services/worker/refine/smt/terms.h"

namespace assay::refine::smt {

/// Tries corner values, constants that occur in the terms (and their neighbours), and random values for the variables.
/// Gives a model under which all conjuncts are true, if one of so many attempts is one.
std::optional<Model> search_model(const Terms& terms, std::span<const Term> conjuncts, unsigned attempts, Rng& rng);

}  // namespace assay::refine::smt
