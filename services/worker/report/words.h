#pragma once

#include <string>

#include "services/common/finding.h"

namespace assay::report {

/// Does a shell take the -passes string as it is?
bool is_one_word(const std::string& passes);

/// The title without the words that are this project's own.
std::string title_for_issues(const Finding& finding);

}  // namespace assay::report
