#include "services/worker/refine/encoder/approximation.h"

#include <algorithm>
#include <utility>

namespace assay::refine {

void Approximations::add(Cause cause, std::string subject) {
  evidence::Assumption assumption{cause, std::move(subject)};
  const auto is_same = [&](const Conditional& a) { return a.condition.is_true() && a.assumption == assumption; };
  if (std::ranges::any_of(list_, is_same)) return;
  list_.push_back({std::move(assumption), terms_.truth(true)});
}

void Approximations::add_where(smt::Term condition, Cause cause) {
  if (!condition.is_false()) list_.push_back({{cause}, condition});
}

std::vector<smt::Term> Approximations::conditions() const {
  std::vector<smt::Term> all;
  for (const Conditional& a : list_) all.push_back(a.condition);
  return all;
}

bool Approximations::hold_always() const {
  return std::ranges::any_of(list_, [](const Conditional& a) { return a.condition.is_true(); });
}

evidence::Assumptions Approximations::held_in(const smt::Model& model) const {
  evidence::Assumptions held;
  for (const Conditional& a : list_) {
    if (std::ranges::find(held.list(), a.assumption) != held.list().end()) continue;
    if (smt::evaluate(terms_, a.condition, model).isOne()) held.add(a.assumption);
  }
  return held;
}

}  // namespace assay::refine
