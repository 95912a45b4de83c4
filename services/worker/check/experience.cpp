#include "services/worker/check/experience.h"

#include <algorithm>

namespace assay::check {
namespace {

constexpr std::uint64_t kFirst = 4;       ///< pairs of a kind that are tried at least
constexpr std::uint64_t kRarely = 16;     ///< afterwards one in so many, if nothing was decided
constexpr std::uint64_t kWorthwhile = 6;  ///< tries for one that is decided

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

bool Experience::is_worth_trying(const std::string& kind) {
  Tries& tries = tries_[kind];
  const std::uint64_t asked = tries.asked++;
  return tries.tried < kFirst || tries.decided * kWorthwhile >= tries.tried || asked % kRarely == 0;
}

void Experience::told(const std::string& kind, bool decided) {
  Tries& tries = tries_[kind];
  ++tries.tried;
  tries.decided += decided ? 1 : 0;
}

}  // namespace assay::check
