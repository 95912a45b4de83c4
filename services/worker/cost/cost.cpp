#include "services/worker/cost/cost.h"

#include <algorithm>
#include <iterator>

namespace assay::cost {
namespace {

constexpr std::string_view kMeasures[] = {
#define MEASURE(name, text, unit, family, good_for, noise) text,
#include "services/worker/cost/measures.def"
};
constexpr std::string_view kFamilies[] = {"ir", "run", "object"};

constexpr Row kRows[] = {
#define MEASURE(name, text, unit, family, good_for, noise) {Measure::name, text, unit, Family::family, good_for, noise},
#include "services/worker/cost/measures.def"
};

}  // namespace

const char* name_of(Measure measure) { return kMeasures[static_cast<int>(measure)].data(); }
std::optional<Measure> enumerator_of(std::string_view name, std::type_identity<Measure>) {
  return enumerator_in<Measure>(kMeasures, name);
}
const char* name_of(Family family) { return kFamilies[static_cast<int>(family)].data(); }
std::optional<Family> enumerator_of(std::string_view name, std::type_identity<Family>) {
  return enumerator_in<Family>(kFamilies, name);
}

std::span<const Row> rows() { return kRows; }
const Row& row_of(Measure measure) { return kRows[static_cast<int>(measure)]; }

std::optional<double> value_of(const Costs& costs, Measure measure) {
  const auto found = std::ranges::find(costs, measure, &Cost::measure);
  return found == costs.end() ? std::nullopt : std::optional(found->value);
}

bool is_dearer(const Costs& one, const Costs& other, Family family, double threshold) {
  bool dearer = false;
  for (const Cost& cost : one) {
    if (row_of(cost.measure).family != family) continue;
    const auto than = value_of(other, cost.measure);
    if (!than) continue;
    if (cost.value < *than) return false;
    dearer = dearer || cost.value > *than * (1 + threshold);
  }
  return dearer;
}

}  // namespace assay::cost
