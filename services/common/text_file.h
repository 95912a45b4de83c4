#pragma once

#include <string>

#include "services/common/status.h"

namespace assay {

/// All of a file that somebody named. The error begins with its path, and says why it can't be read.
Result<std::string> read_text_file(const std::string& path);

}  // namespace assay
