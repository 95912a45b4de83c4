#pragma once

#include <cstdint>
#include <string>

#include "services/common/status.h"

namespace assay::cli {

/// Seconds in "90", "30s", "2m", "1h".
Result<std::uint32_t> parse_duration(const std::string& text);
/// One for each processor that this process was granted.
unsigned default_jobs();

}  // namespace assay::cli
