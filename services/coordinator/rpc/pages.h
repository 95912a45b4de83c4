#pragma once

#include <cstdint>
#include <string>

#include "services/common/status.h"

/// Pages of lists, in the manner of AIP-158.
namespace assay::rpc {

/// Rows of a page: 100 for 0, at most 1000. The error names the field.
Result<std::uint32_t> page_size_of(std::int32_t asked);
/// Rows to skip. The error names the field.
Result<std::uint32_t> skip_of(std::int32_t asked);

/// A token that leads to a position in the answer to one question. Nobody else is to read it, and another version need
/// not.
std::string page_token(const std::string& question, const std::string& position);
/// The way back; an empty token is the beginning. The error is for a token of another question, and for what is none.
Result<std::string> position_of(const std::string& token, const std::string& question);
/// The same for a position that is a number.
Result<std::uint64_t> number_of(const std::string& token, const std::string& question,
                                const char* field = "page_token");

}  // namespace assay::rpc
