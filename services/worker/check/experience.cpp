#include "services/worker/check/experience.h"

#include <algorithm>

namespace assay::check {
namespace {

constexpr std::uint64_t kFirst = 4;        ///< pairs of a kind that are tried at least
constexpr std::uint64_t kRarely = 16;      ///< afterwards one in so many, if nothing was decided
constexpr std::uint64_t kWorthwhile = 16;  ///< tries for one that is decided

bool has_floats(const semantics::Function& function) {
  return std::any_of(function.slots.begin(), function.slots.end(),
                     [](const auto& lane) { return lane.kind == semantics::LaneKind::Float; });
}

}  // namespace

std::string kind_of(const semantics::Function& source, const semantics::Function& target, Reason given_up) {
  constexpr unsigned kWord = 64;
  std::string kind = name_of(given_up);
  for (const semantics::Function* function : {&source, &target}) {
    const auto wide = [](const auto& lane) { return lane.bits > kWord; };
    if (!function->accesses.empty()) kind += " memory";
    if (function->has_loop) kind += " loops";
    if (!function->calls.empty()) kind += " calls";
    if (has_floats(*function)) kind += " floats";
    if (std::any_of(function->slots.begin(), function->slots.end(), wide)) kind += " wide";
    kind += function == &source ? "," : "";
  }
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
