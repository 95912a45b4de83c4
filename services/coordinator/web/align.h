#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace assay::web {

/// A row of two texts side by side; kNone where one of them has nothing.
struct AlignedRow {
  static constexpr std::size_t kNone = ~std::size_t{0};
  std::size_t left = kNone;
  std::size_t right = kNone;
  bool same = false;  ///< both lines are there and equal
};

/// The lines of both texts in their order, equal ones beside each other, as many as can be. Lines that were replaced
/// stand beside what replaced them. Texts of many thousand lines are paired as they come.
std::vector<AlignedRow> aligned(const std::vector<std::string>& left, const std::vector<std::string>& right);

}  // namespace assay::web
