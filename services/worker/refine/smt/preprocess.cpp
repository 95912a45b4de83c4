#include "services/worker/refine/smt/preprocess.h"

#include <algorithm>
#include <unordered_set>

namespace assay::refine::smt {

namespace {

constexpr int kRounds = 4;

/// Flattens conjunctions into distinct conjuncts; false if one of them is false.
bool flatten(std::span<const Term> list, std::vector<Term>& out) {
  std::vector<Term> work(list.rbegin(), list.rend());
  std::unordered_set<Term> seen;
  while (!work.empty()) {
    const Term t = work.back();
    work.pop_back();
    if (t.is_true() || !seen.insert(t).second) continue;
    if (t.is_false()) return false;
    if (t.kind() == Kind::And) {
      for (unsigned i = t.arity(); i-- > 0;) work.push_back(t.operand(i));
    } else {
      out.push_back(t);
    }
  }
  return true;
}

/// What a conjunct says: that `key` has `value`. The key never occurs in itself, so replacing the keys of the other
/// conjuncts strictly inside of each key is well-founded and keeps the conjunction equivalent.
struct Fact {
  Term key;
  Term value;
};
Fact fact_of(Terms& terms, Term conjunct) {
  if (conjunct.kind() == Kind::Not) return {conjunct.operand(0), terms.truth(false)};
  if (conjunct.kind() == Kind::Eq) {
    if (conjunct.operand(0).is_constant()) return {conjunct.operand(1), conjunct.operand(0)};
    if (conjunct.operand(1).is_constant()) return {conjunct.operand(0), conjunct.operand(1)};
  }
  return {conjunct, terms.truth(true)};
}

/// Uses the facts inside each other. True if anything changed.
bool apply_facts(Terms& terms, std::vector<Term>& conjuncts) {
  std::unordered_map<Term, Term> map;
  std::vector<Fact> facts;
  std::vector<Term> inside;
  for (Term c : conjuncts) {
    facts.push_back(fact_of(terms, c));
    const Fact& fact = facts.back();
    if (!map.emplace(fact.key, fact.value).second) facts.back() = {c, terms.truth(true)};  // two values: keep both
    for (unsigned i = 0; i < facts.back().key.arity(); ++i) inside.push_back(facts.back().key.operand(i));
  }
  const std::vector<Term> changed = terms.substitute(inside, map);
  if (changed == inside) return false;
  std::size_t next = 0;
  for (std::size_t i = 0; i < conjuncts.size(); ++i) {
    const std::size_t count = facts[i].key.arity();
    if (std::equal(changed.begin() + next, changed.begin() + next + count, inside.begin() + next)) {
      next += count;
      continue;
    }
    const Term key = terms.rebuild(facts[i].key, std::span(changed).subspan(next, count));
    next += count;
    conjuncts[i] = terms.eq(key, facts[i].value);
  }
  return true;
}

/// variable = term, if the conjunct says so in one of its forms.
std::vector<std::pair<Term, Term>> solutions_of(Terms& terms, Term c) {
  if (c.kind() == Kind::Variable) return {{c, terms.truth(true)}};
  if (c.kind() == Kind::Not && c.operand(0).kind() == Kind::Variable) return {{c.operand(0), terms.truth(false)}};
  std::vector<std::pair<Term, Term>> result;
  if (c.kind() != Kind::Eq) return result;
  const Term a = c.operand(0), b = c.operand(1);
  if (a.kind() == Kind::Variable) result.emplace_back(a, b);
  if (b.kind() == Kind::Variable) result.emplace_back(b, a);
  return result;
}

/// Eliminates variables that do not depend on each other in one go. True if there were any.
bool solve_equations(Terms& terms, Conjunction& out) {
  std::unordered_map<Term, Term> map;
  std::unordered_set<Term> mentioned;  // variables of the right sides
  std::vector<bool> used(out.conjuncts.size(), false);
  for (std::size_t i = 0; i < out.conjuncts.size() && map.size() < 64; ++i) {
    for (const auto& [variable, term] : solutions_of(terms, out.conjuncts[i])) {
      if (map.contains(variable) || mentioned.contains(variable)) continue;
      const std::vector<Term> below = terms.variables_of(term);
      if (std::any_of(below.begin(), below.end(), [&](Term v) { return v == variable || map.contains(v); })) continue;
      map.emplace(variable, term);
      mentioned.insert(below.begin(), below.end());
      out.eliminated.emplace_back(variable, term);
      used[i] = true;
      break;
    }
  }
  if (map.empty()) return false;
  std::vector<Term> rest;
  for (std::size_t i = 0; i < used.size(); ++i)
    if (!used[i]) rest.push_back(out.conjuncts[i]);
  out.conjuncts = terms.substitute(rest, map);
  return true;
}

/// The most that the conjuncts let each variable be.
std::unordered_map<Term, llvm::APInt> bounds_of(std::span<const Term> conjuncts) {
  std::unordered_map<Term, llvm::APInt> most;
  const auto note = [&](Term variable, const llvm::APInt& bound) {
    const auto [known, is_new] = most.emplace(variable, bound);
    if (!is_new && bound.ult(known->second)) known->second = bound;
  };
  for (Term c : conjuncts) {
    const bool negated = c.kind() == Kind::Not;
    const Term compare = negated ? c.operand(0) : c;
    if (compare.kind() != Kind::Ult) continue;
    const Term number = compare.operand(negated ? 1 : 0), bound = compare.operand(negated ? 0 : 1);
    if (number.kind() != Kind::Variable || !bound.is_constant()) continue;
    if (negated || !bound.is_zero()) note(number, negated ? bound.value() : bound.value() - 1);
  }
  return most;
}

/// Sums of a bounded variable and a number are extended before they are made, where they do not overflow: then they are
/// the sums that others make of the extended variable. True if anything changed.
bool extend_before_adding(Terms& terms, std::vector<Term>& conjuncts) {
  const std::unordered_map<Term, llvm::APInt> most = bounds_of(conjuncts);
  if (most.empty()) return false;
  const auto is_zero_extended = [](Term t) {
    return t.kind() == Kind::Concat && t.arity() == 2 && t.operand(0).is_zero();
  };
  std::unordered_map<Term, Term> map;
  for (Term t : terms.nodes_of(conjuncts)) {
    const bool is_signed = t.kind() == Kind::SExt;
    if (!is_signed && !is_zero_extended(t)) continue;
    const Term sum = t.operand(is_signed ? 0 : 1);
    if (sum.kind() != Kind::Add || sum.arity() != 2 || !sum.operand(0).is_constant()) continue;
    const Term number = sum.operand(1);
    const auto bound = most.find(is_zero_extended(number) ? number.operand(1) : number);
    if (bound == most.end()) continue;
    const unsigned width = sum.width();
    const llvm::APInt all = bound->second.zext(width + 1) + sum.operand(0).value().zext(width + 1);
    if (all.getActiveBits() > (is_signed ? width - 1 : width)) continue;
    map.emplace(t, terms.add(terms.zext(sum.operand(0), t.width()), terms.zext(number, t.width())));
  }
  if (map.empty()) return false;
  conjuncts = terms.substitute(conjuncts, map);
  return true;
}

bool reflatten(Conjunction& out) {
  std::vector<Term> flat;
  out.contradiction = !flatten(out.conjuncts, flat);
  out.conjuncts = std::move(flat);
  return !out.contradiction;
}

}  // namespace

void Conjunction::complete(const Terms& terms, Model& model) const {
  for (auto step = eliminated.rbegin(); step != eliminated.rend(); ++step)
    model.set(step->first, evaluate(terms, step->second, model));
}

Conjunction preprocess(Terms& terms, std::span<const Term> assertions) {
  Conjunction out;
  out.conjuncts.assign(assertions.begin(), assertions.end());
  if (!reflatten(out)) return out;
  for (int round = 0; round < kRounds; ++round) {
    bool changed = solve_equations(terms, out);
    if (changed && !reflatten(out)) return out;
    if (out.conjuncts.size() > 1 && apply_facts(terms, out.conjuncts)) {
      changed = true;
      if (!reflatten(out)) return out;
    }
    if (extend_before_adding(terms, out.conjuncts)) {
      changed = true;
      if (!reflatten(out)) return out;
    }
    if (!changed) break;
  }
  // Rules for And see several conjuncts at once.
  if (terms.all_of(out.conjuncts).is_false()) out.contradiction = true;
  return out;
}

}  // namespace assay::refine::smt
