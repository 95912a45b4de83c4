#include "services/coordinator/web/align.h"

#include <algorithm>
#include <cstdint>

namespace assay::web {
namespace {

constexpr std::size_t kMostCells = 4'000'000;  ///< of the table below: 16 megabytes

/// Puts what only one side has into rows: first [from, to) of both beside each other, then the rest of the longer one.
void add_replaced(std::vector<AlignedRow>& rows, std::size_t left, std::size_t left_end, std::size_t right,
                  std::size_t right_end) {
  while (left < left_end || right < right_end) {
    AlignedRow row;
    if (left < left_end) row.left = left++;
    if (right < right_end) row.right = right++;
    rows.push_back(row);
  }
}

}  // namespace

std::vector<AlignedRow> aligned(const std::vector<std::string>& left, const std::vector<std::string>& right) {
  const std::size_t n = left.size(), m = right.size();
  std::vector<AlignedRow> rows;
  if ((n + 1) * (m + 1) > kMostCells) {
    for (std::size_t i = 0; i < std::min(n, m); ++i) rows.push_back({i, i, left[i] == right[i]});
    add_replaced(rows, std::min(n, m), n, std::min(n, m), m);
    return rows;
  }
  // The longest common subsequence of what is left from (i, j) on.
  std::vector<std::uint32_t> longest((n + 1) * (m + 1), 0);
  const auto at = [&](std::size_t i, std::size_t j) -> std::uint32_t& { return longest[i * (m + 1) + j]; };
  for (std::size_t i = n; i-- > 0;)
    for (std::size_t j = m; j-- > 0;)
      at(i, j) = left[i] == right[j] ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
  std::size_t i = 0, j = 0;
  while (i < n || j < m) {
    const std::size_t i_begin = i, j_begin = j;
    while (i < n && j < m && left[i] != right[j]) (at(i + 1, j) >= at(i, j + 1) ? i : j)++;
    if (i == n || j == m) i = n, j = m;
    add_replaced(rows, i_begin, i, j_begin, j);
    if (i < n && j < m) {
      rows.push_back({i, j, true});
      ++i, ++j;
    }
  }
  return rows;
}

}  // namespace assay::web
