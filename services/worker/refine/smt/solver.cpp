#include "services/worker/refine/smt/solver.h"

#include <chrono>

#include "services/worker/refine/smt/ladder.h"

namespace assay::refine::smt {

Solver::Solver() : Solver(Options{}) {}
Solver::Solver(const Options& options) : state_(std::make_unique<State>(options)) {}
Solver::~Solver() = default;
const Statistics& Solver::statistics() const { return state_->statistics; }

Outcome Solver::check(Terms& terms, std::span<const Term> assertions, const Limits& limits) {
  ++state_->statistics.queries;
  Query query(*state_, terms, assertions, limits);
  Outcome outcome = query.run();
  state_->count(outcome);
  return outcome;
}

Z3Backend& Solver::State::z3() {
  if (z3_ == nullptr || queries_of_z3_ >= options.queries_per_context ||
      Z3Backend::bytes_in_use() > bytes_at_start_ + kMostKeptBytes) {
    z3_.reset();
    z3_ = std::make_unique<Z3Backend>();
    bytes_at_start_ = Z3Backend::bytes_in_use();
    queries_of_z3_ = 0;
    ++statistics.contexts;
  }
  if (watchdog_ == nullptr) watchdog_ = std::make_unique<Watchdog>();
  ++queries_of_z3_;
  return *z3_;
}

void Solver::State::count(const Outcome& outcome) {
  if (outcome.answer == Answer::Unknown) ++statistics.unknown;
  switch (outcome.stage) {
    case Stage::None:
      break;
    case Stage::Simplification:
      ++statistics.by_simplification;
      break;
    case Stage::Evaluation:
      ++statistics.by_evaluation;
      break;
    case Stage::Abstraction:
      ++statistics.by_abstraction;
      break;
    case Stage::Solver:
      ++statistics.by_solver;
      break;
  }
}

}  // namespace assay::refine::smt
