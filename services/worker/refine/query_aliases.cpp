#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "services/worker/refine/query.h"

/// Which accesses overlap, decided once for all obligations.
namespace assay::refine {

using smt::Answer;
using smt::Kind;

namespace {

constexpr std::size_t kWorthwhile = 4, kMostAliases = 64;  ///< conditions
constexpr unsigned kRounds = 8;
constexpr unsigned kMostNodes = 32;  ///< of a condition

/// Does it say that one number, as wide as an address, is another?
bool compares_addresses(Term t) { return t.kind() == Kind::Eq && t.operand(0).width() >= smt::kAddressBits; }

/// Does it say so, perhaps among other things?
bool is_alias(Term t) {
  if (compares_addresses(t)) return true;
  if (t.kind() != Kind::And) return false;
  for (unsigned i = 0; i < t.arity(); ++i)
    if (compares_addresses(t.operand(i))) return true;
  return false;
}

/// Adds the condition, or what it is made of. An address in one object is another if both the objects and the offsets
/// are the same: apart these mostly may be.
void add_aliases(Term condition, std::unordered_set<Term>& seen, std::vector<Term>& aliases) {
  if (!seen.insert(condition).second) return;
  if (is_alias(condition)) aliases.push_back(condition);
  if (is_alias(condition) && condition.arity() == 2) return;
  if (condition.kind() == Kind::Not || condition.kind() == Kind::And)
    for (unsigned i = 0; i < condition.arity(); ++i) add_aliases(condition.operand(i), seen, aliases);
}

}  // namespace

/// Conditions by which what the two functions read is chosen, and that speak of nothing but what decides whether the
/// source is defined.
std::vector<Term> Query::aliases_in(const std::vector<Obligation>& list) const {
  std::vector<Term> roots, aliases;
  for (const Obligation& each : list) roots.push_back(each.differs);
  std::unordered_set<Term> seen;
  for (const Term node : terms_.nodes_of(roots))
    if (node.kind() == Kind::Ite) add_aliases(node.operand(0), seen, aliases);
  if (aliases.size() < kWorthwhile) return {};
  const std::vector<Term> known = terms_.variables_of(source_.ub);
  const std::unordered_set<Term> decided(known.begin(), known.end());
  std::erase_if(aliases, [&](Term each) {
    const std::vector<Term> nodes = terms_.few_nodes_of(each, kMostNodes);
    return nodes.empty() || std::ranges::any_of(nodes, [&](Term node) {
             return node.kind() == Kind::ArrayVariable || (node.kind() == Kind::Variable && !decided.contains(node));
           });
  });
  if (aliases.size() > kMostAliases) aliases.resize(kMostAliases);
  return aliases;
}

/// Choices that depend on what was read: what source and target read may be the same only now.
void Query::rename_choices(const std::unordered_map<Term, Term>& known) {
  const auto renamed = [&](std::vector<ChoiceVariable> choices) {
    for (ChoiceVariable& each : choices)
      if (each.where) each.key = key_of(terms_, each.kind, terms_.substitute(each.where, known));
    return choices;
  };
  if (inner_.empty()) return;
  renamed_source_ = renamed(comparison_.source_choices);
  renamed_target_ = renamed(comparison_.target_choices);
}

/// Where the source is defined most accesses that might overlap do not: the conditions that hold in no such run are
/// false, and what both functions read often becomes the same term.
void Query::decide_aliases(std::vector<Obligation>& list) {
  std::vector<Term> aliases = aliases_in(list);
  if (aliases.size() < kWorthwhile) return;
  std::vector<Term> defined = axioms();
  const Addresses known = addresses(list[0], defined);
  defined.insert(defined.end(), known.axioms.begin(), known.axioms.end());
  defined.push_back(known.chosen);
  defined.push_back(terms_.lnot(source_.ub));
  for (unsigned round = 0; round < kRounds && !aliases.empty(); ++round) {
    std::vector<Term> question = defined;
    question.push_back(terms_.any_of(aliases));
    const smt::Outcome outcome = solver_.check(terms_, question, part_of(deadline_, shares().aliases_share));
    if (outcome.answer == Answer::Unsat) {
      std::unordered_map<Term, Term> never;
      for (const Term each : aliases) never[each] = terms_.truth(false);
      std::vector<Term*> places;
      for (Obligation& each : list) places.push_back(&each.differs);
      substitute(places, never);
      return rename_choices(never);
    }
    if (outcome.answer != Answer::Sat) return;
    std::erase_if(aliases,
                  [&](Term each) { return smt::Evaluator(terms_, std::span(&each, 1)).all_true(outcome.model); });
  }
}

}  // namespace assay::refine
