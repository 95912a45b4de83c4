#pragma once

#include <string>

#include "services/common/status.h"

namespace assay::hunt {

/// Makes the folder if it isn't there; the error says why it can't be written to.
Status make_folder(const std::string& folder);

}  // namespace assay::hunt
