#include "services/worker/interpret/calls/sights.h"

#include <algorithm>

namespace assay::interpret {

std::optional<std::uint64_t> Sights::number_of(Role role, const Event& seen) {
  std::vector<Sight>& earlier = sights_[seen.name];
  for (const Sight& each : earlier)
    if (each.role == role && are_same(each.seen, seen)) return each.number;
  // Of the source's calls: those that may have seen the same.
  std::vector<std::uint64_t> met;
  for (const Sight& each : earlier)
    if (each.role == Role::Source && !are_apart(each.seen, seen)) met.push_back(each.number);
  std::ranges::sort(met);
  met.erase(std::ranges::unique(met).begin(), met.end());
  const std::uint64_t fresh = earlier.size();
  if (role == Role::Source) {
    // What it does for one thing that it may see, it does for all.
    if (met.size() > 1) return std::nullopt;
    earlier.push_back({role, seen, met.empty() ? fresh : met.front()});
    return earlier.back().number;
  }
  for (const Sight& each : earlier) {
    const std::optional<bool> allowed = allows(each.seen, seen);
    if (!allowed) return std::nullopt;
    if (!*allowed) continue;
    earlier.push_back({role, seen, each.number});
    return each.number;
  }
  // The target may see something that the source's call can't, and then the function does what it likes; not if several
  // calls of the source's together may see all of it.
  if (met.size() > 1) return std::nullopt;
  earlier.push_back({role, seen, fresh});
  return fresh;
}

}  // namespace assay::interpret
