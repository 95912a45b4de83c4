#pragma once

#include <string>

#include "services/worker/semantics/program.h"

namespace assay::check {

/// What a pair has in common with others: memory, loops, floating point, wide values.
std::string kind_of(const semantics::Function& source, const semantics::Function& target);

}  // namespace assay::check
