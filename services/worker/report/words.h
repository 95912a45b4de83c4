#pragma once

#include <string>

#include "services/common/finding.h"

namespace assay::report {

/// Does a shell take the -passes string as it is?
bool is_one_word(const std::string& passes);

/// A block of Markdown. Its fence is longer than any run of backquotes in the text, so that nothing in it ends it.
std::string block(const std::string& text, const std::string& language = "");

/// The title without the words that are this project's own.
std::string title_for_issues(const Finding& finding);

}  // namespace assay::report
