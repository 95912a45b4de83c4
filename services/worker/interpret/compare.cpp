#include <algorithm>

#include "services/worker/interpret/interpret.h"

namespace assay::interpret {
namespace {

/// Why a target's lane is not one that the source's lane allows; empty if it is.
const char* lane_breach(const LaneSet& source, const LaneSet& target) {
  if (source.poison) return "";
  if (target.poison) return "more-poisonous";
  if (target.patterns_within(source)) return "";
  constexpr std::uint64_t kMany = 1u << 20;
  return target.count(kMany) > source.count(kMany) ? "more-undefined" : "value-mismatch";
}

const char* result_breach(const Behaviour& source, const Behaviour& target) {
  if (source.result.size() != target.result.size()) return "return-domain";
  for (std::size_t lane = 0; lane < source.result.size(); ++lane) {
    const char* breach = lane_breach(source.result[lane], target.result[lane]);
    if (*breach != '\0') return breach;
  }
  return "";
}

std::string why_not_judged(const Behaviour& behaviour) {
  if (behaviour.end == EndKind::OutOfSteps) return "step limit";
  return behaviour.reason;
}

/// Judges one behaviour of the target against all of the source, which all returned.
Comparison judge(const Behaviours& source, const Behaviour& target, std::size_t index) {
  Comparison result;
  result.target_index = index;
  if (target.end == EndKind::UndefinedBehaviour) {
    result.kind = Comparison::Kind::Violated;
    result.reason = "more-ub";
  } else if (target.end != EndKind::Returned) {
    result.kind = Comparison::Kind::Inconclusive;
    result.reason = why_not_judged(target);
    return result;
  } else {
    const char* first = "";
    for (std::size_t i = 0; i < source.all.size(); ++i) {
      const char* breach = result_breach(source.all[i], target);
      if (*breach == '\0') return result;
      if (*first == '\0') first = breach;
    }
    result.kind = Comparison::Kind::Violated;
    result.reason = first;
  }
  if (!source.complete) {
    result.kind = Comparison::Kind::Inconclusive;
    result.reason = "source has more choices than were enumerated";
  }
  return result;
}

}  // namespace

Comparison compare(const Behaviours& source, const Behaviours& target) {
  Comparison result;
  const auto covers_all = [](const Behaviour& behaviour) { return behaviour.end == EndKind::UndefinedBehaviour; };
  if (std::any_of(source.all.begin(), source.all.end(), covers_all)) return result;
  for (const Behaviour& behaviour : source.all) {
    if (behaviour.end == EndKind::Returned) continue;
    result.kind = Comparison::Kind::Inconclusive;
    result.reason = why_not_judged(behaviour);
    return result;
  }
  for (std::size_t i = 0; i < target.all.size(); ++i) {
    Comparison one = judge(source, target.all[i], i);
    if (one.kind == Comparison::Kind::Violated) return one;
    if (one.kind == Comparison::Kind::Inconclusive && result.kind == Comparison::Kind::Allowed) result = one;
  }
  if (result.kind == Comparison::Kind::Allowed && !target.complete) {
    result.kind = Comparison::Kind::Inconclusive;
    result.reason = "target has more choices than were enumerated";
  }
  return result;
}

}  // namespace assay::interpret
