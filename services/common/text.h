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

/// Why nobody's parser is given the text of a file that people write (a plan, a list of rules): not UTF-8 or with
/// control characters, too large, too deeply nested. "LINE:COLUMN: what is wrong"; empty: nothing is.
std::string fault_of_document(std::string_view text);

/// The words with the separator between them.
std::string joined(const std::vector<std::string>& words, std::string_view separator);

/// The lines without their ends; the last one needs none.
std::vector<std::string> lines_of(std::string_view text);

/// Puts `to` where `from` stands, everywhere; what was put there is not looked at again. Did it stand somewhere?
bool replace_all(std::string& text, std::string_view from, std::string_view to);

/// The text with spaces behind it up to that width, in bytes.
std::string padded(std::string text, std::size_t width);

/// "a, b or c".
std::string alternatives(const std::vector<std::string>& words);

}  // namespace assay
