#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "services/common/status.h"

/// Words that people write on the command line and in plans.
namespace assay {

/// How durations are written, for help. Fractions and ms are understood, too.
inline constexpr const char* kDurations = "90, 90s, 5m or 2h";
/// Milliseconds in "90s", "5m", "1.5h", "500ms"; a number alone counts `plain` milliseconds each.
Result<std::uint64_t> parse_milliseconds(const std::string& text, std::uint64_t plain = 1000);
/// Whole seconds; "0", which takes no time, only where `least` is 0.
Result<std::uint32_t> parse_duration(const std::string& text, std::uint32_t least = 1);

/// The one of the words that was meant, if one is near; empty: none is.
std::string nearest(const std::string& word, const std::vector<std::string>& words);
/// "; did you mean 'check'?", or nothing.
std::string guess(const std::string& word, const std::vector<std::string>& words);

}  // namespace assay
