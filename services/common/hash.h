#pragma once

#include <string>
#include <string_view>

namespace assay {

/// The first 128 bits of SHA-256 of the text, as 32 lower-case hexadecimal digits: the id of stored content.
std::string content_id(std::string_view text);

}  // namespace assay
