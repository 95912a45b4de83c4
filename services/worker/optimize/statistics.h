#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace assay::optimize {

/// LLVM's own statistics ("number of instructions combined") of the linked optimizer. An LLVM built without them has none that ever
/// move. One per process: the counters are the process's.
class Statistics {
 public:
  /// From here on they count.
  Statistics();
  /// What has moved since the last call: a number for each statistic and the power of two of how far it moved, the same on
  /// any machine. In ascending order.
  std::vector<std::uint64_t> take_moved();

 private:
  std::unordered_map<std::string, std::uint64_t> last_;
};

}  // namespace assay::optimize
