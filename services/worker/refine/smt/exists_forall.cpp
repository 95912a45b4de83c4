#include <algorithm>
#include <chrono>
#include <unordered_set>

#include "services/worker/refine/smt/cases.h"
#include "services/worker/refine/smt/ladder.h"
#include "services/worker/refine/smt/solver.h"

namespace assay::refine::smt {

namespace {

using Clock = WorkClock;

/// Counterexample-guided instantiation. The outer query asks for values that satisfy the assertions and the body at
/// all instances so far. If there are none, there is no solution. Else its model is put into the negated body. If no
/// inner values refute the model, it is the solution; else those values are the next instance.
class Instantiation {
 public:
  Instantiation(Solver& solver, Solver::State& state, Terms& terms, const ExistsForall& problem, const Limits& limits)
      : solver_(solver),
        state_(state),
        terms_(terms),
        problem_(problem),
        limits_(limits),
        deadline_(Clock::now() + std::chrono::milliseconds(limits.milliseconds)),
        outer_(problem.assertions) {}

  Outcome run() {
    for (const Instance& candidate : problem_.candidates) add(candidate);
    if (problem_.candidates.empty()) add({});
    for (unsigned round = 0; round < problem_.rounds; ++round) {
      Outcome outer = solver_.check(terms_, outer_, remaining());
      if (outer.answer == Answer::Unsat) return confirmed(outer);
      if (outer.answer != Answer::Sat) return outer;
      Outcome inner = refute(outer.model);
      if (inner.answer == Answer::Unknown) return inner;
      if (inner.answer == Answer::Unsat) return outer;
      add_values(inner.model);
    }
    return quantified();
  }

  /// Are there inner values for which the body is false under this outer model?
  Outcome refute(const Model& model) {
    const Term negated = terms_.lnot(body_at(model));
    return solver_.check(terms_, std::span(&negated, 1), remaining());
  }

 private:
  Limits remaining() const {
    Limits rest = limits_;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - Clock::now()).count();
    rest.milliseconds = static_cast<unsigned>(std::max<std::int64_t>(left, 0));
    return rest;
  }

  /// The instances together refute every value that the witnesses share. Do they also refute witnesses of their own
  /// for each instance? Where they don't, an instance is searched for that refutes all of these witnesses at once.
  Outcome confirmed(const Outcome& outer) {
    if (problem_.witnesses.empty() || instances_.size() < 2) return outer;
    for (unsigned round = 0; round < problem_.rounds; ++round) {
      const std::vector<Witnesses> own = own_witnesses();
      std::vector<Term> apart = problem_.assertions;
      for (std::size_t i = 0; i < own.size(); ++i) apart.push_back(terms_.substitute(instances_[i], own[i]));
      const Outcome outcome = solver_.check(terms_, apart, remaining());
      if (outcome.answer == Answer::Unsat) return outer;
      if (outcome.answer != Answer::Sat) break;
      const Outcome inner = refute_all(outcome.model, own);
      if (inner.answer != Answer::Sat) break;
      add_values(inner.model);
    }
    return Outcome::unknown(Reason::ChoicesAndMemory);
  }

  /// Other variables for the witnesses, for each instance.
  using Witnesses = std::unordered_map<Term, Term>;
  std::vector<Witnesses> own_witnesses() const {
    std::vector<Witnesses> own(instances_.size());
    for (Witnesses& each : own)
      for (Term witness : problem_.witnesses)
        each[witness] = terms_.fresh(std::string(terms_.name(witness)), witness.width());
    return own;
  }

  /// Are there inner values for which the body is false under this outer model, whichever of the witnesses count?
  Outcome refute_all(const Model& model, const std::vector<Witnesses>& own) {
    std::vector<Term> negated;
    Model with = model;
    for (const Witnesses& each : own) {
      for (const auto& [witness, other] : each) with.set(witness, model.get(other));
      negated.push_back(terms_.lnot(body_at(with)));
    }
    return solver_.check(terms_, negated, remaining());
  }

