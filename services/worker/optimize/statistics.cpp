#include "services/worker/optimize/statistics.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/Statistic.h>
#include <llvm/Support/MathExtras.h>
#include <llvm/Support/xxhash.h>

namespace assay::optimize {

Statistics::Statistics() {
  llvm::EnableStatistics(false);
  take_moved();
}

std::vector<std::uint64_t> Statistics::take_moved() {
  std::unordered_map<std::string, std::uint64_t> sums;  // passes may share a name
  for (const auto& [name, value] : llvm::GetStatistics()) sums[name.str()] += value;
  std::vector<std::uint64_t> moved;
  for (const auto& [name, value] : sums) {
    std::uint64_t& last = last_[name];
    // A statistic may be a maximum or be set back: only the way up counts.
    if (value > last) moved.push_back(llvm::xxh3_64bits(name) + llvm::Log2_64(value - last));
    last = value;
  }
  llvm::sort(moved);
  return moved;
}

}  // namespace assay::optimize
