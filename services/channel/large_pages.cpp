#include "services/channel/large_pages.h"

#include <sys/mman.h>

#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace assay::channel {
namespace {

constexpr int kCollapse = 25;  // MADV_COLLAPSE, which Debian 12's headers lack
constexpr std::uintptr_t kLarge = std::uintptr_t{2} << 20;

using Range = std::pair<std::uintptr_t, std::uintptr_t>;

/// Where this process has memory that is its own, is no file's, and can be written (proc(5), /proc/pid/maps).
std::vector<Range> own_memory() {
  std::vector<Range> ranges;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::istringstream words(line);
    Range range;
    char dash = 0;
    std::string access, offset, device, inode, name;
    words >> std::hex >> range.first >> dash >> range.second >> access >> offset >> device >> inode >> name;
    if (access == "rw-p" && inode == "0" && (name.empty() || name == "[heap]")) ranges.push_back(range);
  }
  return ranges;
}

}  // namespace

void use_large_pages() {
  for (const auto& [begin, end] : own_memory()) {
    const std::uintptr_t first = (begin + kLarge - 1) / kLarge * kLarge;
    // One by one: the kernel gives up at the first that it can't move, such as one that was never filled.
    for (std::uintptr_t page = first; page + kLarge <= end; page += kLarge)
      (void)madvise(reinterpret_cast<void*>(page), kLarge, kCollapse);
  }
}

}  // namespace assay::channel
