#pragma once

#include <chrono>
#include <string>

#include "services/common/status.h"

namespace assay::store {

/// A point in time as people say it, as UTC text that sorts: "2026-11-01", "2026-11-01T12:00:00Z", "today",
/// "yesterday", or how long ago: "30m", "12h", "7d", "2w". Days are those of UTC. The error says what is expected.
Result<std::string> utc_of(const std::string& text, std::chrono::system_clock::time_point now);

}  // namespace assay::store
