#include "services/worker/evidence/assumption.h"

#include <algorithm>

#include "services/worker/evidence/sentence.h"

namespace assay::evidence {
namespace {

constexpr AssumptionRow kAssumptions[] = {
#define ASSUMPTION(name, kind, proof, refutation, reason, feature, sentence) \
  {#name, AssumptionKind::kind, Leaves::proof, Leaves::refutation, Reason::reason, feature, sentence},
#include "services/worker/evidence/assumption.def"
};

/// What voids something has a reason for the verdict; a limit needs none. Refutations are not limited.
constexpr bool rows_are_sound() {
  for (const AssumptionRow& row : kAssumptions) {
    const bool voids = row.of_proof == Leaves::Nothing || row.of_refutation == Leaves::Nothing;
    if (voids != (row.reason != Reason::None) || row.of_refutation == Leaves::Limited || *row.sentence == '\0')
      return false;
  }
  return true;
}
static_assert(rows_are_sound());

template <class Voids>
const Assumption* first_that(std::span<const Assumption> list, const Voids& voids) {
  const auto found = std::ranges::find_if(list, [&](const Assumption& each) { return voids(row_of(each.row)); });
  return found == list.end() ? nullptr : &*found;
}

}  // namespace

const AssumptionRow& row_of(Assumed assumed) { return kAssumptions[static_cast<std::size_t>(assumed)]; }

std::optional<Assumed> assumed_of(std::string_view name) {
  for (std::size_t i = 0; i < std::size(kAssumptions); ++i)
    if (name == kAssumptions[i].name) return static_cast<Assumed>(i);
  return std::nullopt;
}

std::string sentence_of(const Assumption& assumption) {
  return with_parameter(row_of(assumption.row).sentence, assumption.parameter);
}
std::string feature_of(const Assumption& assumption) {
  return with_parameter(row_of(assumption.row).feature, assumption.parameter);
}

Assumptions::Assumptions(std::initializer_list<Assumption> list) {
  for (const Assumption& each : list) add(each);
}
void Assumptions::add(Assumption assumption) {
  if (std::ranges::find(list_, assumption) == list_.end()) list_.push_back(std::move(assumption));
}
void Assumptions::add(const Assumptions& others) {
  for (const Assumption& each : others.list_) add(each);
}

bool Assumptions::has(Assumed row) const {
  return std::ranges::any_of(list_, [&](const Assumption& each) { return each.row == row; });
}
const Assumption* Assumptions::voids_proofs() const {
  return first_that(list_, [](const AssumptionRow& row) { return row.of_proof == Leaves::Nothing; });
}
const Assumption* Assumptions::voids_refutations() const {
  return first_that(list_, [](const AssumptionRow& row) { return row.of_refutation == Leaves::Nothing; });
}
bool Assumptions::limits_proofs() const {
  return first_that(list_, [](const AssumptionRow& row) { return row.of_proof == Leaves::Limited; }) != nullptr;
}

std::string Assumptions::limits() const {
  std::string text;
  for (const Assumption& each : list_)
    if (row_of(each.row).of_proof == Leaves::Limited) text += (text.empty() ? "" : ", ") + sentence_of(each);
  return text;
}

bool leave_out_undef_only(std::string_view limits) {
  const Assumption inputs{Assumed::NoUndefInputs}, memory{Assumed::NoUndefInMemory};
  const std::initializer_list<Assumptions> all = {{}, {inputs}, {memory}, {inputs, memory}, {memory, inputs}};
  return std::ranges::any_of(all, [&](const Assumptions& each) { return each.limits() == limits; });
}

std::string Assumptions::approximations() const {
  std::vector<std::string> told;
  for (const Assumption& each : list_)
    if (row_of(each.row).kind == AssumptionKind::Approximation) told.push_back(sentence_of(each));
  std::string all;
  for (std::size_t i = 0; i < told.size(); ++i) all += (i == 0 ? "" : i + 1 == told.size() ? " and " : ", ") + told[i];
  return all;
}

}  // namespace assay::evidence