  /// The last resort: Z3's quantifiers. Their model counts only if nothing refutes it.
  Outcome quantified() {
    const Limits rest = remaining();
    if (std::chrono::milliseconds(rest.milliseconds) < state_.options.shares.quantifiers)
      return Outcome::unknown(Reason::Timeout);
    Z3Backend& z3 = state_.z3();
    BackendResult result = z3.solve_quantified(terms_, outer_, problem_.inner, problem_.body,
                                               {deadline_, rest.megabytes}, state_.watchdog());
    if (!z3.unsupported().empty()) return Outcome::unknown(Reason::Unsupported, z3.unsupported());
    if (result.answer == Answer::Unsat && !problem_.witnesses.empty())
      return Outcome::unknown(Reason::ChoicesAndMemory);
    if (result.answer == Answer::Unsat) return Outcome::unsat(Stage::Solver);
    if (result.answer == Answer::Unknown) return Outcome::unknown(result.reason, result.feature);
    if (Evaluator(terms_, outer_).all_true(result.model) && refute(result.model).answer == Answer::Unsat)
      return Outcome::sat(std::move(result.model), Stage::Solver);
    return Outcome::unknown(Reason::ModelMismatch);
  }

  /// The body with terms for all inner variables becomes an assertion about the outer ones.
  void add(const Instance& candidate) {
    Instance complete;
    for (Term v : problem_.inner) {
      const auto given = candidate.find(v);
      complete.emplace(v, given == candidate.end() ? terms_.zero(v.width()) : given->second);
    }
    instances_.push_back(terms_.substitute(problem_.body, complete));
    outer_.push_back(instances_.back());
  }

  /// The instance that the values of the inner variables are.
  void add_values(const Model& inner) {
    Instance values;
    for (Term v : problem_.inner) values.emplace(v, terms_.constant(inner.get(v)));
    add(values);
  }

  /// The body with the values of the outer variables, arrays and functions: only inner variables are left.
  Term body_at(const Model& model) {
    std::unordered_map<Term, Term> values;
    const std::unordered_set<Term> inner(problem_.inner.begin(), problem_.inner.end());
    for (Term v : terms_.variables_of(problem_.body)) {
      if (inner.contains(v)) continue;
      values.emplace(v, v.is_array() ? array_term(v, model.array(v)) : terms_.constant(model.get(v)));
    }
    return apply_functions(terms_.substitute(problem_.body, values), model);
  }

  Term array_term(Term array, const ArrayValue& value) {
    Term result = terms_.array_constant(array.index_width(), terms_.constant(value.otherwise));
    for (const auto& [index, element] : value.at)
      result = terms_.store(result, terms_.constant(index), terms_.constant(element));
    return result;
  }

  /// Functions become the tables that the model gives.
  Term apply_functions(Term root, const Model& model) {
    std::unordered_map<Term, Term> done;
    std::vector<Term> operands;
    for (Term t : terms_.nodes_of(std::span(&root, 1))) {
      operands.clear();
      for (unsigned i = 0; i < t.arity(); ++i) operands.push_back(done.at(t.operand(i)));
      if (t.kind() == Kind::Apply)
        done.emplace(t, table(t, operands, model));
      else
        done.emplace(t, t.arity() == 0 ? t : terms_.rebuild(t, operands));
    }
    return done.at(root);
  }

  Term table(Term apply, std::span<const Term> arguments, const Model& model) {
    const FunctionValue* function = model.function(function_key(terms_, apply));
    if (function == nullptr) return terms_.zero(apply.width());
    Term result = terms_.constant(function->otherwise);
    for (const auto& [at, value] : function->at) {
      Term equal = terms_.truth(true);
      for (std::size_t i = 0; i < at.size(); ++i)
        equal = terms_.land(equal, terms_.eq(arguments[i], terms_.constant(at[i])));
      result = terms_.ite(equal, terms_.constant(value), result);
    }
    return result;
  }

  Solver& solver_;
  Solver::State& state_;
  Terms& terms_;
  const ExistsForall& problem_;
  Limits limits_;
  Clock::time_point deadline_;
  std::vector<Term> outer_, instances_;
};

}  // namespace

Outcome Solver::check(Terms& terms, const ExistsForall& problem, const Limits& limits) {
  return Instantiation(*this, *state_, terms, problem, limits).run();
}

Outcome Solver::eliminate(Terms& terms, const ExistsForall& problem, const Limits& limits) {
  Outcome outcome = solve_by_images(*this, terms, problem, limits, state_->options.shares);
  if (outcome.answer != Answer::Sat) return outcome;
  if (Instantiation(*this, *state_, terms, problem, limits).refute(outcome.model).answer == Answer::Unsat)
    return outcome;
  return Outcome::unknown(Reason::ModelMismatch);
}

}  // namespace assay::refine::smt
