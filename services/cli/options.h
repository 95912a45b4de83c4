#pragma once

#include "services/common/user_words.h"

namespace assay::cli {

/// One for each processor that this process was granted.
unsigned default_jobs();

}  // namespace assay::cli
