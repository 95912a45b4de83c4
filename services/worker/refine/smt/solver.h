#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "services/common/outcome.h"
#include "services/worker/budget/solver.h"
#include "services/worker/refine/smt/model.h"
#include "services/worker/refine/smt/terms.h"
#include "services/worker/refine/smt/work_clock.h"

namespace assay::refine::smt {

/// What one query may cost. Its time is counted work (WorkClock), so that it ends in the same way on a slower or a busy
/// machine; there is an emergency brake for what takes far more processor time than its work lets expect.
struct Limits {
  unsigned milliseconds = 10'000;
  unsigned megabytes = 1'024;
};

enum class Answer : std::uint8_t { Sat, Unsat, Unknown };
/// Which step of the ladder decided.
enum class Stage : std::uint8_t { None, Simplification, Evaluation, Abstraction, Solver };

struct Outcome {
  Answer answer = Answer::Unknown;
  Model model;  ///< of Sat; it has been checked by evaluating the assertions
  Stage stage = Stage::None;
  Reason reason = Reason::None;  ///< of Unknown
  std::string feature;           ///< as in Verdict

  static Outcome sat(Model model, Stage stage) { return {Answer::Sat, std::move(model), stage, {}, {}}; }
  static Outcome unsat(Stage stage) { return {Answer::Unsat, {}, stage, {}, {}}; }
  static Outcome unknown(Reason reason, std::string feature = {}) {
    return {Answer::Unknown, {}, Stage::None, reason, std::move(feature)};
  }
};

struct Statistics {
  std::uint64_t queries = 0, by_simplification = 0, by_evaluation = 0, by_abstraction = 0, by_solver = 0, unknown = 0;
  std::uint64_t second_opinions = 0;  ///< proofs of the SAT solver that Z3 repeated
  std::uint64_t as_integers = 0;      ///< questions of bits that were put to integers, too
  std::uint64_t contexts = 0;  ///< of Z3, made so far; they are replaced now and then, so that memory stays bounded
};

/// One choice of the inner variables of an exists-forall problem: a term over the outer variables for each; zero for
/// those that are left out.
using Instance = std::unordered_map<Term, Term>;

struct ExistsForall {
  std::vector<Term> assertions;      ///< over the outer variables only
  std::vector<Term> inner;           ///< the variables of "for all"
  Term body;                         ///< over outer and inner variables
  std::vector<Instance> candidates;  ///< tried before other instances are searched for
  unsigned rounds = 32;              ///< of counterexample-guided instantiation
  std::vector<Term> witnesses;       ///< outer variables that may have another value for each value of the inner ones
};

/// Decides conjunctions of one-bit terms. The ladder: simplification; evaluation of corner values and random values,
/// which may find a model; a SAT solver for bits, Z3 for the rest. Keeps one Z3 context for many queries. Not for use
/// by two threads at once.
class Solver {
 public:
  struct Options {
    unsigned random_models = 64;  ///< assignments to try before the solvers
    unsigned queries_per_context = 20'000;
    bool abstract_floats = true;  ///< try floating point as functions of unknown meaning first
    std::uint64_t seed = 1;
    /// Z3 is asked again about one of so many proofs of the SAT solver, in what is left of the query's time. Where it
    /// finds a model the answer is unknown, Reason::OraclesDisagree. 0: never.
    unsigned proofs_per_second_opinion = 0;
    /// Which rung decided questions of a shape decides how long each is asked about others of it, so the order of the
    /// questions matters.
    bool learns = false;
    budget::Solving shares{};  ///< of the time of a query
  };
  Solver();
  explicit Solver(const Options& options);
  ~Solver();
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  /// Is there a model of all assertions?
  Outcome check(Terms& terms, std::span<const Term> assertions, const Limits& limits);
  /// Are there values of the outer variables that satisfy the assertions, and the body for all values of the inner
  /// ones? The model of Sat is of the outer variables. An array or function that occurs counts as outer.
  Outcome check(Terms& terms, const ExistsForall& problem, const Limits& limits);

  /// The same question without a search for instances: for each term of the body, the set of values that it takes as
  /// the inner variables vary is written down as a term. Unknown where that is not possible.
  Outcome eliminate(Terms& terms, const ExistsForall& problem, const Limits& limits);

  const Statistics& statistics() const;

  struct State;

 private:
  std::unique_ptr<State> state_;
};

}  // namespace assay::refine::smt
