#include "services/coordinator/door/open_files.h"

#include <sys/resource.h>

#include <algorithm>

namespace assay::door {

std::size_t raise_open_files(std::size_t wanted) {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 1024;
  const rlim_t before = limit.rlim_cur;
  limit.rlim_cur = std::max(before, std::min<rlim_t>(limit.rlim_max, wanted));
  if (setrlimit(RLIMIT_NOFILE, &limit) != 0) limit.rlim_cur = before;
  return static_cast<std::size_t>(std::min<rlim_t>(limit.rlim_cur, wanted));
}

}  // namespace assay::door
