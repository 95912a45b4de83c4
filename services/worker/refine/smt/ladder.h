#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "services/common/experience.h"
#include "services/worker/refine/smt/lower.h"
#include "services/worker/refine/smt/preprocess.h"
#include "services/worker/refine/smt/sat/backend.h"
#include "services/worker/refine/smt/solver.h"
#include "services/worker/refine/smt/z3/backend.h"

namespace assay::refine::smt {

/// What a Solver keeps between queries.
struct Solver::State {
  explicit State(const Options& o) : options(o) {}
  static constexpr std::uint64_t kMostKeptBytes = std::uint64_t{512} << 20;

  /// Z3 for the next query: the kept context, or a new one after many queries or when it holds much memory.
  Z3Backend& z3();
  Watchdog& watchdog() { return *watchdog_; }  ///< after z3()
  void count(const Outcome& outcome);
  /// Counts a proof of the SAT solver; is it one that Z3 is to repeat?
  bool wants_second_opinion() {
    return options.proofs_per_second_opinion != 0 && ++proofs_of_bits_ % options.proofs_per_second_opinion == 0;
  }

  Options options;
  Statistics statistics;
  Experience experience;  ///< of rungs, with questions of each shape
  SatBackend sat;

 private:
  std::unique_ptr<Watchdog> watchdog_;
  std::unique_ptr<Z3Backend> z3_;
  std::uint64_t bytes_at_start_ = 0;
  std::uint64_t queries_of_z3_ = 0;
  std::uint64_t proofs_of_bits_ = 0;
};

/// One query, which goes down the ladder until something decides it.
class Query {
 public:
  Query(Solver::State& state, Terms& terms, std::span<const Term> assertions, const Limits& limits);
  Outcome run();

 private:
  Outcome solve();
  /// Asks with some operations abstracted, for 1 / `share` of the time left. Nothing if that decides nothing.
  std::optional<Outcome> solve_abstractly(Lowering::Abstraction abstraction, unsigned share);
  std::optional<Outcome> solve_corrected(Lowering& lowering, std::vector<Term> lowered, const Budget& part);
  /// Quotients and remainders by constants are sums of integers, and large as bits.
  std::optional<Outcome> solve_quotients();
  Outcome solve_arrays();
  Outcome solve_floats();
  /// The conjuncts are the same question for a solver that knows floating point.
  std::optional<Outcome> solve_floats_as_bits(std::span<const Term> as_floats);
  BackendResult solve_bits(std::span<const Term> conjuncts, const Budget& budget);
  BackendResult refute_as_integers(std::span<const Term> conjuncts, const Budget& budget, const std::string& kind);
  BackendResult second_opinion(std::span<const Term> conjuncts, BackendResult proof, const Budget& budget);
  /// What the rung's success with these is counted under.
  std::string kind_of(const char* rung, std::span<const Term> conjuncts) const;
  bool is_worth_trying(const std::string& kind);
  void learn(const std::string& kind, bool decided);
  Budget budget() const;
  const budget::Solving& shares() const { return state_.options.shares; }
  /// Does some term of the simplified question satisfy this?
  bool has(bool (*is_such)(Term)) const;
  /// Sat if the model, completed, satisfies the original assertions.
  std::optional<Outcome> verified(Model model, Stage stage) const;

  Solver::State& state_;
  Terms& terms_;
  std::vector<Term> assertions_;
  Limits limits_;
  WorkClock::time_point deadline_;
  Conjunction simplified_;
};

}  // namespace assay::refine::smt
