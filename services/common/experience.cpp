#include "services/common/experience.h"

namespace assay {
namespace {

constexpr std::uint64_t kFirst = 4;       ///< things of a kind that are tried at least
constexpr std::uint64_t kRarely = 16;     ///< afterwards one in so many, if nothing was decided
constexpr std::uint64_t kWorthwhile = 6;  ///< tries for one that is decided

}  // namespace

bool Experience::is_worth_trying(const std::string& kind) {
  Tries& tries = tries_[kind];
  const std::uint64_t asked = tries.asked++;
  return tries.tried < kFirst || tries.decided * kWorthwhile >= tries.tried || asked % kRarely == 0;
}

bool Experience::decides_most(const std::string& kind) const {
  const auto found = tries_.find(kind);
  return found != tries_.end() && found->second.tried >= kFirst && 2 * found->second.decided >= found->second.tried;
}

void Experience::told(const std::string& kind, bool decided) {
  Tries& tries = tries_[kind];
  ++tries.tried;
  tries.decided += decided ? 1 : 0;
}

}  // namespace assay
