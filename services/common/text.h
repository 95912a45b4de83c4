#pragma once

#include <string>
#include <string_view>

namespace assay {

/// Text that does nothing to a terminal: control characters other than the end of a line and the tab, and bytes that
/// are no UTF-8, as
/// "\x1b".
std::string visible(std::string_view text);

/// Is it such text?
bool is_visible(std::string_view text);

}  // namespace assay
