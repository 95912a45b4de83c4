#pragma once

#include "services/worker/semantics/program.h"

namespace assay::semantics {

/// Does the target copy memory where the source stores aggregates with padding? Optimizers make a copy of a load and a
/// store. A copy keeps poison in the padding, which a store makes undef (LangRef), so a difference says nothing.
bool copies_padding(const Function& source, const Function& target);

}  // namespace assay::semantics
