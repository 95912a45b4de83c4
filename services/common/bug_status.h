#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace assay {

/// What people, or nights, make of a bug: docs/operations.md.
enum class BugStatus : std::uint8_t { New, Confirmed, Reported, Fixed, Regressed, Duplicate, Invalid, WontFix };
constexpr std::size_t kBugStatuses = 8;

/// The word that text, JSON, the wire and the database have for it, and back.
const char* name_of(BugStatus status);
std::optional<BugStatus> enumerator_of(std::string_view name, std::type_identity<BugStatus>);
/// All words, in the order of the enumerators.
std::vector<std::string> bug_status_names();

}  // namespace assay
