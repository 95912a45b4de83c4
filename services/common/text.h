#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// Text that does nothing to a terminal: control characters other than the end of a line and the tab, and bytes that
/// are no UTF-8, as
/// "\x1b".
std::string visible(std::string_view text);

/// Is it such text?
bool is_visible(std::string_view text);

/// "a, b or c".
std::string alternatives(const std::vector<std::string>& words);

}  // namespace assay
