#pragma once

#include <cstdint>
#include <string>

#include "services/common/status.h"

namespace assay::cli {

/// Seconds in "90", "30s", "2m", "1h".
Result<std::uint32_t> parse_duration(const std::string& text);
/// As many as the machine has processors.
unsigned default_jobs();

}  // namespace assay::cli
