#pragma once

#include <optional>
#include <string>

#include "services/common/work.h"

namespace assay::store {

/// HuntSettings as one column. Reading gives nothing for malformed text.
std::string settings_to_json(const HuntSettings& settings);
std::optional<HuntSettings> settings_from_json(const std::string& text);

}  // namespace assay::store
