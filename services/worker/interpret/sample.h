#pragma once

#include <vector>

#include "services/worker/interpret/interpret.h"

namespace assay::interpret {

/// The inputs that check_sampled would try first: as many as the options say. For functions that see nothing but their
/// arguments, none of which is a pointer; of others none.
std::vector<Input> sample(const semantics::Function& function, const CheckOptions& options);

}  // namespace assay::interpret
