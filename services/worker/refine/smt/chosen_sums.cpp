#include "services/worker/refine/smt/chosen_sums.h"

#include <algorithm>
#include <optional>

namespace assay::refine::smt {
namespace {

using llvm::APInt;

constexpr std::size_t kMostChoices = 16;  // of both sides
constexpr std::size_t kShared = 2;        // operands: one alone a solver sees through

bool is_choice(Term t) { return t.kind() == Kind::Ite && !t.is_array(); }

/// What a term may be; false: more than kMostChoices.
bool add_choices(Term t, std::vector<Term>& choices) {
  if (is_choice(t)) return add_choices(t.operand(1), choices) && add_choices(t.operand(2), choices);
  choices.push_back(t);
  return choices.size() <= kMostChoices;
}

bool share_summands(const Linear& a, const Linear& b) {
  std::size_t shared = 0;
  for (const auto& each : a.terms)
    shared += static_cast<std::size_t>(std::find(b.terms.begin(), b.terms.end(), each) != b.terms.end());
  return shared >= kShared;
}

std::vector<Linear> sums_among(Terms& terms, std::span<const Term> choices) {
  std::vector<Linear> sums;
  for (Term each : choices)
    if (each.kind() == Kind::Add) sums.push_back(linear_of(terms, each));
  return sums;
}

/// May a sum that `a` may be cancel against one that `b` may be?
bool may_cancel(Terms& terms, Term a, Term b) {
  std::vector<Term> of_a, of_b;
  if (!add_choices(a, of_a) || !add_choices(b, of_b) || of_a.size() + of_b.size() > kMostChoices) return false;
  const std::vector<Linear> sums = sums_among(terms, of_a);
  if (sums.empty()) return false;
  const std::vector<Linear> others = sums_among(terms, of_b);
  return std::any_of(sums.begin(), sums.end(), [&](const Linear& one) {
    return std::any_of(others.begin(), others.end(), [&](const Linear& other) { return share_summands(one, other); });
  });
}

/// Null: too many cases.
Term by_cases_of(Terms& terms, Term choice, Term other) {
  const Terms::CaseSplit split(terms);
  if (split.is_one_too_many()) return Term();
  return terms.ite(choice.operand(0), terms.eq(choice.operand(1), other), terms.eq(choice.operand(2), other));
}

}  // namespace

Term eq_by_cases(Terms& terms, Term a, Term b) {
  if (!is_choice(a)) std::swap(a, b);
  if (!is_choice(a) || !may_cancel(terms, a, b) || !terms.use(Rule::EqByCases)) return Term();
  return by_cases_of(terms, a, b);
}

Term eq_by_cases(Terms& terms, const Linear& difference) {
  for (const auto& [t, factor] : difference.terms) {
    if (!is_choice(t) || (!factor.isOne() && !factor.isAllOnes())) continue;
    Linear rest = difference;
    rest.add(t, -factor);
    if (factor.isOne()) rest.scale(APInt::getAllOnes(t.width()));
    const Term other = term_of(terms, std::move(rest));
    if (may_cancel(terms, t, other) && terms.use(Rule::EqByCases)) return by_cases_of(terms, t, other);
  }
  return Term();
}

}  // namespace assay::refine::smt
