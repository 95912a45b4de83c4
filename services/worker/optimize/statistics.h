#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace assay::optimize {

/// LLVM's own statistics ("number of instructions combined") of the linked optimizer. In an LLVM that was built without
/// statistics none ever changes. One per process: the counters are the process's.
class Statistics {
 public:
  /// Makes LLVM count from here on.
  Statistics();
  /// What has grown since the last call: for each such statistic a number, made of its name and of the power of two by
  /// which it grew. The same on any machine. In ascending order.
  std::vector<std::uint64_t> take_moved();

 private:
  std::unordered_map<std::string, std::uint64_t> last_;
};

}  // namespace assay::optimize
