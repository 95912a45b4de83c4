#include "services/common/processors.h"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <thread>

namespace assay {
namespace {

namespace fs = std::filesystem;

unsigned runnable_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0) return static_cast<unsigned>(CPU_COUNT(&set));
  return std::thread::hardware_concurrency();  // more processors than the set has room for
}

/// Processors that the folder of a group grants; 0: as many as there are. Version 2 has cpu.max ("50000 100000", "max
/// 100000"), version 1 a file for each number.
double quota_of(const fs::path& group) {
  double quota = -1, period = 0;
  if (std::ifstream file(group / "cpu.max"); file)
    file >> quota >> period;  // of "max" no number is read
  else {
    std::ifstream(group / "cpu.cfs_quota_us") >> quota;
    std::ifstream(group / "cpu.cfs_period_us") >> period;
  }
  return quota > 0 && period > 0 ? quota / period : 0;
}

}  // namespace

unsigned granted_processors(unsigned runnable, const std::string& membership_file, const std::string& mounted) {
  double least = std::max(1u, runnable);
  std::ifstream memberships(membership_file);
  for (std::string line; std::getline(memberships, line);) {  // "0::/a/b", "1:cpu,cpuacct:/a/b"
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    if (!controllers.empty() && ("," + controllers + ",").find(",cpu,") == std::string::npos) continue;
    fs::path root = mounted;
    if (!controllers.empty()) root /= fs::exists(root / controllers) ? controllers : "cpu";
    // A container sees its own group as the root of what is mounted, or its path below it; each group above limits it,
    // too.
    for (fs::path group = fs::path(line.substr(second + 1)).relative_path();; group = group.parent_path()) {
      if (const double quota = quota_of(root / group); quota > 0) least = std::min(least, quota);
      if (group.empty()) break;
    }
  }
  return std::max(1u, static_cast<unsigned>(std::ceil(least)));
}

unsigned granted_processors() {
  return granted_processors(runnable_processors(), "/proc/self/cgroup", "/sys/fs/cgroup");
}

}  // namespace assay
