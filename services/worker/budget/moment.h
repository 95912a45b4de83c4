#pragma once

#include <chrono>

namespace assay::budget {

/// Is a query's time a moment only? What is proved within limits is not asked about without them then, and of a large
/// function no more runs are tried than those at first.
constexpr bool is_moment(std::chrono::milliseconds query) { return query < std::chrono::milliseconds(100); }

}  // namespace assay::budget
