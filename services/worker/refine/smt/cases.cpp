#include "services/worker/refine/smt/cases.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <unordered_set>

#include "services/worker/refine/smt/eliminate.h"

namespace assay::refine::smt {

namespace {

using Clock = WorkClock;
constexpr unsigned kMostConditions = 6;  ///< that cases are made of

/// Asks for a solution after eliminating the inner variables; where that says too little or is too hard, case by case
/// of the conditions that decide whether a value depends on them.
class Cases {
 public:
  Cases(Solver& solver, Terms& terms, const Limits& limits, const budget::Solving& shares)
      : solver_(solver),
        terms_(terms),
        limits_(limits),
        shares_(shares),
        deadline_(Clock::now() + std::chrono::milliseconds(limits.milliseconds)) {}

  Outcome solve(const ExistsForall& problem, unsigned depth = 0) {
    const Term condition = depth < kMostConditions ? condition_of(problem) : Term();
    const std::vector<Term> alternatives = alternatives_of(problem);
    const bool falls_apart = condition || !alternatives.empty();
    if (remaining() == 0) return undecided();
    std::optional<Outcome> whole = solve_whole(problem, falls_apart);
    if (whole) return std::move(*whole);
    if (!falls_apart) return undecided();
    for (Term alternative : alternatives) {
      ExistsForall one = problem;
      one.body = alternative;
      Outcome outcome = solve(one, depth);
      if (outcome.answer != Answer::Unsat) return outcome;
    }
    for (const bool value : {true, false}) {
      if (!alternatives.empty()) break;
      Outcome outcome = solve(fixed(problem, condition, value), depth + 1);
      if (outcome.answer == Answer::Sat) outcome.model.set(condition, llvm::APInt(1, value ? 1 : 0));
      if (outcome.answer != Answer::Unsat) return outcome;
    }
    return Outcome::unsat(Stage::Abstraction);
  }

 private:
  static Outcome undecided() { return Outcome::unknown(Reason::Quantified); }

  /// What can be told without cases.
  std::optional<Outcome> solve_whole(const ExistsForall& problem, bool falls_apart) {
    std::vector<Instance> instances = problem.candidates;
    if (instances.empty()) instances.emplace_back();
    std::unordered_set<Term> tried;
    for (const Instance& instance : instances) {
      if (remaining() == 0) break;
      const Eliminated all = for_all(terms_, problem.body, problem.inner, instance,
                                     Clock::now() + (deadline_ - Clock::now()) / shares_.writing_share);
      if (!tried.insert(all.term).second) continue;
      std::vector<Term> assertions = problem.assertions;
      assertions.push_back(all.term);
      Outcome outcome = solver_.check(terms_, assertions,
                                      part(falls_apart ? shares_.whole_share
                                           : all.exact ? 1
                                                       : shares_.guess_share));
      if (outcome.answer == Answer::Unsat || (all.exact && outcome.answer == Answer::Sat)) return outcome;
      if (all.exact || falls_apart) break;
    }
    return std::nullopt;
  }

  /// The parts of a body that is a disjunction of parts over different inner variables: it is true for all inner values
  /// if one of them is. Empty: it is no such disjunction.
  std::vector<Term> alternatives_of(const ExistsForall& problem) {
    std::vector<Term> all;
    if (problem.body.kind() != Kind::And) return all;
    for (unsigned i = 0; i < problem.body.arity(); ++i) {
      const Term part = problem.body.operand(i);
      if (part.kind() != Kind::Not || part.operand(0).kind() != Kind::And) continue;
      const std::unordered_set<Term> inner(problem.inner.begin(), problem.inner.end());
      std::unordered_set<Term> met;
      bool independent = true;
      for (unsigned k = 0; k < part.operand(0).arity(); ++k)
        for (Term v : terms_.variables_of(part.operand(0).operand(k)))
          independent = independent && (!inner.contains(v) || met.insert(v).second);
      if (!independent || met.empty()) continue;
      for (unsigned k = 0; k < part.operand(0).arity(); ++k)
        all.push_back(terms_.substitute(problem.body, {{part, terms_.lnot(part.operand(0).operand(k))}}));
      break;
    }
    return all;
  }

  std::int64_t remaining() const {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - Clock::now()).count();
    return std::max<std::int64_t>(left, 0);
  }
  Limits part(unsigned share) const {
    Limits rest = limits_;
    rest.milliseconds = static_cast<unsigned>(remaining() / share);
    return rest;
  }

  /// A variable that decides between values of which one depends on inner variables; null: none.
  Term condition_of(const ExistsForall& problem) const {
    const std::unordered_set<Term> inner(problem.inner.begin(), problem.inner.end());
    const auto varies = [&](Term t) {
      const std::vector<Term> below = terms_.variables_of(t);
      return std::any_of(below.begin(), below.end(), [&](Term v) { return inner.contains(v); });
    };
    for (Term t : terms_.nodes_of(std::span(&problem.body, 1))) {
      if (t.kind() != Kind::Ite || t.operand(0).kind() != Kind::Variable || inner.contains(t.operand(0))) continue;
      if (varies(t.operand(1)) != varies(t.operand(2))) return t.operand(0);
    }
    return Term();
  }

  ExistsForall fixed(const ExistsForall& problem, Term condition, bool value) {
    const std::unordered_map<Term, Term> map{{condition, terms_.truth(value)}};
    ExistsForall result;
    result.assertions = terms_.substitute(problem.assertions, map);
    result.body = terms_.substitute(problem.body, map);
    result.inner = problem.inner;
    for (const Instance& instance : problem.candidates) {
      Instance& one = result.candidates.emplace_back();
      for (const auto& [variable, term] : instance) one.emplace(variable, terms_.substitute(term, map));
    }
    return result;
  }

  Solver& solver_;
  Terms& terms_;
  Limits limits_;
  const budget::Solving& shares_;
  Clock::time_point deadline_;
};

}  // namespace

Outcome solve_by_images(Solver& solver, Terms& terms, const ExistsForall& problem, const Limits& limits,
                        const budget::Solving& shares) {
  return Cases(solver, terms, limits, shares).solve(problem);
}

}  // namespace assay::refine::smt
