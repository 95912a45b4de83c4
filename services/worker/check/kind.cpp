#include "services/worker/check/kind.h"

#include <algorithm>

namespace assay::check {
namespace {

using semantics::LaneKind;

template <class IsSuch>
bool has_lane(const semantics::Function& function, const IsSuch& is_such) {
  return std::any_of(function.slots.begin(), function.slots.end(), is_such);
}

}  // namespace

std::string kind_of(const semantics::Function& source, const semantics::Function& target) {
  constexpr unsigned kWord = 64;
  const auto either = [&](auto has) { return has(source) || has(target); };
  std::string kind;
  if (either([](const auto& f) { return !f.accesses.empty(); })) kind += " memory";
  if (either([](const auto& f) { return f.has_loop; })) kind += " loops";
  if (either([](const auto& f) { return has_lane(f, [](const auto& lane) { return lane.kind == LaneKind::Float; }); }))
    kind += " floats";
  if (either([](const auto& f) { return has_lane(f, [](const auto& lane) { return lane.bits > kWord; }); }))
    kind += " wide";
  return kind;
}

}  // namespace assay::check
