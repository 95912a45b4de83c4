#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "services/common/status.h"

namespace assay::nightly {

/// A hunt in a process of its own, which ends with this one: what `PROGRAM hunt --json OPTIONS` says. 0 bytes: no
/// limit. The error is the first line of what it complains of.
Result<nlohmann::json> hunt_apart(const std::string& program, const std::vector<std::string>& options,
                                  std::size_t memory_bytes = 0);

}  // namespace assay::nightly
