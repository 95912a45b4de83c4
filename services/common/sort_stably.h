#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace assay {

/// Sorts so that what is equal stays in its order, as std::stable_sort does. That one, in libstdc++ 12, calls what is
/// deprecated, and clang warns of it wherever it is used.
template <class Element, class Less>
void sort_stably(std::vector<Element>& all, const Less& less) {
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (less(all[a], all[b])) return true;
    return !less(all[b], all[a]) && a < b;
  });
  std::vector<Element> sorted;
  sorted.reserve(all.size());
  for (const std::size_t place : order) sorted.push_back(std::move(all[place]));
  all = std::move(sorted);
}

/// What is such comes first, else all stays in its order.
template <class Element, class IsSuch>
void put_first(std::vector<Element>& all, const IsSuch& is_such) {
  sort_stably(all, [&](const Element& a, const Element& b) { return is_such(a) && !is_such(b); });
}

}  // namespace assay
